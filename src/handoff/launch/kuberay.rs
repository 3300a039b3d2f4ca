//! KubeRay: a RayJob for reinforcement and batches. The head asks for no card; one group of workers holds
//! every machine. A real cluster drops unknown keys silently: none is written that the schema has not
//! (handoff.md §2).

use super::{commented, kubernetes, start};
use crate::handoff::write::{Value, yaml};
use crate::handoff::{Doc, Format, Made, Note, Refusal, Setup, Tool};
use crate::plan::Software;

/// The image of Ray itself, by the version of the schema that was read.
const RAY: &str = "2.60.0";

/// `rayjob.yaml`.
pub fn make(setup: &Setup<'_>) -> Made {
    // Only programs that Ray spreads over machines.
    if !matches!(setup.job.software, Software::Verl) {
        return Err(Refusal::Task);
    }
    let start = start(setup);
    let name = setup.name("ray");
    let (cards, notes) = kubernetes::resource(setup)?;
    let nodes = setup.nodes();
    let head = Value::map().with(
        "containers",
        Value::List(vec![
            Value::map().with("name", "ray-head").with("image", format!("rayproject/ray:{RAY}")).with(
                "resources",
                Value::map().with("limits", Value::map().with("cpu", "4").with("memory", "16Gi")),
            ),
        ]),
    );
    let worker = Value::map()
        .with(
            "containers",
            Value::List(vec![
                Value::map()
                    .with("name", "ray-worker")
                    .with("image", format!("rayproject/ray:{RAY}-gpu"))
                    .with(
                        "resources",
                        Value::map().with("limits", Value::map().with(&cards.name, cards.count.to_string())),
                    ),
            ]),
        )
        .with_some(
            "nodeSelector",
            cards.label.as_deref().map(|l| Value::map().with("nvidia.com/gpu.product", l)),
        );
    let template = |spec: Value| Value::map().with("spec", spec);
    let cluster = Value::map()
        .with("rayVersion", RAY)
        .with(
            "headGroupSpec",
            Value::map()
                .with("rayStartParams", Value::map().with("num-gpus", "0"))
                .with("template", template(head)),
        )
        .with(
            "workerGroupSpecs",
            Value::List(vec![
                Value::map()
                    .with("groupName", "gpus")
                    .with("replicas", nodes)
                    .with("minReplicas", nodes)
                    .with("maxReplicas", nodes)
                    .with("rayStartParams", Value::map().with("num-gpus", cards.count.to_string()))
                    .with("template", template(worker)),
            ]),
        );
    let mut spec = Value::map()
        .with("entrypoint", format!("bash {}", start.script))
        .with("shutdownAfterJobFinishes", true)
        .with("ttlSecondsAfterFinished", 600u32);
    if let Some(hours) = setup.stop_after_h() {
        spec = spec.with("activeDeadlineSeconds", hours * 3600);
    }
    spec = spec.with("rayClusterSpec", cluster);
    let object = Value::map()
        .with("apiVersion", "ray.io/v1")
        .with("kind", "RayJob")
        .with("metadata", Value::map().with("name", name))
        .with("spec", spec);
    let about = setup.about(&Tool::KubeRay.label());
    let mut doc = Doc::new(Tool::KubeRay)
        .file("rayjob.yaml", Format::Yaml, commented(&about, &yaml(&object)))
        .note(Note::ImageNotTried)
        .note(Note::TimeCapOnly)
        .note(Note::NoSpot);
    for note in notes {
        doc = doc.note(note);
    }
    Ok(start.tell(doc))
}
