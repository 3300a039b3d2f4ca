//! The smallest set of changes that makes a plan fit on cards on which it does not.

use super::Stand;
use crate::engine::layout::Layout;
use crate::engine::memory::Fit;
use crate::engine::report::{Change, Entry, LEAST, changes_for, kept, silent};
use crate::engine::search::Ways;
use crate::plan::Plan;
use crate::units::{Date, Order};

/// Changes that make it fit, and what they cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Mend {
    /// What to change, in the order in which it is done.
    pub changes: Vec<Change>,
    /// Need per card then, likely, bytes.
    pub need: f64,
    /// Bytes per card saved against the plan as it is.
    pub saves: f64,
    /// What the job may take of the card then, bytes.
    pub room: f64,
    /// Hours of work then, likely; 0 for a service.
    pub work_h: f64,
    /// Whether it fits then.
    pub fit: Fit,
}

/// Sets of more changes than these are no advice.
const MOST: usize = 4;
/// Single changes that go into sets, those that save most first: 12 give 495 sets of four.
const TOGETHER: usize = 12;
/// Sets that are shown.
const SHOWN: usize = 3;
/// Sets of so many changes still fill the list where smaller ones do not.
const FILLS: usize = 2;

/// What ways need at least.
fn need(ways: &Ways) -> Option<(f64, Fit)> {
    match (ways.best(), &ways.closest) {
        (Some(way), _) => Some((way.memory.need.likely, way.fit)),
        (None, Some((_, memory))) => Some((memory.need.likely, Fit::No)),
        (None, None) => None,
    }
}

/// A plan on its cards as it is, against which changes are held.
struct Base<'s, 'a> {
    stand: &'s Stand<'a>,
    layout: Layout,
    need: f64,
    fit: Fit,
}

impl<'s, 'a> Base<'s, 'a> {
    fn of(stand: &'s Stand<'a>) -> Option<Self> {
        let now = stand.ways(&stand.plan);
        let (need, fit) = need(&now)?;
        let layout = now.best().map(|way| way.layout).or(now.closest.map(|c| c.0))?;
        Some(Self { stand, layout, need, fit })
    }

    /// How many cards there are with a set of changes made.
    fn count(&self, set: &[Change]) -> u32 {
        let more = set.iter().find_map(|c| if let Change::MoreCards(n) = c { Some(*n) } else { None });
        more.unwrap_or(self.stand.count)
    }

    /// The plan with a set of changes made, and what the engine makes of it.
    fn free(&self, set: &[Change]) -> Ways {
        let mut plan: Plan = self.stand.plan.clone();
        set.iter().for_each(|change| change.apply(&mut plan));
        self.stand.ways_there(&plan, self.count(set))
    }

    /// What a set of changes saves, with all else as it runs now, and whether the plan fits then: the engine
    /// may spread it anew, and its figures are taken only where that is what makes it fit.
    fn mend(&self, set: &[Change], free: &Ways) -> Option<Mend> {
        let stand = self.stand;
        let alike = kept(&stand.plan, &stand.job, &self.layout, set);
        let alike = stand.ways_there(&alike, self.count(set));
        let (newly, fit) = need(free)?;
        let told = need(&alike);
        let (bytes, alike_fit) = told.unwrap_or((newly, fit));
        let same = told.is_some() && alike_fit == fit;
        let ways = if same { &alike } else { free };
        let (way, usable) = (ways.best(), stand.card().usable);
        Some(Mend {
            changes: set.to_vec(),
            need: if same { bytes } else { newly },
            saves: self.need - bytes,
            room: way.map_or(usable.to_f64(), |w| w.memory.room(usable)),
            work_h: way.map_or(0.0, |w| w.pace.work_h.likely),
            fit,
        })
    }

    /// Every single change that saves something, those that save most first.
    fn singles(&self) -> Vec<Mend> {
        let mut single: Vec<Mend> = changes_for(&self.stand.job, &self.layout, self.stand.count)
            .into_iter()
            .filter_map(|change| self.mend(&[change], &self.free(&[change])))
            .filter(|mend| mend.saves >= LEAST)
            .collect();
        single.order_by(|a, b| b.saves.total_cmp(&a.saves));
        single
    }
}

/// Every single change of a plan on its cards that saves something, those that save most first.
pub fn singles(stand: &Stand<'_>) -> Vec<Mend> {
    Base::of(stand).map_or_else(Vec::new, |base| base.singles())
}

/// The cheapest eligible offer of the same cards with changes made on which it fits.
pub fn priced(mend: &Mend, stand: &Stand<'_>, today: Date) -> Option<Entry> {
    let mut plan = stand.plan.clone();
    plan.limits.gpus = vec![stand.card().id.clone()];
    plan.limits.count = Some(stand.count);
    mend.changes.iter().for_each(|change| change.apply(&mut plan));
    let mut found = silent(&plan, stand.catalog, today);
    let at = found.verdict.winner?;
    let entry = found.ranked.swap_remove(at);
    (entry.fit != Fit::No).then_some(entry)
}

/// The smallest sets of changes after which the whole band fits: those with the fewest first, then those that
/// take least time; none when it fits already or nothing of the kind helps. Where one change does, pairs fill
/// the list. What the engine may choose itself (micro-batch, recomputation, sharding) it has already chosen, so
/// only what the plan states is changed.
pub fn mends(stand: &Stand<'_>) -> Vec<Mend> {
    let Some(base) = Base::of(stand).filter(|base| base.fit != Fit::Fits) else { return Vec::new() };
    let single = base.singles();
    let tools: Vec<Change> =
        single.iter().take(TOGETHER).filter_map(|m| m.changes.first().copied()).collect();
    let mut found: Vec<Mend> = single.into_iter().filter(|m| m.fit == Fit::Fits).collect();
    let mut size = 1;
    while found.is_empty() && size < MOST || found.len() < SHOWN && size < FILLS {
        size += 1;
        for set in sets(&tools, size) {
            // With more than it takes it is no smallest set.
            if found.iter().any(|m| m.changes.iter().all(|c| set.contains(c))) {
                continue;
            }
            let free = base.free(&set);
            found.extend(free.fits.is_some().then(|| base.mend(&set, &free)).flatten());
        }
    }
    found.order_by(|a, b| {
        let size = a.changes.len().cmp(&b.changes.len());
        size.then(a.work_h.total_cmp(&b.work_h)).then(b.saves.total_cmp(&a.saves))
    });
    found.truncate(SHOWN);
    found
}

/// All choices of `size` of the tools that do not set one field twice.
fn sets(tools: &[Change], size: usize) -> Vec<Vec<Change>> {
    let mut out: Vec<Vec<Change>> = vec![Vec::new()];
    for round in 0..size {
        let mut longer = Vec::new();
        for set in &out {
            let from =
                set.last().and_then(|last| tools.iter().position(|t| t == last)).map_or(0, |at| at + 1);
            for tool in tools.iter().skip(if round == 0 { 0 } else { from }) {
                let field = |c: &Change| c.field().map(|(field, _)| field);
                if set.iter().all(|other| field(other) != field(tool)) {
                    let mut next = set.clone();
                    next.push(*tool);
                    longer.push(next);
                }
            }
        }
        out = longer;
    }
    out
}
