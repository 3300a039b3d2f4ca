use super::ENGINE_VERSION;
use crate::catalog::{Catalog, Confidence, Mode, Region};
use crate::engine::advice::{Value, sources as titles};
use crate::engine::cost::Ctx;
use crate::engine::layout::Layout;
use crate::engine::memory::{Fit, PARTS, Part};
use crate::engine::report::*;
use crate::engine::speed::Bottleneck;
use crate::plan::Plan;
use crate::units::math::round9;
use crate::units::{AsOf, Band, Currency, Money};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

/// Largest integer that JavaScript reads exactly.
const SAFE: f64 = 9_007_199_254_740_991.0;
/// Ranked offers written unless all are asked for.
const FIRST: usize = 20;

/// A report with its names resolved: the JSON of design §8. The JS API returns the same value.
#[derive(Clone, Copy)]
pub struct Json<'a> {
    /// The question.
    pub plan: &'a Plan,
    /// The answer.
    pub report: &'a Report,
    /// What its positions mean.
    pub catalog: &'a Catalog,
    /// Every ranked offer, each with its cost lines.
    pub all_lines: bool,
}

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let r = self.report;
        let mut map = s.serialize_map(None)?;
        map.serialize_entry("engine_version", ENGINE_VERSION)?;
        map.serialize_entry("today", &r.today)?;
        map.serialize_entry("catalog_date", &r.catalog_date)?;
        map.serialize_entry("usd_cny", &round9(r.usd_cny))?;
        map.serialize_entry("rate_date", &r.rate_date)?;
        map.serialize_entry("currency", &r.currency)?;
        map.serialize_entry("link", &crate::share::encode(self.plan))?;
        map.serialize_entry("verdict", &VerdictJson(*self))?;
        map.serialize_entry("memory", &r.memory)?;
        map.serialize_entry("speed", &r.speed)?;
        map.serialize_entry("bill", &r.bill)?;
        map.serialize_entry("risk", &r.risk)?;
        let shown = if self.all_lines { r.ranked.len() } else { FIRST };
        // What the bills of all rows share is made once.
        let ctx = self.all_lines.then(|| ctx_of(self.plan, self.catalog, r.today));
        let ranked = r.ranked.iter().take(shown);
        map.serialize_entry("ranked", &each(ranked, |e| self.entry(e, ctx.as_ref())))?;
        map.serialize_entry("ranked_total", &r.ranked.len())?;
        map.serialize_entry("candidates", &r.candidates)?;
        let id = |at: usize| r.ranked.get(at).map_or("", |e| self.offer(e.offer));
        map.serialize_entry("pareto", &each(r.pareto.iter(), |at| PlaceJson { rank: *at, offer: id(*at) }))?;
        map.serialize_entry(
            "runners",
            &each(r.runners.iter(), |x| RunnerJson { kind: x.kind, rank: x.entry, offer: id(x.entry) }),
        )?;
        map.serialize_entry(
            "rejected",
            &each(r.rejected.iter(), |x| RejectedJson {
                reason: x.reason,
                offers: x.offers.iter().map(|ix| self.offer(*ix)).collect(),
            }),
        )?;
        map.serialize_entry(
            "advice",
            &each(r.advice.iter(), |x| AdviceJson {
                rule: x.rule,
                severity: x.severity,
                stake: round9(x.stake),
                source: x.source,
                sources: titles(x.source)
                    .map(|s| SourceJson { code: s.code, title: s.title, url: s.url })
                    .collect(),
                values: Values(&x.values, self.catalog),
                offer: Offered(&x.offer),
            }),
        )?;
        map.serialize_entry("warnings", &r.warnings)?;
        map.serialize_entry(
            "tornado",
            &each(r.tornado.iter(), |(cause, low, high)| Bar {
                cause: *cause,
                low: round9(*low),
                high: round9(*high),
            }),
        )?;
        map.serialize_entry("flips", &each(r.flips.iter(), |f| self.flip(f)))?;
        map.serialize_entry("savings", &each(r.savings.iter(), |x| self.saving(x)))?;
        map.serialize_entry("chosen", &Words(&r.chosen.values))?;
        map.end()
    }
}

impl<'a> Json<'a> {
    fn offer(&self, ix: crate::catalog::OfferIx) -> &'a str {
        self.catalog.offer(ix).map_or("", |o| &o.id)
    }

    /// A ranked entry; with its bill where the prices for one are at hand.
    fn entry(&self, e: &'a Entry, ctx: Option<&Ctx>) -> EntryJson<'a> {
        EntryJson {
            offer: self.offer(e.offer),
            provider: &self.catalog.provider(e.provider).id,
            gpu: &self.catalog.gpu(e.gpu).id,
            slice: e
                .slice
                .and_then(|s| Some(self.catalog.gpu(e.gpu).mig.get(usize::from(s.profile))?.name.as_str())),
            count: e.count,
            billed: e.billed,
            machines: e.machines,
            layout: e.layout,
            mode: e.mode,
            region: e.region,
            total: Sum { band: e.total, currency: self.report.currency },
            hours: e.hours,
            wall: e.wall,
            memory: MemoryJson::new(e.need, e.usable, e.room),
            fit: e.fit,
            hidden: round9(e.hidden),
            expected_loss: round9(e.loss),
            p_fits: round9(e.p_fits),
            p_on_time: round9(e.p_on_time),
            not_eligible: &e.not_eligible,
            quoted: e.quoted,
            gpu_hour: round9(e.gpu_hour),
            per_work: round9(e.per_work),
            as_of: e.as_of,
            age_days: e.as_of.age(self.report.today),
            confidence: e.confidence,
            bottleneck: e.bottleneck,
            rate: e.rate,
            serve: e.serve,
            parts: Parts(e.parts),
            notes: &e.notes,
            bill: ctx.and_then(|ctx| bill_of(ctx, self.catalog, e)).map(|b| b.lines),
        }
    }

    fn flip(&self, f: &Flip) -> FlipJson<'a> {
        let mut plan = self.plan.clone();
        f.change.apply(&mut plan);
        FlipJson {
            change: f.change,
            gpu: &self.catalog.gpu(f.gpu).id,
            count: f.count,
            provider: &self.catalog.provider(f.provider).id,
            mode: f.mode,
            total: round9(f.total),
            link: crate::share::encode(&plan),
        }
    }

    fn saving(&self, x: &Saving) -> SavingJson {
        let mut plan = self.plan.clone();
        x.change.apply(&mut plan);
        SavingJson {
            change: x.change,
            bytes: round9(x.bytes),
            total: round9(x.total),
            time: round9(x.time),
            fit: x.fit,
            link: crate::share::encode(&plan),
        }
    }
}

/// Bytes: a whole number, saturated.
fn whole(x: f64) -> u64 {
    crate::units::math::round_half_even(x.clamp(0.0, SAFE)) as u64
}

struct VerdictJson<'a>(Json<'a>);

impl Serialize for VerdictJson<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let (json, v) = (self.0, &self.0.report.verdict);
        let mut map = s.serialize_map(None)?;
        map.serialize_entry("kind", &v.kind)?;
        match v.winner.and_then(|at| json.report.ranked.get(at)) {
            Some(e) => {
                let e = json.entry(e, None);
                map.serialize_entry("gpu", e.gpu)?;
                map.serialize_entry("count", &e.count)?;
                map.serialize_entry("billed", &e.billed)?;
                map.serialize_entry("machines", &e.machines)?;
                map.serialize_entry("layout", &e.layout)?;
                map.serialize_entry("offer", e.offer)?;
                map.serialize_entry("provider", e.provider)?;
                map.serialize_entry("mode", &e.mode)?;
                map.serialize_entry("region", &e.region)?;
                map.serialize_entry("total", &e.total)?;
                map.serialize_entry("hours", &e.hours)?;
                map.serialize_entry("wall", &e.wall)?;
                map.serialize_entry("memory", &e.memory)?;
                map.serialize_entry("fit", &e.fit)?;
                map.serialize_entry("hidden", &e.hidden)?;
                map.serialize_entry("expected_loss", &e.expected_loss)?;
                map.serialize_entry("serve", &e.serve)?;
            }
            None => {
                let gone: Option<u32> = None;
                for key in ["gpu", "count", "layout", "offer", "provider", "mode", "total", "hours"] {
                    map.serialize_entry(key, &gone)?;
                }
                let closest = v.closest;
                map.serialize_entry("memory", &closest.map(|c| MemoryJson::new(c.need, c.usable, c.room)))?;
                map.serialize_entry("fit", &Fit::No)?;
                map.serialize_entry(
                    "closest",
                    &closest.map(|c| ClosestJson { gpu: &json.catalog.gpu(c.gpu).id, count: c.count }),
                )?;
            }
        }
        map.serialize_entry("dropped", &v.dropped)?;
        map.serialize_entry("confidence", &v.confidence)?;
        map.serialize_entry("own_per_month", &v.own_per_month.map(round9))?;
        map.end()
    }
}

#[derive(Serialize)]
struct EntryJson<'a> {
    offer: &'a str,
    provider: &'a str,
    gpu: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    slice: Option<&'a str>,
    count: u32,
    billed: u32,
    machines: u32,
    layout: Layout,
    mode: Mode,
    region: Region,
    total: Sum,
    hours: Band,
    wall: Band,
    memory: MemoryJson,
    fit: Fit,
    hidden: f64,
    expected_loss: f64,
    p_fits: f64,
    p_on_time: f64,
    not_eligible: &'a [Ineligible],
    quoted: Money,
    gpu_hour: f64,
    per_work: f64,
    as_of: AsOf,
    age_days: i32,
    confidence: Confidence,
    bottleneck: Bottleneck,
    rate: Band,
    serve: Option<ServeFigures>,
    parts: Parts,
    notes: &'a [Note],
    #[serde(skip_serializing_if = "Option::is_none")]
    bill: Option<Vec<crate::engine::cost::BillLine>>,
}

/// A sum of money with its range.
struct Sum {
    band: Band,
    currency: Currency,
}

impl Serialize for Sum {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut map = s.serialize_map(Some(4))?;
        map.serialize_entry("low", &round9(self.band.low))?;
        map.serialize_entry("likely", &round9(self.band.likely))?;
        map.serialize_entry("high", &round9(self.band.high))?;
        map.serialize_entry("currency", &self.currency)?;
        map.end()
    }
}

/// Bytes per GPU.
#[derive(Serialize)]
pub(super) struct MemoryJson {
    low: u64,
    likely: u64,
    high: u64,
    usable: u64,
    room: u64,
}

impl MemoryJson {
    pub(super) fn new(need: Band, usable: f64, room: f64) -> Self {
        Self {
            low: whole(need.low),
            likely: whole(need.likely),
            high: whole(need.high),
            usable: whole(usable),
            room: whole(room),
        }
    }
}

/// Bytes by part.
pub(super) struct Parts(pub(super) [f64; PARTS]);

impl Serialize for Parts {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        const ALL: [Part; PARTS] = [
            Part::Weights,
            Part::KvCache,
            Part::Adapter,
            Part::Gradients,
            Part::Optimizer,
            Part::Activations,
            Part::Loss,
            Part::Slack,
            Part::Context,
        ];
        let mut map = s.serialize_map(Some(PARTS))?;
        for part in ALL {
            map.serialize_entry(&part, &whole(self.0[part as usize]))?;
        }
        map.end()
    }
}

/// A list made on the way.
fn each<I: Iterator + Clone, T: Serialize, F: Fn(I::Item) -> T>(items: I, make: F) -> Each<I, F> {
    Each(items, make)
}

/// What [`each`] makes.
struct Each<I, F>(I, F);

impl<I: Iterator + Clone, T: Serialize, F: Fn(I::Item) -> T> Serialize for Each<I, F> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut seq = s.serialize_seq(None)?;
        for item in self.0.clone() {
            seq.serialize_element(&(self.1)(item))?;
        }
        seq.end()
    }
}

struct Values<'a>(&'a [(&'static str, Value)], &'a Catalog);

impl Serialize for Values<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut map = s.serialize_map(Some(self.0.len()))?;
        for (name, value) in self.0 {
            match value {
                Value::Gpu(ix) => map.serialize_entry(name, &self.1.gpu(*ix).id)?,
                Value::Provider(ix) => map.serialize_entry(name, &self.1.provider(*ix).id)?,
                Value::Link(link) => map.serialize_entry(name, link)?,
                Value::Program(program) => map.serialize_entry(name, program)?,
                Value::Part(part) => map.serialize_entry(name, part)?,
                Value::Fault(fault) | Value::Remedy(fault) => map.serialize_entry(name, fault)?,
                Value::Line(what) => map.serialize_entry(name, what)?,
                Value::Date(when) => map.serialize_entry(name, when)?,
                Value::Text(text) => map.serialize_entry(name, text)?,
                number => map.serialize_entry(name, &number.number().map(round9))?,
            }
        }
        map.end()
    }
}

struct Offered<'a>(&'a [(crate::plan::Field, String)]);

impl Serialize for Offered<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_map(self.0.iter().map(|(field, text)| (field.key(), text)))
    }
}

struct Words<'a>(&'a [(&'static str, String)]);

impl Serialize for Words<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_map(self.0.iter().map(|(name, word)| (*name, word)))
    }
}

#[derive(Serialize)]
struct PlaceJson<'a> {
    rank: usize,
    offer: &'a str,
}

#[derive(Serialize)]
struct RunnerJson<'a> {
    kind: RunnerKind,
    rank: usize,
    offer: &'a str,
}

#[derive(Serialize)]
struct RejectedJson<'a> {
    reason: RejectReason,
    offers: Vec<&'a str>,
}

/// A source by its code, as it calls itself, and where it can be read; a path is beside the page.
#[derive(Serialize)]
struct SourceJson {
    code: &'static str,
    title: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    url: &'static str,
}

#[derive(Serialize)]
struct AdviceJson<'a> {
    rule: &'static str,
    severity: Severity,
    stake: f64,
    source: &'static str,
    sources: Vec<SourceJson>,
    values: Values<'a>,
    offer: Offered<'a>,
}

#[derive(Serialize)]
struct Bar {
    cause: crate::units::Cause,
    low: f64,
    high: f64,
}

#[derive(Serialize)]
struct ClosestJson<'a> {
    gpu: &'a str,
    count: u32,
}

#[derive(Serialize)]
struct FlipJson<'a> {
    change: Change,
    gpu: &'a str,
    count: u32,
    provider: &'a str,
    mode: Mode,
    total: f64,
    link: String,
}

#[derive(Serialize)]
struct SavingJson {
    change: Change,
    bytes: f64,
    total: f64,
    time: f64,
    fit: Fit,
    link: String,
}
