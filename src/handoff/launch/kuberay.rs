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
    let (volumes, mounts) = kubernetes::volumes(&name, false);
    let secret = Value::map().with("name", "hf-token").with("key", "token").with("optional", true);
    let env = Value::List(vec![
        Value::map().with("name", "HF_HOME").with("value", "/work/.cache/huggingface"),
        Value::map().with("name", "HF_TOKEN").with("valueFrom", Value::map().with("secretKeyRef", secret)),
    ]);
    let pod = |what: &str, end: &str, limits: Value| {
        let container = Value::map()
            .with("name", what)
            .with("image", format!("rayproject/ray:{RAY}{end}"))
            .with("env", env.clone())
            .with("resources", Value::map().with("limits", limits))
            .with("volumeMounts", mounts.clone());
        Value::map().with("containers", Value::List(vec![container])).with("volumes", volumes.clone())
    };
    let head = pod("ray-head", "", Value::map().with("cpu", "4").with("memory", "16Gi"));
    let mut limits = Value::map().with(&cards.name, cards.count.to_string());
    if let Some(n) = setup.vcpus {
        limits = limits.with("cpu", n.to_string());
    }
    if let Some(n) = setup.ram_gib {
        limits = limits.with("memory", format!("{n}Gi"));
    }
    let worker =
        pod("ray-worker", "-gpu", limits).with("tolerations", kubernetes::tolerations(&cards)).with_some(
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
        // On the head, which holds the files and the disk; the program's packages go to every machine.
        .with("entrypoint", format!("bash -c 'cp /files/* /work/ && cd /work && exec bash {}'", start.script))
        .with_some("runtimeEnvYAML", runtime(&start.pip))
        .with("shutdownAfterJobFinishes", true)
        .with("ttlSecondsAfterFinished", 600u32);
    if let Some(hours) = setup.stop_after_h() {
        spec = spec.with("activeDeadlineSeconds", hours * 3600);
    }
    spec = spec.with("rayClusterSpec", cluster);
    let job = Value::map()
        .with("apiVersion", "ray.io/v1")
        .with("kind", "RayJob")
        .with("metadata", Value::map().with("name", name.as_str()))
        .with("spec", spec);
    let objects = [kubernetes::config_map(&start, &name), kubernetes::claim(setup, &name, true), job];
    let text: Vec<_> = objects.iter().map(yaml).collect();
    let about = setup.about(&Tool::KubeRay.label());
    let mut doc = Doc::new(Tool::KubeRay)
        .file("rayjob.yaml", Format::Yaml, commented(&about, &text.join("---\n")))
        .note(Note::ImageNotTried)
        .note(Note::TimeCapOnly)
        .note(Note::SharedDisk)
        .note(Note::StageData)
        .note(Note::NoSpot);
    for note in notes {
        doc = doc.note(note);
    }
    Ok(start.tell(doc))
}

/// What Ray installs on every machine.
fn runtime(pip: &[&str]) -> Option<Value> {
    (!pip.is_empty())
        .then(|| Value::Script(yaml(&Value::map().with("pip", Value::list(pip.iter().copied())))))
}
