//! What trainers and their launchers say: cards, batch, method, sharding.

use super::finish::{Reader, truth, whole};
use super::flags::Key;
use super::words;
use super::{Why, plain};
use crate::catalog::ArchKind;
use crate::plan::number::print;
use crate::plan::{Field, Quant, Software, Task};

impl Reader<'_> {
    pub(super) fn training(&mut self) {
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
        if let Some((true, from)) = self.flag(Key::AllTargets) {
            self.set(Field::LoraTargets, "all", &from);
        }
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
            (Key::Selective, Field::Checkpointing, "selective", "none"),
        ] {
            if let Some((on, from)) = self.flag(key) {
                self.set(field, if on { yes } else { no }, &from);
            }
        }
        self.word(Key::Granularity, Field::Checkpointing, &[("full", "full"), ("selective", "selective")]);
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
            // verl's step is made of mini-batches that a plan has no place for.
            (None, Some(_), Some(_)) if self.table.software == Some(Software::Verl) => {}
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
        match software {
            Software::DeepSpeed => return,
            Software::Megatron => return self.set(Field::Task, Task::Pretrain.word(), software.word()),
            _ => {}
        }
        if self.paints() {
            return self.pictures();
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
            Some("rm" | "ppo" | "reward" | "gae") => {
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

    /// Whether the model makes pictures.
    fn paints(&self) -> bool {
        let named = self.get(Key::Model).and_then(|(name, _)| self.catalog.find_model(&name));
        named.is_some_and(|ix| self.catalog.model(ix).arch.kind == ArchKind::Diffusion)
    }

    /// Scripts of diffusers: adapters where a rank is given, the side of the picture, 8-bit AdamW by a switch.
    fn pictures(&mut self) {
        let script = self.get(Key::Stage).filter(|s| s.0.contains("lora")).or(self.get(Key::Rank));
        let from = script.clone().or(self.get(Key::Model)).map_or_else(String::new, |g| g.1);
        let task = if script.is_some() { Task::ImageLora } else { Task::ImageTrain };
        self.set(Field::Task, task.word(), &from);
        if self.table.software.is_none() {
            self.set(Field::Software, Software::Diffusers.word(), &from);
        }
        self.number(Key::Side, Field::Width);
        self.number(Key::Side, Field::Height);
        if let Some((true, from)) = self.flag(Key::Adam8) {
            self.set(Field::Optimizer, "adamw-8bit", &from);
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
        if let Some((true, from)) = self.flag(Key::Distributed) {
            self.set(Field::Zero, "1", &from);
        }
        let device = [("cpu", "optimizer"), ("nvme", "nvme"), ("none|", "")];
        self.word(Key::OffloadOptimizer, Field::Offload, &device);
        match (self.get(Key::OffloadParam), self.get(Key::OffloadOptimizer)) {
            // The states are most of it: where they lie on NVMe the host holds pieces.
            (Some((to, from)), Some((states, other))) if plain(&states) == "nvme" && plain(&to) == "cpu" => {
                self.odd(&from, Why::Overruled(other));
            }
            _ => {
                self.word(
                    Key::OffloadParam,
                    Field::Offload,
                    &[("cpu", "all"), ("nvme", "nvme"), ("none|", "")],
                );
            }
        }
        if let Some((true, from)) = self.flag(Key::OffloadStates) {
            self.set(Field::Offload, "optimizer", &from);
        }
        if let Some((true, from)) = self.flag(Key::OffloadAll) {
            self.set(Field::Offload, "all", &from);
        }
    }
}
