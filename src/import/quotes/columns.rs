//! What each column of a table holds, by its header or by what stands in it.

use super::table::Cells;
use super::{cell, seller, tax, words};
use crate::catalog::Catalog;
use serde::Serialize;

/// What a column holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Column {
    /// Nothing that we read.
    #[default]
    Other,
    /// The seller.
    Provider,
    /// The card, perhaps with a count and memory.
    Card,
    /// Memory of the card.
    Memory,
    /// Cards in a machine.
    Count,
    /// A price; each such column gives a quote of its own.
    Price,
    /// What the price is for: 元/卡/时.
    Unit,
    /// Billing mode or contract term.
    Mode,
    /// Currency.
    Currency,
    /// Place.
    Region,
    /// Tax or invoice.
    Tax,
    /// Day of the quote.
    Date,
    /// vCPUs.
    Vcpus,
    /// Host memory.
    HostMemory,
    /// Network: RDMA or not.
    Network,
    /// Remarks: read for unit, tax and term.
    Note,
}

impl Column {
    /// Every kind with its word, in the order in which they are offered. The words stand in what the
    /// page keeps: they never change.
    pub const ALL: [(Self, &'static str); 16] = [
        (Self::Other, "other"),
        (Self::Provider, "provider"),
        (Self::Card, "card"),
        (Self::Memory, "memory"),
        (Self::Count, "count"),
        (Self::Price, "price"),
        (Self::Unit, "unit"),
        (Self::Mode, "mode"),
        (Self::Currency, "currency"),
        (Self::Region, "region"),
        (Self::Tax, "tax"),
        (Self::Date, "date"),
        (Self::Vcpus, "vcpus"),
        (Self::HostMemory, "host_memory"),
        (Self::Network, "network"),
        (Self::Note, "note"),
    ];
    /// Its word.
    pub const fn word(self) -> &'static str {
        Self::ALL[self as usize].1
    }
    /// Reads a word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|c| c.1 == word).map(|c| c.0)
    }
}

/// Columns and where the header stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Guess {
    /// By position.
    pub columns: Vec<Column>,
    /// Position of the header among the lines; what stands above it is a title.
    pub header: Option<usize>,
}

/// What a header word says.
pub(super) fn by_header(text: &str) -> Column {
    use Column::*;
    let t = text.to_ascii_lowercase();
    let has = |w: &[&str]| words::has(&t, w);
    let word = |w: &[&str]| words::has_word(&t, w);
    if t.is_empty() || t.chars().count() > 30 {
        return Other;
    }
    if has(&["总价", "总额", "合计", "总计", "小计"]) || word(&["total"]) {
        return Other;
    }
    if has(&["显存"]) || word(&["vram", "gpu memory", "gpu mem"]) {
        return Memory;
    }
    if has(&["卡数", "gpu数", "数量", "张数", "几卡", "卡量", "规模"])
        || word(&["count", "gpus", "qty", "quantity", "# gpus", "num gpus", "cards", "#gpu"])
    {
        return Count;
    }
    if has(&["价格单位", "计价单位", "单位", "报价单位"]) || word(&["unit", "price unit"]) || t == "per"
    {
        return Unit;
    }
    if has(&[
        "价",
        "租金",
        "月租",
        "费用",
        "金额",
        "时租",
        "包月",
        "包年",
        "元/",
        "月付",
        "年付",
        "按量",
        "日租",
        "天租",
        "周租",
        "季租",
        "年租",
        "包天",
        "包周",
        "季付",
        "每天",
        "每周",
        "每月",
        "每小时",
        "成本",
        "报价",
        "$/",
        "¥/",
        "按小时",
        "按天",
        "按月",
        "按年",
        "按时",
    ]) && !has(&["计费", "报价日期", "报价时间", "报价人", "报价方", "询价"])
        || word(&[
            "price",
            "cost",
            "rate",
            "usd",
            "cny",
            "hourly",
            "monthly",
            "on-demand",
            "spot",
            "$/hr",
            "$/h",
            "per hour",
            "per month",
            "yearly",
        ]) && !word(&["date", "currency"])
    {
        return Price;
    }
    if has(&["计费", "付费", "模式", "租期", "周期", "合约", "合同", "期限", "方式", "时长", "付款"])
        || word(&["billing", "mode", "term", "contract", "commitment", "plan", "type", "pricing"])
    {
        return if has(&["机型", "gpu"]) || word(&["gpu type", "instance type"]) { Card } else { Mode };
    }
    if has(&["币种", "货币"]) || word(&["currency"]) {
        return Currency;
    }
    if has(&["供应商", "厂商", "平台", "商家", "公司", "服务商", "报价方", "渠道", "提供商", "卖家"])
        || word(&["provider", "vendor", "platform", "supplier", "seller", "company", "cloud"])
    {
        return Provider;
    }
    if has(&["型号", "显卡", "卡型", "gpu", "机型", "配置", "算力卡", "加速卡", "规格", "产品", "卡"])
        || word(&["gpu", "card", "model", "accelerator", "instance", "sku", "product", "machine"])
    {
        return Card;
    }
    if has(&["地区", "区域", "地域", "机房", "城市", "位置", "所在地", "数据中心"])
        || word(&["region", "location", "zone", "site", "datacenter", "country"])
    {
        return Region;
    }
    if has(&["税", "发票", "开票", "票"]) || word(&["tax", "vat", "invoice"]) {
        return Tax;
    }
    if has(&["日期", "时间", "有效期"]) || word(&["date", "as of", "quoted"]) {
        return Date;
    }
    if has(&["cpu", "核数", "核心", "处理器"]) || word(&["vcpu", "vcpus", "cores"]) {
        return Vcpus;
    }
    if has(&["内存"]) || word(&["ram", "memory", "mem", "host memory"]) {
        return HostMemory;
    }
    if has(&["网络", "组网", "互联", "rdma", "带宽"])
        || word(&["network", "ib", "interconnect", "infiniband"])
    {
        return Network;
    }
    if has(&["备注", "说明", "其他", "注"]) || word(&["note", "notes", "remark", "remarks", "comment"])
    {
        return Note;
    }
    Other
}

/// Guesses columns: the first of the first six lines whose cells name at least a card or a price is the
/// header; without one, what the cells hold decides.
pub fn guess_columns(catalog: &Catalog, lines: &[Cells]) -> Guess {
    for (at, line) in lines.iter().take(6).enumerate() {
        if line.cells.len() < 2 {
            continue;
        }
        let columns: Vec<Column> = line.cells.iter().map(|c| by_header(c)).collect();
        let known = columns.iter().filter(|c| **c != Column::Other).count();
        let holds_price = line.cells.iter().any(|c| {
            let c = c.to_ascii_lowercase();
            let units_only = c.replace(|c: char| !c.is_ascii_digit(), "").is_empty();
            !units_only
                && cell::price(&c).is_ok_and(|p| p.hints.currency.is_some() && p.hints.period.is_some())
        });
        let names_card = line.cells.iter().any(|c| cell::card(catalog, &c.to_ascii_lowercase(), None).1);
        let priced = columns.contains(&Column::Price) || columns.contains(&Column::Card);
        let columns = cards(catalog, amounts(columns, &line.cells), &lines[at + 1..]);
        if known >= 2 && priced && !holds_price && !names_card {
            return Guess { columns: single(columns), header: Some(at) };
        }
    }
    Guess { columns: by_content(catalog, lines), header: None }
}

/// Of several columns that may hold the card ("服务器型号" and "GPU") the one in which the catalog knows some.
fn cards(catalog: &Catalog, mut columns: Vec<Column>, rows: &[Cells]) -> Vec<Column> {
    let known = |at: usize| {
        let mut cells = rows.iter().filter_map(|r| r.cells.get(at));
        cells.any(|c| cell::card(catalog, &c.to_ascii_lowercase(), None).1)
    };
    let found = (0..columns.len()).find(|at| columns[*at] == Column::Card && known(*at));
    for (at, column) in columns.iter_mut().enumerate() {
        if *column == Column::Card && found.is_some_and(|best| best != at) {
            *column = Column::Note;
        }
    }
    columns
}

/// An amount beside a price is the price times a number: "单价" and "金额".
fn amounts(mut columns: Vec<Column>, titles: &[String]) -> Vec<Column> {
    let amount = |at: usize| {
        let title = titles[at].to_ascii_lowercase();
        words::has(&title, &["金额"]) || words::has_word(&title, &["amount"])
    };
    let of_one = (0..columns.len()).any(|at| columns[at] == Column::Price && !amount(at));
    for (at, column) in columns.iter_mut().enumerate() {
        if of_one && *column == Column::Price && amount(at) {
            *column = Column::Other;
        }
    }
    columns
}

/// One card and one provider column only: the first.
fn single(mut columns: Vec<Column>) -> Vec<Column> {
    for kind in [Column::Card, Column::Provider, Column::Count, Column::Mode, Column::Region] {
        let mut seen = false;
        for column in &mut columns {
            if *column == kind {
                if seen {
                    *column = Column::Note;
                }
                seen = true;
            }
        }
    }
    columns
}

fn by_content(catalog: &Catalog, lines: &[Cells]) -> Vec<Column> {
    let width = lines.iter().map(|l| l.cells.len()).max().unwrap_or(0);
    if width < 2 {
        return Vec::new();
    }
    let mut columns = vec![Column::Other; width];
    let share = |at: usize, test: &dyn Fn(&str) -> bool| {
        let cells: Vec<String> = lines
            .iter()
            .filter_map(|l| l.cells.get(at))
            .filter(|c| !c.is_empty())
            .map(|c| c.to_ascii_lowercase())
            .collect();
        if cells.is_empty() {
            0.0
        } else {
            cells.iter().filter(|c| test(c)).count() as f64 / cells.len() as f64
        }
    };
    let is_card = |c: &str| {
        let bare = cell::count(c).map_or_else(|| c.to_string(), |(_, rest)| rest);
        cell::card(catalog, &bare, None).1
    };
    let priced = |c: &str| {
        cell::price(c)
            .is_ok_and(|p| p.hints.currency.is_some() || p.hints.period.is_some() || p.hints.scale.is_some())
    };
    let plain = |c: &str| crate::plan::number::read(c).is_some();
    let small = |c: &str| c.parse::<u16>().is_ok_and(|n| [1, 2, 4, 8, 16].contains(&n));
    for (at, column) in columns.iter_mut().enumerate() {
        *column = if share(at, &is_card) >= 0.5 && share(at, &priced) < 0.5 {
            Column::Card
        } else if share(at, &priced) >= 0.4 {
            Column::Price
        } else if share(at, &|c| cell::count(c).is_some_and(|(_, rest)| rest.trim().is_empty())) >= 0.5
            || share(at, &small) >= 0.9
        {
            Column::Count
        } else if share(at, &|c| words::mode(c).is_some()) >= 0.5 {
            Column::Mode
        } else if share(at, &|c| words::region(c).is_some() && catalog.find_provider(c).is_none()) >= 0.5 {
            Column::Region
        } else if share(at, &|c| words::has_word(c, &["ib", "infiniband", "rdma", "roce"])) >= 0.5 {
            Column::Network
        } else if share(at, &|c| tax::tax(c).is_some() || tax::invoice(c).is_some()) >= 0.5 {
            Column::Tax
        } else {
            Column::Other
        };
    }
    if !columns.contains(&Column::Price) {
        // Bare figures: the last column of them.
        let last = (0..width).rev().find(|at| columns[*at] == Column::Other && share(*at, &plain) >= 0.5);
        let last = last.or_else(|| {
            (0..width).rev().find(|at| columns[*at] == Column::Count && share(*at, &plain) >= 0.5)
        });
        if let Some(at) = last {
            columns[at] = Column::Price;
        }
    }
    // What is left and holds words first is the seller; "1台" is none.
    let named = |c: &str| !plain(c) && !c.starts_with(|c: char| c.is_ascii_digit()) && !seller::plain(c);
    let seller = (0..width).find(|at| {
        columns[*at] == Column::Other && share(*at, &|c| catalog.find_provider(c).is_some()) >= 0.3
    });
    let seller = seller
        .or_else(|| (0..width).find(|at| columns[*at] == Column::Other && share(*at, &|c| named(c)) >= 0.5));
    if let Some(at) = seller {
        columns[at] = Column::Provider;
    }
    for column in &mut columns {
        if *column == Column::Other {
            *column = Column::Note;
        }
    }
    single(columns)
}
