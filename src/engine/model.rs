//! From what a plan says about its model to an architecture that formulas can read.

use crate::catalog::{Architecture, Catalog, Model};
use crate::engine::job;
use crate::plan::{Field, ModelRef, Plan, Quant, Warning, usual};
use crate::units::math::ln;
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
/// parameter count takes the shape of one family, at the nearest size.
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

fn of_model(model: &Model) -> Subject {
    Subject {
        arch: Arc::new(model.arch.clone()),
        native: job::native(model.dtype),
        id: Some(model.id.clone()),
    }
}

/// One family from small to large with one vocabulary: its shapes grow evenly, so that more parameters
/// never need less. The nearest of all models would be BLOOM for 7B, with 250,000 words.
const LADDER: [&str; 7] =
    ["qwen2.5-0.5b", "qwen2.5-1.5b", "qwen2.5-3b", "qwen2.5-7b", "qwen2.5-14b", "qwen2.5-32b", "qwen2.5-72b"];

/// The model of the ladder whose size is nearest, with its depth scaled so that the weights come to
/// `params`.
fn shaped(catalog: &Catalog, params: f64) -> Architecture {
    let params = params.clamp(1e6, 1e14);
    let ladder = LADDER.iter().filter_map(|id| catalog.model_ix(id)).map(|ix| catalog.model(ix));
    let near = ladder.min_by(|a, b| {
        let far = |m: &Model| ln(m.arch.params_total as f64 / params).abs();
        far(a).total_cmp(&far(b))
    });
    let mut arch = near.map(|m| m.arch.clone()).unwrap_or_default();
    let tables = (arch.embed_params() + arch.head_params()) as f64;
    let body = (arch.params_total as f64 - tables).max(1.0);
    let factor = ((params - tables).max(0.02 * params) / body).max(1e-3);
    for group in &mut arch.groups {
        group.count = ((f64::from(group.count) * factor + 0.5) as u32).clamp(1, 100_000);
    }
    arch.params_total = params as u64;
    arch.params_active = params as u64;
    arch.params_vision = 0;
    arch.exact = false;
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
