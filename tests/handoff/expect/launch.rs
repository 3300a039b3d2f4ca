//! Engines that get the machine.

use super::Say;
use suanzu::catalog::{Mode, Vendor};
use suanzu::handoff::{Doc, Format, Note, Setup, Tool};
use suanzu::plan::Task;
use suanzu::units::GIB;

/// What an engine's file must say.
pub fn says(setup: &Setup<'_>, doc: &Doc, say: &mut Say) {
    let (nodes, cards) = (setup.nodes(), setup.per_node());
    let hours = setup.stop_after_h();
    let gib = setup.plan.env.host_gib.map(|g| g.ceil() as u64);
    // The plan's figure, else what the process and what left the cards take.
    let need = (setup.memory().host / GIB).ceil() as u64;
    let least = gib.or((need > 0).then_some(need));
    let stays = setup.stays();
    let spot = setup.winner().entry.mode == Mode::Spot;
    let warns = |note: Note, when: bool| {
        assert!(doc.notes.contains(&note) || !when, "{:?}: no {note:?} in {:?}", doc.tool, doc.notes);
    };
    match doc.tool {
        Tool::SkyPilot => {
            say.is("num_nodes", nodes).is("resources.disk_size", setup.disk_gb);
            say.maybe("resources.cpus", setup.vcpus.map(|n| format!("{n}+")));
            say.maybe("resources.memory", least.map(|n| format!("{n}+")));
            say.is("envs.MODEL_ID", &setup.texts.model).is("secrets.HF_TOKEN", "null");
            say.when(!stays, "resources.autostop.idle_minutes", 10);
            let parsed = crate::read::content(&doc.files[0]);
            // One offer stands in the resources, several in the report's order.
            let card =
                parsed.get("resources.accelerators").or(parsed.get("resources.ordered.0.accelerators"));
            let card = card.expect("a card");
            assert_eq!(card.rsplit(':').next(), Some(cards.to_string().as_str()), "{card}");
            let listed = (0..).map_while(|at| ORDERED.get(at).and_then(|key| parsed.get(key)));
            let caps: Vec<f64> = listed.filter_map(|cap| cap.parse().ok()).collect();
            // A fallback that it does not rent is told.
            let offers = 1
                + (1..9)
                    .take_while(|at| parsed.get(&format!("resources.ordered.{at}.infra")).is_some())
                    .count();
            let told = doc.notes.contains(&Note::LeftOut) || doc.notes.contains(&Note::OtherSeller);
            assert!(told || offers >= setup.candidates.len().min(2), "{:?}", doc.notes);
            let known: Vec<f64> = setup.candidates.iter().filter_map(|c| setup.cap(c)).map(|c| c.0).collect();
            assert!(caps.iter().all(|cap| known.contains(cap)), "{caps:?} of {known:?}");
            if let Some(cap) = parsed.get("resources.max_hourly_cost") {
                let own = setup.usd_limit.map(|all| all / f64::from(nodes));
                let cap: f64 = cap.parse().expect("a number");
                assert!(cap > 0.0 && own.is_none_or(|own| cap <= own), "{cap} above {own:?}");
            }
        }
        Tool::Dstack => {
            say.is("type", if stays { "service" } else { "task" }).when(!stays, "nodes", nodes);
            say.is("resources.disk", format!("{}GB..", setup.disk_gb));
            say.maybe("resources.cpu", setup.vcpus.map(|n| format!("{n}..")));
            say.maybe("resources.memory", least.map(|n| format!("{n}GB..")));
            say.maybe("max_duration", hours.map(|h| format!("{h}h")));
            say.is("spot_policy", if spot { "spot" } else { "on-demand" });
            say.is("env.1", format!("MODEL_ID={}", setup.texts.model));
            say.when(spot && !stays, "retry.on_events", "no-capacity,interruption");
            let gpu = crate::read::content(&doc.files[0]).get("resources.gpu").expect("a card");
            assert!(gpu.ends_with(&format!("GB:{cards}")), "{gpu}");
            warns(Note::SharedDisk, spot && !stays);
            // Only what is listed reaches the machine: the data, behind the scripts.
            let parsed = crate::read::content(&doc.files[0]);
            let staged = (0..9).find_map(|at| parsed.get(&format!("files.{at}.local_path")));
            let data = program(setup).filter(|_| !stays).map(|_| setup.texts.data.clone());
            assert_eq!(staged, data);
        }
        Tool::Kubernetes => {
            warns(Note::NoSpot, spot);
            warns(Note::StageData, !stays);
            let (pod, resource) = if stays { (DEPLOYMENT, Some(cards)) } else { (JOB, Some(cards)) };
            let sliced = setup.plan.claim.slice.is_some();
            if setup.gpu().vendor == Vendor::Nvidia && !sliced {
                say.maybe(pod[0], resource.map(|n| n.to_string()));
            }
            say.is(pod[4], setup.texts.model.replace("$(", "$$("));
            say.maybe(pod[1], setup.vcpus.map(|n| n.to_string()));
            say.maybe(pod[2], least.map(|n| format!("{n}Gi")));
            if stays {
                say.is("Deployment//spec.replicas", 1).is(pod[3], format!("{}G", setup.disk_gb));
            } else {
                say.is("Job//spec.parallelism", nodes).is("Job//spec.completions", nodes);
                say.is("Job//spec.completionMode", "Indexed").is("Job//spec.suspend", true);
                say.maybe("Job//spec.activeDeadlineSeconds", hours.map(|h| (h * 3600).to_string()));
                say.is(CLAIM, format!("{}G", setup.disk_gb));
                let mode = if nodes > 1 { "ReadWriteMany" } else { "ReadWriteOnce" };
                say.is("PersistentVolumeClaim//spec.accessModes", mode);
            }
            carried(setup, doc);
        }
        Tool::KubeRay => {
            warns(Note::NoSpot, spot);
            warns(Note::StageData, true);
            say.is(WORKERS[0], nodes).is(WORKERS[1], nodes).is(WORKERS[2], nodes);
            say.is(WORKERS[3], cards).is(WORKERS[4], cards);
            say.is("RayJob//spec.rayClusterSpec.headGroupSpec.rayStartParams.num-gpus", 0);
            say.maybe("RayJob//spec.activeDeadlineSeconds", hours.map(|h| (h * 3600).to_string()));
            say.is(CLAIM, format!("{}G", setup.disk_gb));
            carried(setup, doc);
        }
        Tool::Slurm => {
            warns(Note::NoSpot, spot);
            let kind = match setup.gpu().vendor {
                Vendor::Huawei => "npu",
                _ => "gpu",
            };
            say.is("#--nodes", nodes).is("#--ntasks-per-node", 1).is("#--gres", format!("{kind}:{cards}"));
            say.maybe("#--cpus-per-task", setup.vcpus.map(|n| n.to_string()));
            say.maybe("#--mem", gib.map(|n| format!("{n}G")));
            say.maybe("#--time", hours.map(|h| format!("{h}:00:00"))).is("@0", "srun");
        }
        Tool::Compose => {
            say.is("services.main.deploy.resources.reservations.devices.0.count", cards);
            say.is("services.main.deploy.resources.reservations.devices.0.capabilities", "gpu");
            // Beside a reservation it would ask for every card.
            say.maybe("services.main.gpus", None)
                .maybe("services.main.environment.NVIDIA_VISIBLE_DEVICES", None);
            say.is("services.main.ipc", "host");
            say.is("services.main.environment.MODEL_ID", setup.texts.model.replace('$', "$$"));
        }
        other => panic!("{other:?} gets no machine"),
    }
}

const ORDERED: [&str; 4] = [
    "resources.ordered.0.max_hourly_cost",
    "resources.ordered.1.max_hourly_cost",
    "resources.ordered.2.max_hourly_cost",
    "resources.ordered.3.max_hourly_cost",
];
const CLAIM: &str = "PersistentVolumeClaim//spec.resources.requests.storage";
const JOB: [&str; 5] = [
    "Job//spec.template.spec.containers.0.resources.limits.nvidia\\.com/gpu",
    "Job//spec.template.spec.containers.0.resources.requests.cpu",
    "Job//spec.template.spec.containers.0.resources.requests.memory",
    "Job//spec.template.spec.containers.0.resources.requests.ephemeral-storage",
    "Job//spec.template.spec.containers.0.env.0.value",
];
const DEPLOYMENT: [&str; 5] = [
    "Deployment//spec.template.spec.containers.0.resources.limits.nvidia\\.com/gpu",
    "Deployment//spec.template.spec.containers.0.resources.requests.cpu",
    "Deployment//spec.template.spec.containers.0.resources.requests.memory",
    "Deployment//spec.template.spec.containers.0.resources.requests.ephemeral-storage",
    "Deployment//spec.template.spec.containers.0.env.0.value",
];
const WORKERS: [&str; 5] = [
    "RayJob//spec.rayClusterSpec.workerGroupSpecs.0.replicas",
    "RayJob//spec.rayClusterSpec.workerGroupSpecs.0.minReplicas",
    "RayJob//spec.rayClusterSpec.workerGroupSpecs.0.maxReplicas",
    "RayJob//spec.rayClusterSpec.workerGroupSpecs.0.rayStartParams.num-gpus",
    "RayJob//spec.rayClusterSpec.workerGroupSpecs.0.template.spec.containers.0.resources.limits.nvidia\\.com/gpu",
];

/// The files of the program that runs the job.
fn program(setup: &Setup<'_>) -> Option<Doc> {
    let tools = if setup.plan.task == Task::KnownCards { &[] } else { Tool::of(setup.job.software) };
    tools.iter().find_map(|t| suanzu::handoff::made(setup, *t).ok())
}

/// The program's own files arrive unchanged, byte for byte.
fn carried(setup: &Setup<'_>, doc: &Doc) {
    let Some(own) = program(setup) else { return };
    let crate::read::Content::Trees(all) = crate::read::content(&doc.files[0]) else { panic!("YAML") };
    let map = all.iter().find(|d| d["kind"] == "ConfigMap").expect("the files");
    for file in own.files.iter().filter(|f| f.format != Format::Text || !f.name.is_empty()) {
        assert_eq!(map["data"][&file.name], file.text, "{}", file.name);
    }
}
