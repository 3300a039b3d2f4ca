//! The checklists of a plan: what to ask, the quote's check-up, the test of the first day, what to watch, the plan for keeping
//! going, each filled with the plan's values; and as Markdown.

mod questions;
#[cfg(test)]
mod tests;
mod values;

use super::markdown::escaped;
use crate::catalog::{Gpu, Offer, Provider, Vendor};
use crate::engine::cost::checkup::{self, Field};
use crate::engine::cost::{Ask, Ctx, Shift, Time, Units, count, time};
use crate::engine::report::{Entry, ctx_of};
use crate::i18n::checklists::{DAY, KEEP, Table, WATCH, When};
use crate::i18n::lists as text;
use crate::i18n::{Named, Wording, number};
use crate::units::{Band, Date, Order};

/// Which checklist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Questions before paying.
    Asking,
    /// What the offer leaves open.
    Before,
    /// The test of the first day.
    FirstDay,
    /// What to watch while it runs.
    Watching,
    /// Keeping going, and the way out.
    Keep,
}

impl Kind {
    /// In the order of their use.
    pub const ALL: [Self; 5] = [Self::Asking, Self::Before, Self::FirstDay, Self::Watching, Self::Keep];
    /// Name of its file, without ending.
    pub const fn file(self) -> &'static str {
        match self {
            Self::Asking => "suanzu-questions",
            Self::Before => "suanzu-before",
            Self::FirstDay => "suanzu-first-day",
            Self::Watching => "suanzu-monitoring",
            Self::Keep => "suanzu-continuity",
        }
    }
}

/// One thing to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Id of the checklist, for ever: `B-02`.
    pub id: String,
    /// What to do and what to compare.
    pub text: String,
    /// What to type; may be empty.
    pub command: String,
}

/// A checklist.
#[derive(Clone, Debug, PartialEq)]
pub struct List {
    /// Which.
    pub kind: Kind,
    /// Its title.
    pub title: String,
    /// How to go about it.
    pub note: String,
    /// In the order to do them.
    pub items: Vec<Item>,
}

/// The winner of a plan with what it is made of.
pub struct Subject<'a> {
    words: &'a Wording<'a>,
    entry: &'a Entry,
    offer: &'a Offer,
    provider: &'a Provider,
    gpu: std::borrow::Cow<'a, Gpu>,
    ctx: Ctx,
    ask: Ask,
    units: Units,
    time: Time,
    today: Date,
}

impl<'a> Subject<'a> {
    /// `None` where nothing wins.
    pub fn new(words: &'a Wording<'a>, today: Date) -> Option<Self> {
        let (entry, catalog) = (words.winner()?, words.catalog);
        let offer = catalog.offer(entry.offer)?;
        let ctx = ctx_of(words.plan, catalog, today);
        let ask = ctx.ask_of(entry.offer, entry.slice)?;
        let units = count(offer, entry.count)?;
        let time = time(&ctx, &ask, &units, entry.work.likely, Shift::default());
        let (provider, gpu) = (catalog.provider(entry.provider), catalog.card(entry.gpu, entry.slice));
        Some(Self { words, entry, offer, provider, gpu, ctx, ask, units, time, today })
    }

    /// The card, or the slice of it.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }
    /// Cards in one machine.
    pub fn per_machine(&self) -> u32 {
        self.entry.layout.per_machine()
    }

    /// A checklist.
    pub fn list(&self, kind: Kind) -> List {
        let lang = self.words.lang;
        let list = |table: Table, title, note| List {
            kind,
            title: text::of(lang, title).to_owned(),
            note: text::of(lang, note).to_owned(),
            items: self.filled_in(table),
        };
        match kind {
            Kind::Asking => self.asking(),
            Kind::Before => self.before(),
            Kind::FirstDay => list(DAY, text::DAY, text::DAY_NOTE),
            Kind::Watching => list(WATCH, text::WATCHING, text::WATCH_NOTE),
            Kind::Keep => list(KEEP, text::KEEPING, text::KEEP_NOTE),
        }
    }

    /// What applies of a table, filled.
    fn filled_in(&self, table: Table) -> Vec<Item> {
        let fits = table.items(self.words.lang).filter(|(row, _)| self.applies(row.when));
        fits.map(|(row, text)| Item {
            id: row.id.to_owned(),
            text: self.filled(text),
            command: self.filled(row.how),
        })
        .collect()
    }

    /// The check-up of the winner's offer.
    fn check_up(&self) -> Vec<checkup::Check> {
        checkup::check(
            self.words.plan,
            &self.ctx,
            &self.ask,
            self.offer,
            self.provider,
            &self.units,
            &self.time,
            self.entry.total.likely,
            &[],
        )
    }

    /// What the winner's offer leaves open, widest range of money first.
    fn before(&self) -> List {
        let (lang, words) = (self.words.lang, self.words);
        let all = self.check_up();
        // What costs nothing either way need not be asked.
        let matters = |c: &&checkup::Check| c.range.is_none_or(|[_, high]| high > 0.0);
        let mut open: Vec<_> =
            all.iter().filter(|c| c.state == checkup::State::Open).filter(matters).collect();
        let width = |c: &checkup::Check| c.range.map_or(-1.0, |[low, high]| high - low);
        open.order_by(|a, b| width(b).total_cmp(&width(a)));
        let items: Vec<Item> = open
            .into_iter()
            .map(|c| {
                let sum = match c.range {
                    Some([low, high]) => words.money_range(Band { low, likely: low, high }),
                    None => text::of(lang, crate::i18n::quotes::CHECK_NO_SUM).to_owned(),
                };
                let name = Field::name(c.field, lang);
                Item {
                    id: checkup::id(c.field),
                    text: format!("{name}{}{sum}", lang.pick("：", ": ")),
                    command: String::new(),
                }
            })
            .collect();
        let seller = words.provider(self.entry.provider);
        let note = if items.is_empty() {
            text::of(lang, text::BEFORE_NONE).to_owned()
        } else {
            let (settled, _) = checkup::gauge(&all);
            text::say(lang, text::BEFORE_NOTE, &[seller, &settled.to_string(), &items.len().to_string()])
                .plain()
        };
        let title = text::say(lang, text::BEFORE, &[seller]).plain();
        List { kind: Kind::Before, title, note, items }
    }

    fn applies(&self, when: When) -> bool {
        let nvidia = self.gpu.vendor == Vendor::Nvidia;
        match when {
            When::Always => true,
            When::Nvidia => nvidia,
            When::NvidiaPair => nvidia && self.per_machine() > 1,
            When::Huawei => self.gpu.vendor == Vendor::Huawei,
            When::Other => !nvidia,
            When::Ecc => nvidia && self.gpu.ecc != Some(false),
            When::NoEcc => self.gpu.ecc == Some(false),
            When::HotMemory => self.temperatures::<2>("memory").is_some(),
            When::Machines => self.entry.machines > 1,
            When::Trains => self.ctx.needs.trains,
            When::Package => self.ask.term_h > 0.0,
        }
    }

    /// A template with the values it names; what is not known says so.
    fn filled(&self, template: &str) -> String {
        let mut out = String::new();
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            let Some((name, tail)) = after.split_once('}') else { break };
            out += before;
            out += &self.value(name).unwrap_or_else(|| self.words.lang.text().unknown.to_owned());
            rest = tail;
        }
        self.words.tidy(out + rest)
    }
}

/// A checklist as Markdown, with what is ticked.
/// `base` is the address of the page with its `?`, to which the plan's link is added.
pub fn markdown(words: &Wording<'_>, list: &List, base: &str, ticked: impl Fn(&str) -> bool) -> String {
    let mut out = format!("# {}\n\n", escaped(&list.title));
    if let Some(winner) = words.winner() {
        let quoted = words.quoted(winner);
        out += &format!("{} · {} · {quoted}\n\n", words.cards(winner), words.provider(winner.provider));
    }
    out += &format!("{}\n\n", escaped(&list.note));
    for item in &list.items {
        let mark = if ticked(&item.id) { "x" } else { " " };
        out += &format!("- [{mark}] **{}** {}\n", item.id, escaped(&item.text));
        if !item.command.is_empty() {
            out += &format!("\n  ```sh\n  {}\n  ```\n\n", item.command);
        }
    }
    let link = crate::share::encode(words.plan);
    let printed = words.lang.text().printed.replace("{0}", &number::date(words.lang, words.report.today));
    out + &format!("\n{printed}{base}{link}\n")
}
