use super::Wording;
use crate::engine::memory::Fit;
use crate::engine::report::{Change, Entry, Flip, Runner, Saving};
use crate::i18n::{Lang, Named, Rich, number};

/// A row of a list: what, how much, a remark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What it is.
    pub title: String,
    /// Its figures.
    pub figures: Rich,
    /// A remark; may be empty.
    pub note: String,
}

impl Wording<'_> {
    /// "AutoDL 按量，1 张 RTX 5090".
    pub fn entry_title(&self, e: &Entry) -> String {
        let (provider, mode) = (self.provider(e.provider), e.mode.name(self.lang));
        let cards = self.cards(e);
        match self.lang {
            Lang::Zh => format!("{provider}\u{a0}{mode}，{cards}"),
            Lang::En => format!("{provider} {}, {cards}", mode.to_ascii_lowercase()),
        }
    }

    /// A runner-up against the winner.
    pub fn runner(&self, runner: &Runner) -> Option<Row> {
        let e = self.report.ranked.get(runner.entry)?;
        let figures = self.fill("[{0}] · {1}", &[&self.money(e.total.likely), &self.hours(e.hours.likely)]);
        let mut notes = vec![runner.kind.name(self.lang).to_string()];
        if let Some(winner) = self.winner() {
            notes.extend(self.differences(e, winner));
        }
        notes.extend(e.not_eligible.iter().take(2).map(|r| r.name(self.lang).to_string()));
        Some(Row { title: self.entry_title(e), figures, note: self.tidy(notes.join(self.pick("；", "; "))) })
    }

    /// Money, time and memory against another entry, where they differ.
    pub fn differences(&self, e: &Entry, other: &Entry) -> Vec<String> {
        let mut out = Vec::new();
        if other.total.likely > 0.0 {
            let share = e.total.likely / other.total.likely - 1.0;
            if share >= 1.0 {
                let times = number::significant(share + 1.0, 2);
                out.push(self.pick("是 {} 倍的价钱", "{} times the cost").replace("{}", &times));
            }
            let template = if share >= 1.0 {
                ""
            } else if share < -0.005 {
                self.pick("省 {}", "{} cheaper")
            } else if share > 0.005 {
                self.pick("贵 {}", "{} dearer")
            } else {
                self.pick("价钱一样", "same cost")
            };
            if !template.is_empty() {
                out.push(template.replace("{}", &number::percent(share.abs())));
            }
        }
        let hours = e.hours.likely - other.hours.likely;
        if hours.abs() > 0.02 * other.hours.likely {
            let template =
                if hours < 0.0 { self.pick("快 {}", "{} faster") } else { self.pick("慢 {}", "{} slower") };
            out.push(template.replace("{}", &self.hours(hours.abs())));
        }
        let (mine, theirs) = (self.catalog.gpu(e.gpu).memory_gb, self.catalog.gpu(other.gpu).memory_gb);
        if mine != theirs && e.gpu != other.gpu {
            let template = if mine > theirs {
                self.pick("每卡显存多 {}", "{} more memory per card")
            } else {
                self.pick("每卡显存少 {}", "{} less memory per card")
            };
            out.push(template.replace("{}", &number::gb(f64::from(mine.abs_diff(theirs)))));
        }
        out
    }

    /// A change of the plan as people say it.
    pub fn change(&self, change: Change) -> String {
        let n = |x: u32| number::whole(u64::from(x));
        let (zh, en, value) = match change {
            Change::AllowSpot => ("能接受中断", "Interruptions are fine", String::new()),
            Change::DeadlineHours(h) => {
                let time = number::days_of(self.lang, h).unwrap_or_else(|| self.hours(h));
                ("要在 {} 内做完", "Must finish within {}", time)
            }
            Change::Sequence(x) => ("序列改成 {}", "Sequence {}", n(x)),
            Change::PoweredHoursAbove(h) => {
                ("每月开机超过 {}", "More than {} powered on a month", self.hours(h))
            }
            Change::PriceUpShare(x) => ("这个单价涨 {} 以上", "This rate rises by {}", number::percent(x)),
            Change::AnyRegion => ("不限地区", "Any region", String::new()),
            Change::Users(x) => ("一次要 {} 人", "{} users at once", n(x)),
            Change::QuantNf4 => ("权重改成 NF4（QLoRA）", "Weights in NF4 (QLoRA)", String::new()),
            Change::QuantAwq => ("权重用 AWQ 4 位", "Weights in AWQ 4-bit", String::new()),
            Change::LoraRank(x) => ("LoRA 秩改成 {}", "LoRA rank {}", n(x)),
            Change::Optimizer8bit => ("优化器用 8 位", "8-bit optimizer", String::new()),
            Change::PureSixteen => ("训练状态全用 16 位", "All training states in 16-bit", String::new()),
            Change::FullCheckpointing => ("每层都重算激活值", "Recompute every layer", String::new()),
            Change::NoCheckpointing => ("不重算激活值", "No recompute", String::new()),
            Change::FusedLoss => ("损失用融合内核（Liger）", "Fused loss (Liger)", String::new()),
            Change::EagerLoss => ("损失不分块", "Loss in one piece", String::new()),
            Change::MicroBatch(x) => ("微批改成 {}", "Micro-batch {}", n(x)),
            Change::MoreCards(x) => ("用 {} 张卡", "Use {} cards", n(x)),
            Change::ZeroThree => ("用 ZeRO-3 分片", "Shard with ZeRO-3", String::new()),
            Change::OffloadOptimizer => ("优化器放主机内存", "Optimizer in host memory", String::new()),
            Change::KvFp8 => ("KV 缓存用 FP8", "KV cache in FP8", String::new()),
            Change::KvQ8 => ("KV 缓存用 Q8_0", "KV cache in Q8_0", String::new()),
            Change::QuantQ4 => ("权重用 Q4_K_M", "Weights in Q4_K_M", String::new()),
            Change::Adapters => ("改成 LoRA 微调", "LoRA instead of all weights", String::new()),
            Change::LoraAttention => ("LoRA 只加在注意力上", "LoRA on attention only", String::new()),
            Change::Unsloth => ("用 Unsloth 训练", "Train with Unsloth", String::new()),
            Change::Tp(x) => ("张量并行 {}", "Tensor parallel {}", n(x)),
        };
        self.tidy(self.pick(zh, en).replace("{}", &value))
    }

    /// What would change the answer: "能接受中断 → 共绩算力 竞价 ¥103".
    pub fn flip(&self, flip: &Flip) -> Row {
        let (provider, mode) = (self.provider(flip.provider), flip.mode.name(self.lang));
        let cards = self.count_of(flip.count, flip.gpu);
        let total = self.money(flip.total);
        let figures = match self.lang {
            Lang::Zh => self.fill("→ {0}\u{a0}{1}，{2} [{3}]", &[provider, mode, &cards, &total]),
            Lang::En => {
                self.fill("→ {0} {1}, {2} [{3}]", &[provider, &mode.to_ascii_lowercase(), &cards, &total])
            }
        };
        Row { title: self.change(flip.change), figures, note: String::new() }
    }

    /// A single change and what it saves or costs in memory.
    pub fn saving(&self, saving: &Saving) -> Row {
        let mut notes = Vec::new();
        match saving.fit {
            Fit::No => notes.push(self.pick("放不下", "does not fit").to_string()),
            Fit::Tight => notes.push(self.pick("可能放不下", "may not fit").to_string()),
            Fit::Fits if saving.bytes < 0.0 => notes.push(self.pick("仍放得下", "still fits").to_string()),
            Fit::Fits => {}
        }
        if saving.time.abs() >= 0.01 {
            let template = if saving.time > 0.0 {
                self.pick("约慢 {}", "about {} slower")
            } else {
                self.pick("约快 {}", "about {} faster")
            };
            notes.push(template.replace("{}", &number::percent(saving.time.abs())));
        }
        Row {
            title: self.change(saving.change),
            figures: self.fill("[{0}]", &[&number::gib_signed(-saving.bytes)]),
            note: notes.join(self.pick("；", "; ")),
        }
    }

    /// The price as its seller quotes it: "1.98 元/时", "15.84 元/时（整机 8 卡）".
    pub fn quoted(&self, e: &Entry) -> String {
        let Some(offer) = self.catalog.offer(e.offer) else { return String::new() };
        let per = if offer.per_month() { number::Per::Month } else { number::Per::Hour };
        let mut text = number::rate(self.lang, e.quoted.to_f64(), e.quoted.currency, per);
        if offer.per_instance() && offer.shape > 1 {
            let n = number::whole(u64::from(offer.shape));
            text += &self.pick("（整机 {} 卡）", " for {} cards").replace("{}", &n);
        }
        text
    }

    /// Why an entry cannot win, as a list; empty when it can.
    pub fn not_eligible(&self, e: &Entry) -> String {
        let reasons: Vec<String> = e.not_eligible.iter().map(|r| r.name(self.lang).to_string()).collect();
        reasons.join(self.pick("；", "; "))
    }
}
