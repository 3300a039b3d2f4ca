//! Where a step's time goes, which parts of the machine are too small, and what better ones cost.

use super::super::case::Case;
use super::super::frame::{Answer, Given, Question};
use crate::catalog::Link;
use crate::engine::pace::Run;
use crate::engine::pace::step::{Piece, pieces};
use crate::engine::report::Entry;
use crate::engine::search::{device, within_reason};
use crate::engine::speed::{rates, training};
use crate::i18n::number;
use crate::i18n::pace::{self as t, Pair};
use crate::plan::Task;
use crate::units::{Band, GIB};

/// A card counts as faster from a fifth less time on: below that the estimates do not tell them apart.
const FASTER: f64 = 0.8;

/// Evaluation as a share of what is trained on, of the example.
const EVALUATED: f64 = 0.05;

pub static QUESTION: Question =
    Question { id: "holds", title: t::HOLDS, applies: super::timed, inputs: &[], fields: &[], answer };

fn word(piece: Piece) -> Pair {
    match piece {
        Piece::Products => t::P_PRODUCTS,
        Piece::Bandwidth => t::P_BANDWIDTH,
        Piece::Cache => t::P_CACHE,
        Piece::Launch => t::P_LAUNCH,
        Piece::Unpacking => t::P_UNPACKING,
        Piece::CardLink => t::P_LINK,
        Piece::Network => t::P_NETWORK,
        Piece::Bubble => t::P_BUBBLE,
        Piece::Optimizer => t::P_OPTIMIZER,
        Piece::Prompts => t::P_PROMPTS,
    }
}

fn answer(c: &Case, _: &Given) -> Answer {
    let mut a = Answer::default();
    let Some(run) = super::run(c).filter(|r| r.unit_s() > 0.0) else {
        a.says.push(c.say(t::NOT_TIMED, &[]));
        return a;
    };
    let (hours, total) = (c.winner.work.likely, c.winner.total.likely);
    let serves = run.job.task == Task::Serve;
    let parts = pieces(&run);
    match parts.first() {
        None => a.says.push(c.say(t::HOLDS_RULE, &[])),
        Some((piece, share)) => {
            let (name, percent) = (c.of(word(*piece)), number::percent(*share));
            a.says.push(if serves {
                c.say(t::HOLDS_SERVE, &[&percent, name])
            } else {
                c.say(t::HOLDS_MOST, &[&percent, name, &c.hours(hours * share), &c.money(total * share)])
            });
            let head = [t::HOLDS_WHAT, t::SHARE, t::HOLDS_RUN, t::NAME_COST];
            let head = if serves { &head[..2] } else { &head[..] };
            let rows = parts.iter().map(|(piece, share)| {
                let mut row = vec![c.of(word(*piece)).to_owned(), number::percent(*share)];
                if !serves {
                    row.push(c.hours(hours * share));
                    row.push(c.money(total * share));
                }
                row
            });
            a.table = Some((head.iter().map(|h| c.of(*h).to_owned()).collect(), rows.collect()));
        }
    }
    if run.job.task.trains() && hours > 0.0 {
        times(c, &run, &mut a);
    }
    lift(c, &run, &parts, &mut a);
    a
}

/// Step, epoch and run with their bands, and what training does beside its steps.
fn times(c: &Case, run: &Run<'_>, a: &mut Answer) {
    let (lang, work, step) = (c.scene.lang, c.winner.work.band(), run.pace().step_s.band());
    let epochs = run.plan.amount.epochs;
    let passes = epochs.max(1.0);
    let band = |b: Band| number::duration_range(lang, b);
    let values = [
        band(step.times(1.0 / 3_600.0)),
        band(work.times(1.0 / passes)),
        number::significant(epochs, 3),
        band(work),
    ];
    if epochs > 0.0 {
        a.says.push(c.say(t::HOLDS_TIMES, &values.each_ref().map(String::as_str)));
    }
    let (write, saving) = (c.ctx.needs.write_h, c.time.saving);
    if saving > 0.0 {
        let saves = number::significant((saving / write.max(1e-9)).round(), 4);
        a.notes.push(c.say(t::HOLDS_SAVES, &[&saves, &c.hours(write), &c.hours(saving)]));
    }
    let forward = training::forward_share(&run.job, &run.layout);
    let share = run.job.evaluation;
    a.notes.push(if share > 0.0 {
        let spent = work.likely * (1.0 - 1.0 / (1.0 + share * forward));
        c.say(t::HOLDS_EVALUATED, &[&number::percent(share), &c.hours(spent)])
    } else {
        let spent = EVALUATED * work.likely * forward;
        c.say(t::HOLDS_UNEVALUATED, &[&number::percent(EVALUATED), &c.hours(spent)])
    });
}

/// What an entry is, from whom, what it costs, and how much more.
fn named(c: &Case, e: &Entry) -> [String; 4] {
    let more = number::percent_signed(e.total.likely / c.winner.total.likely.max(1e-9) - 1.0);
    [c.words().cards(e), c.seller(e), c.money(e.total.likely), more]
}

/// The best ranked entry that may win and is of this kind.
fn best(c: &Case, is: impl Fn(&Entry) -> bool) -> Option<&Entry> {
    c.scene.report.ranked.iter().find(|e| e.not_eligible.is_empty() && e.offer != c.winner.offer && is(e))
}

fn lift(c: &Case, run: &Run<'_>, parts: &[(Piece, f64)], a: &mut Answer) {
    let share = |p: Piece| parts.iter().find(|x| x.0 == p).map_or(0.0, |x| x.1);
    let serves = run.job.task == Task::Serve;
    let speed = |e: &Entry| match (serves, e.serve, c.winner.serve) {
        (true, Some(s), Some(w)) => s.tpot_s.likely / w.tpot_s.likely.max(1e-9),
        _ => e.work.likely / c.winner.work.likely.max(1e-9),
    };
    let mut say = |pair: Pair, values: &[&str]| a.steps.push(c.say(pair, values));
    // The cheapest that is clearly faster; what costs several times as much is no way out.
    let within = |e: &Entry| c.scene.plan.limits.budget.is_some() || within_reason(e, &c.winner);
    match best(c, |e| speed(e) <= FASTER) {
        Some(e) => {
            let [what, who, money, more] = named(c, e);
            let pair = if within(e) { t::LIFT_FASTER } else { t::LIFT_DEAR };
            say(pair, &[&what, &who, &money, &more, &number::percent(1.0 - speed(e))]);
        }
        None => say(t::LIFT_NONE, &[]),
    }
    let linked = |e: &Entry| {
        let fast = |l: Link| matches!(l, Link::Nvlink | Link::InfinityFabric | Link::Hccs);
        c.scene.catalog.offer(e.offer).is_some_and(|o| fast(device(c.scene.catalog.gpu(e.gpu), o).link))
    };
    if share(Piece::CardLink) > 0.1
        && let Some(e) =
            best(c, |e| e.count > 1 && e.machines == 1 && linked(e) && speed(e) < 1.0 && within(e))
    {
        let [what, who, money, more] = named(c, e);
        say(t::LIFT_LINK, &[&what, &who, &money, &more]);
    }
    let rdma = |e: &Entry| c.scene.catalog.offer(e.offer).is_some_and(|o| o.rdma == Some(true));
    if share(Piece::Network) > 0.1
        && let Some(e) = best(c, |e| e.machines > 1 && rdma(e) && speed(e) < 1.0 && within(e))
    {
        let [what, who, money, more] = named(c, e);
        say(t::LIFT_NETWORK, &[&what, &who, &money, &more]);
    }
    host(c, run, &mut say);
    slot(run, &mut say);
    power(run, &mut say);
    let data = run.plan.data.dataset_gb;
    let passes = run.plan.amount.epochs.max(1.0);
    if run.job.task.trains() && data >= 1.0 && c.winner.work.likely > 0.0 {
        let rate = data * 1e3 * passes / (c.winner.work.likely * 3600.0);
        say(t::LIFT_DISK, &[&number::significant(data, 3), &number::significant(rate, 2)]);
    }
}

/// vCPUs and memory of the machine.
fn host(c: &Case, run: &Run<'_>, say: &mut impl FnMut(Pair, &[&str])) {
    let Some(offer) = c.offer() else { return };
    let cards = f64::from(offer.shape.max(1));
    let whole = |x: f64| number::fixed(x, 0);
    if run.job.task.trains() {
        // As advice counts them: a process and its workers a card, four for the system; two vCPU are a core.
        let workers = run.plan.env.workers.map_or(2.0, f64::from);
        let need = 2.0 * (cards * (workers + 1.0) + 4.0);
        let have = run.plan.env.vcpus.map_or(f64::from(offer.vcpus), f64::from);
        if have <= 0.0 {
            say(t::LIFT_CPU_UNKNOWN, &[&whole(need)]);
        } else if have >= need {
            say(t::LIFT_CPU_OK, &[&whole(have), &whole(need)]);
        } else {
            let enough = |e: &Entry| {
                let o = c.scene.catalog.offer(e.offer);
                e.gpu == c.winner.gpu
                    && e.count == c.winner.count
                    && o.is_some_and(|o| f64::from(o.vcpus) >= need)
            };
            let other = best(c, enough).map(|e| {
                let [_, who, money, more] = named(c, e);
                let name = c.words().card(e);
                c.say(t::LIFT_CPU_OTHER, &[&who, &name, &money, &more]).plain()
            });
            let (have, workers, need) = (whole(have), whole(workers), whole(need));
            say(t::LIFT_CPU, &[&have, &workers, &need, &other.unwrap_or_default()]);
        }
    }
    let have = run.plan.env.host_gib.unwrap_or(f64::from(offer.host_gib));
    let (need, all) = (run.memory().host, cards * run.gpu.usable.to_f64());
    let (need, all) = (number::gib(need), number::gib(all));
    if have > 0.0 {
        say(t::LIFT_RAM, &[&number::gib(have * GIB), &need, &all]);
    } else {
        say(t::LIFT_RAM_UNKNOWN, &[&need, &all]);
    }
}

/// Lanes and generation of the slot.
fn slot(run: &Run<'_>, say: &mut impl FnMut(Pair, &[&str])) {
    if run.gpu.pcie_lanes < 2 || run.gpu.pcie_gen10 < 30 {
        return;
    }
    let lost = |r: &Run<'_>| (r.times(run) - 1.0).max(0.0);
    let half = lost(&run.with(|r| r.gpu.to_mut().pcie_lanes /= 2));
    let old = lost(&run.with(|r| r.gpu.to_mut().pcie_gen10 -= 10));
    if half.max(old) < 0.01 {
        return say(t::LIFT_LANES_SAME, &[]);
    }
    say(t::LIFT_LANES, &[&number::percent(half), &number::percent(old)]);
}

/// A board whose power does not sustain the printed rate.
fn power(run: &Run<'_>, say: &mut impl FnMut(Pair, &[&str])) {
    let (printed, held) = (f64::from(run.gpu.half()) * 1e12, rates::sustained(&run.gpu));
    if held.is_finite() && printed > 0.0 && held < 0.9 * printed {
        let watts = |w: f64| format!("{} W", number::significant(w, 3));
        let board = f64::from(run.gpu.tdp_w);
        say(
            t::LIFT_POWER,
            &[&watts(board * printed / held), &watts(board), &number::percent(held / printed)],
        );
    }
}
