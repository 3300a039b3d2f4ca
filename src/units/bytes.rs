use serde::{Serialize, Serializer};
use std::ops::{Add, AddAssign};

/// Bytes in a GiB (2^30), as a factor for `f64` arithmetic.
pub const GIB: f64 = 1_073_741_824.0;
/// Bytes in a MiB (2^20).
pub const MIB: f64 = 1_048_576.0;

/// An amount of memory or disk, in bytes. A GPU sold as "24 GB" has `Bytes::gib(24)` installed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes(u64);

impl Bytes {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// Exactly `n` bytes.
    pub const fn new(n: u64) -> Self {
        Self(n)
    }
    /// `n` binary gigabytes (2^30).
    pub const fn gib(n: u64) -> Self {
        Self(n.saturating_mul(1 << 30))
    }
    /// `n` binary megabytes (2^20).
    pub const fn mib(n: u64) -> Self {
        Self(n.saturating_mul(1 << 20))
    }
    /// `n` decimal gigabytes (10^9).
    pub fn gb(n: f64) -> Self {
        Self::from_f64(n * 1e9)
    }
    /// The nearest whole number of bytes; negative and not-a-number become zero, too large saturates.
    pub fn from_f64(n: f64) -> Self {
        Self(n.max(0.0) as u64)
    }
    /// As a number of bytes.
    pub const fn get(self) -> u64 {
        self.0
    }
    /// As a number of bytes for arithmetic.
    pub fn to_f64(self) -> f64 {
        self.0 as f64
    }
    /// As binary gigabytes.
    pub fn to_gib(self) -> f64 {
        self.0 as f64 / GIB
    }
    /// As decimal gigabytes.
    pub fn to_gb(self) -> f64 {
        self.0 as f64 / 1e9
    }
}

impl Add for Bytes {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Bytes {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Serialize for Bytes {
    /// An integer, saturated at 2^53 - 1 so that JavaScript reads the same number.
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_u64(self.0.min((1 << 53) - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binary_and_decimal_never_mix() {
        assert_eq!(Bytes::gib(24).get(), 25_769_803_776);
        assert_eq!(Bytes::gb(24.0).get(), 24_000_000_000);
        assert_eq!(Bytes::from_f64(f64::NAN), Bytes::ZERO);
        assert_eq!(Bytes::from_f64(-5.0), Bytes::ZERO);
    }
}
