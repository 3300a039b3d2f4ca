//! Pasted quotes: a table from a spreadsheet, a chat or a mail into offers of the user's own. Every
//! line comes back, as quotes or with the reason why not.

mod affix;
mod cell;
mod columns;
mod digits;
mod facts;
mod names;
mod record;
mod row;
mod saved;
mod seller;
mod sentence;
mod settle;
mod table;
mod tax;
#[cfg(test)]
mod tests;
mod words;

pub use cell::NoPrice;
pub use columns::{Column, guess_columns};
pub use saved::Saved;
pub use table::{LONGEST, Separator};
pub use tax::{Invoice, Tax};

use crate::catalog::{Catalog, Quote, Region};
use crate::units::{Currency, Date, Money};

/// What a paste does not say.
#[derive(Clone, Debug, PartialEq)]
pub struct Defaults {
    /// Seller, where no cell names one.
    pub provider: String,
    /// Currency of figures without a sign.
    pub currency: Currency,
    /// Region of quotes without a place.
    pub region: Region,
    /// Day of the quotes.
    pub today: Date,
}

/// A paste, read.
#[derive(Clone, Debug, PartialEq)]
pub struct Pasted {
    /// How its cells were told apart.
    pub separator: Separator,
    /// What each column holds; empty for lines without columns.
    pub columns: Vec<Column>,
    /// The header's cells, where the paste has one.
    pub header: Option<Vec<String>>,
    /// Every other line.
    pub rows: Vec<Row>,
    /// The paste was longer than [`LONGEST`] and its end was left out.
    pub cut: bool,
}

/// One line of a paste.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its number in the paste, from 1.
    pub line: usize,
    /// Its cells.
    pub cells: Vec<String>,
    /// What it was read as: one quote for every price in it.
    pub read: Result<Vec<Quoted>, Reject>,
}

/// A quote with what only a quote has.
#[derive(Clone, Debug, PartialEq)]
pub struct Quoted {
    /// For the catalog: `catalog.with_quotes`. The price is gross where that can be known.
    pub quote: Quote,
    /// Price before tax, where stated or computed.
    pub net: Option<Money>,
    /// Whether the printed price includes tax; `None` not said.
    pub tax: Option<Tax>,
    /// Kind of invoice; `None` not said.
    pub invoice: Option<Invoice>,
    /// Contract months; `None` not said.
    pub months: Option<u16>,
    /// What was taken for granted.
    pub notes: Vec<Note>,
}

/// What the reader took for granted or found odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Note {
    /// Per card or per machine: by what the card costs elsewhere.
    GuessedShare,
    /// Per hour or per month: likewise.
    GuessedPeriod,
    /// Currency of the plan.
    GuessedCurrency,
    /// A price per day, week, quarter or year, turned into hours or months.
    Converted,
    /// A range: its upper end was taken.
    UpperEnd,
    /// "From": the least price.
    From,
    /// The catalog does not know the card: listed, not sized.
    UnknownCard,
    /// The name fits several cards.
    SeveralCards,
    /// Provider or card of the line above (merged cells).
    CarriedDown,
    /// The place was not understood.
    UnknownPlace,
    /// Further figures stand in the line that were not read.
    MoreFigures,
    /// Several cards are named for one price: the first was taken.
    OtherCards,
    /// A discount is named; whether the price is before or after it is not said.
    Discount,
    /// A size of memory is named that the card does not have in the catalog.
    OtherMemory,
    /// A price for a machine whose number of cards is not said: one was taken.
    NoCount,
    /// A rate of tax without a word on whether the price holds it: taken to come on top.
    GuessedTax,
    /// Without tax, at a rate that is not said: nothing was added.
    NoTaxRate,
    /// Five times more or less than the card costs elsewhere.
    FarFromMarket,
}

/// Why a line gave no quote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reject {
    /// No card in it.
    NoCard,
    /// No price in it.
    NoPrice,
    /// The price is to be asked for.
    AskPrice,
    /// Sold out.
    SoldOut,
    /// A price of zero or less.
    NotPositive,
    /// A price in a currency that the catalog holds no rate for.
    Currency,
    /// A sum or mean over other lines.
    Summary,
    /// The header again, or a title.
    Heading,
}

impl Reject {
    /// Whether the line is a quote that its reader can mend.
    pub const fn mends(self) -> bool {
        matches!(self, Self::NoCard | Self::NoPrice | Self::AskPrice | Self::NotPositive | Self::Currency)
    }
}

/// Reads a paste with columns as guessed.
pub fn read(catalog: &Catalog, text: &str, defaults: &Defaults) -> Pasted {
    read_as(catalog, text, defaults, None)
}

/// Reads a paste with columns as the user mapped them in the preview.
pub fn read_as(catalog: &Catalog, text: &str, defaults: &Defaults, columns: Option<&[Column]>) -> Pasted {
    let (mut separator, mut lines) = table::split(text);
    if separator == Separator::Line
        && let Some(words) = table::by_words(&lines)
        && guess_columns(catalog, &words).header.is_some()
    {
        (separator, lines) = (Separator::Blanks, words);
    }
    let mut guessed = guess_columns(catalog, &lines);
    // Commas in sentences are no table: no header, and no card of its own in any column or no common width.
    if separator == Separator::Comma
        && guessed.header.is_none()
        && (!guessed.columns.contains(&Column::Card) || table::ragged(&lines))
    {
        separator = Separator::Line;
        lines = table::split_at(text, separator);
        guessed = columns::Guess::default();
    }
    // "甲：4090 1.8元/时；乙：4090 1.7元/时": sentences of one line.
    if separator == Separator::Semicolon && guessed.header.is_none() && table::ragged(&lines) {
        separator = Separator::Line;
        let one = |line: usize, cell: String| table::Cells { line, cells: vec![cell] };
        let cells = lines.into_iter().flat_map(|l| l.cells.into_iter().map(move |c| one(l.line, c)));
        lines = cells.filter(|l| l.cells.iter().any(|c| !c.is_empty())).collect();
        guessed = columns::Guess::default();
    }
    let mut others = Vec::new();
    if separator == Separator::Line
        && let Some(records) = record::read(&lines)
    {
        let titles = table::Cells { line: 0, cells: records.header };
        (others, lines) = (records.others, records.rows);
        lines.insert(0, titles);
        guessed = guess_columns(catalog, &lines);
    }
    let header = guessed.header.map(|at| {
        let title: Vec<table::Cells> = lines.drain(..=at).collect();
        title
    });
    let columns = columns.map_or(guessed.columns, <[Column]>::to_vec);
    let (titles, header) = match header {
        Some(mut above) => {
            let header = above.pop().map(|h| h.cells);
            (above, header)
        }
        None => (Vec::new(), None),
    };
    let mut rows: Vec<Row> = titles
        .into_iter()
        .chain(others)
        .map(|t| Row { line: t.line, cells: t.cells, read: Err(Reject::Heading) })
        .collect();
    let reader = row::Reader { catalog, defaults, columns: &columns, header: header.as_deref() };
    let mut above = row::Above::default();
    rows.extend(lines.into_iter().map(|l| {
        let read = reader.row(&l.cells, &mut above);
        Row { line: l.line, cells: l.cells, read }
    }));
    Pasted { separator, columns, header, rows, cut: text.chars().nth(LONGEST).is_some() }
}

impl Pasted {
    /// Every quote, in the order of the lines.
    pub fn quotes(&self) -> Vec<Quote> {
        self.rows.iter().filter_map(|r| r.read.as_ref().ok()).flatten().map(|q| q.quote.clone()).collect()
    }
    /// The lines that gave none, with the reason.
    pub fn rejected(&self) -> impl Iterator<Item = (&Row, Reject)> {
        self.rows.iter().filter_map(|r| r.read.as_ref().err().map(|why| (r, *why)))
    }
}
