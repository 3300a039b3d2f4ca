use super::Wording;
use crate::catalog::{Catalog, Mode};
use crate::engine::memory::Fit;
use crate::engine::report::{Closest, Entry, Ineligible, VerdictKind};
use crate::engine::search::eligible::{condition, eligible, ruled_out};
use crate::i18n::input::indivisible;
use crate::i18n::{Named, Rich, number};
use crate::plan::{Task, Warning};
use crate::units::{Band, Currency, Order};

impl Wording<'_> {
    /// The answer in one sentence.
    pub fn verdict(&self) -> Rich {
        let Some(winner) = self.winner() else { return self.nothing() };
        let cards = self.cards(winner);
        let seller = self.seller(winner.provider, winner.mode);
        let cost = self.money_with_dollars(winner.total.likely);
        if self.report.verdict.kind == VerdictKind::Buy {
            let month = self.report.verdict.own_per_month.unwrap_or(0.0);
            let template = self.pick(
                "[买 {0}] 比租划算：摊下来每月大约 <{1}>，租最便宜也要 {2}。",
                "[Buy {0}]: about <{1}> a month all in, against {2} for the cheapest rent.",
            );
            let rent = self.per_month(winner.total.likely);
            return self.fill(template, &[&cards, &self.money_with_dollars(month), &self.money(rent)]);
        }
        let time = self.hours(winner.hours.likely);
        match self.plan.task {
            Task::Serve => self.serving(winner, &cards, &seller),
            Task::KnownCards => self.fill(
                self.pick(
                    "租 [{0}]，用 [{1}]，开机 [{3}]，大约 <{2}>。",
                    "Rent [{0}] from [{1}]: about <{2}> for [{3}] powered on.",
                ),
                &[&cards, &seller, &cost, &time],
            ),
            _ => self.fill(
                self.pick(
                    "租 [{0}]，用 [{1}]，大约 <{2}>，开机 [{3}] 做完。",
                    "Rent [{0}] from [{1}]: about <{2}> and [{3}] powered on.",
                ),
                &[&cards, &seller, &cost, &time],
            ),
        }
    }

    fn serving(&self, winner: &Entry, cards: &str, seller: &str) -> Rich {
        let cost = self.money_with_dollars(self.per_month(winner.total.likely));
        let users = number::whole(u64::from(self.plan.amount.users));
        let speed = self.user_speed(winner).map(|q| q.text());
        match speed {
            Some(speed) if self.plan.amount.rps.is_none() => self.fill(
                self.pick(
                    "租 [{0}]，用 [{1}]，每月大约 <{2}>，{3} 人同时用，每人约 [{4}]。",
                    "Rent [{0}] from [{1}]: about <{2}> a month; with {3} users at once, about [{4}] each.",
                ),
                &[cards, seller, &cost, &users, &speed],
            ),
            _ => self.fill(
                self.pick(
                    "租 [{0}]，用 [{1}]，每月大约 <{2}>。",
                    "Rent [{0}] from [{1}]: about <{2}> a month.",
                ),
                &[cards, seller, &cost],
            ),
        }
    }

    /// Tokens per second of one user, from the time per token.
    pub fn user_speed(&self, entry: &Entry) -> Option<number::Quantity> {
        let tpot = entry.serve?.tpot_s;
        if tpot.likely <= 0.0 {
            return None;
        }
        let inverse = |s: f64| if s > 0.0 { 1.0 / s } else { 0.0 };
        let band = Band::new(inverse(tpot.high), inverse(tpot.likely), inverse(tpot.low));
        Some(number::Quantity { number: number::estimate(band), unit: self.pick("token/秒", "tokens/s") })
    }

    /// A sum over the horizon of a service as a sum per 30 days.
    pub fn per_month(&self, total: f64) -> f64 {
        let days = self.plan.amount.days;
        if days > 0.0 { total * 30.0 / days } else { total }
    }

    /// A sum; in English a sum in yuan is followed by its equal in dollars.
    fn money_with_dollars(&self, x: f64) -> String {
        number::money_both(self.lang, self.amount(x), self.show, self.report.usd_cny)
    }

    fn nothing(&self) -> Rich {
        if let Some(gpu) = self.report.cannot_run(self.plan, self.catalog) {
            let program = self
                .plan
                .run
                .software
                .unwrap_or_else(|| crate::engine::software::usual(self.plan.task))
                .name(self.lang);
            return self.fill(
                self.pick(
                    "[{0} 跑不了 {1}]。换程序，或换卡。",
                    "[{0} cannot run {1}]. Use another program or another card.",
                ),
                &[self.gpu(gpu), program],
            );
        }
        let odd = self.report.warnings.iter().find_map(|w| match w {
            Warning::Indivisible { what, whole, by, .. } => Some(indivisible(self.lang, *what, *whole, *by)),
            _ => None,
        });
        if let Some(odd) = odd {
            return self.fill(self.pick("[这样切不开]。{0}", "[It cannot be spread so]. {0}"), &[&odd]);
        }
        if self.report.spreads_nowhere() {
            return Rich::of(self.pick(
                "没有机器摆得开你定的并行度，改成自动再试。",
                "No machine takes the parallel degrees of the plan. Set them to automatic.",
            ));
        }
        let closest = self.report.verdict.closest.as_ref();
        if let Some(closest) = self.report.too_small() {
            return self.too_small(closest);
        }
        match closest.filter(|c| c.need.likely <= c.room) {
            _ if self.report.ranked.iter().any(|e| !ruled_out(&e.not_eligible)) => self.none_eligible(),
            Some(closest) => self.fill(
                self.pick(
                    "放得下的卡没有报价能用：{0} 放得下，每张要 {1}。放宽地区、卡或服务商再试。",
                    "The cards that would hold it have no usable offer: {0} would, needing {1} each. Try with fewer limits on region, card or provider.",
                ),
                &[&self.count_of(closest.count, closest.gpu), &number::gib(closest.need.likely)],
            ),
            None if !self.report.ranked.is_empty() => self.none_eligible(),
            None => Rich::of(self.pick(
                "没有一条报价能用。放宽地区、卡或服务商再试。",
                "No offer can be used. Try with fewer limits on region, card or provider.",
            )),
        }
    }

    /// By how much the cards are too small: those that the plan names, or those that come closest.
    fn too_small(&self, closest: &Closest) -> Rich {
        let need = number::gib(closest.need.likely);
        let cap = self.room(closest.room, closest.usable);
        let gap = number::gib(closest.need.likely - closest.room);
        let cards = match closest.count {
            0 | 1 => self.gpu(closest.gpu).to_owned(),
            n => self.count_of(n, closest.gpu),
        };
        let template = if !self.plan.limits.gpus.is_empty() || !self.report.ranked.is_empty() {
            self.pick(
                "[{3} 放不下]：每卡要 [{0}]，只有 {1}，[差 {2}]。",
                "[It does not fit on {3}]: [{0}] of {1} per card, [{2} short].",
            )
        } else if closest.count <= 1 {
            self.pick(
                "没有一张卡放得下：要 [{0}]，最接近的 {3} 只有 {1}，[差 {2}]。",
                "No card is large enough: [{0}] needed, {1} on the closest, {3}: [{2} short].",
            )
        } else {
            self.pick(
                "没有一种租法放得下：最接近的是 {3}，每张要 [{0}]，只有 {1}，[差 {2}]。",
                "Nothing is large enough: {3} come closest, needing [{0}] each where {1} is usable: [{2} short].",
            )
        };
        self.fill(template, &[&need, &cap, &gap, &cards])
    }

    /// Offers hold it, but none may win: how many, and what stands in the way most often.
    fn none_eligible(&self) -> Rich {
        let mut counts: Vec<(Ineligible, usize)> = Vec::new();
        for reason in self.report.ranked.iter().flat_map(|e| &e.not_eligible) {
            match counts.iter_mut().find(|(r, _)| r == reason) {
                Some((_, n)) => *n += 1,
                None => counts.push((*reason, 1)),
            }
        }
        let n = number::whole(self.report.ranked.len() as u64);
        self.fill(
            self.pick(
                "[没有一条报价满足你的条件]。放得下的有 {0} 条，挡住它们的是：{1}。",
                "[No offer meets your conditions]. {0} would hold it; what stands in the way: {1}.",
            ),
            &[&n, &self.commonest(counts)],
        )
    }

    /// Reasons with their counts, the commonest three.
    fn commonest(&self, mut counts: Vec<(Ineligible, usize)>) -> String {
        counts.order_by_key(|(reason, n)| (std::cmp::Reverse(*n), *reason));
        let items: Vec<String> = counts
            .iter()
            .take(3)
            .map(|(reason, n)| {
                let (name, n) = (reason.name(self.lang), number::whole(*n as u64));
                match self.lang {
                    crate::i18n::Lang::Zh => format!("{name}（{n} 条）"),
                    crate::i18n::Lang::En => format!("{name} ({n})"),
                }
            })
            .collect();
        self.list(&items)
    }

    /// The reasons under the verdict, most important first, each a sentence of its own.
    pub fn reasons(&self) -> Vec<Rich> {
        let mut out = Vec::new();
        let Some(winner) = self.winner() else { return out };
        if !self.report.verdict.dropped.is_empty() {
            let names: Vec<String> =
                self.report.verdict.dropped.iter().map(|c| c.name(self.lang).to_string()).collect();
            out.push(self.fill(
                self.pick(
                    "[没有报价满足所有条件]，所以放宽了：{0}。",
                    "[No offer meets every condition], so these were dropped: {0}.",
                ),
                &[&self.list(&names)],
            ));
        }
        if winner.need.likely > 0.0 {
            out.push(self.fit_reason(winner));
        }
        out.extend(self.package_reason(winner));
        out.push(self.choice_reason(winner));
        out.extend(self.cheaper_reason(winner));
        out.extend(self.stale(winner));
        out
    }

    /// The reasons in at most two paragraphs: what holds the answer up, then what it was chosen among.
    pub fn why(&self) -> Vec<Rich> {
        let gap = self.pick("", " ");
        let mut paragraphs = [Rich::default(), Rich::default()];
        for reason in self.reasons() {
            // Sentences that begin with a strong word are the first paragraph.
            let second = reason.0.first().is_none_or(|s| s.weight == crate::i18n::Weight::Plain);
            let paragraph = &mut paragraphs[usize::from(second)];
            if !paragraph.is_empty() && !gap.is_empty() {
                *paragraph = std::mem::take(paragraph).then(Rich::of(gap));
            }
            *paragraph = std::mem::take(paragraph).then(reason);
        }
        paragraphs.into_iter().filter(|p| !p.is_empty()).collect()
    }

    /// What a job may take of a card; where a server allocates a share, of what it is one.
    fn room(&self, room: f64, usable: f64) -> String {
        if room >= usable {
            return number::gib(usable);
        }
        let template = self.pick("{0}（{1} 的 {2}）", "{0} ({2} of {1})");
        let share = number::percent(room / usable.max(1.0));
        self.fill(template, &[&number::gib(room), &number::gib(usable), &share]).plain()
    }

    fn fit_reason(&self, entry: &Entry) -> Rich {
        let (need, high, usable) = (
            number::gib(entry.need.likely),
            number::gib(entry.need.high),
            self.room(entry.room, entry.usable),
        );
        let many = entry.count > 1;
        match entry.fit {
            Fit::Fits if many => self.fill(
                self.pick(
                    "[放得下]：每卡峰值 {0}，区间上限 {1} 也低于 {2}。",
                    "[It fits]: the peak is {0} per card, and even the top of the range, {1}, stays under {2}.",
                ),
                &[&need, &high, &usable],
            ),
            Fit::Fits => self.fill(
                self.pick(
                    "[放得下]：峰值 {0}，区间上限 {1} 也低于 {2}。",
                    "[It fits]: the peak is {0}, and even the top of the range, {1}, stays under {2}.",
                ),
                &[&need, &high, &usable],
            ),
            Fit::Tight => self.tight(entry),
            Fit::No => self.fill(
                self.pick("[放不下]：要 {0}，只有 {1}。", "[It does not fit]: {0} needed, {1} usable."),
                &[&need, &usable],
            ),
        }
    }

    /// "预计放得下，但上限超出 …。… 就稳了。"
    pub fn tight(&self, entry: &Entry) -> Rich {
        let gap = number::gib(entry.need.high - entry.room);
        match self.report.savings.iter().find(|s| s.fit == Fit::Fits && s.bytes > 0.0) {
            Some(saving) => self.fill(
                self.pick(
                    "[预计放得下，但上限超出 {0}]。{1}，就稳了。",
                    "[Expected to fit, but the top of the range is {0} over]. This makes it safe: {1}.",
                ),
                &[&gap, &self.change(saving.change)],
            ),
            None => self.fill(
                self.pick(
                    "[预计放得下，但上限超出 {0}]。",
                    "[Expected to fit, but the top of the range is {0} over].",
                ),
                &[&gap],
            ),
        }
    }

    /// Powered-on hours a month from which the package of the same card and seller pays.
    pub fn break_even(&self) -> Option<f64> {
        let winner = self.winner()?;
        let pair = |mode: Mode| {
            self.report.ranked.iter().find(|e| {
                e.mode == mode
                    && e.gpu == winner.gpu
                    && e.provider == winner.provider
                    && e.count == winner.count
            })
        };
        let (hourly, monthly) = (pair(Mode::OnDemand)?, pair(Mode::Monthly)?);
        let month = month_price(self.catalog, monthly, self.report.currency)?;
        (hourly.gpu_hour > 0.0).then(|| month / hourly.gpu_hour)
    }

    fn package_reason(&self, winner: &Entry) -> Option<Rich> {
        let even = self.break_even()?;
        let months = (winner.wall.likely / 720.0).max(1.0);
        let hours = winner.hours.likely / months;
        let values = [&*self.hours(hours), &*self.hours(even)];
        let template = match winner.mode {
            Mode::OnDemand if hours < 0.7 * even => self.pick(
                "[不必包月]：{0} 离盈亏点 {1} 还远。",
                "[No package]: {0} is far below the {1} at which one starts to pay.",
            ),
            Mode::OnDemand if hours < even => self.pick(
                "[先不包月]：{0} 还没到盈亏点 {1}。",
                "[No package yet]: {0} is still below the {1} at which one starts to pay.",
            ),
            Mode::Monthly => self.pick(
                "[包月划算]：每月开机 {0}，过了盈亏点 {1}。",
                "[The package pays]: {0} a month is past the break-even of {1}.",
            ),
            _ => return None,
        };
        Some(self.fill(template, &values))
    }

    fn choice_reason(&self, winner: &Entry) -> Rich {
        let dropped = &self.report.verdict.dropped;
        let able = self.report.ranked.iter().filter(|e| eligible(&e.not_eligible, dropped));
        let n = able.clone().count();
        let cheapest = able.map(|e| e.total.likely).fold(f64::INFINITY, f64::min);
        let count = number::whole(n as u64);
        let template = if n <= 1 && dropped.is_empty() {
            self.pick("只有这一条报价满足你的条件。", "It is the only offer that meets your conditions.")
        } else if n <= 1 {
            self.pick("放宽之后只剩这一条。", "It is the only offer left after that.")
        } else if !dropped.is_empty() {
            self.pick(
                "放宽之后的 {0} 条报价里它最划算。",
                "Of the {0} offers left after that it is the best.",
            )
        } else if winner.total.likely <= cheapest * 1.000_001 {
            self.pick(
                "在满足你条件的 {0} 条报价里它最便宜。",
                "Of the {0} offers that meet your conditions it is the cheapest.",
            )
        } else {
            self.pick(
                "在满足你条件的 {0} 条报价里，算上预期损失和可信度，它最划算。",
                "Of the {0} offers that meet your conditions it is the best once expected loss and trust are counted.",
            )
        };
        self.fill(template, &[&count])
    }

    /// How many cheaper offers there are and the commonest reasons why they cannot win.
    fn cheaper_reason(&self, winner: &Entry) -> Option<Rich> {
        let dropped = &self.report.verdict.dropped;
        let stands = |r: &&Ineligible| !condition(**r).is_some_and(|c| dropped.contains(&c));
        let cheaper: Vec<&Entry> = self
            .report
            .ranked
            .iter()
            .filter(|e| !eligible(&e.not_eligible, dropped) && e.total.likely < winner.total.likely)
            .collect();
        if cheaper.is_empty() {
            return None;
        }
        let mut counts: Vec<(Ineligible, usize)> = Vec::new();
        for reason in cheaper.iter().filter_map(|e| e.not_eligible.iter().find(stands)) {
            match counts.iter_mut().find(|(r, _)| r == reason) {
                Some((_, n)) => *n += 1,
                None => counts.push((*reason, 1)),
            }
        }
        let n = number::whole(cheaper.len() as u64);
        let template = if cheaper.len() == 1 {
            self.pick("有 {0} 条更便宜，但不能当首选：{1}。", "One offer is cheaper but cannot win: {1}.")
        } else {
            self.pick("有 {0} 条更便宜，但不能当首选：{1}。", "{0} offers are cheaper but cannot win: {1}.")
        };
        Some(self.fill(template, &[&n, &self.commonest(counts)]))
    }

    /// The recommended price is older than 90 days.
    pub fn stale(&self, entry: &Entry) -> Option<Rich> {
        let days = entry.as_of.age(self.report.today);
        (days > 90).then(|| {
            self.fill(
                self.pick(
                    "推荐用的报价是 {0} 天前的（{1}），下单前到控制台看一眼。",
                    "The recommended price is {0} days old ({1}). Look at the console before you order.",
                ),
                &[&number::whole(days as u64), &number::as_of(self.lang, entry.as_of)],
            )
        })
    }
}

/// A package's price per card and month in `currency`.
fn month_price(catalog: &Catalog, entry: &Entry, currency: Currency) -> Option<f64> {
    let offer = catalog.offer(entry.offer)?;
    if !offer.per_month() {
        return None;
    }
    let cards = if offer.per_instance() { f64::from(offer.shape.max(1)) } else { 1.0 };
    Some(entry.quoted.to_f64() * catalog.rates.factor(entry.quoted.currency, currency)? / cards)
}
