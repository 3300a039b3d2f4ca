//! The questions before paying: what the catalog answers, and a message that asks the rest.

use super::{Item, Kind, List, Subject};
use crate::catalog::Link;
use crate::engine::cost::HOURS_MEAN_MONTH;
use crate::engine::cost::checkup::Field;
use crate::i18n::checklists::ASK;
use crate::i18n::lists as text;
use crate::i18n::{Named, number};
use crate::plan::{DataClass, Sharing};
use crate::units::Order;

/// What is known about a question.
enum Known {
    /// It does not concern this plan.
    Idle,
    /// Nobody has answered it.
    Open,
    /// The catalog, or what was typed in, answers it.
    Said(String),
}

/// The field of the check-up that a question settles: what moves the bill most is asked first.
const ABOUT: [(&str, Field); 22] = [
    ("A-01", Field::Card),
    ("A-02", Field::Used),
    ("A-03", Field::Exclusive),
    ("A-04", Field::CardLink),
    ("A-05", Field::PowerLimit),
    ("A-07", Field::Host),
    ("A-08", Field::Host),
    ("A-09", Field::DiskIncluded),
    ("A-10", Field::Network),
    ("A-11", Field::Network),
    ("A-13", Field::Invoice),
    ("A-14", Field::Increment),
    ("A-15", Field::StorageStopped),
    ("A-16", Field::Refund),
    ("A-17", Field::Availability),
    ("A-18", Field::SupportHours),
    ("A-19", Field::BrokenHours),
    ("A-21", Field::Retention),
    ("A-23", Field::Egress),
    ("A-26", Field::Image),
    ("A-28", Field::Address),
    ("A-33", Field::PriceDate),
];

impl Subject<'_> {
    /// The questions that concern this plan; what the catalog knows stands beside them.
    pub(super) fn asking(&self) -> List {
        let (lang, words) = (self.words.lang, self.words);
        let mut open = 0;
        let mut items = Vec::new();
        for (row, question) in ASK.items(lang) {
            let said = match self.known(row.id) {
                Known::Idle => continue,
                Known::Open => {
                    open += 1;
                    None
                }
                Known::Said(said) => Some(text::say(lang, text::ANSWERED, &[&said]).plain()),
            };
            let mut line = question.to_owned();
            if !row.how.is_empty() {
                line += lang.pick("", " ");
                line +=
                    &text::say(lang, text::CHECKED, &[&row.how.replace(", ", lang.pick("、", ", "))]).plain();
            }
            if let Some(said) = said {
                line = format!("{line}{}{said}", lang.pick("", " "));
            }
            items.push(Item { id: row.id.to_owned(), text: line, command: String::new() });
        }
        let values = [items.len().to_string(), open.to_string()];
        let title = text::say(lang, text::ASKING, &[words.provider(self.entry.provider)]).plain();
        let note = text::say(lang, text::ASKING_NOTE, &values.each_ref().map(String::as_str)).plain();
        List { kind: Kind::Asking, title, note, items }
    }

    /// Questions to the seller that the catalog does not answer, ready to send: what may move the bill by more than a twentieth
    /// first.
    pub fn letter(&self) -> String {
        let (lang, words) = (self.words.lang, self.words);
        let first: Vec<Field> = self.check_up().iter().filter(|c| c.first).map(|c| c.field).collect();
        let later = |id: &str| !ABOUT.iter().any(|(a, field)| *a == id && first.contains(field));
        let mut open: Vec<_> =
            ASK.items(lang).filter(|(row, _)| matches!(self.known(row.id), Known::Open)).collect();
        open.order_by(|a, b| later(a.0.id).cmp(&later(b.0.id)));
        let span = text::say(lang, text::RENT_HOURS, &[&number::duration(lang, self.time.wall)]).plain();
        let mut out = text::say(lang, text::LETTER_HEAD, &[&words.cards(self.entry), &span]).plain();
        for (i, (_, question)) in open.into_iter().enumerate() {
            out += &format!("\n{}. {question}", number::whole(i as u64 + 1));
        }
        out + "\n" + text::of(lang, text::LETTER_END)
    }

    /// Whether a question matters for this plan, and what is known about it.
    fn known(&self, id: &str) -> Known {
        let (p, o, plan, lang) = (self.provider, self.offer, self.words.plan, self.words.lang);
        let (tariff, more) = (self.ctx.tariff(&self.ask), lang.more());
        let (claim, needs) = (&plan.claim, &self.ctx.needs);
        let package = self.ask.term_h > 0.0;
        let several = self.entry.machines > 1;
        let said = |text: Option<String>| text.map_or(Known::Open, Known::Said);
        let when = |concerns: bool, text: Option<String>| if concerns { said(text) } else { Known::Idle };
        let word = |yes: bool| text::of(lang, if yes { text::HAS } else { text::HAS_NOT }).to_owned();
        let days = |d: u32| number::days(lang, f64::from(d));
        let gigabit = |x: f32| (x > 0.0).then(|| format!("{} Gbit/s", number::significant(f64::from(x), 3)));
        let share = |x: f64| (x > 0.0).then(|| number::fixed(x * 100.0, 2) + "%");
        match id {
            "A-01" => said((o.gpus.len() == 1).then(|| self.words.gpu(self.entry.gpu).to_owned())),
            "A-02" => said(claim.condition.map(|c| c.name(lang).to_owned())),
            "A-03" => said(claim.sharing.map(|s| s.name(lang).to_owned())),
            "A-04" => {
                when(self.entry.count > 1, (o.link != Link::Unknown).then(|| o.link.name(lang).to_owned()))
            }
            "A-06" => when(self.gpu.ecc.is_none(), None),
            "A-07" => said((o.vcpus > 0).then(|| {
                number::fixed(f64::from(o.vcpus) / f64::from(o.shape.max(1)), 1)
                    .trim_end_matches(".0")
                    .to_owned()
            })),
            "A-08" => said((o.host_gib > 0).then(|| {
                let gib = f64::from(o.host_gib) / f64::from(o.shape.max(1));
                format!("{} GiB", number::significant(gib, 3))
            })),
            "A-09" => when(needs.disk_gb(1) > 0.0, None),
            "A-10" => when(needs.ingress_gb > 20.0, gigabit(o.network_gbps)),
            "A-11" => when(several, gigabit(o.network_gbps)),
            "A-12" => when(several, None),
            "A-13" => said(claim.tax.map(|_| self.words.quoted(self.entry))),
            "A-14" => {
                let step = f64::from(o.increment_s);
                when(
                    !package,
                    (self.ask.increment_from == 0 && step > 0.0).then(|| number::seconds(lang, step)),
                )
            }
            "A-15" => when(tariff.stopped.from.is_some() && needs.disk_gb(1) > 0.0, None),
            "A-16" => {
                let rest = (p.refund_days > 0).then(|| days(u32::from(p.refund_days)));
                when(package, rest.map(|d| crate::i18n::fill(more.ev_within, &[&d]).plain()))
            }
            "A-17" => said(claim.sla.and_then(share).or_else(|| share(f64::from(p.sla)))),
            "A-18" => said(claim.response_h.map(|h| number::duration(lang, h))),
            "A-19" => said(claim.broken_free.map(word)),
            "A-20" => when(!package && self.time.sessions > 1.0, None),
            "A-21" => said(p.deletes_after_days.map(days)),
            "A-22" => when(tariff.snapshot.from.is_some(), None),
            "A-23" => when(tariff.egress.from.is_some() && needs.egress_gb > 0.0, None),
            "A-24" => said(p.monitoring.map(word)),
            // Deep tests and the kernel's log need it: for many cards or a long run.
            "A-25" => when(self.entry.count >= 8 || self.time.wall > HOURS_MEAN_MONTH, None),
            "A-26" => said(p.images.map(word)),
            "A-27" => said(plan.env.driver.as_ref().map(ToString::to_string)),
            "A-28" => when(plan.data.addresses > 0, None),
            "A-29" | "A-30" => when(plan.care.data_class != DataClass::Reproducible, None),
            "A-31" => when(plan.care.invoice, None),
            "A-32" => when(plan.habits.prepaid.is_some() || claim.deposit.is_some(), None),
            "A-33" => when(package || self.time.wall > HOURS_MEAN_MONTH, None),
            "A-34" => when(
                claim.intro > 0 || claim.intro_off.is_some() || p.credit.is_some() || p.member_factor < 1.0,
                None,
            ),
            "A-35" => when(claim.sharing == Some(Sharing::Vgpu) && claim.licence.is_none(), None),
            "A-36" => when(package, None),
            _ => Known::Open,
        }
    }
}
