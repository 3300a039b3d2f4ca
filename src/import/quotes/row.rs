//! One line into quotes.

use super::cell::{self, NoPrice, Price};
use super::columns::Column;
use super::facts::{Facts, rdma};
use super::settle::market_hour;
use super::tax::{self, Invoice, Tax};
use super::words::{self, Hints, Period};
use super::{Defaults, Note, Quoted, Reject};
use super::{names, seller, sentence};
use crate::catalog::{Cards, Catalog, Mode, PriceUnit, Quote};
use crate::units::{AsOf, Currency, Money, Order};

/// What a merged cell of the line above stands for.
#[derive(Clone, Debug, Default)]
pub(super) struct Above {
    provider: Option<String>,
    card: Option<String>,
    /// A plain line that named a card and no price: "机型：8 × A800", its price may follow.
    begun: Option<String>,
}

/// Reads lines.
pub(super) struct Reader<'a> {
    pub catalog: &'a Catalog,
    pub defaults: &'a Defaults,
    pub columns: &'a [Column],
    pub header: Option<&'a [String]>,
}

/// Words of lines that sum up others.
const SUMMARY: &[&str] =
    &["合计", "总计", "小计", "平均", "均价", "汇总", "total", "average", "subtotal", "sum:", "mean"];

impl Reader<'_> {
    pub(super) fn row(&self, cells: &[String], above: &mut Above) -> Result<Vec<Quoted>, Reject> {
        let low: Vec<String> = cells.iter().map(|c| c.to_ascii_lowercase()).collect();
        if low.iter().take(2).any(|c| SUMMARY.iter().any(|w| c.trim().starts_with(w))) {
            return Err(Reject::Summary);
        }
        if self.header.is_some_and(|h| h == cells) {
            return Err(Reject::Heading);
        }
        if self.columns.is_empty() {
            let text = cells.first().map_or("", String::as_str);
            let begun = above.begun.take();
            let mut read = self.sentence(text);
            match (&mut read, begun) {
                (Err(Reject::NoPrice), _) => above.begun = Some(text.to_string()),
                (Err(Reject::NoCard), Some(begun)) => {
                    read = self.sentence(&format!("{begun} {text}"));
                    if let Ok(quotes) = &mut read {
                        quotes.iter_mut().for_each(|q| q.notes.push(Note::CarriedDown));
                    }
                }
                (Err(Reject::Heading), _) => above.provider = seller::title(text).or(above.provider.take()),
                _ => {}
            }
            // "星河智算 11 月报价：" above the lines it is about.
            if let (Ok(quotes), Some(name)) = (&mut read, &above.provider) {
                for q in quotes.iter_mut().filter(|q| q.quote.provider == self.defaults.provider) {
                    q.quote.provider.clone_from(name);
                    q.notes.push(Note::CarriedDown);
                }
            }
            return read;
        }
        let mut facts = self.facts(cells, &low);
        // Merged cells: seller or card of the line above.
        match &facts.provider {
            Some(name) => above.provider = Some(name.clone()),
            None if self.columns.contains(&Column::Provider) && above.provider.is_some() => {
                facts.provider.clone_from(&above.provider);
                facts.notes.push(Note::CarriedDown);
            }
            None => {}
        }
        let prices: Vec<(usize, Result<Price, NoPrice>)> = self
            .columns
            .iter()
            .enumerate()
            .filter(|(_, c)| **c == Column::Price)
            .map(|(at, _)| (at, low.get(at).map_or(Err(NoPrice::Missing), |c| cell::price(c))))
            .collect();
        if facts.card.is_none()
            && self.columns.contains(&Column::Card)
            && above.card.is_some()
            && prices.iter().any(|(_, p)| p.is_ok())
        {
            facts.card.clone_from(&above.card);
            facts.notes.push(Note::CarriedDown);
        }
        let filled = cells.iter().filter(|c| !c.is_empty()).count();
        let Some(text) = facts.card.clone().filter(|c| c.chars().any(char::is_alphanumeric)) else {
            return Err(if filled <= 1 { Reject::Heading } else { Reject::NoCard });
        };
        above.card = Some(text.clone());
        // A name that the catalog knows whole holds no count: "MLU370-X8".
        let whole = text.contains("-x") && !self.catalog.find_gpus(&text).is_empty();
        if names::has_decimal(self.catalog, &text) {
            facts.notes.push(Note::MoreFigures);
        }
        if let Some((n, rest)) = cell::count(&text).filter(|_| !whole) {
            // "数量 2" beside "H20*8" counts machines, unless the column says that it counts cards.
            let column = self.columns.iter().position(|c| *c == Column::Count);
            let cards = column.is_some_and(|at| {
                let title = self.title(at).to_ascii_lowercase();
                words::has(&title, &["卡", "张", "gpu", "card"])
                    || low.get(at).is_some_and(|c| cell::count(c).is_some())
            });
            facts.count = facts.count.filter(|_| n == 1 || cards).or(Some(n));
            facts.card = Some(rest);
        }
        let mut out = Vec::new();
        let mut why = None;
        for (at, price) in prices {
            match price {
                Ok(price) => {
                    let title =
                        self.header.and_then(|h| h.get(at)).map_or(String::new(), |h| h.to_ascii_lowercase());
                    out.push(self.quote(&facts, &price, &title));
                }
                Err(reason) => why = why.max(Some(rank(reason))),
            }
        }
        if !out.is_empty() {
            return Ok(out);
        }
        if filled <= 1 && !cell::card(self.catalog, &text, None).1 {
            return Err(Reject::Heading);
        }
        Err(why.map_or(Reject::NoPrice, |(_, r)| r))
    }

    /// A line without columns: every price in it with its card.
    fn sentence(&self, text: &str) -> Result<Vec<Quoted>, Reject> {
        let low = text.to_ascii_lowercase();
        let said = match sentence::read(self.catalog, &low) {
            Ok(said) => said,
            Err(Some(NoPrice::Missing)) => return Err(Reject::NoPrice),
            Err(Some(why)) => return Err(rank(why).1),
            Err(None) => {
                let priced =
                    cell::price(&low).is_ok_and(|p| p.hints.currency.is_some() || p.hints.period.is_some());
                return Err(if priced { Reject::NoCard } else { Reject::Heading });
            }
        };
        let provider = seller::of(self.catalog, text);
        let one = said.len() == 1;
        let quotes = said.into_iter().map(|s| {
            // With one price everything in the line is about it.
            let about = if one { &low } else { &s.around };
            let facts = Facts {
                provider: provider.clone(),
                card: Some(s.card),
                count: s.count,
                mode: words::mode(&s.around),
                months: words::months(about),
                region: words::region(&low),
                rdma: rdma(&low),
                invoice: tax::invoice(&low),
                hints: Hints { tax: tax::tax(&s.around).or_else(|| tax::tax(&low)), ..Hints::default() },
                notes: s.notes,
                ..Facts::default()
            };
            self.quote(&facts, &s.price, "")
        });
        Ok(quotes.collect())
    }

    /// One quote out of a line's facts and one of its prices.
    fn quote(&self, facts: &Facts, price: &Price, title: &str) -> Quoted {
        let mut notes = facts.notes.clone();
        // "8卡月租" is a price for eight cards, not one per card and month.
        let (titled, bare) = match cell::count(title) {
            Some((n, rest)) if n > 1 => (Some(n), rest),
            _ => (None, title.to_string()),
        };
        let heading = words::hints(&bare);
        let mut hints = price.hints.or(facts.hints).or(heading);
        if titled.is_some() {
            hints.per_card = hints.per_card.or(Some(false));
        }
        if heading.scale.is_some() && price.hints.scale.is_none() {
            hints.scale = heading.scale;
        }
        let value = price.value * hints.scale.unwrap_or(1.0);
        let text = facts.card.as_deref().unwrap_or("");
        let (card, known) = cell::card(self.catalog, text, facts.memory.as_deref());
        let card = if known { card } else { text.trim().to_string() };
        let gpus = self.catalog.find_gpus(&card);
        if gpus.is_empty() {
            notes.push(Note::UnknownCard);
        } else if gpus.len() > 1 {
            notes.push(Note::SeveralCards);
        }
        if price.range {
            notes.push(Note::UpperEnd);
        }
        if price.from {
            notes.push(Note::From);
        }
        if price.more {
            notes.push(Note::MoreFigures);
        }
        let currency = hints.currency.unwrap_or_else(|| {
            notes.push(Note::GuessedCurrency);
            self.defaults.currency
        });
        let count = titled.or(facts.count).unwrap_or(1);
        // "$/GPU/hr" beside a term of 12 months is a price by the hour, not without a term.
        let title_mode = words::mode(title)
            .filter(|m| *m != Mode::OnDemand || facts.months.is_none() || words::on_demand(title));
        let mode_word = title_mode.filter(|_| !title.is_empty()).or(facts.mode);
        let said = hints.period.or(match mode_word {
            Some(Mode::Monthly) => Some(Period::Month),
            Some(Mode::OnDemand) => Some(Period::Hour),
            _ => None,
        });
        let region = facts.region.unwrap_or(self.defaults.region);
        let (period, per_card) =
            self.settle(value, currency, &gpus, count, said, hints.per_card, region, &mut notes);
        let mode = match mode_word {
            Some(mode) => mode,
            None => match facts.months {
                Some(m) if m >= 36 => Mode::Reserved3y,
                Some(m) if m >= 12 => Mode::Reserved1y,
                Some(_) => Mode::Monthly,
                None => match period {
                    Period::Month | Period::Quarter => Mode::Monthly,
                    Period::Year => Mode::Reserved1y,
                    Period::ThreeYears => Mode::Reserved3y,
                    _ => Mode::OnDemand,
                },
            },
        };
        let mode = match (mode, facts.months) {
            (Mode::Monthly, Some(m)) if m >= 36 => Mode::Reserved3y,
            (Mode::Monthly, Some(m)) if m >= 12 => Mode::Reserved1y,
            (mode, _) => mode,
        };
        let (by_month, part) = match period {
            Period::Hour => (false, 1.0),
            Period::Day => (false, 24.0),
            Period::Week => (false, 168.0),
            Period::Month => (true, 1.0),
            Period::Quarter => (true, 3.0),
            Period::Year => (true, 12.0),
            Period::ThreeYears => (true, 36.0),
        };
        if part != 1.0 {
            notes.push(Note::Converted);
        }
        let unit = match (by_month, per_card) {
            (false, true) => PriceUnit::GpuHour,
            (false, false) => PriceUnit::InstanceHour,
            (true, true) => PriceUnit::GpuMonth,
            (true, false) => PriceUnit::InstanceMonth,
        };
        if !per_card && titled.or(facts.count).is_none() {
            notes.push(Note::NoCount);
        }
        let hours = if by_month { 720.0 } else { 1.0 };
        let cards = if per_card { 1.0 } else { f64::from(count.max(1)) };
        let rate = self.catalog.rates.factor(currency, Currency::Cny);
        let hourly = rate.map(|r| r * value / part / hours / cards);
        // Spot and long terms are cheaper, small machines dearer; five times is a misread figure or a lure.
        let market = market_hour(self.catalog, &gpus, region);
        if hourly.zip(market).is_some_and(|(h, m)| h > m * 5.0 || h < m / 5.0) {
            notes.push(Note::FarFromMarket);
        }
        let printed = (value / part).min(1e12);
        let (net, gross) = match hints.tax {
            Some(Tax::Excluded(Some(rate)) | Tax::Added(rate)) => (Some(printed), printed * (1.0 + rate)),
            Some(Tax::Excluded(None)) => (Some(printed), printed),
            Some(Tax::Included(Some(rate))) => (Some(printed / (1.0 + rate)), printed),
            _ => (None, printed),
        };
        match hints.tax {
            Some(Tax::Added(_)) => notes.push(Note::GuessedTax),
            Some(Tax::Excluded(None)) if facts.invoice != Some(Invoice::None) => notes.push(Note::NoTaxRate),
            _ => {}
        }
        notes.order_by(|a, b| a.cmp(b));
        notes.dedup();
        Quoted {
            quote: Quote {
                provider: facts.provider.clone().unwrap_or_else(|| self.defaults.provider.clone()),
                card,
                cards: match (per_card, count) {
                    (false, n) => Cards::Exact(n),
                    (true, 1) => Cards::UpTo(8, true),
                    (true, n) => Cards::Min(n),
                },
                mode,
                region,
                unit,
                price: Money::new(gross, currency),
                as_of: facts.date.unwrap_or(AsOf::Day(self.defaults.today)),
                month_hours: match mode {
                    Mode::OnDemand | Mode::Spot if !by_month => 0,
                    Mode::Reserved1y | Mode::Reserved3y => 730,
                    _ => 720,
                },
                // A price per hour without more words on it is one without a term.
                term_months: facts
                    .months
                    .filter(|_| !matches!(mode, Mode::OnDemand | Mode::Spot))
                    .unwrap_or(0),
                vcpus: facts.vcpus,
                host_gib: facts.host_gib,
                rdma: facts.rdma,
                increment_s: 0,
                variant: String::new(),
            },
            net: net.map(|n| Money::new(n, currency)),
            tax: hints.tax,
            invoice: facts.invoice,
            months: facts.months,
            notes,
        }
    }
}

fn rank(reason: NoPrice) -> (u8, Reject) {
    match reason {
        NoPrice::Missing => (0, Reject::NoPrice),
        NoPrice::NotPositive => (1, Reject::NotPositive),
        NoPrice::Currency => (1, Reject::Currency),
        NoPrice::SoldOut => (2, Reject::SoldOut),
        NoPrice::Ask => (3, Reject::AskPrice),
    }
}
