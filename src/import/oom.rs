//! Out-of-memory messages and device tables as people paste them: PyTorch of every generation, NPU
//! and MPS builds, vLLM, SGLang, llama.cpp, Ollama, TensorRT-LLM, JAX, Paddle, TensorFlow; nvidia-smi,
//! npu-smi, rocm-smi. What is not there is `None`: nothing is made up. What engines print as "GB" is
//! GiB (memory.md, pitfalls).

mod table;

pub use table::{Device, Mig, Process};

use crate::catalog::Vendor;
use serde::Serialize;

/// Longest text that is read, in bytes.
const TEXT_BYTES: usize = 256 * 1024;
/// Most sizes that are looked at.
const SIZES: usize = 5_000;

/// What a text says. Sizes in GiB.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Message {
    /// What kind of text it is.
    pub kind: Kind,
    /// Whose cards the framework that failed runs on.
    #[serde(skip)]
    pub maker: Option<Vendor>,
    /// Number of the card.
    pub gpu_index: Option<u32>,
    /// What could not be allocated.
    pub tried_gib: Option<f64>,
    /// What the card has.
    pub total_gib: Option<f64>,
    /// What the framework had allocated.
    pub allocated_gib: Option<f64>,
    /// What the framework held, allocated or not.
    pub reserved_gib: Option<f64>,
    /// What it held unused.
    pub reserved_unallocated_gib: Option<f64>,
    /// What was free on the card.
    pub free_gib: Option<f64>,
    /// What processes held as the device counts; the sum where several are named.
    pub process_gib: Option<f64>,
    /// How many processes were named.
    pub processes_named: u32,
    /// What the process was allowed to take.
    pub allowed_gib: Option<f64>,
    /// What the job needs, where the program says so.
    pub required_gib: Option<f64>,
    /// What an engine wanted to take at the start.
    pub desired_gib: Option<f64>,
    /// Cache that one request needs.
    pub kv_needed_gib: Option<f64>,
    /// Cache that there is room for.
    pub kv_available_gib: Option<f64>,
    /// Tokens that it holds.
    pub kv_tokens: Option<u64>,
    /// Context that was asked for.
    pub max_model_len: Option<u64>,
    /// Context that would fit, as the engine estimates.
    pub estimated_max_len: Option<u64>,
    /// Sequences of the sampler's warm-up.
    pub max_num_seqs: Option<u64>,
    /// Tokens of the prefill that did not fit.
    pub prefill_tokens: Option<u64>,
    /// Peak of the framework while profiling.
    pub peak_torch_gib: Option<f64>,
    /// Layers on the card.
    pub layers_on_gpu: Option<u64>,
    /// All layers.
    pub layers_total: Option<u64>,
    /// It is the host that is too small.
    pub host_memory: bool,
    /// Free memory of the host.
    pub free_host_gib: Option<f64>,
    /// At which step it happened.
    pub stage: Option<Stage>,
    /// Cards of a device table.
    pub gpus: Vec<Device>,
    /// MIG slices of a device table.
    pub mig: Vec<Mig>,
    /// Processes of a device table.
    pub processes: Vec<Process>,
}

/// What kind of text it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Nothing that is known.
    #[default]
    Unknown,
    /// A card was too small.
    DeviceOom,
    /// No room for the cache of one request.
    KvTooSmall,
    /// The card was not empty enough to start.
    StartupCheck,
    /// The host was too small.
    HostMemory,
    /// A line that reports memory without a failure.
    Log,
    /// The table of a monitoring tool.
    DeviceTable,
}

/// Steps at which programs run out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The optimizer allocates its states.
    OptimizerInit,
    /// An engine captures CUDA graphs.
    GraphCapture,
    /// An engine warms its sampler up.
    SamplerWarmup,
    /// Weights are loaded.
    Load,
    /// The forward or backward pass.
    Step,
}

/// A size in the text: where it begins and ends, in GiB.
#[derive(Clone, Copy)]
struct Size {
    start: usize,
    end: usize,
    gib: f64,
}

/// Reads a message or table. Total.
pub fn read(text: &str) -> Message {
    let mut end = text.len().min(TEXT_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let text = &text[..end];
    let mut out = Message::default();
    if table::read(text, &mut out) {
        out.kind = Kind::DeviceTable;
        return out;
    }
    let lower = text.to_ascii_lowercase();
    let page = Page { sizes: sizes(&lower), text: &lower };
    memory(&page, &mut out);
    engines(&page, &mut out);
    out.gpu_index = page.number_of(&[
        "(gpu ",
        ". gpu ",
        "(npu ",
        ". npu ",
        "device(id:",
        "on device ",
        "current device: ",
        "error on gpu ",
        "device:gpu:",
    ]);
    let makers = [("npu out of memory", Vendor::Huawei), ("hip out of memory", Vendor::Amd)];
    let cuda = ("cuda out of memory", Vendor::Nvidia);
    out.maker = makers.into_iter().chain([cuda]).find(|m| lower.contains(m.0)).map(|m| m.1);
    out.stage = stage(&lower);
    out.kind = kind(&lower, &out);
    out
}

/// The text in lower case and the sizes in it.
struct Page<'a> {
    text: &'a str,
    sizes: Vec<Size>,
}

impl Page<'_> {
    /// The first size right after one of these words.
    fn after(&self, words: &[&str]) -> Option<f64> {
        let plain = |c: char| matches!(c, ' ' | ':' | '=' | '"' | '(' | '[' | '\t');
        let hit = |s: &&Size| {
            let before = self.text[..s.start].trim_end_matches(plain);
            words.iter().any(|w| before.ends_with(w))
        };
        self.sizes.iter().find(hit).map(|s| s.gib)
    }
    /// Every size right before one of these words.
    fn all_before<'p>(&'p self, words: &'p [&'p str]) -> impl Iterator<Item = f64> + 'p {
        let hit = move |s: &&Size| {
            let after = self.text[s.end..].trim_start_matches([' ', ')']);
            words.iter().any(|w| after.starts_with(w))
        };
        self.sizes.iter().filter(hit).map(|s| s.gib)
    }
    fn before(&self, words: &[&str]) -> Option<f64> {
        self.all_before(words).next()
    }
    /// The whole number right after one of these words.
    fn count(&self, words: &[&str]) -> Option<u64> {
        words.iter().find_map(|w| {
            let mut rest = self.text;
            while let Some(at) = rest.find(w) {
                rest = &rest[at + w.len()..];
                let digits = rest.bytes().take_while(u8::is_ascii_digit).take(15).count();
                if digits > 0 {
                    return rest[..digits].parse().ok();
                }
            }
            None
        })
    }
    fn number_of(&self, words: &[&str]) -> Option<u32> {
        self.count(words).and_then(|n| u32::try_from(n).ok())
    }
    fn has(&self, word: &str) -> bool {
        self.text.contains(word)
    }
}

/// Sizes with a unit, in order.
fn sizes(text: &str) -> Vec<Size> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut at = 0;
    while at < bytes.len() && out.len() < SIZES {
        if !bytes[at].is_ascii_digit() || at > 0 && (bytes[at - 1].is_ascii_alphanumeric()) {
            at += 1;
            continue;
        }
        let start = at;
        while at < bytes.len() && (bytes[at].is_ascii_digit() || bytes[at] == b'.') {
            at += 1;
        }
        // No number is that long; and the reader takes a point at the end as one.
        let number = text[start..at].trim_end_matches('.');
        let value = if number.len() > 40 { None } else { crate::plan::number::read(number) };
        let mut unit = at;
        while unit < bytes.len() && bytes[unit] == b' ' && unit < at + 2 {
            unit += 1;
        }
        let letters = bytes[unit..].iter().take_while(|b| b.is_ascii_alphabetic()).take(8).count();
        let factor = match &text[unit..unit + letters] {
            "b" | "byte" | "bytes" => 1.0 / 1_073_741_824.0,
            "k" | "kb" | "kib" => 1.0 / 1_048_576.0,
            "m" | "mb" | "mib" => 1.0 / 1_024.0,
            "g" | "gb" | "gib" => 1.0,
            "t" | "tb" | "tib" => 1_024.0,
            _ => continue,
        };
        if let Some(value) = value.filter(|v| *v < 1e15) {
            at = unit + letters;
            out.push(Size { start, end: at, gib: value * factor });
        }
    }
    out
}

/// What frameworks say about the card.
fn memory(page: &Page, out: &mut Message) {
    out.tried_gib = page
        .after(&[
            "tried to allocate",
            "trying to allocate",
            "cannot allocate",
            "alloc size",
            ": allocating",
            "requested",
        ])
        .or_else(|| tensor(page.text));
    out.total_gib = page
        .before(&["total capacity", "hbm."])
        .or_else(|| page.after(&["total capacity of", "total capacty of", "max allowed", "device limit"]))
        .or_else(|| page.after(&["total_gpu_memory", "kv cache: total"]));
    out.allocated_gib = page
        .before(&["already allocated", "memory has been allocated"])
        .or_else(|| page.after(&["of the allocated memory", "mps allocated", "currently allocated", " ma"]));
    out.free_gib = page
        .before(&["free", "is free"])
        .or_else(|| page.after(&["available memory is only", "avail mem", "free (according to cuda)"]))
        .or_else(|| page.after(&["memory.available", ", available"]));
    out.reserved_unallocated_gib = page.before(&["is reserved by pytorch but unallocated"]);
    let cached = page.before(&["cached"]);
    let sum = |a: Option<f64>, b: Option<f64>| a.zip(b).map(|(a, b)| a + b);
    out.reserved_gib = page
        .before(&["reserved in total"])
        .or_else(|| page.after(&[" ca"]))
        .or_else(|| sum(out.allocated_gib, out.reserved_unallocated_gib))
        .or_else(|| sum(out.allocated_gib, cached));
    let held: Vec<f64> = page.all_before(&["memory in use"]).collect();
    out.processes_named = u32::try_from(held.len()).unwrap_or(u32::MAX);
    out.process_gib = if held.is_empty() { page.after(&["mem usage"]) } else { Some(held.iter().sum()) };
    out.allowed_gib = page.before(&["allowed;"]);
}

/// What servers say about themselves.
fn engines(page: &Page, out: &mut Message) {
    out.required_gib = page.after(&["memory.required.full", "requires more system memory", "hbm. used"]);
    out.host_memory = page.has("requires more system memory");
    if out.host_memory {
        out.free_host_gib = page.after(&["than is available"]);
    }
    out.kv_needed_gib = page.before(&["kv cache is needed"]).or_else(|| page.after(&["memory.required.kv"]));
    out.kv_available_gib = page
        .after(&["available kv cache memory", "kv_cache_size"])
        .or_else(|| page.before(&["for max tokens in paged kv cache"]))
        .or(page.has("no available memory for the cache blocks").then_some(0.0));
    out.kv_tokens = page.count(&["stored in kv cache (", "in paged kv cache ("]);
    out.max_model_len = page.count(&["max seq len ("]);
    out.estimated_max_len = page.count(&["estimated maximum model length is "]);
    out.max_num_seqs = page.count(&["warming up sampler with "]);
    out.prefill_tokens = page.count(&["not enough memory to handle "]);
    out.peak_torch_gib = page.after(&["peak_torch_memory"]);
    out.layers_on_gpu = page.count(&["layers.offload="]);
    out.layers_total = page.count(&["layers.model="]);
    // "(19.87/23.53 GiB) on startup", "utilization (0.9, 21.18 GiB)".
    if let Some(rest) = tail(page.text, "memory on device (")
        && let Some((free, rest)) = rest.split_once('/')
    {
        out.free_gib = short(free).and_then(crate::plan::number::read);
        out.total_gib = sizes(head(rest)).first().map(|s| s.gib);
    }
    if let Some(rest) = tail(page.text, "desired gpu memory utilization (") {
        out.desired_gib = sizes(head(rest)).first().map(|s| s.gib);
    }
}

/// What stands behind a phrase.
fn tail<'a>(text: &'a str, phrase: &str) -> Option<&'a str> {
    text.find(phrase).map(|at| &text[at + phrase.len()..])
}

/// The first forty bytes or fewer.
fn head(text: &str) -> &str {
    text.get(..40).unwrap_or(if text.len() < 40 { text } else { "" })
}

/// A text that may be one number.
fn short(text: &str) -> Option<&str> {
    (text.len() < 20).then_some(text)
}

/// "tensor with shape[32,512,56,56] and type float": its bytes.
fn tensor(text: &str) -> Option<f64> {
    let (shape, rest) = tail(text, "tensor with shape[")?.split_once(']')?;
    if shape.len() > 200 {
        return None;
    }
    let mut elements = 1.0;
    for dim in shape.split(',') {
        elements *= crate::plan::number::read(dim)?;
    }
    let kind = tail(head(rest), "type ")?;
    let bytes = match kind.split(|c: char| !c.is_ascii_alphanumeric()).next()? {
        "half" | "bfloat16" | "float16" | "int16" => 2.0,
        "double" | "int64" | "float64" | "complex64" => 8.0,
        "bool" | "int8" | "uint8" => 1.0,
        _ => 4.0,
    };
    let gib = elements * bytes / 1_073_741_824.0;
    // Nobody has asked for an exabyte.
    (0.0..1e9).contains(&gib).then_some(gib)
}

fn stage(text: &str) -> Option<Stage> {
    let any = |words: &[&str]| words.iter().any(|w| text.contains(w));
    Some(if any(&["initialize_optimizer_states", "_init_group", "optimizer.step"]) {
        Stage::OptimizerInit
    } else if any(&["capture cuda graph", "capture_model", "cuda graph failed"]) {
        Stage::GraphCapture
    } else if any(&["warming up sampler"]) {
        Stage::SamplerWarmup
    } else if any(&["load_model", "error loading model", "load_weights", "from_pretrained"]) {
        Stage::Load
    } else if any(&["loss.backward", "cross_entropy", "in forward", "autograd"]) {
        Stage::Step
    } else {
        return None;
    })
}

fn kind(text: &str, out: &Message) -> Kind {
    let any = |words: &[&str]| words.iter().any(|w| text.contains(w));
    if out.host_memory {
        return Kind::HostMemory;
    }
    if any(&["on startup is less than"]) {
        return Kind::StartupCheck;
    }
    if any(&["for the cache blocks", "kv cache is needed", "stored in kv cache"]) {
        return Kind::KvTooSmall;
    }
    let failed = [
        "out of memory",
        "not enough memory",
        "memory not enough",
        "alloc_failed",
        "resource_exhausted",
        "resourceexhausted",
        "outofmemory",
        "enough gpu ram",
        "oom when",
    ];
    if any(&failed) {
        return Kind::DeviceOom;
    }
    let blank = Message { kind: out.kind, ..Message::default() };
    if *out == blank { Kind::Unknown } else { Kind::Log }
}
