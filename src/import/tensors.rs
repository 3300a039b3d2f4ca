//! The tensors of a model's files: names, types, shapes and exact bytes, whatever file they came from;
//! what of them is weights, and what of it a server loads.

use serde::Serialize;

/// Most tensors of one model: Kimi K2's 61 layers of 384 experts are 70,000, scales included twice that.
pub const MOST: usize = 1_000_000;

/// A tensor as its file describes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct Tensor {
    /// Its name.
    pub name: String,
    /// Its type as the format names it: `BF16`, `Q4_K`.
    pub dtype: &'static str,
    /// Sides, outermost first.
    pub shape: Vec<u64>,
    /// Exact bytes in the file.
    pub bytes: u64,
}

impl Tensor {
    /// Stored elements; saturates.
    pub fn elements(&self) -> u64 {
        self.shape.iter().fold(1, |n, d| n.saturating_mul(*d))
    }
}

/// All tensors of a model, of one file or several.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct Tensors {
    /// In the order of their names.
    pub list: Vec<Tensor>,
}

/// Sums over the tensors that a program loads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct Sums {
    /// Weights: packed ones counted as what they unpack to, scales and buffers left out.
    pub params: u64,
    /// Bytes of everything that is loaded, scales included.
    pub bytes: u64,
    /// Of them the embedding table.
    pub embed: u64,
    /// Bytes that are in the files and stay there: layers for speculation, a second copy of a tied head.
    pub unused: u64,
}

/// Buffers that are no weights (models.md §8): masks and frequencies.
const BUFFERS: [&str; 5] = ["inv_freq", "attn.bias", "masked_bias", "rope_freqs.weight", "rotary_emb.freqs"];
/// What unpacking needs beside the packed values: bytes, but no weights.
const SCALES: [&str; 18] = [
    "weight_scale_inv",
    "weight_scale",
    "weight_scale_2",
    "input_scale",
    "qzeros",
    "scales",
    "g_idx",
    "absmax",
    "quant_map",
    "quant_state.bitsandbytes__nf4",
    "quant_state.bitsandbytes__fp4",
    "weight_shape",
    "weight_zero_point",
    "SCB",
    "weight_format",
    "_scales",
    "k_scale",
    "v_scale",
];

fn ends(name: &str, all: &[&str]) -> bool {
    all.iter().any(|e| name.ends_with(e))
}

/// Whether a name is the embedding table of a language model.
fn is_embedding(name: &str) -> bool {
    name == "token_embd.weight"
        || ends(name, &["embed_tokens.weight", "wte.weight", "word_embeddings.weight", "embed_in.weight"])
        || name == "tok_embeddings.weight"
}

/// Whether a name is the output head.
fn is_head(name: &str) -> bool {
    matches!(name, "output.weight" | "embed_out.weight") || name.ends_with("lm_head.weight")
}

/// The number of the layer that a name belongs to.
pub fn layer(name: &str) -> Option<u32> {
    let after = ["layers.", "blk.", ".h.", "blocks.", "block."].iter().find_map(|word| {
        let at = name.find(word)?;
        (at == 0 || word.starts_with('.') || name[..at].ends_with('.')).then(|| &name[at + word.len()..])
    })?;
    after.split('.').next()?.parse().ok().filter(|n| *n < 100_000)
}

impl Tensors {
    /// Puts the tensors of several files together: by name, each once.
    pub fn gather(files: impl IntoIterator<Item = Vec<Tensor>>) -> Self {
        use crate::units::Order;
        let mut list: Vec<Tensor> = files.into_iter().flatten().collect();
        list.order_by(|a, b| a.name.cmp(&b.name));
        list.dedup_by(|a, b| a.name == b.name);
        Self { list }
    }
    /// A tensor by name.
    pub fn get(&self, name: &str) -> Option<&Tensor> {
        self.list.binary_search_by(|t| t.name.as_str().cmp(name)).ok().and_then(|i| self.list.get(i))
    }
    /// The first tensor whose name ends so.
    pub fn ending(&self, end: &str) -> Option<&Tensor> {
        self.list.iter().find(|t| t.name.ends_with(end))
    }
    /// Whether the model has an output head of its own.
    pub fn has_head(&self) -> bool {
        self.list.iter().any(|t| is_head(&t.name))
    }
    /// Layers that the names count.
    pub fn layers(&self) -> u32 {
        self.list.iter().filter_map(|t| layer(&t.name)).max().map_or(0, |n| n + 1)
    }
    /// How many weights a packed element holds.
    fn packing(&self, t: &Tensor, bits: u32) -> u64 {
        let bits = u64::from(bits.clamp(1, 32));
        let name = t.name.as_str();
        match t.dtype {
            "I32" if name.ends_with("qweight") || name.ends_with("weight_packed") => 32 / bits,
            // MXFP4 as gpt-oss writes it, NVFP4 and bitsandbytes: two in a byte.
            "U8" if name.ends_with("_blocks") || name.ends_with("weight_packed") => 2,
            "U8" if self.get(&format!("{name}.absmax")).is_some()
                || name
                    .strip_suffix(".weight")
                    .is_some_and(|stem| self.get(&format!("{stem}.weight_scale")).is_some()) =>
            {
                2
            }
            _ => 1,
        }
    }
    /// Adds up what a program loads: `layers` of the main stack (0: all), no second copy of a `tied`
    /// head. `bits` is the width of packed integers where the configuration says it.
    pub fn sums(&self, layers: u32, tied: bool, bits: u32) -> Sums {
        let mut out = Sums::default();
        for t in &self.list {
            let speculation = layers > 0
                && layer(&t.name).is_some_and(|n| n >= layers)
                && !t.name.contains("vision")
                && !t.name.contains("visual")
                && !t.name.starts_with("v.")
                || t.name.starts_with("mtp.");
            if speculation || tied && is_head(&t.name) {
                out.unused = out.unused.saturating_add(t.bytes);
                continue;
            }
            out.bytes = out.bytes.saturating_add(t.bytes);
            if is_embedding(&t.name) {
                out.embed = out.embed.saturating_add(t.bytes);
            }
            if !ends(&t.name, &BUFFERS) && !ends(&t.name, &SCALES) {
                let weights = t.elements().saturating_mul(self.packing(t, bits));
                out.params = out.params.saturating_add(weights);
            }
        }
        out
    }
    /// The type that most bytes have.
    pub fn main_dtype(&self) -> &'static str {
        let mut all: Vec<(&'static str, u64)> = Vec::new();
        for t in &self.list {
            match all.iter_mut().find(|d| d.0 == t.dtype) {
                Some(d) => d.1 = d.1.saturating_add(t.bytes),
                None => all.push((t.dtype, t.bytes)),
            }
        }
        all.iter().max_by_key(|d| d.1).map_or("", |d| d.0)
    }
}
