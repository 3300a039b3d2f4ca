//! One line into quotes.

use super::cell::{self, NoPrice, Price};
use super::columns::Column;
use super::words::{self, Hints, Invoice, Period, Tax};
use super::{Defaults, Note, Quoted, Reject};
use super::{names, seller, sentence};
use crate::catalog::{Cards, Catalog, Mode, PriceUnit, Quote, Region};
use crate::units::math::ln;
use crate::units::{AsOf, Currency, Date, Money, Order};

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

/// What the cells of a line say, beside its prices.
#[derive(Clone, Debug, Default)]
struct Facts {
    provider: Option<String>,
    card: Option<String>,
    memory: Option<String>,
    count: Option<u16>,
    mode: Option<Mode>,
    months: Option<u16>,
    region: Option<Region>,
    date: Option<AsOf>,
    vcpus: u16,
    host_gib: u32,
    rdma: Option<bool>,
    invoice: Option<Invoice>,
    hints: Hints,
    notes: Vec<Note>,
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

    fn facts(&self, cells: &[String], low: &[String]) -> Facts {
        let mut f = Facts::default();
        for (at, column) in self.columns.iter().enumerate() {
            let (Some(text), Some(cell)) = (low.get(at), cells.get(at)) else { continue };
            if text.is_empty()
                || matches!(text.as_str(), "-" | "/" | "—" | "--" | "n/a" | "无")
                    && *column != Column::Network
            {
                continue;
            }
            match column {
                Column::Provider => f.provider = Some(cell.clone()),
                Column::Card => f.card = Some(text.clone()),
                Column::Memory => f.memory = Some(text.replace(' ', "")),
                Column::Count => {
                    f.count = cell::count(text).map(|(n, _)| n).or_else(|| {
                        crate::plan::number::read(text)
                            .filter(|n| (1.0..=1_024.0).contains(n))
                            .map(|n| n as u16)
                    });
                }
                Column::Unit => {
                    f.hints = words::hints(&format!("/{text}")).or(words::hints(text)).or(f.hints)
                }
                Column::Mode => {
                    f.mode = f.mode.or(words::mode(text));
                    f.months = f.months.or(words::months(text));
                }
                Column::Currency => f.hints.currency = words::hints(text).currency.or(f.hints.currency),
                Column::Region => {
                    f.region = words::region(text);
                    if f.region.is_none() {
                        f.notes.push(Note::UnknownPlace);
                    }
                }
                Column::Tax => {
                    // Tax and invoice may stand in columns of their own: the first that says something counts.
                    let titled = || words::tax(&format!("{} {text}", self.title(at).to_ascii_lowercase()));
                    let said = words::tax(text).or_else(|| yes_no_tax(text, self.title(at))).or_else(titled);
                    f.hints.tax = f.hints.tax.or(said);
                    f.invoice = f.invoice.or(words::invoice(text));
                }
                Column::Date => f.date = date(text, self.defaults.today),
                Column::Vcpus => f.vcpus = first_number(text) as u16,
                Column::HostMemory => f.host_gib = first_number(text) as u32,
                Column::Network => f.rdma = rdma(text),
                Column::Note => {
                    f.hints.tax = f.hints.tax.or(words::tax(text));
                    f.invoice = f.invoice.or(words::invoice(text));
                    f.mode =
                        f.mode.or_else(|| words::has(text, &["竞价", "抢占", "spot"]).then_some(Mode::Spot));
                    f.months = f.months.or(words::months(text));
                    f.rdma = f.rdma.or(rdma(text));
                    if words::has(text, &["整机价", "整机报价", "每台", "/台", "单卡价", "每卡", "/卡"])
                    {
                        f.hints.per_card = f.hints.per_card.or(words::hints(text).per_card);
                    }
                    if f.count.is_none() {
                        f.count = cell::count(text)
                            .filter(|_| !words::has(text, &["起租", "起订", "台起"]))
                            .map(|(n, _)| n);
                    }
                }
                Column::Price | Column::Other => {}
            }
        }
        f
    }

    fn title(&self, at: usize) -> &str {
        self.header.and_then(|h| h.get(at)).map_or("", String::as_str)
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
                invoice: words::invoice(&low),
                hints: Hints { tax: words::tax(&s.around).or_else(|| words::tax(&low)), ..Hints::default() },
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
        let title_mode = words::mode(title);
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
        let hourly =
            self.catalog.rates.factor(currency, Currency::Cny).unwrap_or(1.0) * value / part / hours / cards;
        // Spot and long terms are cheaper, small machines dearer; five times is a misread figure or a lure.
        if market_hour(self.catalog, &gpus, region).is_some_and(|m| hourly > m * 5.0 || hourly < m / 5.0) {
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

    /// Period and share where the quote leaves them open: the reading that lies nearest to what the card
    /// costs elsewhere.
    #[allow(clippy::too_many_arguments)]
    fn settle(
        &self,
        value: f64,
        currency: Currency,
        gpus: &[crate::catalog::GpuIx],
        count: u16,
        period: Option<Period>,
        per_card: Option<bool>,
        region: Region,
        notes: &mut Vec<Note>,
    ) -> (Period, bool) {
        if let (Some(period), Some(per_card)) = (period, per_card) {
            return (period, per_card);
        }
        let in_cny = self.catalog.rates.factor(currency, Currency::Cny).unwrap_or(1.0) * value;
        // 3 yuan an hour: about the middle of everything in the catalog, where the card is unknown.
        let market = market_hour(self.catalog, gpus, region).unwrap_or(3.0);
        let periods: &[Period] = match &period {
            Some(p) => std::slice::from_ref(p),
            None => &[Period::Hour, Period::Month],
        };
        let shares: &[bool] = match &per_card {
            Some(s) => std::slice::from_ref(s),
            // One card is the machine.
            None if count == 1 => &[true],
            None => &[true, false],
        };
        let mut best = (f64::INFINITY, Period::Hour, true);
        for p in periods {
            for share in shares {
                let hours = match p {
                    Period::Hour => 1.0,
                    Period::Day => 24.0,
                    Period::Week => 168.0,
                    Period::Month => 720.0,
                    Period::Quarter => 2_160.0,
                    Period::Year => 8_760.0,
                    Period::ThreeYears => 26_280.0,
                };
                let cards = if *share { 1.0 } else { f64::from(count) };
                let off = ln((in_cny / hours / cards / market).max(1e-12)).abs();
                if off < best.0 {
                    best = (off, *p, *share);
                }
            }
        }
        if period.is_none() {
            notes.push(Note::GuessedPeriod);
        }
        if per_card.is_none() && count > 1 {
            notes.push(Note::GuessedShare);
        }
        (best.1, best.2)
    }
}

/// Lower quartile of the price of a card-hour (people paste what is offered, not list prices) over the catalog's current offers of these cards, CNY: on the same side
/// of the mainland's border where there are any.
fn market_hour(catalog: &Catalog, gpus: &[crate::catalog::GpuIx], region: Region) -> Option<f64> {
    let quartile = |here: bool| {
        let mut prices: Vec<f64> = catalog
            .offers
            .iter()
            .filter(|o| o.current && !o.own && o.gpus.iter().any(|g| gpus.contains(g)))
            .filter(|o| !here || (o.region == Region::Cn) == (region == Region::Cn))
            .filter_map(|o| {
                let reading = o.likely()?;
                let price = catalog.rates.convert(reading.price, Currency::Cny)?.to_f64();
                let cards = if o.per_instance() { f64::from(o.shape.max(1)) } else { 1.0 };
                Some(price / cards / if o.per_month() { 720.0 } else { 1.0 })
            })
            .filter(|p| *p > 0.0)
            .collect();
        prices.order_by(f64::total_cmp);
        prices.get(prices.len() / 4).copied()
    };
    quartile(true).or_else(|| quartile(false))
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

fn first_number(text: &str) -> f64 {
    let digits: String =
        text.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).take(6).collect();
    crate::plan::number::read(&digits).unwrap_or(0.0)
}

/// A cell "是" under "含税".
fn yes_no_tax(text: &str, title: &str) -> Option<Tax> {
    let title = title.to_ascii_lowercase();
    let included = words::has(&title, &["含税", "含票"]) || words::has_word(&title, &["incl", "included"]);
    match text.trim() {
        "是" | "含" | "y" | "yes" | "√" | "有" if included => Some(Tax::Included(None)),
        "否" | "不含" | "n" | "no" | "×" if included => Some(Tax::Excluded(None)),
        _ => None,
    }
}

fn rdma(text: &str) -> Option<bool> {
    if words::has_word(text, &["ib", "infiniband", "rdma", "roce"]) {
        return Some(
            !words::has(text, &["无ib", "无 ib", "无rdma", "不支持", "without"])
                && !words::has_word(text, &["no"]),
        );
    }
    None
}

/// Days: 2026-10-04, 2026/10/4, 2026.10.4, 2026年10月4日, 10月4日, 10/4.
fn date(text: &str, today: Date) -> Option<AsOf> {
    let numbers: Vec<u32> = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|s| !s.is_empty())
        .filter_map(|s| s.parse().ok())
        .take(3)
        .collect();
    let (year, month, day) = today.ymd();
    match *numbers.as_slice() {
        [y, m, d] if y >= 2_000 => Date::new(y as i32, m, d).map(AsOf::Day),
        [y, m] if y >= 2_000 => Date::new(y as i32, m, 1).map(|_| AsOf::Month(y as i32, m)),
        [m, d] if m <= 12 => {
            // The last such day that is not in the future.
            let year = if (m, d) > (month, day) { year - 1 } else { year };
            Date::new(year, m, d).map(AsOf::Day)
        }
        _ => None,
    }
}
