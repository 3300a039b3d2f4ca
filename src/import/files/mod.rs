//! From the headers of a model's files to a model: its architecture, the format of its weights, their
//! exact bytes. A configuration dropped beside the files says what tensors cannot (heads, context).

mod gguf;
mod infer;

use super::config::{self, Imported, NotAModel};
use super::gguf::Header;
use super::json::Value;
use super::tensors::{Sums, Tensor, Tensors};
use crate::catalog::{Catalog, ModelIx};
use crate::plan::{FileBytes, ModelRef, Plan, Quant, Software, Task};

/// What was read of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct FileModel {
    /// How a plan names it; `None` where the files do not say enough.
    pub model: Option<ModelRef>,
    /// The model of the catalog that it equals.
    pub known: Option<ModelIx>,
    /// All models of this shape, where the configuration does not tell which.
    pub same: Vec<ModelIx>,
    /// Its type as the files name it; empty unknown.
    pub model_type: String,
    /// Sums over the tensors.
    pub sums: Sums,
    /// Tensors read.
    pub tensors: usize,
    /// Type that most bytes have.
    pub dtype: &'static str,
    /// Format of the weights as plans name it.
    pub quant: Option<Quant>,
    /// Exact bytes for the plan; `None` where the files are not all there or servers cast them.
    pub file: Option<FileBytes>,
    /// Head counts, experts or context were taken from the shapes of tensors.
    pub inferred: bool,
    /// The file comes with a program of its own: it is served by llama.cpp.
    pub gguf: bool,
    /// A key that the header lacks.
    pub missing: Option<&'static str>,
}

impl FileModel {
    /// The plan with this model in it: its format, its exact bytes, its program where it has one. Where the files may
    /// be several models and the plan's is one of them, it stays.
    pub fn plan(&self, now: &Plan, catalog: &Catalog) -> Option<Plan> {
        let mut plan = now.clone();
        let kept =
            matches!(&now.model, ModelRef::Id(id) if self.same.iter().any(|ix| catalog.model(*ix).id == *id));
        if !kept {
            plan.model = self.model.clone()?;
        }
        plan.run.file = self.file;
        // A quantised base is trained as the task says.
        if !plan.task.trains() {
            plan.run.quant = self.quant;
        }
        if self.gguf && plan.task == Task::Serve {
            plan.run.software = Some(Software::LlamaCpp);
        }
        Some(plan)
    }
}

/// Whether all parts of split files are among these names: `…-00001-of-00004.…`.
pub fn whole<'a>(names: impl Iterator<Item = &'a str> + Clone) -> bool {
    let part = |name: &'a str| {
        let (front, rest) = name.rsplit_once("-of-")?;
        let (stem, number) = front.rsplit_once('-')?;
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        Some((stem, number.parse::<u32>().ok()?, rest[..digits].parse::<u32>().ok()?))
    };
    names.clone().filter_map(part).all(|(stem, _, of)| {
        let have = |n: u32| names.clone().filter_map(part).any(|p| p.0 == stem && p.1 == n && p.2 == of);
        of < 2_000 && (1..=of).all(have)
    })
}

/// A model from `.safetensors` headers. `whole` says that no shard is missing; `config` is the
/// configuration that was dropped with them.
pub fn of_safetensors(
    headers: Vec<Vec<Tensor>>,
    config: Option<&Value>,
    whole: bool,
    catalog: &Catalog,
) -> FileModel {
    let tensors = Tensors::gather(headers);
    let read = config.map(|c| config::from_value(c, catalog));
    let missing = match &read {
        Some(Err(NotAModel::Missing { key })) => Some(*key),
        _ => None,
    };
    let imported = read.and_then(Result::ok);
    let packed = imported.as_ref().and_then(|i| i.packed.as_ref());
    let quant = packed.and_then(|p| p.quant).or_else(|| format(&tensors));
    let bits = match quant {
        Some(Quant::Gptq8 | Quant::Int8) => 8,
        Some(Quant::Gptq3) => 3,
        _ => 4,
    };
    let mut out = build(&tensors, imported, quant, bits, whole, catalog);
    out.missing = missing;
    out
}

/// A model from GGUF headers: all parts of a split file.
pub fn of_gguf(headers: Vec<Header>, whole: bool, catalog: &Catalog) -> FileModel {
    let first = headers.iter().find(|h| h.text("general.architecture").is_some());
    let read = first.map(|h| (gguf::config(h, &headers), gguf::quant(h)));
    let (config, label) = read.unzip();
    let cut = headers.iter().any(|h| h.cut_at.is_some());
    let tensors = Tensors::gather(headers.into_iter().map(|h| h.tensors));
    let read = config.map(|c| config::from_value(&c, catalog));
    let missing = match &read {
        Some(Err(NotAModel::Missing { key })) => Some(*key),
        _ => None,
    };
    let quant = label.flatten().or_else(|| gguf::by_type(&tensors));
    let mut out = build(&tensors, read.and_then(Result::ok), quant, 4, whole && !cut, catalog);
    out.missing = missing;
    out.gguf = true;
    out
}

fn build(
    tensors: &Tensors,
    imported: Option<Imported>,
    quant: Option<Quant>,
    bits: u32,
    whole: bool,
    catalog: &Catalog,
) -> FileModel {
    let tied = imported.as_ref().is_some_and(|i| i.arch.tied) || !tensors.has_head();
    // Layers for speculation stand behind the main stack (models.md §4.5).
    let layers = imported.as_ref().filter(|i| i.mtp_layers > 0).map_or(0, |i| i.arch.layers());
    let sums = tensors.sums(layers, tied, bits);
    let model_type = imported.as_ref().map_or_else(String::new, |i| i.model_type.clone());
    let mut inferred = false;
    let mut same = imported.as_ref().map_or_else(Vec::new, |i| i.same.clone());
    let (mut known, mut model) = (imported.as_ref().and_then(|i| i.known), None);
    if let Some(mut i) = imported {
        // The count of the files is exact where they are all there and nothing is packed in a way
        // that we do not know.
        if known.is_none() && whole && sums.params > 0 && quant.is_some() {
            let near = (sums.params as f64 / i.arch.params_total.max(1) as f64 - 1.0).abs();
            if i.approximate || near < 0.05 {
                let dense = i.arch.params_total.saturating_sub(i.arch.params_active);
                i.arch.modelled &= i.arch.params_total == sums.params;
                i.arch.params_total = sums.params;
                i.arch.params_active = sums.params.saturating_sub(dense);
                i.arch.exact = true;
                i.approximate = false;
            }
        }
        model = Some(i.model_ref(catalog));
    } else if whole {
        let twins = catalog_twins(tensors, &sums, catalog);
        known = twins.iter().copied().max_by_key(|ix| catalog.model(*ix).released);
        model = match known {
            // Several have one shape (Qwen2 and Qwen2.5), and tensors name none of them: their layers count.
            Some(ix) if twins.len() > 1 => {
                same = twins;
                Some(ModelRef::Imported(Box::new(catalog.model(ix).arch.clone())))
            }
            Some(ix) => Some(ModelRef::Id(catalog.model(ix).id.clone())),
            None => infer::architecture(tensors, &sums).map(|arch| ModelRef::Imported(Box::new(arch))),
        };
        inferred = known.is_none() && model.is_some();
        if model.is_none() && sums.params >= 1_000_000 && quant.is_some() {
            model = Some(ModelRef::Params(sums.params as f64 / 1e9));
        }
    }
    let params = match (&model, known) {
        (_, Some(ix)) => catalog.model(ix).arch.params_total,
        (Some(ModelRef::Imported(arch)), _) => arch.params_total,
        (Some(ModelRef::Params(b)), _) => (b * 1e9) as u64,
        _ => 0,
    };
    // Servers cast 32-bit files to 16 bits: their bytes say nothing about the card.
    let cast = matches!(tensors.main_dtype(), "F32" | "F64" | "");
    let file = quant.filter(|_| whole && !cast).map(|quant| FileBytes {
        quant,
        params,
        bytes: sums.bytes,
        embed: sums.embed,
    });
    FileModel {
        model,
        known,
        same,
        model_type,
        sums,
        tensors: tensors.list.len(),
        dtype: tensors.main_dtype(),
        quant,
        file: file.filter(FileBytes::sound),
        inferred,
        gguf: false,
        missing: None,
    }
}

/// The models of the catalog with exactly these weights, vocabulary and width.
fn catalog_twins(tensors: &Tensors, sums: &Sums, catalog: &Catalog) -> Vec<ModelIx> {
    let Some((vocab, hidden)) = infer::table(tensors) else { return Vec::new() };
    let same = |ix: &ModelIx| {
        let arch = &catalog.model(*ix).arch;
        arch.params_total == sums.params && u64::from(arch.hidden) == hidden && u64::from(arch.vocab) == vocab
    };
    (0..catalog.models.len()).map(|i| ModelIx(i as u16)).filter(same).collect()
}

/// The format of the weights as names and types of tensors tell it (models.md §8).
fn format(tensors: &Tensors) -> Option<Quant> {
    let has = |end: &str| tensors.ending(end).is_some();
    Some(match tensors.main_dtype() {
        "BF16" | "F16" | "F32" | "F64" => Quant::None,
        "F8_E4M3" | "F8_E5M2" if has("weight_scale_inv") => Quant::Fp8Block,
        "F8_E4M3" | "F8_E5M2" => Quant::Fp8,
        "I32" if has("g_idx") => Quant::Gptq4,
        "I32" if has("qweight") => Quant::Awq,
        "I32" if has("weight_packed") => Quant::Gptq4,
        "U8" if has("_blocks") => Quant::Mxfp4,
        "U8" if has("nested_absmax") => Quant::Nf4Double,
        "U8" if has("absmax") => Quant::Nf4,
        "U8" if has("weight_packed") || has("weight_scale_2") => Quant::Nvfp4,
        "I8" => Quant::Int8,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn split_files_are_whole_when_every_part_is_there() {
        let all =
            ["m-00001-of-00003.safetensors", "m-00003-of-00003.safetensors", "m-00002-of-00003.safetensors"];
        assert!(whole(all.into_iter()));
        assert!(!whole(all[..2].iter().copied()));
        assert!(whole(["model.safetensors", "config.json"].into_iter()));
        assert!(whole(["a-b-of-c.gguf"].into_iter()));
        assert!(!whole(["q-00001-of-99999.gguf"].into_iter()));
    }
}
