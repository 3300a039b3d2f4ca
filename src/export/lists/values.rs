//! The values that items of the checklists name.

use super::Subject;
use crate::catalog::Vendor;
use crate::engine::advice::{Reading, Second};
use crate::engine::cost::Side;
use crate::engine::cost::spot::young;
use crate::engine::report::Entry;
use crate::engine::risk::{GPU_HOURS_PER_FAULT, fault_multiplier};
use crate::i18n::lists as text;
use crate::i18n::number;
use crate::units::{AsOf, Band, Date, GIB, MIB};

/// Share of the power limit below which a loaded card waits for something (an assumption of advice.md §12).
const STARVED: f64 = 0.6;

impl<'a> Subject<'a> {
    /// What this card should show at least.
    fn least(&self, reading: Reading) -> Option<f64> {
        Some(reading.expected(&self.gpu, self.per_machine())?.0)
    }

    pub(super) fn value(&self, name: &str) -> Option<String> {
        let (lang, words, e) = (self.words.lang, self.words, self.entry);
        let (plan, needs, catalog) = (words.plan, &self.ctx.needs, words.catalog);
        let known = |x: f64, text: String| (x > 0.0).then_some(text);
        let with = |x: f64, unit: &'static str| format!("{} {unit}", number::significant(x, 3));
        let hour = e.hour();
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
                match all > 0.0 {
                    true => text::say(lang, text::VCPUS, &[&number::fixed(all, 0)]).plain(),
                    false => text::of(lang, text::VCPUS_UNKNOWN).to_owned(),
                }
            }
            "allmem" => number::gib(f64::from(self.gpu.memory_gb) * GIB * f64::from(self.units.per_instance)),
            "ckpt" => number::gb(needs.result_gb),
            "two" => number::gb(2.0 * needs.result_gb),
            "home" => number::gb(needs.home_gb),
            "mbps" => format!("{} Mbit/s", number::significant(plan.data.bandwidth_mbps, 3)),
            "pace" => self.pace(),
            "hour" => number::rate(lang, words.amount(hour), words.show, number::Per::Hour),
            "interval" => hours(self.interval()),
            "build" => {
                let capability = self.gpu.compute_capability;
                catalog.build_for(capability, None).map(|b| b.name())?
            }
            "second" => self.second()?,
            "standby" => self.standby(),
            "setup_h" => hours(self.ask.setup_h[1]),
            "move_cost" => {
                let egress = &self.ctx.tariff(&self.ask).egress;
                let gb = needs.disk_gb(self.units.instances);
                return (!egress.unknown()).then(|| words.money(egress.cost(gb, Side::Likely)));
            }
            "heat" => self.heat(),
            "hot" => {
                let [watch, act] = self.temperatures("memory")?.map(|t| t.to_string());
                text::say(lang, text::HOT, &[&watch, &act]).plain()
            }
            "starved" => return self.starved(),
            "alerts" => self.alerts(),
            "ckpt_watch" => hours(1.5 * self.interval()),
            "ckpt_act" => hours(2.0 * self.interval()),
            "week" => words.money(7.0 * self.day()),
            "three" => words.money(3.0 * self.day()),
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
            "others" => self.others().unwrap_or_else(|| text::of(lang, text::OTHERS_NONE).to_owned()),
            "price" => words.quoted(e),
            "end" => date(self.time.wall + needs.keep_h),
            _ => return None,
        })
    }

    /// Hours between checkpoints: the plan's, else the winner's, else the best for its kind of seller.
    fn interval(&self) -> f64 {
        let needs = &self.ctx.needs;
        let [_, likely, _] = fault_multiplier(self.provider.kind);
        let between = GPU_HOURS_PER_FAULT / (f64::from(self.entry.count) * likely).max(1.0);
        let set = needs.interval_h.or((self.time.interval > 0.0).then_some(self.time.interval));
        set.unwrap_or_else(|| young(needs.write_h, between))
    }

    /// What a day costs while it runs.
    fn day(&self) -> f64 {
        24.0 * self.entry.hour()
    }

    /// Temperatures that were read of the card, or of its memory.
    pub(super) fn temperatures<const N: usize>(&self, of: &str) -> Option<[u32; N]> {
        self.words.catalog.heat(&self.words.catalog.gpu(self.entry.gpu).id, of)
    }

    /// When the card is too warm; where nobody has read that, where to read it.
    fn heat(&self) -> String {
        let lang = self.words.lang;
        match self.temperatures("core") {
            Some([most, slows, stops]) => {
                let values = [most - 5, most, slows, stops].map(|t| t.to_string());
                text::say(lang, text::HEAT_KNOWN, &values.each_ref().map(String::as_str)).plain()
            }
            None => text::of(lang, text::HEAT_READ).to_owned(),
        }
    }

    /// The draw below which a loaded card waits for something.
    fn starved(&self) -> Option<String> {
        let w = STARVED * f64::from(self.gpu.tdp_w);
        (w > 0.0).then(|| format!("{} W", number::significant(w, 3)))
    }

    /// At which temperature and power to be called; thresholds were read of NVIDIA's cards only.
    fn alerts(&self) -> String {
        let lang = self.words.lang;
        match self.starved().filter(|_| self.gpu.vendor == Vendor::Nvidia) {
            Some(w) => text::say(lang, text::ALERTS, &[&self.heat(), &w]).plain(),
            None => text::of(lang, text::ALERTS_NONE).to_owned(),
        }
    }

    /// What a cold standby costs and when it pays.
    fn standby(&self) -> String {
        let (lang, words) = (self.words.lang, self.words);
        let place = Second {
            plan: words.plan,
            catalog: words.catalog,
            entries: &words.report.ranked,
            entry: self.entry,
            ctx: &self.ctx,
            ask: &self.ask,
        };
        match place.standby().filter(|(_, s)| s.worth_above.is_finite()) {
            Some((other, s)) => {
                let above = number::rate(lang, words.amount(s.worth_above), words.show, number::Per::Hour);
                let values = [words.provider(other), &words.money(s.cost), &above];
                text::say(lang, text::STANDBY, &values).plain()
            }
            None => text::of(lang, text::STANDBY_UNKNOWN).to_owned(),
        }
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
}
