//! From the settings of a command or file to fields of a plan.

use super::flags::{self, Key, Table};
use super::words;
use super::{Odd, Pair, Set, Start, Why, plain};
use crate::catalog::Catalog;
use crate::plan::number::{print, read};
use crate::plan::{Field, Plan, Software, Task};

/// What was read so far.
pub(super) struct Reader<'c> {
    pub(super) table: &'static Table,
    pub(super) catalog: &'c Catalog,
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
pub(super) fn truth(value: &str) -> Option<bool> {
    Some(match value.to_ascii_lowercase().as_str() {
        "" | "true" | "1" | "yes" | "on" | "unsloth" | "enabled" => true,
        "false" | "0" | "no" | "off" | "none" | "null" | "disabled" => false,
        _ => return None,
    })
}

/// A whole number; "128k" counts in thousands here, as programs read it.
pub(super) fn whole(value: &str) -> Option<u32> {
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
    pub(super) fn odd(&mut self, from: &str, why: Why) {
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

    pub(super) fn quiet(&mut self, from: String) {
        if self.out.quiet.len() < 100 {
            self.out.quiet.push(from);
        }
    }

    pub(super) fn get(&self, key: Key) -> Option<(String, String)> {
        self.got.iter().find(|g| g.0 == key).map(|g| (g.1.clone(), g.2.clone()))
    }

    /// A field, where its text is one that the field takes.
    pub(super) fn set(&mut self, field: Field, text: &str, from: &str) {
        let mut warnings = Vec::new();
        if !field.set(&mut self.plan, text, &mut warnings) || !warnings.is_empty() {
            return self.odd(from, Why::Value);
        }
        self.out.sets.retain(|s| s.field != field);
        self.out.sets.push(Set { from: from.to_owned(), field, text: text.to_owned() });
    }

    /// A setting that is a number of the plan.
    pub(super) fn number(&mut self, key: Key, field: Field) -> Option<f64> {
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
    pub(super) fn word(&mut self, key: Key, field: Field, table: &[(&str, &str)]) {
        let Some((value, from)) = self.get(key) else { return };
        let value = plain(&value);
        match table.iter().find(|(names, _)| names.split('|').any(|n| n == value)) {
            Some((_, "")) => self.quiet(from),
            Some((_, word)) => self.set(field, word, &from),
            None => self.odd(&from, Why::Value),
        }
    }

    /// A yes or no.
    pub(super) fn flag(&mut self, key: Key) -> Option<(bool, String)> {
        let (value, from) = self.get(key)?;
        let yes = truth(&value);
        if yes.is_none() {
            self.odd(&from, Why::Value);
        }
        Some((yes?, from))
    }

    pub(super) fn count(&mut self, key: Key) -> Option<u32> {
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
        if let Some((version, from)) = self.get(Key::Version) {
            self.set(Field::SoftwareVersion, &version, &from);
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
            let said = |k: &Key| self.get(*k).filter(|g| whole(&g.0).is_some_and(|n| n > 0));
            let from = [Key::Tp, Key::Pp, Key::Dp].iter().find_map(said).map_or(program.to_owned(), |g| g.1);
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
}
