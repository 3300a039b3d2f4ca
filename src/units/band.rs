use super::math::{normal_cdf, round9, sqrt};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// A figure and how sure we are of it: the 5, 50 and 95 % points (semantics §2).
/// `0 <= low <= likely <= high` always holds for a band made here.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Band {
    /// The 5 % point.
    pub low: f64,
    /// The middle.
    pub likely: f64,
    /// The 95 % point.
    pub high: f64,
}

/// Distance of the 5 and 95 % points of a normal from its middle, in standard deviations.
const Z95: f64 = 1.644_853_626_951_472_2;

impl Band {
    /// The band through three points, put in order and floored at zero; not-a-number becomes zero.
    pub fn new(low: f64, likely: f64, high: f64) -> Self {
        // Comparisons, not `max`: that is a call in the browser, and this runs thousands of times a report.
        let likely = if likely > 0.0 { likely } else { 0.0 };
        let low = if low > 0.0 { low } else { 0.0 };
        let low = if low < likely { low } else { likely };
        Self { low, likely, high: if high > likely { high } else { likely } }
    }
    /// A figure that is exactly known.
    pub fn exact(value: f64) -> Self {
        Self::new(value, value, value)
    }
    /// `factor` (not negative) times the band.
    pub fn times(self, factor: f64) -> Self {
        Self::new(self.low * factor, self.likely * factor, self.high * factor)
    }
    /// Probability that the figure is at most `limit`, by the two-piece normal through the three
    /// points. A band without width answers 0 or 1.
    pub fn at_most(self, limit: f64) -> f64 {
        let half = if limit < self.likely { self.likely - self.low } else { self.high - self.likely };
        if half <= 0.0 || !half.is_finite() {
            return if limit >= self.likely { 1.0 } else { 0.0 };
        }
        normal_cdf((limit - self.likely) / half * Z95)
    }
    /// Half of the width over the middle; 0 for a middle of 0.
    pub fn half_width(self) -> f64 {
        if self.likely > 0.0 { (self.high - self.low) / 2.0 / self.likely } else { 0.0 }
    }
    /// Whether `value` lies inside.
    pub fn holds(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

impl Serialize for Band {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut out = s.serialize_struct("Band", 3)?;
        out.serialize_field("low", &round9(self.low))?;
        out.serialize_field("likely", &round9(self.likely))?;
        out.serialize_field("high", &round9(self.high))?;
        out.end()
    }
}

/// The named sources that an uncertain figure can come from (semantics §2). Deviations from the
/// same cause add; those of different causes add in quadrature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Cause {
    /// How many bytes the weights take: file recipe, padding, what stays 16-bit.
    WeightForm,
    /// Which tensors the framework keeps for the backward pass.
    ActivationForm,
    /// How the loss is computed and how many copies of the logits live at once.
    LossForm,
    /// Slack and fragmentation of the caching allocator.
    Allocator,
    /// Context, kernels and communicators of the process.
    Context,
    /// Gather, reduce and prefetch buffers of sharded training.
    Sharding,
    /// Which version of the program runs: defaults and accounting differ.
    EngineVersion,
    /// What an engine profiles, captures or reserves at start.
    Profile,
    /// How close to the peak rates the job runs.
    RunTime,
    /// The links between cards and machines.
    Interconnect,
    /// The price may have moved since it was read, or differs between sellers.
    PriceAge,
    /// A price that the provider does not print.
    AssumedPrice,
    /// How long the machine is really powered on.
    PoweredHours,
    /// Interruptions and faults.
    Interruption,
    /// Facts of the card that nobody printed.
    CardFacts,
    /// Anything taken from a user's coarse description (a bare parameter count).
    Assumed,
}

/// Every cause, in order of its index.
pub const CAUSES: [Cause; 16] = [
    Cause::WeightForm,
    Cause::ActivationForm,
    Cause::LossForm,
    Cause::Allocator,
    Cause::Context,
    Cause::Sharding,
    Cause::EngineVersion,
    Cause::Profile,
    Cause::RunTime,
    Cause::Interconnect,
    Cause::PriceAge,
    Cause::AssumedPrice,
    Cause::PoweredHours,
    Cause::Interruption,
    Cause::CardFacts,
    Cause::Assumed,
];

/// A figure with its deviations by cause: what the engine computes with. [`Uncertain::band`] gives
/// what people see.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Uncertain {
    /// The middle.
    pub likely: f64,
    /// How far the 5 % point lies below the middle, by cause, not negative.
    down: [f32; 16],
    /// How far the 95 % point lies above the middle, by cause, not negative.
    up: [f32; 16],
}

impl Uncertain {
    /// Nothing, exactly.
    pub const ZERO: Self = Self::exact(0.0);

    /// A figure that is exactly known.
    pub const fn exact(likely: f64) -> Self {
        Self { likely, down: [0.0; 16], up: [0.0; 16] }
    }
    /// With further deviations from one cause, in the figure's own unit; signs are ignored.
    #[must_use]
    pub fn with(mut self, cause: Cause, down: f64, up: f64) -> Self {
        self.down[cause as usize] += down.abs() as f32;
        self.up[cause as usize] += up.abs() as f32;
        self
    }
    /// With further deviations as shares of the middle.
    #[must_use]
    pub fn with_share(self, cause: Cause, down: f64, up: f64) -> Self {
        let size = self.likely.abs();
        self.with(cause, size * down, size * up)
    }
    /// The sum: deviations of one cause add.
    #[must_use]
    pub fn plus(mut self, other: &Self) -> Self {
        self.add(other);
        self
    }
    /// [`Uncertain::plus`] in place.
    pub fn add(&mut self, other: &Self) {
        self.likely += other.likely;
        self.down.iter_mut().zip(&other.down).for_each(|(a, b)| *a += b);
        self.up.iter_mut().zip(&other.up).for_each(|(a, b)| *a += b);
    }
    /// `factor` times the figure; the factor must not be negative.
    #[must_use]
    pub fn times(mut self, factor: f64) -> Self {
        self.likely *= factor;
        let factor = factor.abs() as f32;
        for i in 0..16 {
            self.down[i] *= factor;
            self.up[i] *= factor;
        }
        self
    }
    /// One over the figure, for turning a rate into a time: deviations keep their shares and change
    /// sides. One over zero is zero.
    #[must_use]
    pub fn inverse(self) -> Self {
        if self.likely <= 0.0 {
            return Self::ZERO;
        }
        let mut out = Self::exact(1.0 / self.likely);
        for i in 0..16 {
            // low = likely - down, so 1/low is the upper end of the inverse.
            let (low, least) = (self.likely - f64::from(self.down[i]), self.likely * 0.05);
            let low = if low > least { low } else { least };
            let high = self.likely + f64::from(self.up[i]);
            out.up[i] = (1.0 / low - out.likely) as f32;
            out.down[i] = (out.likely - 1.0 / high) as f32;
        }
        out
    }
    /// The product of two figures: to first order, each keeps its own deviations scaled by the other.
    #[must_use]
    pub fn product(self, other: &Self) -> Self {
        let mut out = self.times(other.likely);
        let scaled = other.times(self.likely);
        for i in 0..16 {
            out.down[i] += scaled.down[i];
            out.up[i] += scaled.up[i];
        }
        out
    }
    /// The one whose middle is larger: the peak over two instants.
    #[must_use]
    pub fn larger(self, other: Self) -> Self {
        if other.likely > self.likely { other } else { self }
    }
    /// Deviations from one cause: how far down, how far up.
    pub fn deviation(&self, cause: Cause) -> (f64, f64) {
        (f64::from(self.down[cause as usize]), f64::from(self.up[cause as usize]))
    }
    /// Takes all deviations of one cause away: a measurement has settled it.
    #[must_use]
    pub fn settled(mut self, cause: Cause) -> Self {
        self.down[cause as usize] = 0.0;
        self.up[cause as usize] = 0.0;
        self
    }
    /// The three points: causes in quadrature, upper and lower side apart.
    pub fn band(&self) -> Band {
        let side = |dev: &[f32; 16]| sqrt(dev.iter().map(|d| f64::from(*d) * f64::from(*d)).sum());
        Band::new(self.likely - side(&self.down), self.likely, self.likely + side(&self.up))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn same_cause_adds_and_different_causes_add_in_quadrature() {
        let a = Uncertain::exact(10.0).with(Cause::Allocator, 3.0, 3.0);
        let same = a.plus(&Uncertain::exact(5.0).with(Cause::Allocator, 1.0, 1.0)).band();
        assert_eq!((same.low, same.likely, same.high), (11.0, 15.0, 19.0));
        let other = a.plus(&Uncertain::exact(5.0).with(Cause::Context, 4.0, 4.0)).band();
        assert_eq!((other.low, other.high), (10.0, 20.0));
    }

    #[test]
    fn two_piece_normal_meets_its_points() {
        let band = Band::new(8.0, 10.0, 16.0);
        assert!((band.at_most(8.0) - 0.05).abs() < 1e-9);
        assert!((band.at_most(10.0) - 0.5).abs() < 1e-9);
        assert!((band.at_most(16.0) - 0.95).abs() < 1e-9);
        assert_eq!(Band::exact(3.0).at_most(3.0), 1.0);
        assert_eq!(Band::exact(3.0).at_most(2.9), 0.0);
    }

    #[test]
    fn causes_stand_at_their_index() {
        for (i, cause) in CAUSES.iter().enumerate() {
            assert_eq!(*cause as usize, i);
        }
    }

    #[test]
    fn odd_input_gives_an_ordered_band() {
        for (l, m, h) in [(f64::NAN, 1.0, 0.0), (5.0, 1.0, 0.5), (-3.0, -2.0, -1.0), (0.0, f64::NAN, 1.0)] {
            let b = Band::new(l, m, h);
            assert!(0.0 <= b.low && b.low <= b.likely && b.likely <= b.high, "{b:?}");
        }
    }
}
