//! How long a report takes, and how many candidates a second are priced: `cargo bench --bench report`.
//!
//! Plain medians of many runs on one core. A candidate is (offer, cards, layout, mode) and counts when memory
//! verdict, hours, total and score are in hand, with no memo across equal calls (semantics §7).
#![allow(missing_docs)]

use std::hint::black_box;
use std::time::Instant;
use suanzu::catalog::{Catalog, Offer, Provider};
use suanzu::embed::{Shop, file};
use suanzu::engine::cost::{self, Ask, Ctx, Shift, Sizes, Units};
use suanzu::engine::layout::Device;
use suanzu::engine::line::NoTrace;
use suanzu::engine::memory::{self, Fit};
use suanzu::engine::risk::{self, LossInput};
use suanzu::engine::search::{self, Pick};
use suanzu::engine::{job, model, report, speed};
use suanzu::plan::{PRESETS, Plan};
use suanzu::share;
use suanzu::units::Uncertain;

/// Runs of each measurement; the first tenth only warms up.
const RUNS: usize = 101;

fn main() {
    // `cargo bench` passes `--bench`; a word picks presets.
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let catalog = Catalog::embedded();
    println!(
        "{:<16} {:>10} {:>9} {:>10} {:>11} {:>14}",
        "preset", "report ms", "least ms", "join ms", "candidates", "priced per s"
    );
    for preset in PRESETS {
        if !wanted.is_empty() && !wanted.iter().any(|w| preset.id.contains(w.as_str())) {
            continue;
        }
        let (plan, _) = share::decode(preset.link);
        let (whole, least) = timed(RUNS, || report(black_box(&plan), catalog, catalog.date));
        let (join, candidates, rate) = search_rate(&plan, catalog);
        println!(
            "{:<16} {:>10.2} {:>9.2} {:>10.2} {:>11} {:>14.0}",
            preset.id,
            whole * 1e3,
            least * 1e3,
            join * 1e3,
            candidates,
            rate
        );
    }
    if wanted.is_empty() || wanted.iter().any(|w| w == "own") {
        own(catalog);
    }
}

/// A provider's file of 20,000 offers, each with a price of its own, beside the market.
fn own(catalog: &Catalog) {
    let cards: Vec<&str> = catalog.gpus.iter().map(|gpu| gpu.id.as_str()).collect();
    let rows = (0..file::OFFERS).map(|n| {
        let price = 1.5 + n as f64 * 0.001;
        format!(r#"{{"id":"o{n}","card":"{}","price":{price:.3},"unit":"gpu_hour"}}"#, cards[n % cards.len()])
    });
    let rows = rows.collect::<Vec<_>>().join(",");
    let text = format!(r#"{{"suanzu":1,"provider":"Acme","updated":"2026-11-30","offers":[{rows}]}}"#);
    let (read, faults) = file::read(&text, catalog);
    let Some(read) = read else { return println!("20,000 own offers: {} faults", faults.len()) };
    let shop = Shop::with_file(catalog, &read);
    for preset in ["task=qlora", "task=lora", "task=serve"] {
        let (plan, _) = share::decode(preset);
        let (whole, least) = timed(RUNS / 5, || report::silent(black_box(&plan), &shop.all, catalog.date));
        println!(
            "{preset:<16} {:>10.2} {:>9.2}   beside {} own offers",
            whole * 1e3,
            least * 1e3,
            read.offers.len()
        );
    }
}

/// Middle of the seconds that `work` takes.
fn median<T>(runs: usize, work: impl FnMut() -> T) -> f64 {
    timed(runs, work).0
}

/// Middle and least of the seconds that `work` takes: the least hardly feels what else the machine does.
fn timed<T>(runs: usize, mut work: impl FnMut() -> T) -> (f64, f64) {
    for _ in 0..runs / 10 {
        black_box(work());
    }
    let mut seconds: Vec<f64> = (0..runs)
        .map(|_| {
            let from = Instant::now();
            black_box(work());
            from.elapsed().as_secs_f64()
        })
        .collect();
    seconds.sort_by(f64::total_cmp);
    (seconds[runs / 2], seconds[0])
}

/// What a candidate brings to its pricing: memory and pace of (layout, card), joined by position.
struct Candidate<'a> {
    ask: &'a Ask,
    offer: &'a Offer,
    provider: &'a Provider,
    units: Units,
    need: Uncertain,
    room: f64,
    work: f64,
}

/// Seconds of one whole search, its candidates, and candidates priced in a second once memory and pace
/// of each (layout, card) are known.
fn search_rate(plan: &Plan, catalog: &Catalog) -> (f64, u32, f64) {
    let subject = model::subject(plan, catalog, &mut Vec::new());
    let job = job::resolve(plan, subject.arch.clone(), subject.native);
    let ctx = Ctx::new(plan, Sizes::default(), catalog, catalog.date);
    let joined = search::join(plan, &job, catalog, &ctx, catalog.date);
    let join = median(RUNS, || search::join(black_box(plan), &job, catalog, &ctx, catalog.date));
    let list: Vec<Candidate> =
        joined.picks.iter().filter_map(|p| candidate(p, &job, catalog, &ctx)).collect();
    if list.is_empty() {
        return (join, joined.candidates, 0.0);
    }
    let once = median(RUNS, || list.iter().map(|c| price(c, &ctx, plan)).fold(f64::INFINITY, f64::min));
    (join, joined.candidates, list.len() as f64 / once)
}

fn candidate<'a>(pick: &Pick, job: &job::Job, catalog: &'a Catalog, ctx: &'a Ctx) -> Option<Candidate<'a>> {
    let offer = catalog.offer(pick.offer)?;
    let gpu = catalog.gpu(pick.gpu);
    let device = Device::of(gpu);
    let memory = memory::size(job, &pick.way.layout, gpu, &mut NoTrace);
    let pace = speed::pace(job, &pick.way.layout, &device, &memory, &mut NoTrace);
    Some(Candidate {
        ask: ctx.ask(pick.offer)?,
        offer,
        provider: catalog.provider(offer.provider),
        units: pick.units,
        need: memory.need,
        room: memory.room(gpu.usable),
        work: pace.work_h.likely,
    })
}

/// Memory verdict, hours, total and score.
fn price(c: &Candidate, ctx: &Ctx, plan: &Plan) -> f64 {
    let fit = if c.need.likely > c.room {
        Fit::No
    } else if c.need.band().high <= c.room {
        Fit::Fits
    } else {
        Fit::Tight
    };
    if black_box(fit) == Fit::No {
        return f64::INFINITY;
    }
    black_box(c.offer.mode);
    let time = cost::time(ctx, c.ask, &c.units, c.work, Shift::default());
    let bill = cost::quick(ctx, c.ask, &c.units, &time);
    let input =
        LossInput { provider: c.provider, units: &c.units, time: &time, bill: &bill, care: &plan.care };
    let (loss, _) = risk::expected_loss(ctx, c.ask, &input, &mut NoTrace);
    bill.total + loss.likely()
}
