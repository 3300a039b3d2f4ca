//! The checklists of a plan: what to ask, the test of the first day, the plan for keeping going, each
//! filled with the plan's values; and as Markdown.

use super::markdown::escaped;
use crate::catalog::{Gpu, Offer, Provider, Vendor};
use crate::engine::advice::Reading;
use crate::engine::cost::checkup::{self, Field};
use crate::engine::cost::spot::young;
use crate::engine::cost::{Ask, Ctx, HOURS_MEAN_MONTH, Shift, Time, Units, count, time};
use crate::engine::report::{Entry, ctx_of};
use crate::engine::risk::{GPU_HOURS_PER_FAULT, fault_multiplier};
use crate::i18n::lists::{self as text, Row, When};
use crate::i18n::{Named, Wording, number};
use crate::units::{AsOf, Band, Date, GIB, MIB, Order};

/// Which checklist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// What the offer leaves open.
    Before,
    /// The test of the first day.
    FirstDay,
    /// Keeping going, and the way out.
    Keep,
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
        let rows = |rows: &'static [Row]| {
            let fits = rows.iter().filter(|r| self.applies(r.1));
            fits.map(|r| Item {
                id: r.0.to_owned(),
                text: self.filled(text::text(lang, r)),
                command: self.filled(r.4),
            })
            .collect()
        };
        match kind {
            Kind::Before => self.before(),
            Kind::FirstDay => List {
                kind,
                title: text::of(lang, text::DAY).to_owned(),
                note: text::of(lang, text::DAY_NOTE).to_owned(),
                items: rows(text::FIRST_DAY),
            },
            Kind::Keep => List {
                kind,
                title: text::of(lang, text::KEEPING).to_owned(),
                note: text::of(lang, text::KEEP_NOTE).to_owned(),
                items: rows(text::KEEP),
            },
        }
    }

    /// What the winner's offer leaves open, widest range of money first.
    fn before(&self) -> List {
        let (lang, words) = (self.words.lang, self.words);
        let total = self.entry.total.likely;
        let all = checkup::check(
            words.plan,
            &self.ctx,
            &self.ask,
            self.offer,
            self.provider,
            &self.units,
            &self.time,
            total,
            &[],
        );
        let mut open: Vec<_> = all.iter().filter(|c| c.state == checkup::State::Open).collect();
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
                    id: format!("Q-{:02}", c.field as u8),
                    text: format!("{name}{}{sum}", lang.pick("：", ": ")),
                    command: String::new(),
                }
            })
            .collect();
        let seller = words.provider(self.entry.provider);
        let note = if items.is_empty() {
            text::of(lang, text::BEFORE_NONE).to_owned()
        } else {
            text::say(lang, text::BEFORE_NOTE, &[seller, &items.len().to_string()]).plain()
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
        out + rest
    }

    /// What this card should show at least.
    fn least(&self, reading: Reading) -> Option<f64> {
        Some(reading.expected(&self.gpu, self.per_machine())?.0)
    }

    fn value(&self, name: &str) -> Option<String> {
        let (lang, words, e) = (self.words.lang, self.words, self.entry);
        let (plan, needs, catalog) = (words.plan, &self.ctx.needs, words.catalog);
        let known = |x: f64, text: String| (x > 0.0).then_some(text);
        let with = |x: f64, unit: &'static str| format!("{} {unit}", number::significant(x, 3));
        let hour = e.gpu_hour * f64::from(e.billed);
        let hours = |h: f64| number::duration(lang, h);
        let date = |h: f64| {
            let days = (h / 24.0).clamp(0.0, 1e6) as i32;
            number::as_of(lang, AsOf::Day(Date::from_days(self.today.days().saturating_add(days))))
        };
        Some(match name {
            "card" => words.gpu(e.gpu).to_owned(),
            "n" => number::whole(u64::from(self.per_machine())),
            "mib" => format!("{} MiB", number::fixed(self.gpu.usable.to_f64() / MIB, 0)),
            "capability" => {
                let cc = f64::from(self.gpu.compute_capability);
                return known(cc, format!("sm_{}", number::fixed(cc, 0)));
            }
            "pcie" => {
                let (gen10, lanes) = (f64::from(self.gpu.pcie_gen10), f64::from(self.gpu.pcie_lanes));
                let values = [number::fixed(gen10 / 10.0, 0), number::fixed(lanes, 0)];
                let shown = text::say(lang, text::PCIE, &[&values[0], &values[1]]).plain();
                return known(gen10.min(lanes), shown);
            }
            "host" => with(self.least(Reading::HostCopy)?, "GB/s"),
            "bus" => with(self.least(Reading::Bus)?, "GB/s"),
            "rate" => with(self.least(Reading::MemoryRate)?, "GB/s"),
            "matmul" => with(self.least(Reading::Matmul)?, "TFLOP/s"),
            "power" => return known(f64::from(self.gpu.tdp_w), with(f64::from(self.gpu.tdp_w), "W")),
            "vcpus" => {
                let each = f64::from(self.offer.vcpus) / f64::from(self.offer.shape.max(1));
                let all = plan.env.vcpus.map_or(each * f64::from(self.units.per_instance), f64::from);
                return known(all, number::fixed(all, 0));
            }
            "allmem" => number::gib(f64::from(self.gpu.memory_gb) * GIB * f64::from(self.units.per_instance)),
            "ckpt" => number::gb(needs.result_gb),
            "two" => number::gb(2.0 * needs.result_gb),
            "home" => number::gb(needs.home_gb),
            "mbps" => format!("{} Mbit/s", number::significant(plan.data.bandwidth_mbps, 3)),
            "pace" => self.pace(),
            "hour" => number::rate(lang, words.amount(hour), words.show, number::Per::Hour),
            "interval" => {
                let [_, likely, _] = fault_multiplier(self.provider.kind);
                let between = GPU_HOURS_PER_FAULT / (f64::from(e.count) * likely).max(1.0);
                let set = needs.interval_h.or((self.time.interval > 0.0).then_some(self.time.interval));
                hours(set.unwrap_or_else(|| young(needs.write_h, between)))
            }
            "build" => {
                let capability = self.gpu.compute_capability;
                catalog.build_for(capability, None).map(|b| b.name())?
            }
            "second" => self.second()?,
            "move" => number::gb(needs.disk_gb(self.units.instances)),
            "move_h" => {
                let gb = needs.disk_gb(self.units.instances);
                hours(8_000.0 * gb / (3_600.0 * plan.data.bandwidth_mbps.max(0.1)))
            }
            "alarm" => words.money(e.total.high.max(e.total.likely + 24.0 * hour)),
            "deletes" => match self.provider.deletes_after_days {
                Some(d) => text::say(lang, text::DELETES, &[&number::days(lang, f64::from(d))]).plain(),
                None => text::of(lang, text::DELETES_UNKNOWN).to_owned(),
            },
            "read" => number::as_of(lang, e.as_of),
            "others" => self.others()?,
            "price" => words.quoted(e),
            "end" => date(self.time.wall + needs.keep_h),
            _ => return None,
        })
    }

    /// How fast the job should run.
    fn pace(&self) -> String {
        let (lang, e) = (self.words.lang, self.entry);
        if e.rate.low > 0.0 && !self.words.plan.task.service() {
            let rate = number::speed(lang, Band::exact(e.rate.low)).text();
            return text::say(lang, text::RATE_S, &[&rate]).plain();
        }
        match e.serve {
            Some(s) => text::say(lang, text::STEP_S, &[&number::seconds(lang, s.tpot_s.likely)]).plain(),
            None => text::of(lang, text::NO_PACE).to_owned(),
        }
    }

    /// The next offer of another seller: the same cards before others.
    fn next(&self) -> Option<&'a Entry> {
        let e = self.entry;
        let may = |o: &&Entry| o.not_eligible.is_empty() && o.provider != e.provider;
        let all = || self.words.report.ranked.iter().filter(may);
        all().find(|o| o.gpu == e.gpu).or_else(|| all().next())
    }

    fn second(&self) -> Option<String> {
        let o = self.next()?;
        Some(format!("{} · {}", self.words.provider(o.provider), self.words.money(o.total.likely)))
    }

    /// Stock is unknown: the winner says so and names who comes next.
    pub fn plan_b(&self) -> String {
        let (lang, words) = (self.words.lang, self.words);
        match self.next() {
            Some(o) => {
                let values = [words.provider(o.provider), &words.cards(o), &words.money(o.total.likely)];
                text::say(lang, text::PLAN_B, &values).plain()
            }
            None => text::of(lang, text::PLAN_B_NONE).to_owned(),
        }
    }

    /// The best of other cards, with time and money.
    fn others(&self) -> Option<String> {
        let (lang, words, e) = (self.words.lang, self.words, self.entry);
        let mut seen = vec![e.gpu];
        let mut out = Vec::new();
        for o in words.report.ranked.iter().filter(|o| o.not_eligible.is_empty()) {
            if !seen.contains(&o.gpu) && out.len() < 3 {
                seen.push(o.gpu);
                let (money, time) = (words.money(o.total.likely), number::duration(lang, o.wall.likely));
                out.push(format!("{} · {money} · {time}", words.cards(o)));
            }
        }
        (!out.is_empty()).then(|| out.join(lang.pick("；", "; ")))
    }

    /// Questions to the seller that the catalog does not answer, ready to send.
    pub fn letter(&self) -> String {
        let (lang, words) = (self.words.lang, self.words);
        let span = text::say(lang, text::RENT_HOURS, &[&number::duration(lang, self.time.wall)]).plain();
        let mut out = text::say(lang, text::LETTER_HEAD, &[&words.cards(self.entry), &span]).plain();
        let open = text::QUESTIONS.iter().filter(|q| self.asks(q.0));
        for (i, (_, zh, en)) in open.enumerate() {
            out += &format!("\n{}. {}", number::whole(i as u64 + 1), lang.pick(zh, en));
        }
        out + "\n" + text::of(lang, text::LETTER_END)
    }

    /// Whether a question matters for this plan and is not answered by the catalog.
    fn asks(&self, id: &str) -> bool {
        let (p, o, plan) = (self.provider, self.offer, self.words.plan);
        let tariff = self.ctx.tariff(&self.ask);
        let package = self.ask.term_h > 0.0;
        match id {
            "A-01" => o.gpus.len() != 1,
            "A-02" => plan.claim.condition.is_none(),
            "A-03" => plan.claim.sharing.is_none(),
            "A-04" => self.entry.count > 1,
            "A-07" => o.vcpus == 0,
            "A-08" => o.host_gib == 0,
            "A-10" => self.ctx.needs.ingress_gb > 20.0 && o.network_gbps <= 0.0,
            "A-11" => self.entry.machines > 1 && o.rdma.or(p.rdma).is_none(),
            "A-12" => self.entry.machines > 1,
            "A-13" => plan.claim.tax.is_none(),
            "A-14" => !package && self.ask.increment_from > 0,
            "A-15" => tariff.stopped.from.is_some() && self.ctx.needs.disk_gb(1) > 0.0,
            "A-16" | "A-36" => package,
            "A-17" => p.sla <= 0.0 && plan.claim.sla.is_none(),
            "A-18" => plan.claim.response_h.is_none(),
            "A-19" => plan.claim.broken_free.is_none(),
            "A-20" => !package && self.time.sessions > 1.0,
            "A-21" => p.deletes_after_days.is_none(),
            "A-22" => tariff.snapshot.from.is_some(),
            "A-23" => tariff.egress.from.is_some() && self.ctx.needs.egress_gb > 0.0,
            "A-24" => p.monitoring.is_none(),
            "A-26" => p.images.is_none(),
            "A-27" => plan.env.driver.is_none(),
            "A-28" => plan.data.addresses > 0,
            "A-30" => plan.care.data_class != crate::plan::DataClass::Reproducible,
            "A-31" => plan.care.invoice,
            "A-32" => plan.habits.prepaid.is_some() || plan.claim.deposit.is_some(),
            "A-33" => package || self.time.wall > HOURS_MEAN_MONTH,
            "A-05" => true,
            _ => false,
        }
    }
}

/// A checklist as Markdown, with what is ticked.
/// `base` is the address of the page, to which the plan's link is added.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;
    use crate::engine;
    use crate::i18n::{Lang, is_chinese};
    use crate::share::decode;

    const LINKS: [&str; 4] = [
        "task=lora&m=qwen2.5-7b&g=rtx-4090-24g&n=1",
        "task=full&m=qwen2.5-14b&g=h100-sxm-80g&n=8&region=any",
        "task=serve&m=qwen2.5-7b&modes=monthly",
        "task=lora&m=qwen2.5-7b&domestic=1",
    ];

    fn with(link: &str, lang: Lang, look: impl Fn(&Wording<'_>, &Subject<'_>)) {
        let (plan, catalog) = (decode(link).0, Catalog::embedded());
        let report = engine::report(&plan, catalog, catalog.date);
        let words = Wording::new(lang, &plan, &report, catalog);
        let subject = Subject::new(&words, catalog.date).unwrap_or_else(|| panic!("{link}"));
        look(&words, &subject);
    }

    #[test]
    fn lists_are_filled_in_one_language_and_read_well() {
        for link in LINKS {
            for lang in Lang::ALL {
                with(link, lang, |words, subject| {
                    for kind in [Kind::Before, Kind::FirstDay, Kind::Keep] {
                        let list = subject.list(kind);
                        assert!(list.items.len() > 5, "{link} {kind:?}");
                        let first = list.items[0].id.clone();
                        let text = markdown(words, &list, "https://example.org/", |id| id == first);
                        assert!(text.contains(&format!("- [x] **{first}**")), "{text}");
                        assert_eq!(text.matches("- [").count(), list.items.len());
                        assert!(text.contains("https://example.org/") && !text.contains('{'), "{text}");
                        assert!(lang == Lang::Zh || !text.chars().any(is_chinese), "{text}");
                    }
                    let letter = subject.letter();
                    assert!(letter.lines().count() > 6, "{letter}");
                    assert!(lang == Lang::Zh || !letter.chars().any(is_chinese), "{letter}");
                    assert!(!subject.plan_b().contains('{'));
                });
            }
        }
    }

    #[test]
    fn the_first_day_names_what_this_card_should_show() {
        with(LINKS[0], Lang::En, |words, subject| {
            let text = markdown(words, &subject.list(Kind::FirstDay), "", |_| false);
            for value in [
                "24,564 MiB",
                "450 W",
                "at least 21 GB/s",
                "at least 806 GB/s",
                "generation 4 x16",
                "sm\\_89",
            ] {
                assert!(text.contains(value), "{value} in {text}");
            }
            // One card has no links, and no other machine.
            assert!(!text.contains("B-12") && !text.contains("B-25"));
        });
        with(LINKS[1], Lang::Zh, |_, subject| {
            let list = subject.list(Kind::FirstDay);
            let bus = list.items.iter().find(|i| i.id == "B-12").map(|i| format!("{} {}", i.text, i.command));
            let bus = bus.unwrap_or_default();
            assert!(bus.contains("414 GB/s") && bus.contains("-g 8"), "{bus}");
        });
        with(LINKS[3], Lang::Zh, |_, subject| {
            let list = subject.list(Kind::FirstDay);
            assert!(list.items.iter().all(|i| !i.command.contains("nvidia-smi")), "{list:?}");
        });
    }

    #[test]
    fn a_package_asks_for_its_refund_and_what_the_catalog_knows_is_not_asked() {
        with(LINKS[2], Lang::En, |_, subject| {
            assert!(subject.letter().contains("What comes back if I leave early"));
            assert_eq!(subject.letter().contains("vCPUs a card"), subject.offer.vcpus == 0);
        });
    }
}
