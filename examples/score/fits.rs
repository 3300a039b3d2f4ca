//! Did-it-fit rows: the verdict of semantics §3 against what happened.

use crate::ablation::{Ablated, Shown, terms};
use crate::case::Case;
use crate::facts::Facts;
use crate::setup::{self, Setup};
use crate::table::Tally;
use suanzu::engine::layout::Layout;
use suanzu::engine::line::{NoTrace, Recorder};
use suanzu::engine::memory::{self, Fit};
use suanzu::plan::Checkpointing;

/// Scores one row.
pub fn score(case: &Case, facts: &Facts, tally: &mut Tally) {
    tally.seen("fits");
    if case.text("confidence") == "low" {
        tally.low += 1;
        return;
    }
    tally.fits.cases += 1;
    let setup = match setup::fits(case, facts) {
        Ok(setup) => setup,
        Err(reason) => return tally.inexpressible("fits", reason, case.id()),
    };
    tally.fits.expressible += 1;
    let (said, line) = verdict(&setup);
    tally.ablated.push(ablated(&setup, case.text("outcome") == "fits"));
    let ran = case.text("outcome") == "fits";
    let f = &mut tally.fits;
    let group = f.groups.entry(format!("{} / {}", case.text("task"), case.text("outcome"))).or_default();
    group[0] += 1;
    let word = match (said, ran) {
        (Fit::Tight, _) => {
            f.tight += 1;
            group[3] += 1;
            "tight"
        }
        (Fit::Fits, true) | (Fit::No, false) => {
            f.right += 1;
            group[1] += 1;
            return;
        }
        (Fit::Fits, false) => {
            f.said_fits_was_oom += 1;
            group[2] += 1;
            "said fits"
        }
        (Fit::No, true) => {
            f.said_no_was_fits += 1;
            group[2] += 1;
            "said no"
        }
    };
    f.wrong.push(format!("{:<36} {:<6} {word:<10} {line}", case.id(), case.text("outcome")));
}

/// Need over room.
#[cfg(feature = "fit")]
pub fn fullness(case: &Case, facts: &Facts) -> Option<f64> {
    let s = setup::fits(case, facts).ok()?;
    let m = memory::size(&s.job, &s.layout, &s.gpu, &mut NoTrace);
    Some(m.need.likely / m.room(s.gpu.usable).max(1.0))
}

/// The verdict's terms.
fn ablated(s: &Setup, ran: bool) -> Ablated {
    let mut lines = Recorder::default();
    let m = memory::size(&s.job, &s.layout, &s.gpu, &mut lines);
    let gib = |x: f64| x / suanzu::units::GIB;
    let mut high = m.need.band().high;
    if s.open_checkpointing {
        // Fits only if it fits either way, as the verdict has it.
        let layout = Layout { checkpointing: Checkpointing::None, ..s.layout };
        high = high.max(memory::size(&s.job, &layout, &s.gpu, &mut NoTrace).need.band().high);
    }
    Ablated {
        group: "verdicts",
        measured: gib(m.room(s.gpu.usable)),
        likely: gib(m.need.likely),
        high: gib(high),
        ran,
        terms: terms(&lines.lines, Shown::Device),
    }
}

/// What the engine says.
fn verdict(s: &Setup) -> (Fit, String) {
    let m = memory::size(&s.job, &s.layout, &s.gpu, &mut NoTrace);
    let band = m.need.band();
    let gib = |x: f64| x / suanzu::units::GIB;
    let parts: Vec<String> = m.parts.iter().map(|p| format!("{:.1}", gib(*p))).collect();
    let line = format!(
        "need {:.1} ({:.1} to {:.1}) room {:.1}  W K A G O act loss slack ctx = {}",
        gib(band.likely),
        gib(band.low),
        gib(band.high),
        gib(m.room(s.gpu.usable)),
        parts.join(" ")
    );
    let said = m.fit(s.gpu.usable);
    if s.open_checkpointing && said == Fit::Fits {
        // Fits only if it fits either way.
        let layout = Layout { checkpointing: Checkpointing::None, ..s.layout };
        let without = memory::size(&s.job, &layout, &s.gpu, &mut NoTrace).fit(s.gpu.usable);
        return (if without == Fit::Fits { said } else { Fit::Tight }, line);
    }
    (said, line)
}
