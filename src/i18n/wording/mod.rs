//! Sentences about one report: the verdict, its reasons, the headings that answer each section's
//! question, runners-up, what would change the answer. Each returns whole sentences; nothing is glued
//! together from halves of grammar.

mod bill;
mod headings;
mod job;
mod rows;
mod verdict;
mod warnings;

pub use bill::{BillRow, ShownBill};
pub use headings::{Figure, Heading};
pub use rows::Row;
pub use warnings::warning;

use super::number;
use super::{Lang, Named, Rich, fill, tidy};
use crate::catalog::{Catalog, GpuIx, Mode, ProviderIx, Slice};
use crate::engine::layout::Layout;
use crate::engine::report::{Entry, Report};
use crate::plan::{Plan, Zero};
use crate::units::{Band, Currency};

/// A report and the language and currency in which to speak of it.
#[derive(Clone, Copy)]
pub struct Wording<'a> {
    /// Language.
    pub lang: Lang,
    /// The question.
    pub plan: &'a Plan,
    /// The answer.
    pub report: &'a Report,
    /// Names and facts.
    pub catalog: &'a Catalog,
    /// Currency shown: a view setting, it changes no order.
    pub show: Currency,
}

impl<'a> Wording<'a> {
    /// In the report's own currency.
    pub fn new(lang: Lang, plan: &'a Plan, report: &'a Report, catalog: &'a Catalog) -> Self {
        Self { lang, plan, report, catalog, show: report.currency }
    }
    /// In another currency.
    #[must_use]
    pub fn showing(self, show: Currency) -> Self {
        Self { show, ..self }
    }
    /// A template filled, with the spacing of the language.
    pub(super) fn fill(&self, template: &str, values: &[&str]) -> Rich {
        let rich = fill(template, values);
        if self.lang == Lang::Zh { rich.tidied() } else { rich }
    }
    /// Text with the spacing of the language.
    /// A filled text with the spacing of its language.
    pub fn tidy(&self, text: String) -> String {
        if self.lang == Lang::Zh { tidy(&text) } else { text }
    }
    fn pick(&self, zh: &'static str, en: &'static str) -> &'static str {
        self.lang.pick(zh, en)
    }
    /// A card's name: "RTX 4090".
    pub fn gpu(&self, ix: GpuIx) -> &'a str {
        let gpu = self.catalog.gpu(ix);
        match self.lang {
            Lang::Zh if !gpu.name_zh.is_empty() => &gpu.name_zh,
            _ => &gpu.name,
        }
    }
    /// A provider's name.
    pub fn provider(&self, ix: ProviderIx) -> &'a str {
        let provider = self.catalog.provider(ix);
        match self.lang {
            Lang::Zh if !provider.name_zh.is_empty() => &provider.name_zh,
            _ => &provider.name_en,
        }
    }
    /// The winner.
    pub fn winner(&self) -> Option<&'a Entry> {
        self.report.verdict.winner.and_then(|at| self.report.ranked.get(at))
    }
    /// Units of the shown currency for one unit of the report's.
    fn factor(&self) -> f64 {
        let rate = self.report.usd_cny;
        match (self.report.currency, self.show) {
            (from, to) if from == to => 1.0,
            (Currency::Cny, Currency::Usd) if rate > 0.0 => 1.0 / rate,
            (Currency::Usd, Currency::Cny) if rate > 0.0 => rate,
            (from, to) => self.catalog.rates.factor(from, to).unwrap_or(1.0),
        }
    }
    /// A sum of the report in the shown currency, as a plain number.
    pub fn amount(&self, x: f64) -> f64 {
        x * self.factor()
    }
    /// A sum in running text.
    pub fn money(&self, x: f64) -> String {
        number::money_text(self.lang, self.amount(x), self.show)
    }
    /// A sum in a table.
    pub fn money_cell(&self, x: f64) -> String {
        number::money(self.amount(x), self.show)
    }
    /// The price of a unit of work.
    pub fn money_each(&self, x: f64) -> String {
        number::money_each(self.amount(x), self.show)
    }
    /// A range of sums.
    pub fn money_range(&self, band: Band) -> String {
        number::money_range(self.lang, self.amount(band.low), self.amount(band.high), self.show)
    }
    pub(super) fn hours(&self, hours: f64) -> String {
        number::duration(self.lang, hours)
    }
    /// "4 张 RTX 4090", "16 张 H20（2 台机器）", "8 张 A100（只用 2 张）".
    pub fn cards(&self, entry: &Entry) -> String {
        let shown = entry.billed.max(entry.count);
        if entry.slice.is_some() {
            return self.card(entry);
        }
        let mut text = self.count_of(shown, entry.gpu);
        if entry.machines > 1 {
            let n = number::whole(u64::from(entry.machines));
            text += &self.pick("（{} 台机器）", " on {} machines").replace("{}", &n);
        }
        if entry.billed > entry.count {
            let n = number::whole(u64::from(entry.count));
            text += &self.pick("（只用 {} 张）", " ({} in use)").replace("{}", &n);
        }
        text
    }
    /// The card of an entry: "A100 80G SXM"; of a slice "A100 80G SXM 1g.10gb 切片".
    pub fn card(&self, entry: &Entry) -> String {
        let gpu = self.gpu(entry.gpu);
        let profile = |s: Slice| self.catalog.gpu(entry.gpu).mig.get(usize::from(s.profile));
        match entry.slice.and_then(profile) {
            Some(p) => {
                self.pick("{0} 的 {1} 切片", "a {1} slice of {0}").replace("{0}", gpu).replace("{1}", &p.name)
            }
            None => gpu.to_string(),
        }
    }
    /// "4 张 RTX 4090", "4 × RTX 4090".
    pub fn count_of(&self, count: u32, gpu: GpuIx) -> String {
        let n = number::whole(u64::from(count));
        match self.lang {
            Lang::Zh => tidy(&format!("{n} 张 {}", self.gpu(gpu))),
            Lang::En => format!("{n} × {}", self.gpu(gpu)),
        }
    }
    /// "AutoDL 按量计费", "AutoDL, on-demand": seller and billing inside a sentence.
    fn seller(&self, provider: ProviderIx, mode: Mode) -> String {
        let name = self.provider(provider);
        match self.lang {
            Lang::Zh => format!("{name}\u{a0}{}", how_zh(mode)),
            Lang::En => format!("{name}, {}", how_en(mode)),
        }
    }
    /// How a job is spread: "张量并行 2 · 数据并行 4 · ZeRO-3"; one card says so.
    pub fn layout(&self, layout: &Layout) -> String {
        let mut parts: Vec<String> = Vec::new();
        for (degree, zh, en) in [
            (layout.tp, "张量并行 {}", "tensor parallel {}"),
            (layout.pp, "流水线 {} 级", "{} pipeline stages"),
            (layout.cp, "上下文并行 {}", "context parallel {}"),
            (layout.ep, "专家并行 {}", "expert parallel {}"),
            (layout.dp, "数据并行 {}", "data parallel {}"),
        ] {
            if degree > 1 {
                parts.push(self.pick(zh, en).replace("{}", &number::whole(u64::from(degree))));
            }
        }
        if parts.is_empty() {
            parts.push(self.pick("单卡", "one card").to_string());
        }
        if layout.zero != Zero::Z0 && layout.dp > 1 {
            parts.push(layout.zero.name(self.lang).to_string());
        }
        parts.join(" · ")
    }
    /// Items as the language lists them.
    fn list(&self, items: &[String]) -> String {
        items.join(self.pick("、", ", "))
    }
}

const fn how_zh(mode: Mode) -> &'static str {
    match mode {
        Mode::OnDemand => "按量计费",
        Mode::Spot => "竞价",
        Mode::Monthly => "包月",
        Mode::Reserved1y => "包年",
        Mode::Reserved3y => "三年预留",
    }
}

const fn how_en(mode: Mode) -> &'static str {
    match mode {
        Mode::OnDemand => "on-demand",
        Mode::Spot => "spot",
        Mode::Monthly => "by the month",
        Mode::Reserved1y => "reserved for a year",
        Mode::Reserved3y => "reserved for three years",
    }
}
