//! What every panel computes with: the plan's prices and needs, its winner, and the same cards paid for
//! in other ways.

use crate::catalog::{Mode, Offer};
use crate::engine::cost::{Ask, Ctx, HOURS_30_DAYS, Shift, Time, Units, count, questions, time};
use crate::engine::report::{Entry, Ineligible, ctx_of};
use crate::i18n::questions::{self as text, Pair};
use crate::i18n::{Rich, Wording, number};
use crate::ui::page::scene::Scene;

/// The case of one plan.
pub struct Case {
    /// The scene.
    pub scene: Scene,
    /// Prices, tariffs, needs.
    pub ctx: Ctx,
    /// The winner.
    pub winner: Entry,
    /// Its price.
    pub ask: Ask,
    /// What is ordered.
    pub units: Units,
    /// Its hours.
    pub time: Time,
}

/// What the mainland packages that could be priced cost of their hours: 26 to 33 % off (cost.md §3).
pub const PACKAGE_SHARE: f64 = 0.7;

impl Case {
    /// `None` where nothing wins.
    pub fn new(scene: &Scene) -> Option<Self> {
        let winner = scene.winner()?.clone();
        let ctx = ctx_of(&scene.plan, &scene.catalog, scene.today);
        let ask = ctx.ask_of(winner.offer, winner.slice)?;
        let units = count(scene.catalog.offer(winner.offer)?, winner.count)?;
        let time = time(&ctx, &ask, &units, winner.work.likely, Shift::default());
        Some(Self { scene: scene.clone(), ctx, winner, ask, units, time })
    }
    /// Words about the report.
    pub fn words(&self) -> Wording<'_> {
        self.scene.words()
    }
    /// The winner's offer.
    pub fn offer(&self) -> Option<&Offer> {
        self.scene.catalog.offer(self.winner.offer)
    }
    /// The best ranked entry of the same cards in a mode: what could be ordered before what could not.
    pub fn like(&self, mode: Mode) -> Option<&Entry> {
        if self.winner.mode == mode {
            return Some(&self.winner);
        }
        let barred = |e: &Entry| {
            !e.not_eligible
                .iter()
                .all(|r| matches!(r, Ineligible::ModeNotAllowed | Ineligible::SpotNotAllowed))
        };
        let w = &self.winner;
        let same =
            |e: &&Entry| e.gpu == w.gpu && e.count == w.count && e.mode == mode && e.region == w.region;
        let all = self.scene.report.ranked.iter().filter(same);
        all.min_by(|a, b| {
            // The winner's own seller first: the question is how to pay, not whom.
            let other = |e: &Entry| e.provider != w.provider;
            (barred(a), other(a)).cmp(&(barred(b), other(b))).then(a.total.likely.total_cmp(&b.total.likely))
        })
    }
    /// Price of a term of all cards that an entry bills, the user's discount taken off; and its hours.
    pub fn term(&self, e: &Entry) -> Option<(f64, f64)> {
        let ask = self.ctx.ask_of(e.offer, e.slice).filter(|a| a.term_h > 0.0)?;
        Some((ask.price[1] * f64::from(e.billed) * self.keep(), ask.term_h))
    }
    /// Price of an hour of all cards of an entry.
    pub fn hour_of(&self, e: &Entry) -> f64 {
        e.hour() * self.keep()
    }
    fn keep(&self) -> f64 {
        1.0 - self.ctx.needs.discount
    }
    /// Price of an hour by the hour of all cards.
    pub fn hour(&self) -> f64 {
        self.hour_of(self.like(Mode::OnDemand).unwrap_or(&self.winner))
    }
    /// Price of a card by the hour.
    pub fn card_hour(&self) -> f64 {
        self.hour() / f64::from(self.winner.billed.max(1))
    }
    /// Price and hours of a month of all cards; the entry behind it, `None` where it is assumed.
    pub fn month(&self) -> (f64, f64, Option<&Entry>) {
        let found = self.like(Mode::Monthly).and_then(|e| Some((self.term(e)?, e)));
        match found {
            Some(((price, hours), e)) => (price, hours, Some(e)),
            None => (self.hour() * HOURS_30_DAYS * PACKAGE_SHARE, HOURS_30_DAYS, None),
        }
    }
    /// Cost of keeping the plan's disk for a month while off.
    pub fn parked(&self) -> f64 {
        questions::parked_month(&self.ctx, self.ctx.tariff(&self.ask), self.units.instances, self.month().1)
    }
    /// Powered hours of the plan in a month: of a job shorter than one, all of them.
    pub fn powered_a_month(&self) -> f64 {
        let month = self.month().1;
        (self.time.powered / (self.time.wall / month).max(1.0)).min(month)
    }
    /// What a yuan is worth in the plan's currency.
    pub fn rate_of_yuan(&self) -> Option<f64> {
        Some(self.ctx.yuan).filter(|x| *x > 0.0)
    }
    /// A sum in running text.
    pub fn money(&self, x: f64) -> String {
        self.words().money(x)
    }
    /// A duration.
    pub fn hours(&self, h: f64) -> String {
        number::duration(self.scene.lang, h)
    }
    /// A sum in the currency shown, for charts.
    pub fn amount(&self, x: f64) -> f64 {
        self.words().amount(x)
    }
    /// A sentence.
    pub fn say(&self, pair: Pair, values: &[&str]) -> Rich {
        text::say(self.scene.lang, pair, values)
    }
    /// A word.
    pub fn of(&self, pair: Pair) -> &'static str {
        text::of(self.scene.lang, pair)
    }
    /// A vertical axis in words.
    pub fn y_title(&self, pair: Pair) -> String {
        self.say(pair, &[number::currency_word(self.scene.lang, self.scene.show)]).plain()
    }
    /// Seller of an entry.
    pub fn seller(&self, e: &Entry) -> String {
        self.words().provider(e.provider).to_owned()
    }
}
