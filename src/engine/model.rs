//! From what a plan says about its model to an architecture that formulas can read.

use crate::catalog::{Architecture, Catalog, Mixer, Mlp, Model, ModelKind};
use crate::engine::job;
use crate::plan::{Field, ModelRef, Plan, Quant, Task, Warning, usual};
use crate::units::math::{exp, ln};
use std::sync::Arc;

/// What a plan runs.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Its architecture.
    pub arch: Arc<Architecture>,
    /// The format it is published in, where that is not 16-bit.
    pub native: Quant,
    /// Its catalog id, where it has one.
    pub id: Option<String>,
}

/// The model of a plan. An unknown id falls back to the default plan's model, with a warning; a bare
/// parameter count takes a shape of one family.
pub fn subject(plan: &Plan, catalog: &Catalog, warnings: &mut Vec<Warning>) -> Subject {
    match &plan.model {
        ModelRef::Imported(arch) => {
            Subject { arch: Arc::new((**arch).clone()), native: Quant::None, id: None }
        }
        ModelRef::Params(billions) => {
            let arch = Arc::new(shaped(catalog, billions * 1e9));
            Subject { arch, native: Quant::None, id: None }
        }
        ModelRef::Id(id) => match catalog.model_ix(id).or_else(|| catalog.find_model(id)) {
            Some(ix) => of_model(catalog.model(ix)),
            None => {
                let nearest = crate::plan::nearest(id, catalog.models.iter().map(|m| m.id.as_str()));
                warnings.push(Warning::UnknownId {
                    field: Field::Model,
                    text: id.clone(),
                    nearest: nearest.map(str::to_string),
                });
                let fallback = match &usual().model {
                    ModelRef::Id(id) => catalog.model_ix(id),
                    _ => None,
                };
                fallback.map_or_else(
                    || Subject { arch: Arc::new(shaped(catalog, 7e9)), native: Quant::None, id: None },
                    |ix| of_model(catalog.model(ix)),
                )
            }
        },
    }
}

/// Whether a model is of the kind that a job runs.
pub fn suits(kind: ModelKind, task: Task) -> bool {
    match task {
        Task::ImageInfer | Task::ImageLora => kind == ModelKind::Diffusion,
        Task::ImageTrain => matches!(kind, ModelKind::Diffusion | ModelKind::Encoder | ModelKind::Vision),
        Task::Embed => matches!(kind, ModelKind::Encoder | ModelKind::Dense),
        _ => !matches!(kind, ModelKind::Diffusion | ModelKind::Encoder),
    }
}

fn of_model(model: &Model) -> Subject {
    Subject {
        arch: Arc::new(model.arch.clone()),
        native: job::native(model.dtype),
        id: Some(model.id.clone()),
    }
}

/// One family from small to large with one vocabulary: its shapes grow evenly, so that more parameters
/// never need less. The nearest of all models would be BLOOM for 7B, with 250,000 words. Qwen2.5-7B is
/// left out: its MLP (18,944) is wider than that of the 14B (13,824).
const LADDER: [&str; 7] =
    ["qwen2.5-0.5b", "qwen2.5-1.5b", "qwen2.5-3b", "qwen3-8b", "qwen2.5-14b", "qwen2.5-32b", "qwen2.5-72b"];

/// A shape of `params` weights: the widths lie between those of the ladder's two nearest rungs, on
/// logarithmic scales, and the depth is what then brings the weights to `params`.
fn shaped(catalog: &Catalog, params: f64) -> Architecture {
    let params = params.clamp(1e6, 1e14);
    let ladder = || LADDER.iter().filter_map(|id| catalog.model_ix(id)).map(|ix| &catalog.model(ix).arch);
    let below = ladder().filter(|a| a.params_total as f64 <= params).last();
    let above = ladder().find(|a| a.params_total as f64 > params);
    let mut arch = match (below, above) {
        (Some(low), Some(high)) => between(low, high, params),
        (Some(end), None) | (None, Some(end)) => end.clone(),
        (None, None) => Architecture::default(),
    };
    let tables = (arch.embed_params() + arch.head_params()) as f64;
    let layer = arch.groups.first().map_or(1, |g| arch.layer_params(g).total()).max(1) as f64;
    let depth = (params - tables).max(0.02 * params) / layer;
    for group in &mut arch.groups {
        group.count = ((depth + 0.5) as u32).clamp(1, 100_000);
    }
    arch.params_total = params as u64;
    arch.params_active = params as u64;
    arch.params_vision = 0;
    arch.exact = false;
    arch
}

/// `low` with widths on the way to `high`: in multiples of 64, heads in multiples of those of the cache.
fn between(low: &Architecture, high: &Architecture, params: f64) -> Architecture {
    let (a, b) = (low.params_total as f64, high.params_total as f64);
    let way = ln(params / a) / ln(b / a);
    let mix = |x: u32, y: u32| f64::from(x) * exp(way * ln(f64::from(y.max(1)) / f64::from(x.max(1))));
    let to = |x: f64, unit: u32| ((x / f64::from(unit) + 0.5) as u32).max(1) * unit;
    let mut arch = low.clone();
    arch.hidden = to(mix(low.hidden, high.hidden), 64);
    if let (Some(group), Some(upper)) = (arch.groups.first_mut(), high.groups.first()) {
        if let (Mlp::Dense { ffn }, Mlp::Dense { ffn: upper }) = (&mut group.mlp, upper.mlp) {
            *ffn = to(mix(*ffn, upper), 64);
        }
        if let (Mixer::Attention(own), Mixer::Attention(upper)) = (&mut group.mixer, upper.mixer) {
            let width = mix(own.heads * own.head_dim, upper.heads * upper.head_dim);
            own.kv_heads = to(mix(own.kv_heads, upper.kv_heads), 2);
            own.heads = to(width / f64::from(own.head_dim), own.kv_heads);
        }
    }
    arch
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_count_has_the_depth_of_its_weights() {
        let catalog = Catalog::embedded();
        for id in LADDER {
            let model = catalog.model(catalog.model_ix(id).expect(id));
            let shaped = shaped(catalog, model.arch.params_total as f64);
            assert_eq!(shaped.layers(), model.arch.layers(), "{id}");
        }
        assert_eq!(shaped(catalog, 140e9).layers(), 157);
    }
}
