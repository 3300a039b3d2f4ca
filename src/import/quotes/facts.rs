//! What the cells of a line say beside its prices.

use super::columns::Column;
use super::row::Reader;
use super::tax::{self, Invoice, Tax};
use super::words::{self, Hints};
use super::{Note, cell};
use crate::catalog::{Mode, Region};
use crate::units::{AsOf, Date};

/// What the cells of a line say, beside its prices.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    pub provider: Option<String>,
    pub card: Option<String>,
    pub memory: Option<String>,
    pub count: Option<u16>,
    pub mode: Option<Mode>,
    pub months: Option<u16>,
    pub region: Option<Region>,
    pub date: Option<AsOf>,
    pub vcpus: u16,
    pub host_gib: u32,
    pub rdma: Option<bool>,
    pub invoice: Option<Invoice>,
    pub hints: Hints,
    pub notes: Vec<Note>,
}

impl Reader<'_> {
    pub(super) fn facts(&self, cells: &[String], low: &[String]) -> Facts {
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
                    let titled = || tax::tax(&format!("{} {text}", self.title(at).to_ascii_lowercase()));
                    let said = tax::tax(text).or_else(|| yes_no_tax(text, self.title(at))).or_else(titled);
                    f.hints.tax = f.hints.tax.or(said);
                    f.invoice = f.invoice.or(tax::invoice(text));
                }
                Column::Date => f.date = date(text, self.defaults.today),
                Column::Vcpus => f.vcpus = first_number(text) as u16,
                Column::HostMemory => f.host_gib = first_number(text) as u32,
                Column::Network => f.rdma = rdma(text),
                Column::Note => {
                    f.hints.tax = f.hints.tax.or(tax::tax(text));
                    f.invoice = f.invoice.or(tax::invoice(text));
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

    pub(super) fn title(&self, at: usize) -> &str {
        self.header.and_then(|h| h.get(at)).map_or("", String::as_str)
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

pub(super) fn rdma(text: &str) -> Option<bool> {
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
