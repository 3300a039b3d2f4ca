//! The seven steps in their order: from a plan to its report.

use super::changes;
use super::*;
use crate::catalog::{Cards, Catalog, Link, PriceScope, ProviderKind};
use crate::engine::advice::{self, Priced, View};
use crate::engine::cost::{self, Ctx, Sizes};
use crate::engine::job::{self, Job};
use crate::engine::line::Recorder;
use crate::engine::model::{self, Subject};
use crate::engine::search::eligible::{condition, eligible};
use crate::engine::search::{self, Pick, device, rank};
use crate::engine::{memory, risk, speed};
use crate::plan::{Field, Plan, Task, Warning};
use crate::share;
use crate::units::Uncertain;

/// Answers a plan. Total: every plan gives a report, however odd.
pub fn report(plan: &Plan, catalog: &Catalog, today: Date) -> Report {
    report_with(plan, catalog, today, &mut advice::advise)
}

/// The same without advice: for whoever looks at figures only.
pub fn silent(plan: &Plan, catalog: &Catalog, today: Date) -> Report {
    report_with(plan, catalog, today, &mut |_, _| Vec::new())
}

/// Who advises: sees the winner, or the card that comes closest (then `false`).
pub type Advise<'a> = dyn FnMut(&View<'_>, bool) -> Vec<super::Advice> + 'a;

/// The same with the advice of somebody else.
pub fn report_with(plan: &Plan, catalog: &Catalog, today: Date, advise: &mut Advise<'_>) -> Report {
    let mut plan = plan.clone();
    let mut warnings = plan.clamp();
    warnings.extend(share::known_lists(&mut plan, catalog));
    let subject = model::subject(&plan, catalog, &mut warnings);
    if speed::homeless(&plan) {
        warnings.push(Warning::MeasuredNowhere);
    }
    let job = job::resolve(&plan, subject.arch.clone(), subject.native);
    warnings.extend(search::space::indivisible(&plan, &job));
    let ctx = Ctx::new(&plan, sizes(&plan, &job), catalog, today);
    let joined = search::join(&plan, &job, catalog, &ctx, today);

    let deadline = plan.limits.deadline_h;
    let (entries, picks): (Vec<Entry>, Vec<Pick>) = joined
        .picks
        .into_iter()
        .filter_map(|pick| entry(&plan, &job, catalog, &ctx, &pick, deadline).map(|e| (e, pick)))
        .unzip();
    let (dropped, places) = rank::order(&entries, &|e| catalog.offer(e.offer).map_or("", |o| o.id.as_str()));
    let first = places.first().and_then(|at| picks.get(*at));
    let mut entries: Vec<Option<Entry>> = entries.into_iter().map(Some).collect();
    let ranked: Vec<Entry> =
        places.iter().filter_map(|at| entries.get_mut(*at).and_then(Option::take)).collect();
    let set = dropped.unwrap_or(&[]);
    let wins = dropped.is_some() && ranked.first().is_some_and(|e| eligible(&e.not_eligible, set));

    let mut out = Report {
        today,
        catalog_date: catalog.date,
        usd_cny: ctx.usd_cny,
        rate_date: ctx.rate_as_of.map_or(today, AsOf::earliest),
        currency: ctx.currency,
        verdict: Verdict {
            kind: if wins { VerdictKind::Rent } else { VerdictKind::NothingFits },
            winner: wins.then_some(0),
            dropped: if wins { needed(&ranked, set) } else { Vec::new() },
            closest: None,
            confidence: Confidence::Low,
            own_per_month: None,
        },
        memory: Vec::new(),
        speed: Vec::new(),
        bill: Vec::new(),
        risk: Vec::new(),
        runners: rank::runners(&ranked, set, plan.limits.budget.is_some()),
        pareto: rank::pareto(&ranked, set),
        rejected: rejected(joined.rejected),
        advice: Vec::new(),
        warnings,
        tornado: Vec::new(),
        flips: Vec::new(),
        savings: Vec::new(),
        candidates: joined.candidates,
        chosen: Chosen::default(),
        ranked,
    };
    match first.filter(|_| wins) {
        Some(pick) => winner(&mut out, &plan, &job, &subject, catalog, &ctx, pick, advise),
        None => unfit::nothing_fits(&mut out, &plan, &job, catalog, joined.closest, advise),
    }
    out
}

/// What follows from the model: what is downloaded, what a run leaves behind, how long a start takes.
fn sizes(plan: &Plan, job: &Job) -> Sizes {
    if job.task == Task::KnownCards {
        return Sizes::default();
    }
    let model = memory::weights::weights(job).total();
    // What a checkpoint holds, and what of it is brought home.
    let (result, home) = if !job.task.trains() {
        (0.0, 0.0)
    } else if job.trains_all() {
        // 16-bit weights, 32-bit master copy and two moments: 14 bytes a parameter (memory.md B.4); the
        // weights alone are what somebody takes along.
        let params = job.arch.params_total as f64;
        (14.0 * params, 2.0 * params)
    } else {
        let adapters = 4.0 * memory::states::adapter_params(job);
        (adapters, adapters)
    };
    const KINDS: [ProviderKind; 5] = [
        ProviderKind::Hyperscaler,
        ProviderKind::GpuCloud,
        ProviderKind::Marketplace,
        ProviderKind::Idc,
        ProviderKind::Own,
    ];
    let starts = KINDS.map(|kind| {
        let b = speed::setup_hours(plan, job, kind, &mut crate::engine::line::NoTrace).band();
        [b.low, b.likely, b.high]
    });
    Sizes { model_gb: model / 1e9, result_gb: result / 1e9, home_gb: home / 1e9, starts: Some(starts) }
}

/// Of the conditions that were dropped, those that the winner really misses.
fn needed(ranked: &[Entry], set: &[Condition]) -> Vec<Condition> {
    let Some(first) = ranked.first() else { return Vec::new() };
    set.iter().copied().filter(|c| first.not_eligible.iter().any(|r| condition(*r) == Some(*c))).collect()
}

/// A pick with all its bands.
fn entry(
    plan: &Plan,
    job: &Job,
    catalog: &Catalog,
    ctx: &Ctx,
    pick: &Pick,
    deadline: Option<f64>,
) -> Option<Entry> {
    let offer = catalog.offer(pick.offer)?;
    let ask = &ctx.ask_of(pick.offer, pick.slice)?;
    let reading = offer.likely()?;
    let gpu = catalog.card(pick.gpu, pick.slice);
    let work = spanned(&pick.way.pace.work_h, &pick.others);
    let total = cost::total(ctx, ask, &pick.units, &work);
    let hours = cost::hours(ctx, ask, &pick.units, &work);
    let wall = hours.wall.band();
    let need = pick.way.memory.need.band();
    let (usable, room) = (gpu.usable.to_f64(), pick.way.memory.room(gpu.usable));
    let serve = (job.task == Task::Serve).then(|| ServeFigures {
        replicas: pick.way.layout.dp,
        users_per_replica: pick.way.pace.serve.users,
        ttft_s: pick.way.pace.serve.ttft_s.band(),
        tpot_s: pick.way.pace.serve.tpot_s.band(),
    });
    let per_work = per_work(job, pick, hours.powered.likely, total.likely);
    Some(Entry {
        offer: pick.offer,
        provider: offer.provider,
        gpu: pick.gpu,
        slice: pick.slice,
        count: pick.count,
        billed: pick.units.billed,
        machines: pick.units.instances,
        by_the_machine: cost::market::by_the_machine(offer),
        layout: pick.way.layout,
        mode: offer.mode,
        region: offer.region,
        work,
        total: total.band(),
        hidden: pick.quick.hidden,
        loss: pick.loss,
        hours: hours.powered.band(),
        wall,
        need,
        usable,
        room,
        parts: pick.way.memory.parts,
        fit: pick.way.fit,
        p_fits: if need.likely > 0.0 { need.at_most(room) } else { 1.0 },
        p_on_time: deadline.map_or(1.0, |d| wall.at_most(d)),
        not_eligible: pick.reasons.clone(),
        quoted: reading.price,
        gpu_hour: ask.per_card_hour(),
        per_work,
        as_of: reading.as_of,
        // Nobody prices the slice: its share of the card's price is ours.
        confidence: if shared(pick) { Confidence::Low } else { reading.confidence },
        bottleneck: pick.way.pace.bottleneck,
        rate: pick.way.pace.rate.band(),
        serve,
        notes: notes(plan, catalog, ctx, pick, offer),
    })
}

/// A slice at its share of the card's price.
fn shared(pick: &Pick) -> bool {
    pick.slice.is_some_and(|s| s.of > 1)
}

/// Work on the worse card, its low end reaching down to the better one (semantics §5).
fn spanned(work: &Uncertain, others: &[(GpuIx, std::rc::Rc<search::Way>)]) -> Uncertain {
    let best = others.iter().map(|(_, w)| w.pace.work_h.likely).fold(work.likely, f64::min);
    if best < work.likely { work.with(Cause::CardFacts, work.likely - best, 0.0) } else { *work }
}

/// Money per million tokens (text) or per thousand samples (images, documents).
fn per_work(job: &Job, pick: &Pick, hours: f64, total: f64) -> f64 {
    match job.task {
        Task::KnownCards => 0.0,
        Task::Serve => {
            let tokens = pick.way.pace.rate.likely * 3600.0 * hours;
            if tokens > 0.0 { total / tokens * 1e6 } else { 0.0 }
        }
        t if job.work > 0.0 => {
            let unit = if t.samples() { 1e3 } else { 1e6 };
            total / job.work * unit
        }
        _ => 0.0,
    }
}

fn notes(plan: &Plan, catalog: &Catalog, ctx: &Ctx, pick: &Pick, offer: &crate::catalog::Offer) -> Vec<Note> {
    let gpu = catalog.gpu(pick.gpu);
    let link = device(gpu, offer).link;
    let mut notes = Vec::new();
    let mut add = |yes: bool, note: Note| {
        if yes {
            notes.push(note);
        }
    };
    add(pick.units.assumed, Note::AskOneMachine);
    add(pick.units.idle > 0, Note::IdleCards);
    add(offer.gpus.len() > 1, Note::FormFactorUnknown);
    add(pick.units.instances > 1 && offer.rdma.is_none(), Note::RdmaUnknown);
    add(pick.count > 1 && link == Link::Pcie && !gpu.peer_access(), Note::NoPeerAccess);
    add(matches!(offer.cards, Cards::Exact(1)) && pick.units.instances > 1, Note::ClusterOfSingles);
    let tariff = ctx.ask(pick.offer).map(|ask| ctx.tariff(ask));
    add(
        tariff.is_some_and(|t| t.running.from.is_some() || t.egress.from.is_some()),
        Note::AssumedHiddenPrices,
    );
    add(plan.frozen.iter().any(|f| f.offer == offer.id), Note::FrozenPrice);
    add(gpu.usable_assumed, Note::UsableAssumed);
    add(offer.own, Note::OwnOffer);
    add(offer.likely().is_some_and(|r| r.scope == PriceScope::From), Note::FromPrice);
    add(shared(pick), Note::SharedPrice);
    notes
}

fn rejected(list: Vec<(OfferIx, RejectReason)>) -> Vec<Rejected> {
    let mut groups: std::collections::BTreeMap<RejectReason, Vec<OfferIx>> = Default::default();
    for (offer, reason) in list {
        groups.entry(reason).or_default().push(offer);
    }
    groups.into_iter().map(|(reason, offers)| Rejected { reason, offers }).collect()
}

/// Prices, tariffs and needs of a plan, as its report was made from: what panels compare ways to pay with.
pub fn ctx_of(plan: &Plan, catalog: &Catalog, today: Date) -> Ctx {
    let mut plan = plan.clone();
    plan.clamp();
    let subject = model::subject(&plan, catalog, &mut Vec::new());
    let job = job::resolve(&plan, subject.arch.clone(), subject.native);
    Ctx::new(&plan, sizes(&plan, &job), catalog, today)
}

/// The bill of one ranked entry, with its lines; `ctx` is that of [`ctx_of`] for the report's plan and day.
pub fn bill_of(ctx: &Ctx, catalog: &Catalog, entry: &Entry) -> Option<cost::Bill> {
    let offer = catalog.offer(entry.offer)?;
    Some(cost::bill(
        ctx,
        &ctx.ask_of(entry.offer, entry.slice)?,
        &cost::count(offer, entry.count)?,
        &entry.work,
    ))
}

/// Everything that is shown of the winner only.
#[allow(clippy::too_many_arguments)]
fn winner(
    out: &mut Report,
    plan: &Plan,
    job: &Job,
    subject: &Subject,
    catalog: &Catalog,
    ctx: &Ctx,
    pick: &Pick,
    advise: &mut Advise<'_>,
) {
    let Some((offer, ask)) = catalog.offer(pick.offer).zip(ctx.ask_of(pick.offer, pick.slice)) else {
        return;
    };
    let ask = &ask;
    let provider = catalog.provider(offer.provider);
    let card = catalog.card(pick.gpu, pick.slice);
    let gpu = &*card;
    let device = device(gpu, offer);
    if job.task != Task::KnownCards {
        let mut lines = Recorder::default();
        let sized = memory::size(job, &pick.way.layout, gpu, &mut lines);
        out.memory = lines.lines;
        let mut lines = Recorder::default();
        speed::pace(job, &pick.way.layout, &device, &sized, &mut lines);
        out.speed = lines.lines;
        if plan.measured.step_s.or(plan.measured.tokens_s).is_some() {
            speed::overrule(&mut out.speed, &pick.way.pace);
        }
    }
    let work = spanned(&pick.way.pace.work_h, &pick.others);
    if endless(out) {
        // Typed hours and days are bounded far below; what runs on is an amount of work.
        let field = if plan.task.samples() { Field::Samples } else { Field::Tokens };
        out.warnings.push(Warning::Endless { field, hours: cost::HOURS_MAX });
    }
    let bill = cost::bill(ctx, ask, &pick.units, &work);
    out.bill = bill.lines;
    out.tornado = bill.tornado.iter().map(|s| (s.cause, s.low, s.high)).collect();
    let mut lines = Recorder::default();
    let input = risk::LossInput {
        provider,
        units: &pick.units,
        time: &bill.time,
        bill: &pick.quick,
        care: &plan.care,
    };
    risk::expected_loss(ctx, ask, &input, &mut lines);
    out.risk = lines.lines;

    let costs: Vec<Line> = out.bill.iter().map(|b| b.line.clone()).collect();
    let Some(entry) = out.ranked.first() else { return };
    out.verdict.confidence = sure(entry);
    out.chosen = chosen(job, subject, &pick.way.layout);
    out.savings = changes::savings(plan, job, subject.native, catalog, ctx, pick);
    let view = View {
        plan,
        job,
        catalog,
        gpu,
        offer,
        provider,
        way: &pick.way,
        entry,
        entries: &out.ranked,
        bill: &costs,
        priced: Some(Priced { ctx, ask, units: &pick.units, time: &bill.time }),
        savings: &out.savings,
        today: out.today,
    };
    out.advice = advise(&view, true);
    if plan.buying.consider && plan.amount.days >= 365.0 {
        buying(out, plan, pick, &device, ctx.yuan);
    }
}

/// The winner's hours are more than are counted.
fn endless(out: &Report) -> bool {
    out.ranked.first().is_some_and(|e| e.hours.likely >= cost::HOURS_MAX)
}

/// The worst of memory, price and time (mock: 把握).
fn sure(entry: &Entry) -> Confidence {
    let spread = entry.total.half_width().max(entry.hours.half_width());
    let by_band = if spread <= 0.15 {
        Confidence::High
    } else if spread <= 0.45 {
        Confidence::Medium
    } else {
        Confidence::Low
    };
    let by_fit = match entry.fit {
        Fit::Fits => Confidence::High,
        _ => Confidence::Low,
    };
    by_band.min(by_fit).min(entry.confidence)
}

/// Words of automatic fields, by key of the plan's table.
fn chosen(job: &Job, subject: &Subject, layout: &Layout) -> Chosen {
    let mut values: Vec<(&'static str, String)> = Vec::new();
    let mut say = |field: Field, value: String| values.push((field.key(), value));
    if let Some(id) = &subject.id {
        say(Field::Model, id.clone());
    }
    say(Field::Software, job.software.word().into());
    say(Field::Precision, job.precision.word().into());
    say(Field::Quant, job.quant.word().into());
    if job.task.trains() {
        say(Field::Seq, job.seq.to_string());
        say(Field::MicroBatch, layout.micro_batch.to_string());
        say(Field::GlobalBatch, (layout.micro_batch * layout.accumulation * layout.dp).to_string());
        say(Field::Optimizer, job.optimizer.word().into());
        say(Field::Regime, job.regime.word().into());
        say(Field::Checkpointing, layout.checkpointing.word().into());
        say(Field::Loss, job.loss.word().into());
        say(Field::Zero, layout.zero.word().into());
    } else {
        say(Field::KvType, job.kv.word().into());
        say(Field::Utilisation, crate::plan::number::print(job.utilisation));
    }
    say(Field::Tp, layout.tp.to_string());
    say(Field::Pp, layout.pp.to_string());
    Chosen { values }
}

/// Share of the full power that an idle node draws (assumption: no source in cost.md §8).
const IDLE_POWER: f64 = 0.3;

/// Buying the winner's cards instead, where a price is known and the load repeats (semantics §6).
fn buying(out: &mut Report, plan: &Plan, pick: &Pick, device: &crate::engine::layout::Device<'_>, yuan: f64) {
    let b = &plan.buying;
    let Some(price) = b.price else { return };
    // Cards at their board power; the host adds 80 % (an 8 x H100 node of 10.2 kW carries 5.6 kW of
    // cards: cost.md §8).
    let kw = f64::from(device.gpu.tdp_w) * f64::from(pick.count) * 1.8 / 1000.0;
    let own = cost::own::monthly(&cost::own::Owning {
        price,
        network: 0.0,
        months: b.years * 12.0,
        residual: b.residual,
        interest: b.interest,
        kw,
        idle_power: IDLE_POWER,
        pue: b.pue,
        tariff: b.tariff.unwrap_or(cost::own::TARIFF_CNY * yuan),
        use_share: plan.amount.hours_per_day / 24.0,
        maintenance: b.maintenance,
        colocation: b.colocation,
        staff: b.staff,
        cards: pick.count,
    })
    .total;
    let months = (plan.amount.days / (365.25 / 12.0)).max(1.0);
    out.verdict.own_per_month = Some(own);
    if out.ranked.first().is_some_and(|e| own * months < e.total.likely) {
        out.verdict.kind = VerdictKind::Buy;
    }
}
