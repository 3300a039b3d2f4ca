//! A row as a plan and a layout: what a person could have entered before the run.

mod fits;
mod serving;
mod training;
mod words;

pub use fits::fits;
pub use serving::serving;
pub use training::{micro_batch, training};
pub use words::checkpointing;

use crate::case::Case;
use crate::facts::Facts;
use crate::{Reason, architecture};
use std::sync::Arc;
use suanzu::catalog::{Architecture, Gpu};
use suanzu::engine::job::Job;
use suanzu::engine::layout::Layout;
use suanzu::plan::*;

/// A job on cards.
pub struct Setup {
    /// The job.
    pub job: Job,
    /// How it is spread.
    pub layout: Layout,
    /// The card; a stand-in where the row names none that the catalog has.
    pub gpu: Gpu,
    /// The card was found.
    pub gpu_known: bool,
    /// Neither the row nor its program's default says whether activations are recomputed.
    pub open_checkpointing: bool,
}

impl Setup {
    /// Words to group by.
    pub fn slices(&self, case: &Case) -> Vec<String> {
        let mut out = Vec::new();
        let training = self.job.task.trains();
        if training {
            out.push(format!("method={}", case.text("method")));
            out.push(format!("engine={}", case.text("framework")));
        } else {
            out.push(format!("engine={}", case.text("engine")));
        }
        let sharded = self.layout.cards() > 1 || case.int("gpus").unwrap_or(1) > 1;
        out.push(if sharded { "sharded".into() } else { "unsharded".into() });
        out.push(format!("source={}", source(case)));
        if !training {
            let hybrid = self.job.shape.kinds.iter().any(|k| match k.mixer {
                suanzu::catalog::Mixer::Recurrent(_) => true,
                suanzu::catalog::Mixer::Attention(a) => a.window.is_some() || a.cross || a.shares_kv,
                suanzu::catalog::Mixer::Mla(m) => m.index_heads > 0,
                suanzu::catalog::Mixer::None => false,
            });
            out.push(if hybrid { "hybrid".into() } else { "non-hybrid".into() });
        }
        out
    }
}

/// Who published it: repository, or the first words of a paper; the family of the id where no source is given.
pub fn source(case: &Case) -> String {
    let text = case.text("source");
    let mut words = text.split_whitespace();
    match (words.next(), words.next()) {
        (Some(first), _) if first.contains('/') => first.to_owned(),
        (Some(first), Some(second)) => format!("{first} {second}"),
        _ => case.id().rsplit_once('-').map_or(case.id(), |(head, _)| head).to_owned(),
    }
}

/// Weights of the model: the row's own architecture first, else the catalog's.
pub fn model(case: &Case, facts: &Facts) -> Result<(Arc<Architecture>, Quant), Reason> {
    if let Some(arch) = architecture::of(case) {
        return Ok((arch, Quant::None));
    }
    facts.model(case.text("model")).or_else(|| by_size(case, facts)).ok_or("model unknown")
}

/// A model that the catalog lacks: what a person enters then is its size. Caches depend on more than
/// that, and so do models of several towers.
fn by_size(case: &Case, facts: &Facts) -> Option<(Arc<Architecture>, Quant)> {
    let task = case.text("task");
    let other = task.contains("diffusion") || task.contains("vision") || task.contains("embedding");
    let pictures = case.extra_flag("vision") || name_of_pictures(case);
    if case.text("kind").starts_with("kv") || other || pictures {
        return None;
    }
    let name = case.text("model").to_lowercase();
    let mut words = name.split(['-', '_', '/', ' ']);
    let in_name = words.find_map(|word| word.strip_suffix('b')?.parse::<f64>().ok());
    let billions = case.num("params").map(|n| n / 1e9).or(in_name).filter(|n| *n >= 1.0)?;
    let plan = Plan { model: ModelRef::Params(billions), ..Plan::default() };
    let subject = suanzu::engine::model::subject(&plan, facts.catalog, &mut Vec::new());
    Some((subject.arch, subject.native))
}

/// Image models that a row does not call so.
fn name_of_pictures(case: &Case) -> bool {
    let training = !case.text("framework").is_empty() && case.text("kind") != "model_states";
    training && case.num("seq").is_none() && case.int("micro_batch").is_some() && case.extra("arch").is_none()
}

/// A card for rows that name none: memory of training does not depend on it.
fn stand_in() -> Gpu {
    Gpu {
        name: "unspecified".into(),
        memory_gb: 80,
        usable: suanzu::units::Bytes::gib(79),
        usable_assumed: true,
        ..Gpu::default()
    }
}

fn with_card(job: Job, layout: Layout, case: &Case, facts: &Facts) -> Setup {
    let found = facts.gpu(case.text("gpu"));
    let gpu_known = found.is_some();
    let mut gpu = found.or_else(|| facts.class(case.text("gpu"))).unwrap_or_else(stand_in);
    // What the device shows as its total is on the card's own screen.
    if let Some(gib) = case.extra_num("total_gpu_gib").or(case.num("gpu_mem_total_gib")).filter(|g| *g > 1.0)
    {
        gpu.usable = suanzu::units::Bytes::from_f64(gib * suanzu::units::GIB);
        gpu.usable_assumed = false;
    }
    Setup { job, layout, gpu, gpu_known, open_checkpointing: false }
}
