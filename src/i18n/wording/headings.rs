use super::Wording;
use crate::catalog::Mode;
use crate::engine::memory::Fit;
use crate::engine::report::{Entry, Severity};
use crate::i18n::{Lang, Named, number};
use crate::plan::Task;

/// A section: the question and its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// What a person would ask.
    pub question: &'static str,
    /// The answer in a few words; empty when there is none.
    pub answer: String,
}

/// One of the four figures under the verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// What it is.
    pub label: &'static str,
    /// The number, or a word.
    pub number: String,
    /// Its unit, set smaller; may be empty.
    pub unit: String,
    /// Range and remark.
    pub sub: String,
}

impl Wording<'_> {
    fn heading(&self, zh: &'static str, en: &'static str, answer: Option<String>) -> Heading {
        Heading { question: self.pick(zh, en), answer: self.tidy(answer.unwrap_or_default()) }
    }

    /// Sections after the answer: "放得下吗 **放得下，还剩 4.8 GiB**".
    pub fn fit_heading(&self) -> Heading {
        let sized = self.winner().filter(|e| e.need.likely > 0.0);
        let held = self.report.ranked.len();
        let small = self.report.too_small().map(|c| {
            self.pick("放不下，差 {}", "No, {} short").replace("{}", &number::gib(c.need.likely - c.room))
        });
        let answer = sized.map(|e| self.fit_answer(e)).or(small).or_else(|| {
            let template = self.pick("放得下的有 {} 条报价", "{} offers would hold it");
            let some = self.winner().is_none() && held > 0;
            some.then(|| template.replace("{}", &number::whole(held as u64)))
        });
        self.heading("放得下吗", "Does it fit?", answer)
    }

    fn fit_answer(&self, entry: &Entry) -> String {
        let (template, bytes) = match entry.fit {
            Fit::Fits if entry.count > 1 => (
                self.pick("放得下，每卡还剩 {}", "Yes, with {} to spare on each card"),
                entry.room - entry.need.likely,
            ),
            Fit::Fits => {
                (self.pick("放得下，还剩 {}", "Yes, with {} to spare"), entry.room - entry.need.likely)
            }
            Fit::Tight => (
                self.pick("预计放得下，但上限超出 {}", "Likely, but the top of the range is {} over"),
                entry.need.high - entry.room,
            ),
            Fit::No => (self.pick("放不下，差 {}", "No, {} short"), entry.need.likely - entry.room),
        };
        template.replace("{}", &number::gib(bytes.max(0.0)))
    }

    /// "租哪张卡、哪一家 **AutoDL 的 RTX 4090；前沿上还有 3 个**".
    pub fn offers_heading(&self) -> Heading {
        let answer = self.winner().map(|e| {
            let (provider, gpu) = (self.provider(e.provider), self.card(e));
            let at = self.report.verdict.winner;
            let more = self.report.pareto.iter().filter(|i| Some(**i) != at).count();
            let n = number::whole(more as u64);
            match (self.lang, more) {
                (Lang::Zh, 0) => format!("{provider} 的 {gpu}"),
                (Lang::Zh, _) => format!("{provider} 的 {gpu}；前沿上还有 {n} 个"),
                (Lang::En, 0) => format!("{provider}’s {gpu}"),
                (Lang::En, _) => format!("{provider}’s {gpu}; {n} more on the front"),
            }
        });
        self.heading("租哪张卡、哪一家", "Which card, from whom?", answer)
    }

    /// "按量、包月还是竞价 **按量；开机满 531 小时才轮到包月**".
    pub fn mode_heading(&self) -> Heading {
        let answer = self.winner().map(|e| {
            let mode = e.mode.name(self.lang);
            match self.break_even() {
                Some(even) if e.mode == Mode::OnDemand => {
                    let hours = self.hours(even);
                    match self.lang {
                        Lang::Zh => format!("{mode}；每月开机满 {hours} 才轮到包月"),
                        Lang::En => format!("{mode}; a package only pays after {hours} a month"),
                    }
                }
                Some(even) if e.mode == Mode::Monthly => {
                    let hours = self.hours(even);
                    match self.lang {
                        Lang::Zh => format!("{mode}；每月开机不到 {hours} 就换按量"),
                        Lang::En => format!("{mode}; under {hours} a month on-demand is cheaper"),
                    }
                }
                _ => mode.to_string(),
            }
        });
        self.heading("按量、包月还是竞价", "On-demand, package or spot?", answer)
    }

    /// "能不能更快 **能：A800 快 30 小时，多 ¥74**"; for services "快不快".
    pub fn time_heading(&self) -> Heading {
        if self.plan.task == Task::Serve {
            let answer = self.winner().and_then(|e| {
                let speed = self.user_speed(e)?.text();
                Some(self.pick("每人约 {}", "about {} each").replace("{}", &speed))
            });
            return self.heading("快不快", "How fast?", answer);
        }
        let answer = self.winner().map(|winner| {
            // Worth saying: a fifth faster, at most twice the money.
            let fastest = self
                .report
                .ranked
                .iter()
                .filter(|e| e.not_eligible.is_empty())
                .filter(|e| e.hours.likely < 0.8 * winner.hours.likely)
                .filter(|e| e.total.likely <= 2.0 * winner.total.likely)
                .min_by(|a, b| a.hours.likely.total_cmp(&b.hours.likely));
            match fastest {
                Some(e) => {
                    let (gpu, saved) =
                        (self.count_of(e.count, e.gpu), self.hours(winner.hours.likely - e.hours.likely));
                    let more = self.money((e.total.likely - winner.total.likely).max(0.0));
                    match self.lang {
                        Lang::Zh => format!("能：{gpu} 快 {saved}，多 {more}"),
                        Lang::En => format!("Yes: {gpu} saves {saved} for {more} more"),
                    }
                }
                None => self
                    .pick(
                        "没有又快不少、又不贵一倍的",
                        "Nothing is clearly faster for less than twice the money",
                    )
                    .into(),
            }
        });
        self.heading("能不能更快", "Could it be faster?", answer)
    }

    /// "钱花在哪 **¥160 里有 ¥23 不是训练费**".
    pub fn bill_heading(&self) -> Heading {
        let answer = self.winner().map(|e| {
            let (total, hidden) = (self.money(e.total.likely), self.money(e.hidden));
            let template = match self.plan.task {
                t if t.trains() => self.pick("{0} 里有 {1} 不是训练费", "{1} of the {0} is not training"),
                _ => self.pick("{0} 里有 {1} 不是算力费", "{1} of the {0} is not compute"),
            };
            template.replace("{0}", &total).replace("{1}", &hidden)
        });
        self.heading("钱花在哪", "Where does the money go?", answer)
    }

    /// "会出什么事 **有 3 件事要当心**".
    pub fn risk_heading(&self) -> Heading {
        let n = self.report.advice.iter().filter(|a| a.severity >= Severity::Careful).count();
        let answer = self.winner().map(|_| match (self.lang, n) {
            (Lang::Zh, 0) => "没有查到要特别当心的".to_string(),
            (Lang::Zh, n) => format!("有 {n} 件事要当心"),
            (Lang::En, 0) => "Nothing special found".to_string(),
            (Lang::En, 1) => "One thing to watch".to_string(),
            (Lang::En, n) => format!("{n} things to watch"),
        });
        self.heading("会出什么事", "What could go wrong?", answer)
    }

    /// "接下来做什么 **先花 2 元跑一小时，数字对得上再继续**".
    pub fn next_heading(&self) -> Heading {
        let answer = self.winner().map(|e| {
            if !matches!(e.mode, Mode::OnDemand | Mode::Spot) {
                return self
                    .pick("付整期之前，先按量试一天", "Try one day on-demand before paying for a term")
                    .to_string();
            }
            let hour = self.money(e.gpu_hour * f64::from(e.billed.max(e.count)));
            self.pick(
                "先花 {} 跑一小时，数字对得上再继续",
                "Spend {} on one hour; go on if the numbers agree",
            )
            .replace("{}", &hour)
        });
        self.heading("接下来做什么", "What next?", answer)
    }

    /// The four figures under the verdict; none when nothing fits.
    pub fn figures(&self) -> Vec<Figure> {
        let Some(e) = self.winner() else { return Vec::new() };
        let second = if self.plan.task == Task::Serve { self.speed_figure(e) } else { None }
            .unwrap_or_else(|| self.time_figure(e));
        // A bill for known cards sizes nothing.
        let memory = (e.need.likely > 0.0).then(|| self.memory_figure(e));
        let all = [Some(self.total_figure(e)), Some(second), memory, Some(self.sure_figure(e))];
        all.into_iter().flatten().map(|f| Figure { sub: self.tidy(f.sub), ..f }).collect()
    }

    fn total_figure(&self, e: &Entry) -> Figure {
        if self.plan.task == Task::Serve {
            let month = |x: f64| self.per_month(x);
            let on = self.hours(month(e.hours.likely));
            return Figure {
                label: self.pick("每月", "Per month"),
                number: self.money_cell(month(e.total.likely)),
                unit: String::new(),
                sub: format!(
                    "{} · {}",
                    self.money_range(e.total.times(self.per_month(1.0))),
                    self.pick("每月开机 {}", "{} powered on").replace("{}", &on)
                ),
            };
        }
        let hidden = self.money(e.hidden);
        let remark = if self.plan.task.trains() {
            self.pick("其中 {} 不是训练费", "{} of it is not training")
        } else {
            self.pick("其中 {} 不是算力费", "{} of it is not compute")
        };
        Figure {
            label: self.pick("总价", "Total"),
            number: self.money_cell(e.total.likely),
            unit: String::new(),
            sub: format!("{} · {}", self.money_range(e.total), remark.replace("{}", &hidden)),
        }
    }

    fn time_figure(&self, e: &Entry) -> Figure {
        let q = number::duration_parts(self.lang, e.hours.likely);
        let mut sub = number::duration_range(self.lang, e.hours);
        if let Some(days) = number::days_of(self.lang, e.wall.likely) {
            sub += " · ";
            sub += &self.pick("从头到尾 {}", "{} from start to end").replace("{}", &days);
        }
        Figure { label: self.pick("时间", "Time"), number: q.number, unit: q.unit.into(), sub }
    }

    fn speed_figure(&self, e: &Entry) -> Option<Figure> {
        let serve = e.serve?;
        let q = self.user_speed(e)?;
        let mut parts = Vec::new();
        if serve.tpot_s.low > 0.0 && serve.tpot_s.high > serve.tpot_s.low {
            let band = crate::units::Band::new(
                1.0 / serve.tpot_s.high,
                1.0 / serve.tpot_s.likely,
                1.0 / serve.tpot_s.low,
            );
            parts.push(number::plain_range(band));
        }
        let all = number::speed(self.lang, e.rate).text();
        parts.push(self.pick("合计 {}", "{} in all").replace("{}", &all));
        let first = number::seconds(self.lang, serve.ttft_s.likely);
        parts.push(self.pick("首字 {}", "first token after {}").replace("{}", &first));
        Some(Figure {
            label: self.pick("速度", "Speed"),
            number: q.number,
            unit: self.pick("token/秒·人", "tokens/s each").into(),
            sub: parts.join(" · "),
        })
    }

    fn memory_figure(&self, e: &Entry) -> Figure {
        let label = if e.count > 1 {
            self.pick("每卡显存", "VRAM per card")
        } else {
            self.pick("峰值显存", "Peak VRAM")
        };
        let share = if e.usable > 0.0 { e.need.likely / e.usable } else { 0.0 };
        Figure {
            label,
            number: number::gib_number(e.need.likely, 1),
            unit: format!("/ {}", number::gib(e.usable)),
            sub: format!(
                "{} · {}",
                number::gib_range(e.need),
                self.pick("预计占 {}", "{} expected").replace("{}", &number::percent(share))
            ),
        }
    }

    fn sure_figure(&self, e: &Entry) -> Figure {
        let width = number::percent(e.need.half_width());
        let trust = e.confidence.name(self.lang);
        let sub = match self.lang {
            _ if e.need.likely <= 0.0 => {
                self.pick("报价可信度{}", "price trust {}").replace("{}", &trust.to_ascii_lowercase())
            }
            Lang::Zh => format!("显存 ±{width} · 报价可信度{trust} · 九成在区间内"),
            Lang::En => {
                format!("memory ±{width} · price trust {} · nine in ten inside", trust.to_ascii_lowercase())
            }
        };
        Figure {
            label: self.pick("把握", "Confidence"),
            number: self.report.verdict.confidence.name(self.lang).into(),
            unit: String::new(),
            sub,
        }
    }
}
