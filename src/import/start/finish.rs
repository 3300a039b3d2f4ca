//! From the settings of a command or file to fields of a plan.

use super::flags::{self, Key, Table};
use super::words;
use super::{Odd, Pair, Set, Start, Why, plain};
use crate::catalog::Catalog;
use crate::plan::number::{print, read};
use crate::plan::{Field, Plan, Quant, Software, Task};

/// What was read so far.
struct Reader<'c> {
    table: &'static Table,
    catalog: &'c Catalog,
    /// Meaning, value, and how it stands in the text; one a meaning.
    got: Vec<(Key, String, String)>,
    plan: Plan,
    out: Start,
}

/// Makes a plan's fields of settings.
pub fn finish(table: &'static Table, pairs: Vec<Pair>, catalog: &Catalog) -> Start {
    let out = Start { software: table.software, sets: Vec::new(), odd: Vec::new(), quiet: Vec::new() };
    let mut r = Reader { table, catalog, got: Vec::new(), plan: Plan::default(), out };
    for pair in pairs {
        r.take(pair);
    }
    r.program();
    r.model();
    if table.serves {
        r.server();
    } else {
        r.training();
    }
    r.out
}

/// Yes or no; a bare switch is yes.
fn truth(value: &str) -> Option<bool> {
    Some(match value.to_ascii_lowercase().as_str() {
        "" | "true" | "1" | "yes" | "on" | "unsloth" | "enabled" => true,
        "false" | "0" | "no" | "off" | "none" | "null" | "disabled" => false,
        _ => return None,
    })
}

/// A whole number; "128k" counts in thousands here, as programs read it.
fn whole(value: &str) -> Option<u32> {
    read(value).filter(|x| *x >= 0.0 && *x <= 1e9 && x.trunc() == *x).map(|x| x as u32)
}

/// vLLM: "16k" is 16,000 and "16K" is 16,384 (handoff.md §3).
fn human(value: &str) -> Option<u32> {
    match value.strip_suffix(['K', 'M']) {
        Some(number) => {
            let unit = if value.ends_with('K') { 1_024.0 } else { 1_048_576.0 };
            read(number).map(|x| x * unit).filter(|x| (0.0..=1e9).contains(x)).map(|x| x as u32)
        }
        None => whole(value),
    }
}

impl Reader<'_> {
    fn odd(&mut self, from: &str, why: Why) {
        if self.out.odd.len() < 100 {
            self.out.odd.push(Odd { from: from.to_owned(), why });
        }
    }

    /// One setting: what it means, or why it is not understood.
    fn take(&mut self, pair: Pair) {
        let Pair { mut key, value, from } = pair;
        let mut meaning = flags::key(self.table, &key);
        if meaning.is_none() && self.table.shortens && !flags::quiet(self.table, &key) {
            match flags::longer(self.table, &key)[..] {
                [full] => {
                    self.odd(&from, Why::Short(full));
                    key = full.to_owned();
                    meaning = flags::key(self.table, full);
                }
                [_, _, ..] => return self.odd(&from, Why::Ambiguous),
                [] => {}
            }
        }
        let automatic = value.as_deref().is_some_and(|v| v.eq_ignore_ascii_case("auto"));
        match meaning {
            None if key.starts_with("loose") || key.starts_with("env-") => self.quiet(from),
            None if flags::quiet(self.table, &key) => self.quiet(from),
            None => self.odd(&from, Why::Unknown),
            Some(Key::Loose) => self.quiet(from),
            Some(Key::NoPlace) => self.odd(&from, Why::NoPlace),
            Some(Key::File) => self.odd(&from, Why::Elsewhere),
            // Left to the program, as the plan leaves it.
            Some(_) if automatic => self.quiet(from),
            Some(key) => {
                let value = value.unwrap_or_default();
                if let Some(at) = self.got.iter().position(|g| g.0 == key) {
                    let (_, old, stood) = self.got.remove(at);
                    if old != value {
                        self.odd(&stood, Why::Overruled(from.clone()));
                    }
                }
                self.got.push((key, value, from));
            }
        }
    }

    fn quiet(&mut self, from: String) {
        if self.out.quiet.len() < 100 {
            self.out.quiet.push(from);
        }
    }

    fn get(&self, key: Key) -> Option<(String, String)> {
        self.got.iter().find(|g| g.0 == key).map(|g| (g.1.clone(), g.2.clone()))
    }

    /// A field, where its text is one that the field takes.
    fn set(&mut self, field: Field, text: &str, from: &str) {
        let mut warnings = Vec::new();
        if !field.set(&mut self.plan, text, &mut warnings) || !warnings.is_empty() {
            return self.odd(from, Why::Value);
        }
        self.out.sets.retain(|s| s.field != field);
        self.out.sets.push(Set { from: from.to_owned(), field, text: text.to_owned() });
    }

    /// A setting that is a number of the plan.
    fn number(&mut self, key: Key, field: Field) -> Option<f64> {
        let (value, from) = self.get(key)?;
        match read(&value) {
            Some(x) => {
                self.set(field, &print(x), &from);
                Some(x)
            }
            None => {
                self.odd(&from, Why::Value);
                None
            }
        }
    }

    /// A setting whose value is a word; the table gives the plan's word, empty for "as it is anyway".
    fn word(&mut self, key: Key, field: Field, table: &[(&str, &str)]) {
        let Some((value, from)) = self.get(key) else { return };
        let value = plain(&value);
        match table.iter().find(|(names, _)| names.split('|').any(|n| n == value)) {
            Some((_, "")) => self.quiet(from),
            Some((_, word)) => self.set(field, word, &from),
            None => self.odd(&from, Why::Value),
        }
    }

    /// A yes or no.
    fn flag(&mut self, key: Key) -> Option<(bool, String)> {
        let (value, from) = self.get(key)?;
        let yes = truth(&value);
        if yes.is_none() {
            self.odd(&from, Why::Value);
        }
        Some((yes?, from))
    }

    fn count(&mut self, key: Key) -> Option<u32> {
        let (value, from) = self.get(key)?;
        let n = whole(&value).filter(|n| *n > 0);
        if n.is_none() {
            self.odd(&from, Why::Value);
        }
        n
    }

    /// The program, where the text says which.
    fn program(&mut self) {
        if let Some(software) = self.table.software {
            self.set(Field::Software, software.word(), software.word());
        }
    }

    fn model(&mut self) {
        let Some((name, from)) = self.get(Key::Model) else { return };
        // A Hugging Face name may carry its file: "repo:Q4_K_M".
        let found = self.catalog.find_model(&name).or_else(|| {
            let (repo, _) = name.rsplit_once(':')?;
            self.catalog.find_model(repo)
        });
        match found {
            Some(ix) => {
                let id = self.catalog.model(ix).id.clone();
                self.set(Field::Model, &id, &from);
            }
            None => self.odd(&from, Why::Model),
        }
        if let Some(quant) = words::quant_in(&name).filter(|_| self.table.serves) {
            self.set(Field::Quant, quant.word(), &from);
        }
    }

    /// What the servers have in common, and llama.cpp's own.
    fn server(&mut self) {
        let program = self.table.software.map_or("", Software::word);
        self.set(Field::Task, Task::Serve.word(), program);
        let ggml = self.table.software == Some(Software::LlamaCpp);
        let mut cards = 1_u32;
        for (key, field) in [(Key::Tp, Some(Field::Tp)), (Key::Pp, Some(Field::Pp)), (Key::Dp, None)] {
            let Some(n) = self.count(key) else { continue };
            cards = cards.saturating_mul(n);
            if let (Some(field), Some((_, from))) = (field, self.get(key)) {
                self.set(field, &n.to_string(), &from);
            }
        }
        if let Some((true, from)) = self.flag(Key::Experts) {
            self.set(Field::Ep, &cards.to_string(), &from);
        }
        self.number(Key::Ep, Field::Ep);
        if ggml {
            self.ggml();
        } else {
            // Without a degree these programs take one card.
            let from = [Key::Tp, Key::Pp, Key::Dp]
                .iter()
                .find_map(|k| self.get(*k))
                .map_or(program.to_owned(), |g| g.1);
            self.set(Field::Count, &cards.to_string(), &from);
            if let Some((value, from)) = self.get(Key::CtxHuman) {
                match human(&value).filter(|n| *n > 0) {
                    Some(n) => self.set(Field::Seq, &n.to_string(), &from),
                    None => self.odd(&from, Why::Value),
                }
            }
        }
        self.number(Key::Ctx, Field::Seq);
        self.number(Key::Seqs, Field::MaxNumSeqs);
        self.number(Key::Batched, Field::BatchedTokens);
        self.number(Key::Ubatch, Field::Ubatch);
        self.number(Key::Util, Field::Utilisation);
        if let Some((true, from)) = self.flag(Key::NoGraphs) {
            self.set(Field::Graphs, "0", &from);
        }
        self.word(Key::Kv, Field::KvType, words::KV);
        self.word(Key::Quant, Field::Quant, words::QUANT);
        self.word(Key::Dtype, Field::Precision, words::DTYPE);
        self.word(Key::Flash, Field::Flash, words::FLASH);
    }

    /// llama.cpp divides one context among its slots, and lays whole layers on cards.
    fn ggml(&mut self) {
        let slots = self.count(Key::Slots);
        if let (Some(n), Some((_, from))) = (slots, self.get(Key::Slots)) {
            self.set(Field::Users, &n.to_string(), &from);
        }
        if let Some((value, from)) = self.get(Key::CtxAll) {
            match whole(&value) {
                // The model's own.
                Some(0) => self.quiet(from),
                Some(n) => self.set(Field::Seq, &(n / slots.unwrap_or(1)).max(1).to_string(), &from),
                None => self.odd(&from, Why::Value),
            }
        }
        if let Some((value, from)) = self.get(Key::Layers) {
            match (value.as_str(), value.parse::<i64>()) {
                ("all", _) | (_, Ok(99.. | -1)) => self.quiet(from),
                (_, Ok(_)) => self.odd(&from, Why::NoPlace),
                _ => self.odd(&from, Why::Value),
            }
        }
        if let (Some((k, from)), Some((v, _))) = (self.get(Key::Kv), self.get(Key::KvV))
            && k != v
        {
            // The plan has one format for both; the wider one is counted.
            self.odd(&from, Why::NoPlace);
        }
        let parts = self.get(Key::Split).map(|(value, from)| (value.split([',', '/']).count(), from));
        if let Some((n, from)) =
            parts.or_else(|| self.get(Key::Devices).map(|(value, from)| (value.split(',').count(), from)))
        {
            self.set(Field::Count, &n.to_string(), &from);
        }
    }

    fn training(&mut self) {
        let micro = self.number(Key::Micro, Field::MicroBatch);
        let accum = self.count(Key::Accum);
        let world = self.world();
        self.batch(micro, accum, world);
        self.method();
        self.number(Key::Ctx, Field::Seq);
        self.number(Key::Rank, Field::LoraRank);
        self.number(Key::Epochs, Field::Epochs);
        self.number(Key::Generations, Field::Generations);
        self.number(Key::Prompt, Field::Prompt);
        self.number(Key::Answer, Field::Answer);
        for (key, field) in
            [(Key::Tp, Field::Tp), (Key::Pp, Field::Pp), (Key::Cp, Field::Cp), (Key::Ep, Field::Ep)]
        {
            self.number(key, field);
        }
        self.word(Key::Optimizer, Field::Optimizer, words::OPTIMIZER);
        self.word(Key::Flash, Field::Flash, words::FLASH);
        self.word(Key::Dtype, Field::Precision, words::DTYPE);
        if let Some((value, from)) = self.get(Key::Targets) {
            match words::targets(&value) {
                Some(word) => self.set(Field::LoraTargets, word, &from),
                None => self.odd(&from, Why::Value),
            }
        }
        for (key, field, yes, no) in [
            (Key::Checkpointing, Field::Checkpointing, "full", "none"),
            (Key::NoCheckpointing, Field::Checkpointing, "none", "full"),
            (Key::Packing, Field::Packing, "1", "0"),
            (Key::Compile, Field::Compile, "1", "0"),
            (Key::NoFlash, Field::Flash, "0", "1"),
        ] {
            if let Some((on, from)) = self.flag(key) {
                self.set(field, if on { yes } else { no }, &from);
            }
        }
        if let Some((true, from)) = self.flag(Key::Liger) {
            self.set(Field::Loss, "fused", &from);
        }
        let (bf16, fp16) = (self.flag(Key::Bf16), self.flag(Key::Fp16));
        match (bf16, fp16) {
            (Some((true, from)), Some((true, other))) => {
                self.odd(&other, Why::Overruled(from.clone()));
                self.set(Field::Precision, "bf16", &from);
            }
            (Some((true, from)), _) => self.set(Field::Precision, "bf16", &from),
            (_, Some((true, from))) => self.set(Field::Precision, "fp16", &from),
            _ => {}
        }
        self.sharding();
    }

    /// Cards: processes of all machines.
    fn world(&mut self) -> Option<u32> {
        let nodes = self.count(Key::Nodes).unwrap_or(1);
        let devices = self.get(Key::Devices).map(|(value, from)| {
            let cards = value.rsplit(':').next().unwrap_or_default();
            (cards.split(',').filter(|c| !c.trim().is_empty()).count() as u32, from)
        });
        let per_node = match self.get(Key::PerNode) {
            // "gpu", "auto": as many as there are.
            Some((value, from)) if whole(&value).is_none() => {
                self.quiet(from);
                None
            }
            Some((value, from)) => whole(&value).map(|n| (n, from)),
            None => None,
        };
        let (n, from) = match (self.get(Key::Procs), per_node.or(devices)) {
            (Some((value, from)), other) => {
                let n = whole(&value).filter(|n| *n > 0)?;
                if let Some((m, stood)) = other.filter(|(m, _)| m.saturating_mul(nodes) != n) {
                    let _ = m;
                    self.odd(&stood, Why::Overruled(from.clone()));
                }
                (n, from)
            }
            (None, Some((n, from))) => (n.saturating_mul(nodes), from),
            (None, None) => return None,
        };
        self.set(Field::Count, &n.to_string(), &from);
        Some(n)
    }

    /// Samples of a step: product, or what the file says; a product that differs is a contradiction.
    fn batch(&mut self, micro: Option<f64>, accum: Option<u32>, world: Option<u32>) {
        let step = micro.map(|m| m * f64::from(accum.unwrap_or(1)));
        let shares = self.get(Key::Tp).or(self.get(Key::Pp)).or(self.get(Key::Cp)).is_some();
        match (self.get(Key::Global), step, world) {
            (Some((value, from)), Some(step), world) => {
                let Some(all) = whole(&value).filter(|n| *n > 0) else { return self.odd(&from, Why::Value) };
                let ranks = f64::from(all) / step;
                match world {
                    _ if ranks.trunc() != ranks => self.odd(&from, Why::Overruled(print(step))),
                    Some(n) if !shares && f64::from(n) != ranks => {
                        self.odd(&from, Why::Overruled(format!("{} × {n}", print(step))))
                    }
                    _ => self.set(Field::GlobalBatch, &all.to_string(), &from),
                }
                if world.is_none()
                    && ranks.trunc() == ranks
                    && self.table.software == Some(Software::DeepSpeed)
                {
                    // Ranks that the batch is made by: cards, where nothing else is split.
                    self.set(Field::Count, &print(ranks), &from);
                }
            }
            (Some((value, from)), None, _) => match whole(&value) {
                Some(n) => self.set(Field::GlobalBatch, &n.to_string(), &from),
                None => self.odd(&from, Why::Value),
            },
            (None, Some(step), Some(n)) if !shares => {
                let from = self.get(Key::Accum).or(self.get(Key::Micro)).map_or_else(String::new, |g| g.1);
                self.set(Field::GlobalBatch, &print(step * f64::from(n)), &from);
            }
            (None, Some(_), _) if accum.is_some() && world.is_none() => {
                // How many cards take part is not said: the product is not known.
                if let Some((_, from)) = self.get(Key::Accum) {
                    self.odd(&from, Why::Elsewhere);
                }
            }
            _ => {}
        }
    }

    /// What is trained: all weights or adapters, over which weights, on what kind of data.
    fn method(&mut self) {
        let Some(software) =
            self.table.software.or((self.get(Key::Model).is_some()).then_some(Software::Pytorch))
        else {
            return;
        };
        if software == Software::DeepSpeed {
            return;
        }
        let tuner = self.get(Key::Tuner).map(|(v, f)| (plain(&v), f));
        let bits = self.get(Key::Bits).and_then(|(v, f)| Some((whole(&v)?, f)));
        let four = self
            .flag(Key::Load4)
            .filter(|f| f.0)
            .map(|f| f.1)
            .or(bits.clone().filter(|b| b.0 == 4).map(|b| b.1));
        let eight =
            self.flag(Key::Load8).filter(|f| f.0).map(|f| f.1).or(bits.filter(|b| b.0 == 8).map(|b| b.1));
        let usual = matches!(software, Software::LlamaFactory | Software::MsSwift);
        let hints = self.flag(Key::Peft).is_some_and(|f| f.0) || self.get(Key::Rank).is_some();
        let adapters = match tuner.as_ref().map(|t| t.0.as_str()) {
            Some("lora" | "qlora" | "true" | "") => true,
            Some("full" | "none" | "false") => false,
            Some(_) => {
                let from = tuner.as_ref().map_or_else(String::new, |t| t.1.clone());
                self.odd(&from, Why::Value);
                true
            }
            None => usual || hints || four.is_some(),
        };
        let says = tuner
            .clone()
            .map(|t| t.1)
            .or(self.get(Key::Rank).map(|r| r.1))
            .unwrap_or_else(|| software.word().to_owned());
        // `trl/scripts/dpo.py` is the stage by its name.
        let stage = self.get(Key::Stage).map(|(value, from)| {
            let name = value.rsplit('/').next().unwrap_or_default();
            (name.strip_suffix(".py").unwrap_or(name).to_owned(), from)
        });
        let task = match stage.as_ref().map(|s| plain(&s.0)).as_deref() {
            Some("dpo" | "kto" | "orpo" | "simpo" | "cpo" | "ipo") => Task::Dpo,
            Some("grpo" | "rloo") => Task::Grpo,
            Some("rm" | "ppo" | "reward") => {
                let from = stage.clone().map_or_else(String::new, |s| s.1);
                self.odd(&from, Why::NoPlace);
                Task::Full
            }
            Some(other)
                if other.ends_with("-yaml") || other.ends_with("-yml") || other.ends_with("-json") =>
            {
                let from = stage.clone().map_or_else(String::new, |s| s.1);
                return self.odd(&from, Why::Elsewhere);
            }
            _ => Task::Full,
        };
        if task != Task::Full {
            let from = stage.map_or_else(String::new, |s| s.1);
            self.set(Field::Task, task.word(), &from);
            if adapters && (tuner.is_some() || hints) {
                // Adapters under these methods have no place in a plan.
                self.odd(&says, Why::NoPlace);
            }
            return;
        }
        match (adapters, four, eight) {
            (true, Some(from), eight) => {
                if let Some(eight) = eight {
                    self.odd(&eight, Why::Overruled(from.clone()));
                }
                self.set(Field::Task, Task::Qlora.word(), &from);
                if let Some((double, from)) = self.flag(Key::Double) {
                    self.set(Field::Quant, if double { Quant::Nf4Double } else { Quant::Nf4 }.word(), &from);
                }
            }
            (true, None, Some(from)) => {
                self.set(Field::Task, Task::Lora.word(), &says);
                self.set(Field::Quant, Quant::Int8.word(), &from);
            }
            (true, None, None) => {
                let qlora = tuner.as_ref().is_some_and(|t| t.0 == "qlora");
                self.set(Field::Task, if qlora { Task::Qlora } else { Task::Lora }.word(), &says);
                if qlora {
                    // It says 4 bits by its name and not by its setting.
                    self.odd(&says, Why::Overruled("load_in_4bit".into()));
                }
            }
            (false, four, eight) => {
                self.set(Field::Task, Task::Full.word(), &says);
                for from in [four, eight].into_iter().flatten() {
                    self.odd(&from, Why::Overruled(says.clone()));
                }
            }
        }
    }

    /// ZeRO, FSDP, offload.
    fn sharding(&mut self) {
        self.word(Key::Zero, Field::Zero, &[("0", "0"), ("1", "1"), ("2", "2"), ("3", "3")]);
        if let Some((value, from)) = self.get(Key::DeepSpeed) {
            let name = plain(&value);
            let stage = ["3", "2", "1", "0"].into_iter().find(|n| {
                ["z", "zero", "zero-", "stage", "stage-"].iter().any(|w| name.contains(&format!("{w}{n}")))
            });
            match stage {
                Some(stage) => self.set(Field::Zero, stage, &from),
                None => self.odd(&from, Why::Elsewhere),
            }
            if name.contains("offload") {
                self.set(Field::Offload, if stage == Some("3") { "all" } else { "optimizer" }, &from);
            }
        }
        if let Some((value, from)) = self.get(Key::Fsdp) {
            let name = plain(&value);
            match (name.contains("hybrid"), name.contains("grad-op"), truth(&name)) {
                (true, ..) => self.set(Field::Zero, "hybrid", &from),
                (_, true, _) => self.set(Field::Zero, "2", &from),
                (_, _, Some(false)) => self.quiet(from.clone()),
                _ => self.set(Field::Zero, "3", &from),
            }
            if name.contains("offload") {
                self.set(Field::Offload, "all", &from);
            }
        }
        if let Some((on, from)) = self.flag(Key::Reshard) {
            self.set(Field::Zero, if on { "3" } else { "2" }, &from);
        }
        let device = [("cpu", "optimizer"), ("nvme", "nvme"), ("none|", "")];
        self.word(Key::OffloadOptimizer, Field::Offload, &device);
        self.word(Key::OffloadParam, Field::Offload, &[("cpu", "all"), ("nvme", "nvme"), ("none|", "")]);
        if let Some((true, from)) = self.flag(Key::OffloadAll) {
            self.set(Field::Offload, "all", &from);
        }
    }
}
