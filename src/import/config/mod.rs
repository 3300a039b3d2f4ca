//! `config.json` in the dialects that people download (models.md §6), `params.json`, and the
//! configurations of image pipelines, into an architecture. Missing keys fall back to the defaults of
//! the family; counts come from the formulas of models.md §2, which are exact where a family is known.

mod decoder;
mod family;
mod keys;
mod mixers;
mod networks;
mod others;
mod quant;
mod row;
mod speech;
mod vision;

pub use quant::Packed;
pub use row::COLUMNS;

use super::json::{self, Fault, FaultKind, Value};
use crate::catalog::{ArchKind, Architecture, Catalog, ModelIx};
use crate::plan::{ModelRef, bound_architecture};
use keys::Keys;
use serde::Serialize;

/// A model read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// Its type as the file names it.
    pub model_type: String,
    /// Its architecture, inside all bounds.
    pub arch: Architecture,
    /// How the weights are packed, where the file says so.
    pub packed: Option<Packed>,
    /// Element type in which the weights were published (`bfloat16`, `float16` …); empty unknown.
    pub dtype: String,
    /// Layers for speculation behind the main stack, not counted.
    pub mtp_layers: u32,
    /// The family is not known, or is one whose weights no formula reproduces: counts are near, not
    /// exact, unless the catalog knows the model.
    pub approximate: bool,
    /// The model of the catalog that it equals; where several do ([`Self::same`]), the nearest of them.
    pub known: Option<ModelIx>,
    /// All models of this shape, where the file does not tell which it is: Qwen2.5-7B's configuration is
    /// that of Qwen2-7B. Else empty.
    pub same: Vec<ModelIx>,
}

/// Why a file gives no model.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum NotAModel {
    /// Not JSON.
    Json(Fault),
    /// An adapter: its rank and the modules it sits on.
    Adapter {
        /// Rank.
        rank: u32,
        /// Names of modules.
        targets: Vec<String>,
    },
    /// An index of shards: the bytes of all of them.
    Index {
        /// `metadata.total_size`.
        bytes: f64,
    },
    /// A key that a size hangs on is missing.
    Missing {
        /// Its usual name.
        key: &'static str,
    },
}

/// Reads a configuration.
///
/// # Errors
/// Where the text is not JSON or not a model; the reason names the byte or the key.
pub fn read(text: &str, catalog: &Catalog) -> Result<Imported, NotAModel> {
    let value = json::parse(text).map_err(NotAModel::Json)?;
    from_value(&value, catalog)
}

/// Reads a configuration that is already JSON.
///
/// # Errors
/// As [`read`].
pub fn from_value(file: &Value, catalog: &Catalog) -> Result<Imported, NotAModel> {
    if let Some(fault) = not_a_model(file) {
        return Err(fault);
    }
    let keys = Keys { inner: text_part(file), outer: file };
    let model_type = model_type(&keys, file);
    let (mut arch, approximate) = if file.get("_class_name").is_some() {
        (others::pipeline(file, catalog).ok_or(NotAModel::Missing { key: "_class_name" })?, false)
    } else if let Some(arch) = others::special(&model_type, file, &keys)? {
        arch
    } else {
        decoder::read(&model_type, &keys, file)?
    };
    bound_architecture(&mut arch);
    let mut out = Imported {
        packed: quant::read(&keys),
        dtype: keys
            .text(&["torch_dtype", "dtype", "params_dtype"])
            .map_or_else(String::new, |t| t.trim_start_matches("torch.").chars().take(20).collect()),
        mtp_layers: keys.size(&["num_nextn_predict_layers", "mtp_num_hidden_layers", "num_mtp_modules"]),
        model_type,
        arch,
        approximate,
        known: None,
        same: Vec::new(),
    };
    let part = |name: &str| file.get(name).is_some_and(|v| matches!(v, Value::Map(_)));
    let tower = part("vision_config") && out.arch.kind == ArchKind::Decoder;
    out.settle(catalog, keys.text(&["_name_or_path"]), tower || part("audio_config"));
    Ok(out)
}

fn not_a_model(file: &Value) -> Option<NotAModel> {
    if !matches!(file, Value::Map(_)) {
        // A list or a bare word: the fault is where the object should begin.
        return Some(NotAModel::Json(Fault { byte: 0, key: String::new(), kind: FaultKind::Unexpected }));
    }
    if file.get("peft_type").is_some() {
        let targets = file.get("target_modules");
        let words = targets.map_or(&[][..], Value::list).iter().filter_map(Value::text);
        return Some(NotAModel::Adapter {
            rank: Keys { inner: file, outer: file }.size(&["r"]),
            targets: words.take(100).map(|w| w.chars().take(60).collect()).collect(),
        });
    }
    if file.get("weight_map").is_some() {
        let bytes = file.get("metadata").and_then(|m| m.get("total_size")).and_then(Value::number);
        return Some(NotAModel::Index { bytes: bytes.unwrap_or(0.0) });
    }
    None
}

/// The part that describes the language model.
fn text_part(file: &Value) -> &Value {
    let part = |v: &'_ Value, name: &str| v.get(name).is_some_and(|p| matches!(p, Value::Map(_)));
    if let Some(thinker) = file.get("thinker_config")
        && part(thinker, "text_config")
    {
        return thinker.get("text_config").unwrap_or(file);
    }
    // CLIP and its like are two towers, not a wrapper.
    if matches!(file.get("model_type").and_then(Value::text), Some("clip" | "siglip" | "siglip2")) {
        return file;
    }
    for name in ["text_config", "llm_config", "language_config"] {
        if part(file, name) {
            return file.get(name).unwrap_or(file);
        }
    }
    file
}

/// The type of the text part; where it names none or an unknown one, that of the class.
fn model_type(keys: &Keys, file: &Value) -> String {
    let named = |v: &Value| v.get("model_type").and_then(Value::text).map(str::to_string);
    let found = named(keys.inner).or_else(|| named(file));
    let class = keys.any(&["architectures"]).and_then(|a| a.list().first()).and_then(Value::text);
    let found = match (found, class) {
        (Some(t), Some(c)) if !family::knows(&t) && family::of_class(c).is_some() => family::of_class(c),
        (None, Some(c)) => family::of_class(c),
        (t, _) => t,
    };
    found.unwrap_or_default().chars().take(60).collect::<String>().to_ascii_lowercase()
}

impl Imported {
    /// Where the file may be several models and the plan's is one of them, it is that one; whether it was.
    pub fn prefer(&mut self, planned: &ModelRef, catalog: &Catalog) -> bool {
        let ModelRef::Id(id) = planned else { return false };
        let ix = catalog.find_model(id).filter(|ix| self.same.contains(ix));
        if ix.is_some() {
            self.known = ix;
            self.same.clear();
        }
        ix.is_some()
    }

    /// How a plan names it: by the catalog's id where it equals one of its models, else as layers.
    pub fn model_ref(&self, catalog: &Catalog) -> ModelRef {
        match self.known.filter(|_| self.same.is_empty()) {
            Some(ix) => ModelRef::Id(catalog.model(ix).id.clone()),
            None => ModelRef::Imported(Box::new(self.arch.clone())),
        }
    }

    /// Counts weights, and takes over what the catalog knows of a model with the same shape.
    /// With a `tower` that sees or hears it is none of those that only read.
    fn settle(&mut self, catalog: &Catalog, name: Option<&str>, tower: bool) {
        let counted = !self.approximate && (self.arch.modelled || self.arch.exact);
        if self.arch.modelled {
            self.arch.params_total = self.arch.count();
            self.arch.params_active = self.arch.count_active();
            self.arch.exact = counted;
        }
        let same = |ix: &ModelIx| {
            let known = &catalog.model(*ix).arch;
            row::same_shape(&self.arch, known)
                && (!counted || self.arch.params_total == known.params_total)
                && (!tower || known.params_vision > 0 || known.params_other > 0)
        };
        // Llama 3 and 3.1 have the same shape: the stated context tells them apart.
        let all: Vec<ModelIx> = (0..catalog.models.len()).map(|i| ModelIx(i as u16)).filter(same).collect();
        let context = self.arch.max_context;
        let nearest = all.iter().find(|ix| catalog.model(**ix).arch.max_context == context);
        self.known = nearest.or(all.first()).copied();
        // A file never states more context than its model has (Llama 3 against 3.1); it may state less.
        let longer: Vec<ModelIx> =
            all.iter().copied().filter(|ix| catalog.model(*ix).arch.max_context >= context).collect();
        let likely = if longer.is_empty() { all.clone() } else { longer };
        // "/models/Qwen2.5-7B/" or "Qwen/Qwen2.5-7B-Instruct": the last part is the model's name.
        let last = name.and_then(|n| n.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next());
        match last.and_then(|n| catalog.find_model(n)).filter(|ix| all.contains(ix)) {
            Some(ix) => self.known = Some(ix),
            None if likely.len() > 1 => self.same = likely,
            None if !likely.is_empty() => self.known = likely.first().copied(),
            None => {}
        }
        if let Some(ix) = self.known
            && !counted
        {
            self.arch = catalog.model(ix).arch.clone();
            self.approximate = false;
        }
    }
}
