use crate::catalog::Catalog;
use crate::plan::{Field, ModelRef, Plan, Warning, nearest};

/// Ids of a plan that the catalog does not have, each with the nearest that it has.
pub fn check_ids(plan: &Plan, catalog: &Catalog) -> Vec<Warning> {
    own_ids(&mut plan.clone(), catalog)
}

/// Replaces names that people write ("RTX 4090", 通义千问2.5-7B, retired ids) by the catalog's own
/// ids. What it does not know stays as it is and comes back.
pub fn own_ids(plan: &mut Plan, catalog: &Catalog) -> Vec<Warning> {
    let mut warn = Vec::new();
    let gpu = |text: &str| catalog.find_gpu(text).map(|ix| catalog.gpu(ix).id.clone());
    let provider = |text: &str| catalog.find_provider(text).map(|ix| catalog.provider(ix).id.clone());
    if let ModelRef::Id(text) = &mut plan.model {
        match catalog.find_model(text) {
            Some(ix) => text.clone_from(&catalog.model(ix).id),
            None => {
                let near = catalog.nearest_models(text, 1).first().map(|ix| catalog.model(*ix).id.clone());
                warn.push(Warning::UnknownId { field: Field::Model, text: text.clone(), nearest: near });
            }
        }
    }
    let near_gpu = near_gpu(catalog);
    replace(plan.measured.gpu.as_mut_slice(), Field::MeasuredGpu, gpu, &near_gpu, &mut warn);
    replace(plan.care.try_gpu.as_mut_slice(), Field::TryGpu, gpu, &near_gpu, &mut warn);
    replace(plan.market.standby.as_mut_slice(), Field::Standby, provider, near_provider(catalog), &mut warn);
    warn.extend(lists(plan, catalog));
    for price in &plan.frozen {
        if catalog.offer_ix(&price.offer).is_none() {
            let text = price.offer.clone();
            warn.push(Warning::UnknownId { field: Field::Frozen, text, nearest: None });
        }
    }
    warn
}

/// Leaves out of the lists of cards and providers what the catalog does not know, so that the rest holds. A list
/// of which nothing is left rules nothing out.
pub fn known_lists(plan: &mut Plan, catalog: &Catalog) -> Vec<Warning> {
    let wanted = [!plan.limits.gpus.is_empty(), !plan.market.providers.is_empty()];
    let mut warn = lists(plan, catalog);
    for w in &warn {
        if let Warning::UnknownId { field, text, .. } = w {
            match field {
                Field::Gpus => &mut plan.limits.gpus,
                Field::NotGpus => &mut plan.limits.not_gpus,
                Field::Providers => &mut plan.market.providers,
                _ => &mut plan.market.not_providers,
            }
            .retain(|id| id != text);
        }
    }
    let left = [plan.limits.gpus.len(), plan.market.providers.len()];
    for (i, field) in [Field::Gpus, Field::Providers].into_iter().enumerate() {
        if wanted[i] && left[i] == 0 {
            warn.push(Warning::AllOpen { field });
        }
    }
    warn
}

/// The lists of cards and providers, by the catalog's own ids where it has them.
fn lists(plan: &mut Plan, catalog: &Catalog) -> Vec<Warning> {
    let mut warn = Vec::new();
    let gpu = |text: &str| catalog.find_gpu(text).map(|ix| catalog.gpu(ix).id.clone());
    let provider = |text: &str| catalog.find_provider(text).map(|ix| catalog.provider(ix).id.clone());
    let (near_gpu, near_provider) = (near_gpu(catalog), near_provider(catalog));
    replace(&mut plan.limits.gpus, Field::Gpus, gpu, &near_gpu, &mut warn);
    replace(&mut plan.limits.not_gpus, Field::NotGpus, gpu, &near_gpu, &mut warn);
    replace(&mut plan.market.providers, Field::Providers, provider, &near_provider, &mut warn);
    replace(&mut plan.market.not_providers, Field::NotProviders, provider, &near_provider, &mut warn);
    warn
}

fn near_gpu(catalog: &Catalog) -> impl Fn(&str) -> Option<String> {
    |t| catalog.nearest_gpus(t, 1).first().map(|ix| catalog.gpu(*ix).id.clone())
}

fn near_provider(catalog: &Catalog) -> impl Fn(&str) -> Option<String> {
    |t| nearest(t, catalog.providers.iter().map(|p| p.id.as_str())).map(str::to_string)
}

fn replace(
    texts: &mut [String],
    field: Field,
    find: impl Fn(&str) -> Option<String>,
    near: impl Fn(&str) -> Option<String>,
    warn: &mut Vec<Warning>,
) {
    for text in texts {
        match find(text) {
            Some(id) => *text = id,
            None => {
                warn.push(Warning::UnknownId { field, text: text.clone(), nearest: near(text) });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::share::decode;

    #[test]
    fn names_become_ids_and_unknown_ones_get_a_suggestion() {
        let (mut plan, warn) = decode("m=通义千问2.5-7B&g=RTX 4090,rtx-4090-23g,zzz&nog=H20&prov=autodll");
        assert_eq!(warn, vec![]);
        let warn = own_ids(&mut plan, Catalog::embedded());
        assert_eq!(plan.model, ModelRef::Id("qwen2.5-7b".into()));
        assert_eq!(plan.limits.gpus[0], "rtx-4090-24g");
        let unknown = |field, text: &str, nearest: Option<&str>| Warning::UnknownId {
            field,
            text: text.into(),
            nearest: nearest.map(str::to_string),
        };
        assert!(warn.contains(&unknown(Field::Gpus, "zzz", None)), "{warn:?}");
        assert!(warn.contains(&unknown(Field::Providers, "autodll", Some("autodl"))), "{warn:?}");
    }

    #[test]
    fn the_default_plan_is_known() {
        assert_eq!(check_ids(&Plan::default(), Catalog::embedded()), vec![]);
    }
}
