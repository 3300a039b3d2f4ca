//! What holds for every plan: no panic, a report each time, one code for number and explanation, and figures
//! that move the right way.
#![allow(missing_docs)]

#[path = "common/damage.rs"]
mod damage;
#[path = "common/random_plan.rs"]
#[allow(dead_code)]
mod random_plan;
#[path = "common/sound.rs"]
mod sound;

use fastrand::Rng;
use std::sync::Arc;
use suanzu::catalog::{ArchKind, Catalog, Gpu, GpuIx, OfferIx};
use suanzu::engine::cost::{self, Ctx, Shift, Sizes};
use suanzu::engine::job::{self, Job};
use suanzu::engine::layout::{Device, Layout};
use suanzu::engine::line::{NoTrace, Recorder};
use suanzu::engine::memory::{self, Memory};
use suanzu::engine::report::flips;
use suanzu::engine::{model, report, software, speed};
use suanzu::plan::{Checkpointing, Field, ModelRef, PRESETS, Plan, Slot, Task, Zero};
use suanzu::share;
use suanzu::units::{Cause, Uncertain};

const SEED: u64 = 20_261_202;

fn embedded() -> &'static Catalog {
    Catalog::embedded()
}

fn pick<T: Copy>(rng: &mut Rng, list: &[T]) -> T {
    list[rng.usize(0..list.len())]
}

fn job(plan: &Plan) -> Job {
    let subject = model::subject(plan, embedded(), &mut Vec::new());
    job::resolve(plan, subject.arch.clone(), subject.native)
}

fn gpu(rng: &mut Rng) -> &'static Gpu {
    embedded().gpu(GpuIx(rng.u16(0..embedded().gpus.len() as u16)))
}

/// Any way to spread a job, sensible or not.
fn layout(rng: &mut Rng) -> Layout {
    let degrees = [1, 1, 1, 2, 4, 8];
    let mut layout = Layout {
        tp: pick(rng, &degrees),
        pp: pick(rng, &degrees),
        cp: pick(rng, &[1, 1, 1, 1, 2]),
        dp: pick(rng, &[1, 1, 2, 4, 8, 64]),
        ep: 1,
        zero: pick(rng, &[Zero::Z0, Zero::Z1, Zero::Z2, Zero::Z3, Zero::Hybrid]),
        micro_batch: pick(rng, &[1, 1, 2, 3, 8, 32, 256]),
        accumulation: pick(rng, &[1, 2, 16]),
        checkpointing: pick(rng, &[Checkpointing::None, Checkpointing::Selective, Checkpointing::Full]),
        machines: 1,
    };
    layout.machines = layout.cards().div_ceil(8);
    layout
}

fn ordered(u: &Uncertain) -> bool {
    let b = u.band();
    u.likely.is_finite() && 0.0 <= b.low && b.low <= b.likely && b.likely <= b.high && b.high.is_finite()
}

fn need(job: &Job, layout: &Layout, gpu: &Gpu) -> Memory {
    memory::size(job, layout, gpu, &mut NoTrace)
}

#[test]
fn number_and_explanation_agree_on_ten_thousand_jobs() {
    let mut rng = Rng::with_seed(SEED);
    let catalog = embedded();
    for i in 0..10_000 {
        let plan = random_plan::plan(&mut rng, 0.2);
        let (job, layout, gpu) = (job(&plan), layout(&mut rng), gpu(&mut rng));
        let name = || format!("{i}: {} {layout:?} {}", share::encode(&plan), gpu.id);
        let mut lines = Recorder::default();
        let told = memory::size(&job, &layout, gpu, &mut lines);
        assert_eq!(told, need(&job, &layout, gpu), "{}", name());
        for figure in [&told.allocated, &told.reserved, &told.need] {
            assert!(ordered(figure), "{} {:?}", name(), figure);
        }
        assert!(told.parts.iter().all(|p| p.is_finite() && *p >= 0.0), "{} {:?}", name(), told.parts);
        assert!(told.host.is_finite() && told.pool.is_finite(), "{} {told:?}", name());
        assert!(lines.lines.is_empty() == (job.task == Task::KnownCards), "{}", name());

        let device = Device::of(gpu);
        let mut lines = Recorder::default();
        let told = speed::pace(&job, &layout, &device, &told, &mut lines);
        let quiet = speed::pace(&job, &layout, &device, &need(&job, &layout, gpu), &mut NoTrace);
        assert_eq!(told, quiet, "{}", name());
        for figure in [&told.work_h, &told.step_s, &told.rate, &told.serve.ttft_s, &told.serve.tpot_s] {
            assert!(ordered(figure), "{} {:?}", name(), figure);
        }

        // Bills need an offer; preparing them all costs more than the bill.
        if i % 10 == 0 {
            let ctx = Ctx::new(&plan, Sizes::default(), catalog, catalog.date);
            for _ in 0..10 {
                let ix = OfferIx(rng.u32(0..catalog.offers.len() as u32));
                let (Some(offer), Some(ask)) = (catalog.offer(ix), ctx.ask(ix)) else { continue };
                let Some(units) = cost::count(offer, rng.u32(1..40)) else { continue };
                let work = if rng.bool() { told.work_h } else { hours(&mut rng) };
                let time = cost::time(&ctx, ask, &units, work.likely, Shift::default());
                let quick = cost::quick(&ctx, ask, &units, &time);
                let bill = cost::bill(&ctx, ask, &units, &work);
                assert_eq!(bill.total.to_f64(), quick.total, "{} {}", name(), offer.id);
                let (total, tornado) = cost::band(&ctx, ask, &units, &work);
                assert_eq!((bill.band, bill.tornado), (total.band(), tornado), "{} {}", name(), offer.id);
                let sum: i64 = bill.lines.iter().map(|l| l.money.micros).sum();
                assert_eq!(sum, bill.total.micros, "{} {}", name(), offer.id);
            }
        }
    }
}

fn hours(rng: &mut Rng) -> Uncertain {
    let h = pick(rng, &[0.0, 0.01, 0.5, 1.0, 7.3, 100.0, 5_000.0]);
    Uncertain::exact(h).with_share(Cause::RunTime, 0.3, 0.5).with_share(Cause::Assumed, 0.1, 0.9)
}

#[test]
fn every_random_plan_has_a_report_that_holds_together() {
    let mut rng = Rng::with_seed(SEED);
    let catalog = embedded();
    for i in 0..2_000 {
        let plan = random_plan::plan(&mut rng, if i % 4 == 0 { 0.8 } else { 0.1 });
        let report = report(&plan, catalog, catalog.date);
        let name = format!("{i}: {}", share::encode(&plan));
        sound::check(&plan, &report, &name);
        if i % 50 == 0 {
            flips(&plan, catalog, catalog.date, &report);
        }
    }
}

#[test]
fn ten_thousand_damaged_links_and_none_stops_the_engine() {
    let mut rng = Rng::with_seed(SEED);
    let catalog = embedded();
    for i in 0..10_000 {
        let plan = random_plan::plan(&mut rng, 0.2);
        let mut text = share::encode(&plan);
        for _ in 0..rng.usize(1..4) {
            text = damage::damage(&mut rng, &text);
        }
        let (plan, warnings) = share::decode(&text);
        if i % 10 == 0 {
            let report = report(&plan, catalog, catalog.date);
            sound::check(&plan, &report, &text);
            // Decoding has set everything right already.
            assert!(report.warnings.iter().all(|w| w.field().is_some()), "{text}: {warnings:?}");
        }
    }
}

/// A number as nobody would type it, put past the decoder.
fn absurd(plan: &mut Plan, field: &Field, x: f64) {
    match &field.row().slot {
        Slot::Int(at) => *(at.of)(plan) = x as u32,
        Slot::OptInt(at) => *(at.of)(plan) = Some(x as u32),
        Slot::Num(at) => *(at.of)(plan) = x,
        Slot::OptNum(at) => *(at.of)(plan) = Some(x),
        Slot::Params => plan.model = ModelRef::Params(x),
        _ => {}
    }
}

const ABSURD: [f64; 8] = [0.0, -0.0, -1.0, 1e308, -1e308, f64::NAN, f64::INFINITY, 5e-324];

#[test]
fn absurd_numbers_built_in_code_give_a_report() {
    let mut rng = Rng::with_seed(SEED);
    let catalog = embedded();
    let plans: Vec<Plan> = PRESETS.iter().map(|p| share::decode(p.link).0).collect();
    let try_it = |plan: &Plan, name: &str| {
        let report = report(plan, catalog, catalog.date);
        sound::check(plan, &report, name);
    };
    for field in Field::ALL {
        if !matches!(
            field.row().slot,
            Slot::Int(_) | Slot::OptInt(_) | Slot::Num(_) | Slot::OptNum(_) | Slot::Params
        ) {
            continue;
        }
        for x in ABSURD {
            let mut plan = plans[rng.usize(0..plans.len())].clone();
            absurd(&mut plan, field, x);
            try_it(&plan, &format!("{field:?} = {x} of {:?}", plan.task));
        }
    }
    // All at once, the same and mixed.
    for (n, plan) in plans.iter().enumerate() {
        for x in ABSURD {
            let mut all = plan.clone();
            Field::ALL.iter().for_each(|field| absurd(&mut all, field, x));
            try_it(&all, &format!("every number {x}, preset {n}"));
            let mut mixed = plan.clone();
            Field::ALL.iter().for_each(|field| absurd(&mut mixed, field, pick(&mut rng, &ABSURD)));
            try_it(&mixed, &format!("mixed, preset {n}"));
        }
    }
}

#[test]
fn imported_models_of_any_shape_give_a_report() {
    let mut rng = Rng::with_seed(SEED);
    let catalog = embedded();
    for i in 0..500 {
        let mut plan = share::decode(PRESETS[rng.usize(0..PRESETS.len())].link).0;
        let architecture = random_plan::architecture(&mut rng);
        plan.model = ModelRef::Imported(Box::new(architecture));
        let report = report(&plan, catalog, catalog.date);
        sound::check(&plan, &report, &format!("import {i}: {}", share::encode(&plan)));
    }
}

/// Never less, but for the last digits.
fn at_least(more: &Memory, less: &Memory) -> bool {
    more.need.likely >= less.need.likely * (1.0 - 1e-9)
}

/// A plan of the catalog's own models, with a random setting here and there.
fn usual_job(rng: &mut Rng) -> (Plan, Job) {
    loop {
        let mut plan = random_plan::plan(rng, 0.15);
        if matches!(plan.model, ModelRef::Imported(_)) {
            continue;
        }
        if rng.bool() {
            plan.model = ModelRef::Id(embedded().models[rng.usize(0..embedded().models.len())].id.clone());
        }
        let job = job(&plan);
        if job.task != Task::KnownCards {
            return (plan, job);
        }
    }
}

#[test]
fn more_context_batch_and_parameters_never_need_less_memory() {
    let mut rng = Rng::with_seed(SEED);
    for i in 0..5_000 {
        let (plan, job) = usual_job(&mut rng);
        let (layout, gpu) = (layout(&mut rng), gpu(&mut rng));
        let base = need(&job, &layout, gpu);
        let name = |what: &str, more: &Memory| {
            let gib = |m: &Memory| m.need.likely / suanzu::units::GIB;
            format!(
                "{i}, {what}: {} < {}: {} {layout:?} {}",
                gib(more),
                gib(&base),
                share::encode(&plan),
                gpu.id
            )
        };
        let double = |x: u32| x.saturating_mul(2).min(1 << 24);
        let mut more = job.clone();
        more.seq = double(job.seq);
        more.prompt = double(job.prompt);
        more.answer = double(job.answer);
        // vLLM's V0 takes smaller steps above 32k (see `software::batched_tokens` and its test): the law is about
        // steps that are no smaller.
        let step = |j: &Job| software::batched_tokens(j, gpu);
        if step(&more) < step(&job) {
            more.batched_tokens = step(&job);
        }
        let found = need(&more, &layout, gpu);
        assert!(at_least(&found, &base), "{}", name("context", &found));

        let wider = Layout { micro_batch: layout.micro_batch * 2, ..layout };
        let found = need(&job, &wider, gpu);
        assert!(at_least(&found, &base), "{}", name("batch", &found));

        // Twice as deep, in as many stages.
        let mut arch = (*job.arch).clone();
        let layers = arch.params_total.saturating_sub(arch.embed_params() + arch.head_params());
        arch.groups.iter_mut().for_each(|g| g.count = g.count.saturating_mul(2));
        arch.params_total += layers;
        arch.params_active += layers.min(arch.params_active);
        let deeper = job::resolve(&plan, Arc::new(arch), job.quant);
        let found = need(&deeper, &layout, gpu);
        assert!(at_least(&found, &base), "{}", name("layers", &found));
    }
}

#[test]
fn a_bare_parameter_count_needs_more_the_larger_it_is() {
    let mut rng = Rng::with_seed(SEED);
    for i in 0..1_000 {
        let (mut plan, _) = usual_job(&mut rng);
        let (layout, gpu) = (layout(&mut rng), gpu(&mut rng));
        // Without fused attention the heads count, and a small model may have more of them in all.
        plan.run.flash = None;
        let billions = pick(&mut rng, &[0.5, 1.5, 3.0, 7.0, 13.0, 30.0, 70.0]);
        let mut at = |b: f64| {
            plan.model = ModelRef::Params(b);
            need(&job(&plan), &layout, gpu)
        };
        let (less, more) = (at(billions), at(billions * 2.0));
        assert!(at_least(&more, &less), "{i}: {billions} {} {layout:?} {}", share::encode(&plan), gpu.id);
    }
}

#[test]
fn more_cards_never_raise_what_each_holds_of_a_sharded_job() {
    let mut rng = Rng::with_seed(SEED);
    let mut tried = 0;
    while tried < 2_000 {
        let (plan, job) = usual_job(&mut rng);
        if !job.task.trains() {
            continue;
        }
        tried += 1;
        let mut few = layout(&mut rng);
        few.zero = pick(&mut rng, &[Zero::Z1, Zero::Z2, Zero::Z3]);
        few.dp = pick(&mut rng, &[2, 4, 8]);
        few.machines = few.cards().div_ceil(8);
        let mut many = Layout { dp: few.dp * 2, ..few };
        many.machines = many.cards().div_ceil(8);
        let gpu = gpu(&mut rng);
        let (a, b) = (need(&job, &few, gpu), need(&job, &many, gpu));
        let name = || format!("{} {few:?} {}: {:?} {:?}", share::encode(&plan), gpu.id, a.parts, b.parts);
        // A process group more is not what is sharded.
        let held = |m: &Memory| m.allocated.likely;
        assert!(held(&b) <= held(&a) * (1.0 + 1e-9), "{}", name());
    }
}

#[test]
fn more_hours_never_cost_less() {
    let mut rng = Rng::with_seed(SEED);
    let catalog = embedded();
    for _ in 0..200 {
        let mut plan = random_plan::plan(&mut rng, 0.1);
        plan.task = pick(&mut rng, &[Task::Lora, Task::Full, Task::Pretrain, Task::ImageLora, Task::Embed]);
        let ctx = Ctx::new(&plan, Sizes::default(), catalog, catalog.date);
        for _ in 0..50 {
            let ix = OfferIx(rng.u32(0..catalog.offers.len() as u32));
            let (Some(offer), Some(ask)) = (catalog.offer(ix), ctx.ask(ix)) else { continue };
            let Some(units) = cost::count(offer, rng.u32(1..40)) else { continue };
            let mut last = (0.0, 0.0);
            for work in [0.0, 0.3, 1.0, 1.1, 5.0, 24.0, 200.0, 719.0, 721.0, 3_000.0, 10_000.0] {
                let time = cost::time(&ctx, ask, &units, work, Shift::default());
                let total = cost::quick(&ctx, ask, &units, &time).total;
                let name = || format!("{} {} {work} h", share::encode(&plan), offer.id);
                // Two steps of a micro unit, and of a double where the total is past 10^10 (its step: 1.5e-5).
                let noise = 2e-5_f64.max(2.0 * f64::EPSILON * last.0);
                assert!(total >= last.0 - noise && time.wall >= last.1, "{}: {total} after {last:?}", name());
                last = (total, time.wall);
            }
        }
    }
}

/// What is done in a second is never less, but for the last digits.
fn not_slower(a: f64, b: f64) -> bool {
    b >= a * (1.0 - 1e-9)
}

fn paced(job: &Job, layout: &Layout, gpu: &Gpu) -> speed::Pace {
    speed::pace(job, layout, &Device::of(gpu), &need(job, layout, gpu), &mut NoTrace)
}

#[test]
fn time_moves_as_physics_says_on_random_plans() {
    let mut rng = Rng::with_seed(SEED);
    let (mut timed, mut served) = (0, 0);
    for i in 0..4_000 {
        let (mut plan, mut job) = usual_job(&mut rng);
        if i % 2 == 0 {
            plan.task = Task::Serve;
            // Of a word or two the time is that of reading weights for prompts, which rides along for nothing.
            plan.amount.answer = plan.amount.answer.max(64);
            job = self::job(&plan);
        }
        let (layout, gpu) = (layout(&mut rng), gpu(&mut rng));
        let name = |what: &str| format!("{i}, {what}: {} {layout:?} {}", share::encode(&plan), gpu.id);
        let base = paced(&job, &layout, gpu);
        // Nobody asks a detector for an answer.
        let speaks = matches!(job.arch.kind, ArchKind::Decoder | ArchKind::EncoderDecoder);
        if !base.timed || job.task == Task::Serve && !speaks {
            continue;
        }
        timed += 1;
        let rate = |p: &speed::Pace| p.rate.likely;
        // More bandwidth, of the memory or between cards, is never slower.
        let wider = Gpu { bandwidth_gbs: gpu.bandwidth_gbs * 1.5, ..gpu.clone() };
        let sized = need(&job, &layout, gpu);
        let on = |gpu: &Gpu| speed::pace(&job, &layout, &Device::of(gpu), &sized, &mut NoTrace);
        assert!(not_slower(rate(&base), rate(&on(&wider))), "{}", name("bandwidth"));
        let linked = Gpu { link_gbs: gpu.link_gbs * 2.0, ..gpu.clone() };
        assert!(not_slower(rate(&base), rate(&on(&linked))), "{}", name("link"));

        if job.task == Task::Serve {
            served += 1;
            // Longer prompts never bring more out, nor, while as many of them run, an answer sooner.
            let mut longer = job.clone();
            longer.prompt = job.prompt.saturating_mul(2).min(1 << 24);
            let slow = speed::pace(&longer, &layout, &Device::of(gpu), &sized, &mut NoTrace);
            let all_run = slow.serve.seats >= f64::from(layout.micro_batch);
            let (first, then) = (base.serve.ttft_s.likely, slow.serve.ttft_s.likely);
            assert!(!all_run || not_slower(first, then), "{}", name("prompt"));
            assert!(not_slower(rate(&slow), rate(&base)), "{}", name("context"));
            // Users do not become fewer when they may wait longer.
            let mut strict = job.clone();
            (strict.ttft_ms, strict.tpot_ms) = (Some(rng.f64() * 5_000.0), Some(1.0 + rng.f64() * 150.0));
            let mut loose = strict.clone();
            (loose.ttft_ms, loose.tpot_ms) =
                (strict.ttft_ms.map(|t| t * 2.0), strict.tpot_ms.map(|t| t * 1.5));
            let most = |job: &Job| speed::users_per_replica(job, &layout, &Device::of(gpu), &sized);
            assert!(most(&loose) >= most(&strict), "{}", name("latency"));
        } else if job.task.trains() {
            if !job.task.image() {
                // The same tokens in longer samples take no less.
                let mut longer = job.clone();
                longer.seq = job.seq.saturating_mul(2).min(1 << 24);
                let slow = paced(&longer, &layout, gpu);
                assert!(slow.step_s.likely >= base.step_s.likely * (1.0 - 1e-9), "{}", name("length"));
            }
            // A second card is not free: it never saves card-hours.
            let one = Layout { dp: 1, zero: Zero::Z0, machines: layout.tp.max(1).div_ceil(8), ..layout };
            let two = Layout { dp: 2, ..one };
            let (a, b) = (paced(&job, &one, gpu), paced(&job, &two, gpu));
            assert!(rate(&b) <= 2.0 * rate(&a) * (1.0 + 1e-9), "{}", name("second card"));
        }
    }
    assert!(timed > 2_000 && served > 1_000, "{timed} timed, {served} served");
}
