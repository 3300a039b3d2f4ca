use super::Wording;
use crate::i18n::{Lang, Named, number};
use crate::plan::{ModelRef, Task, usual};

impl Wording<'_> {
    /// The model's name: "Qwen2.5-7B-Instruct", "7 B 参数的模型".
    pub fn model(&self) -> String {
        match &self.plan.model {
            // As the engine does: an id nobody knows is answered with the usual model.
            ModelRef::Id(id) => {
                let ix = self.catalog.model_ix(id).or_else(|| self.catalog.find_model(id));
                let ix = ix.or_else(|| match &usual().model {
                    ModelRef::Id(id) => self.catalog.model_ix(id),
                    _ => None,
                });
                ix.map_or_else(|| id.clone(), |ix| self.catalog.model(ix).name().to_string())
            }
            ModelRef::Params(billions) => {
                let size = number::params(self.lang, billions * 1e9);
                self.pick("{} 参数的模型", "a {} model").replace("{}", &size)
            }
            ModelRef::Imported(arch) => {
                let size = number::params(self.lang, arch.params_total as f64);
                self.pick("导入的模型（{}）", "an imported model ({})").replace("{}", &size)
            }
        }
    }

    /// "LoRA 微调 Qwen2.5-7B".
    pub fn job_title(&self) -> String {
        if self.plan.task == Task::KnownCards {
            let limits = &self.plan.limits;
            let ids = limits.gpus.iter().filter_map(|id| self.catalog.gpu_ix(id));
            let cards: Vec<String> = match limits.count {
                Some(n) => ids.map(|ix| self.count_of(n, ix)).collect(),
                None => ids.map(|ix| self.gpu(ix).to_string()).collect(),
            };
            // A long list of cards says no more than the task.
            return if cards.is_empty() || cards.len() > 3 {
                self.plan.task.name(self.lang).to_string()
            } else {
                cards.join(self.pick(" 或 ", " or "))
            };
        }
        let model = self.model();
        let template = match self.plan.task {
            Task::Serve => self.pick("推理 {}", "Serve {}"),
            Task::Lora => self.pick("LoRA 微调 {}", "LoRA fine-tune {}"),
            Task::Qlora => self.pick("QLoRA 微调 {}", "QLoRA fine-tune {}"),
            Task::Full => self.pick("全参微调 {}", "Fully fine-tune {}"),
            Task::Pretrain => self.pick("预训练 {}", "Pre-train {}"),
            Task::Dpo => self.pick("DPO 对齐 {}", "DPO-tune {}"),
            Task::Grpo => self.pick("GRPO 强化 {}", "GRPO-train {}"),
            Task::ImageInfer => self.pick("用 {} 出图", "Generate with {}"),
            Task::ImageLora => self.pick("图像 LoRA {}", "Image LoRA on {}"),
            Task::ImageTrain => self.pick("训练 {}", "Train {}"),
            Task::Embed => self.pick("用 {} 做向量", "Embed with {}"),
            Task::KnownCards => "{}",
        };
        self.tidy(template.replace("{}", &model))
    }

    /// What an automatic field became, by its key.
    pub fn chosen(&self, key: &str) -> Option<&str> {
        self.report.chosen.values.iter().find(|(k, _)| *k == key).map(|(_, v)| v.as_str())
    }

    /// How much work, in short parts: tokens and passes, lengths, users.
    fn amount_parts(&self) -> Vec<String> {
        let (lang, amount, run) = (self.lang, &self.plan.amount, &self.plan.run);
        let epochs = match lang {
            Lang::Zh => format!("{} 轮", number::significant(amount.epochs, 3)),
            Lang::En if amount.epochs == 1.0 => "1 epoch".to_string(),
            Lang::En => format!("{} epochs", number::significant(amount.epochs, 3)),
        };
        let length = run
            .seq
            .map(|n| number::whole(u64::from(n)))
            .or_else(|| self.chosen("ctx").and_then(|t| t.parse().ok()).map(number::whole));
        match self.plan.task {
            Task::Serve => {
                let load = match amount.rps {
                    Some(rps) => self
                        .pick("每秒 {} 个请求", "{} requests/s")
                        .replace("{}", &number::significant(rps, 3)),
                    None => {
                        let n = number::whole(u64::from(amount.users));
                        let en = if amount.users == 1 { "{} user" } else { "{} users at once" };
                        self.pick("{} 人同时", en).replace("{}", &n)
                    }
                };
                let (input, output) =
                    (number::whole(u64::from(amount.prompt)), number::whole(u64::from(amount.answer)));
                let tokens = match lang {
                    Lang::Zh => format!("输入 {input}，输出 {output} token"),
                    Lang::En => format!("{input} tokens in, {output} out"),
                };
                let hours = number::significant(amount.hours_per_day, 3);
                let days = number::days(lang, amount.days);
                let time = match lang {
                    Lang::Zh => format!("每天 {hours} 小时 × {days}"),
                    Lang::En => format!("{hours} h a day × {days}"),
                };
                vec![load, tokens, time]
            }
            Task::ImageInfer | Task::ImageLora | Task::ImageTrain => {
                let n = number::count(lang, amount.samples);
                let mut parts = vec![self.pick("{} 张图", "{} images").replace("{}", &n)];
                if self.plan.task != Task::ImageInfer {
                    parts[0] += &format!(" × {epochs}");
                }
                parts.push(format!("{}×{}", run.width, run.height));
                parts
            }
            Task::Embed => {
                let n = number::count(lang, amount.samples);
                vec![self.pick("{} 条文本", "{} texts").replace("{}", &n)]
            }
            Task::KnownCards => vec![number::duration(lang, amount.hours)],
            _ => {
                let mut parts = vec![format!("{} × {epochs}", number::tokens(lang, amount.tokens))];
                parts.extend(length.map(|n| self.pick("序列 {}", "sequence {}").replace("{}", &n)));
                parts
            }
        }
    }

    /// The line above the answer: what was asked, in one line.
    pub fn job_line(&self) -> String {
        let mut parts = vec![self.job_title()];
        parts.extend(self.amount_parts());
        parts.push(match self.plan.market.region {
            Some(region) => region.name(self.lang).to_string(),
            None => self.pick("不限地区", "any region").to_string(),
        });
        self.tidy(parts.join(" · "))
    }

    /// The second line of the closed settings on narrow screens: amounts and limits.
    pub fn settings_line(&self) -> String {
        let mut parts = self.amount_parts();
        if let Some(hours) = self.plan.limits.deadline_h {
            let time = number::days_of(self.lang, hours).unwrap_or_else(|| self.hours(hours));
            parts.push(self.pick("{} 内", "within {}").replace("{}", &time));
        }
        if let Some(budget) = self.plan.limits.budget {
            let sum = number::money_text(self.lang, budget, self.plan.market.currency);
            parts.push(self.pick("预算 {}", "budget {}").replace("{}", &sum));
        }
        self.tidy(parts.join(" · "))
    }
}
