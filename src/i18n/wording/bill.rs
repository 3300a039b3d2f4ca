//! The bill as it is shown. Its total is the one that is said everywhere else; its lines are rounded so that
//! they add up to it on a pocket calculator (ARCHITECTURE.md, "One total").

use super::Wording;
use crate::engine::cost::{BillLine, Item, Recurring, recurring};
use crate::engine::line::Unit;
use crate::engine::names::TermName;
use crate::engine::report::Entry;
use crate::i18n::{Lang, Named, number, value};
use crate::units::math::round_half_even;
use crate::units::{Date, MICRO};

/// One line as shown.
#[derive(Clone, Debug, PartialEq)]
pub struct BillRow<'a> {
    /// What it is about.
    pub item: Item,
    /// The line behind it, for the "why" panel.
    pub line: &'a BillLine,
    /// Its name.
    pub label: &'static str,
    /// How it comes about: the formula with its values, or why it is nothing.
    pub how: String,
    /// The amount in steps of the bill.
    pub steps: i64,
    /// Decimals of a step.
    pub decimals: usize,
    /// "没有公布，按 12 家的中位数估", or that nobody prints it; empty where the price is printed.
    pub remark: String,
}

/// A bill as shown.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownBill<'a> {
    /// Its lines.
    pub rows: Vec<BillRow<'a>>,
    /// The total, which is the sum of the shown lines, in steps.
    pub steps: i64,
    /// Decimals of a step.
    pub decimals: usize,
}

impl BillRow<'_> {
    /// The amount: "136.6".
    pub fn amount(&self) -> String {
        number::bill(self.steps, self.decimals)
    }
}

impl ShownBill<'_> {
    /// The total: "159.9".
    pub fn total(&self) -> String {
        number::bill(self.steps, self.decimals)
    }
}

/// Steps of a unit by decimals.
const STEPS: [f64; 7] = [1.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6];

/// Whole numbers that add up to `total` and lie less than one from `exact`: all rounded down, and those with
/// the largest rests up (the method of largest remainders). `exact` adds up to `total` but for rounding.
fn shares(exact: &[f64], total: i64) -> Vec<i64> {
    let mut out: Vec<i64> = exact.iter().map(|x| x.floor() as i64).collect();
    let mut missing = total.saturating_sub(out.iter().fold(0, |sum: i64, x| sum.saturating_add(*x)));
    let mut by_rest: Vec<usize> = (0..exact.len()).filter(|i| exact[*i] != exact[*i].floor()).collect();
    by_rest.sort_by(|a, b| (exact[*b] - exact[*b].floor()).total_cmp(&(exact[*a] - exact[*a].floor())));
    for i in by_rest {
        if missing > 0 {
            out[i] += 1;
            missing -= 1;
        }
    }
    // What the floating point leaves over in bills of billions.
    if let Some(most) = (0..out.len()).max_by_key(|i| out[*i]) {
        out[most] = out[most].saturating_add(missing);
    }
    out
}

/// Lines that a person looks for: shown also when they are nothing.
const ALWAYS: [Item; 6] =
    [Item::Compute, Item::StorageRunning, Item::StorageStopped, Item::Egress, Item::Address, Item::Rounding];

impl<'a> Wording<'a> {
    /// The winner's bill.
    pub fn bill(&self) -> ShownBill<'a> {
        let mut bill = self.bill_of(&self.report.bill);
        if let (Some(row), Some(e)) =
            (bill.rows.iter_mut().find(|r| r.item == Item::StorageStopped), self.winner())
        {
            let until = self.deletion(e);
            if !row.remark.is_empty() && !until.is_empty() {
                row.remark += self.pick("；", "; ");
            }
            row.remark += &until;
        }
        bill
    }

    /// The day on which the seller deletes what stands on a stopped machine, when the work begins today;
    /// empty where the plan keeps nothing there.
    fn deletion(&self, e: &Entry) -> String {
        let holds = |l: &BillLine| {
            l.item == Item::StorageStopped
                && l.line.terms.iter().any(|t| t.name == TermName::Gigabytes && t.value > 0.0)
        };
        if !self.report.bill.iter().any(holds) {
            return String::new();
        }
        let Some(days) = self.catalog.provider(e.provider).deletes_after_days else {
            let ask = "没写关机后多久删数据，先问清";
            return self.pick(ask, "how long data stays after stopping is not stated: ask").into();
        };
        let work_days = (e.wall.likely / 24.0).ceil().clamp(0.0, 36_500.0) as i32;
        let last = self.report.today.days().saturating_add(work_days).saturating_add(days as i32);
        let day = number::date(self.lang, Date::from_days(last));
        let count = number::days(self.lang, f64::from(days));
        let early = self.plan.data.keep_days > f64::from(days);
        let template = match (early, self.lang) {
            (false, Lang::Zh) => "关机满 {0} 删数据：今天开工的话是 {1}",
            (true, Lang::Zh) => "关机满 {0} 就删数据，等不到你要留的天数：今天开工的话是 {1}，之前拿走",
            (false, Lang::En) => "data is deleted after {0} off: {1} if you begin today",
            (true, Lang::En) => {
                "data is deleted after {0} off, sooner than you want to keep it: fetch it before {1} if you begin today"
            }
        };
        self.tidy(template.replace("{0}", &count).replace("{1}", &day))
    }

    /// Decimals of a bill with that total: a person who rounds the total of the bill reads the total that is
    /// said, so tenths give way to hundredths where 159.46 would become 159.5 and then 160.
    fn decimals(&self, total: f64) -> usize {
        let shown = self.amount(total);
        let said = |x: f64| (number::money(x, self.show), number::money_text(self.lang, x, self.show));
        let agrees = |d: &usize| {
            let step = STEPS[*d];
            said(round_half_even(shown * step) / step) == said(shown)
        };
        (number::bill_decimals(shown)..STEPS.len()).find(agrees).unwrap_or(STEPS.len() - 1)
    }

    /// Any bill, as [`crate::engine::report::bill_of`] makes it for a row.
    pub fn bill_of(&self, lines: &'a [BillLine]) -> ShownBill<'a> {
        let sum = lines.iter().fold(0i64, |sum, l| sum.saturating_add(l.money.micros)) as f64 / MICRO;
        let decimals = self.decimals(sum);
        let step = STEPS[decimals];
        let listed: Vec<&BillLine> =
            lines.iter().filter(|l| l.money.micros != 0 || l.unknown || ALWAYS.contains(&l.item)).collect();
        let exact: Vec<f64> =
            listed.iter().map(|l| self.amount(l.money.micros as f64 / MICRO) * step).collect();
        let total = round_half_even(self.amount(sum) * step) as i64;
        let rows: Vec<BillRow<'a>> = listed
            .into_iter()
            .zip(shares(&exact, total))
            .map(|(l, steps)| BillRow {
                item: l.item,
                line: l,
                label: l.item.what().name(self.lang),
                how: self.how(l),
                steps,
                decimals,
                remark: self.remark(l),
            })
            .collect();
        ShownBill { rows, steps: total, decimals }
    }

    /// How a line comes about, in the words of a bill; the formula itself is in the "why" panel.
    fn how(&self, l: &BillLine) -> String {
        let terms = &l.line.terms;
        let of = |name: TermName, unit: Unit| terms.iter().find(|t| t.name == name && t.unit == unit);
        let first = |name: TermName| terms.iter().find(|t| t.name == name).map(|t| t.value);
        let currency = self.report.currency;
        let price = || {
            let term = terms.iter().find(|t| t.name == TermName::Price);
            term.map(|t| value::value(self.lang, self.amount(t.value), t.unit, self.show))
        };
        let hours = || first(TermName::Hours).map(|h| number::bill_hours(self.lang, h));
        let cards = || {
            let n = first(TermName::Cards).filter(|n| *n > 0.0)?;
            Some(self.pick("{} 张", "{} ×").replace("{}", &number::fixed(n, 0)))
        };
        let product = |parts: [Option<String>; 3]| {
            let parts: Vec<String> = parts.into_iter().flatten().collect();
            parts.join(" × ").replace("× ×", "×")
        };
        let text = match l.item {
            _ if terms.is_empty() => return String::new(),
            Item::Rounding => match first(TermName::Increment).unwrap_or(0.0) * 3600.0 {
                b if b <= 1.0 => self.pick("按秒计费", "billed by the second").into(),
                60.0 => self.pick("按分钟计费", "billed by the minute").into(),
                3600.0 => self.pick("按小时计费", "billed by the hour").into(),
                b => self
                    .pick("按 {} 取整", "billed in steps of {}")
                    .replace("{}", &number::seconds(self.lang, b)),
            },
            Item::UnusedTerm => {
                let n = first(TermName::Terms).unwrap_or(1.0);
                let en = if n == 1.0 { "the rest of the term" } else { "the rest of {} whole terms" };
                self.pick("{} 个整期里没用上的", en).replace("{}", &number::fixed(n, 0))
            }
            Item::Interruptions => {
                let n = first(TermName::Other).unwrap_or(0.0);
                self.pick("预计被中断 {} 次", "{} interruptions expected")
                    .replace("{}", &number::significant(n, 2))
            }
            Item::Discount => {
                let share = number::percent(first(TermName::DiscountShare).unwrap_or(0.0));
                self.pick("算力的 {}", "{} of compute").replace("{}", &share)
            }
            Item::Support | Item::Tax if first(TermName::Other).is_some() => {
                let share = number::percent(first(TermName::Other).unwrap_or(0.0));
                self.pick("以上的 {}", "{} of the above").replace("{}", &share)
            }
            Item::StorageRunning | Item::StorageStopped | Item::Snapshots | Item::Egress
                if of(TermName::Gigabytes, Unit::Gb).is_some() =>
            {
                let amount = of(TermName::Gigabytes, Unit::Gb).map_or(0.0, |t| t.value);
                let free = first(TermName::FreePart).unwrap_or(0.0);
                if amount <= 0.0 {
                    return String::new();
                }
                if amount <= free {
                    let template = self.pick("{0}，在免费的 {1} 以内", "{0}, within the free {1}");
                    return template.replace("{0}", &number::gb(amount)).replace("{1}", &number::gb(free));
                }
                if l.money.micros == 0 && !l.unknown {
                    return self.pick("{}，不单独收费", "{}, no charge").replace("{}", &number::gb(amount));
                }
                product([Some(number::gb(amount - free)), hours(), price()])
            }
            Item::Address => {
                let n = first(TermName::Gigabytes).unwrap_or(0.0);
                if n <= 0.0 {
                    return self.pick("没有用公网 IP", "none used").into();
                }
                product([Some(number::fixed(n, 0)), hours(), price()])
            }
            Item::Compute | Item::IdleCards | Item::BootAndDownload | Item::Debugging => {
                let term = terms.iter().filter(|t| t.name == TermName::Hours).nth(1);
                let whole = term.map(|t| {
                    let per = number::bill_hours(self.lang, t.value);
                    self.pick("（每期 {}）", " (a term is {})").replace("{}", &per)
                });
                product([cards(), hours(), price()]) + &whole.unwrap_or_default()
            }
            _ => value::filled(self.lang, l.line.formula, terms, currency),
        };
        self.tidy(text)
    }

    /// What of the winner's bill grows with the hours, for those who doubt the run time; `None` where
    /// nothing is computed. In the report's currency.
    pub fn per_100(&self) -> Option<Recurring> {
        recurring(&self.report.bill, self.plan.care.debug_hours, self.plan.market.checkpoint_min.is_some())
    }

    fn remark(&self, l: &BillLine) -> String {
        match l.assumed_from {
            // An assumed price of something that is not used changes nothing.
            Some(_) if l.money.micros == 0 => String::new(),
            Some(0) => self.pick("没有公布，按常见做法估", "not published; usual practice assumed").into(),
            Some(n) => self
                .pick("没有公布，按 {} 家同类的中位数估", "not published; median of {} similar providers")
                .replace("{}", &number::whole(u64::from(n))),
            None if l.unknown && l.item == Item::Tax => {
                self.pick("含不含税没有写明", "whether tax is included is not stated").to_string()
            }
            None if l.unknown => self
                .pick(
                    "没有公布，也没有可比的，没算进去",
                    "not published, nothing to compare with; not counted",
                )
                .to_string(),
            None => String::new(),
        }
    }
}
