//! Kubernetes 1.37: a Deployment for what stays, a Job for what ends, with the script in a ConfigMap. Cards
//! stand under `limits` only, as whole numbers in quotes; several machines are an indexed Job behind a
//! headless Service (handoff.md §2). The Job waits in a Kueue queue.

use super::{IMAGE, Start, start};
use crate::catalog::Vendor;
use crate::handoff::setup::LEAST_DISK_GB;
use crate::handoff::write::{Value, yaml};
use crate::handoff::{Doc, Format, Made, Note, Refusal, Setup, Tool, cards, name};

/// Kueue's queue: the user's own name goes here.
const QUEUE: &str = "gpu-queue";

/// `job.yaml` or `deploy.yaml`.
pub fn make(setup: &Setup<'_>) -> Made {
    let start = start(setup);
    let stays = start.port.is_some();
    // A service over several machines needs a leader and its workers, which a Deployment is not.
    if stays && setup.nodes() > 1 {
        return Err(Refusal::OneMachine);
    }
    let name = setup.name(start.what());
    let (resource, notes) = resource(setup)?;
    let pod = pod(setup, &start, &name, &resource);
    let mut objects = Vec::new();
    objects.push(config_map(&start, &name));
    if stays {
        objects.push(deployment(&name, pod));
        objects.push(service(&name, start.port, false));
    } else {
        objects.push(claim(setup, &name, setup.nodes() > 1));
        if setup.nodes() > 1 {
            objects.push(service(&name, Some(29_500), true));
        }
        objects.push(job(setup, &name, pod));
    }
    let mut text = format!("# {}\n", name::comment(&setup.about(&Tool::Kubernetes.label())));
    for (at, object) in objects.iter().enumerate() {
        text.push_str(if at > 0 { "---\n" } else { "" });
        text.push_str(&yaml(object));
    }
    let file = if stays { "deploy.yaml" } else { "job.yaml" };
    let mut doc = Doc::new(Tool::Kubernetes)
        .file(file, Format::Yaml, text)
        .note(Note::ImageNotTried)
        .note(if stays { Note::NoCap } else { Note::TimeCapOnly })
        .note_if(!stays, Note::SharedDisk)
        .note_if(!stays, Note::StageData)
        .note(Note::NoSpot);
    for note in notes {
        doc = doc.note(note);
    }
    Ok(start.tell(doc))
}

/// What containers ask for, and labels of the node.
pub(super) struct Cards {
    /// Name of the resource.
    pub name: String,
    /// How many in each machine.
    pub count: u32,
    /// Product label, where one was seen.
    pub label: Option<String>,
}

/// The resource by the maker's plugin.
pub(super) fn resource(setup: &Setup<'_>) -> Result<(Cards, Vec<Note>), Refusal> {
    let gpu = setup.gpu();
    let count = setup.per_node();
    // A slice that the plan names: "mixed" strategy of NVIDIA's plugin, one slice a process.
    if let Some(slice) = setup.plan.claim.slice.as_deref().filter(|s| gpu.mig.iter().any(|m| m.name == *s)) {
        if setup.world() > 1 || slice.contains('+') {
            return Err(Refusal::Card);
        }
        return Ok((
            Cards { name: format!("nvidia.com/mig-{slice}"), count: 1, label: None },
            vec![Note::CheckLabel],
        ));
    }
    let (name, notes) = match gpu.vendor {
        Vendor::Nvidia => ("nvidia.com/gpu", vec![Note::CheckLabel]),
        Vendor::Amd => ("amd.com/gpu", Vec::new()),
        Vendor::Huawei => ("huawei.com/Ascend910", vec![Note::VendorResource]),
        Vendor::Cambricon => ("cambricon.com/mlu", vec![Note::VendorResource]),
        Vendor::Hygon => ("hygon.com/dcu", vec![Note::VendorResource]),
        Vendor::Metax => ("metax-tech.com/gpu", vec![Note::VendorResource]),
        Vendor::MooreThreads => ("mthreads.com/vgpu", vec![Note::VendorResource]),
        Vendor::Kunlunxin => ("kunlunxin.com/xpu", vec![Note::VendorResource]),
        Vendor::Enflame => ("enflame.com/gcu", vec![Note::VendorResource]),
        Vendor::Biren => ("birentech.com/gpu", vec![Note::VendorResource]),
        Vendor::Aws => ("aws.amazon.com/neuron", vec![Note::VendorResource]),
        _ => return Err(Refusal::Card),
    };
    let label = cards::of(&gpu.id).label;
    let label = (!label.is_empty() && gpu.vendor == Vendor::Nvidia).then(|| label.to_owned());
    Ok((Cards { name: name.into(), count, label }, notes))
}

/// Where data, weights and checkpoints outlive a pod; `shared`: pods on several machines mount it.
pub(super) fn claim(setup: &Setup<'_>, name: &str, shared: bool) -> Value {
    let storage = Value::map().with("storage", format!("{}G", setup.disk_gb));
    let spec = Value::map()
        .with("accessModes", Value::list([if shared { "ReadWriteMany" } else { "ReadWriteOnce" }]))
        .with("resources", Value::map().with("requests", storage));
    Value::map()
        .with("apiVersion", "v1")
        .with("kind", "PersistentVolumeClaim")
        .with("metadata", Value::map().with("name", name))
        .with("spec", spec)
}

/// What a pod mounts: the files, shared memory and, where it is not a service, the disk at `/work`.
pub(super) fn volumes(name: &str, stays: bool) -> (Value, Value) {
    let volume = |name: &str| Value::map().with("name", name);
    let mount = |name: &str, path: &str| volume(name).with("mountPath", path);
    let mut volumes = vec![
        volume("files").with("configMap", Value::map().with("name", name)),
        volume("shm").with("emptyDir", Value::map().with("medium", "Memory")),
    ];
    let mut mounts = vec![mount("files", "/files"), mount("shm", "/dev/shm")];
    if !stays {
        volumes.push(volume("work").with("persistentVolumeClaim", Value::map().with("claimName", name)));
        mounts.push(mount("work", "/work"));
    }
    (Value::List(volumes), Value::List(mounts))
}

/// Pods may run where cards are.
pub(super) fn tolerations(cards: &Cards) -> Value {
    let taint = cards.name.split("/mig-").next().unwrap_or_default();
    let taint = if taint == "nvidia.com" { "nvidia.com/gpu" } else { taint };
    let tolerate = Value::map().with("key", taint).with("operator", "Exists").with("effect", "NoSchedule");
    Value::List(vec![tolerate])
}

/// The script and its files.
pub(super) fn config_map(start: &Start, name: &str) -> Value {
    let mut data = Value::map();
    for file in &start.files {
        data = data.with(&file.name, file.text.as_str());
    }
    if start.files.is_empty() {
        data = data.with("job.sh", "echo 'put your own command here'\n");
    }
    Value::map()
        .with("apiVersion", "v1")
        .with("kind", "ConfigMap")
        .with("metadata", Value::map().with("name", name))
        .with("data", data)
}

fn service(name: &str, port: Option<u32>, headless: bool) -> Value {
    let port = port.unwrap_or(8000);
    let mut spec = Value::map();
    if headless {
        spec = spec.with("clusterIP", "None");
    }
    spec = spec
        .with("selector", Value::map().with("app", name))
        .with("ports", Value::List(vec![Value::map().with("name", "main").with("port", port)]));
    Value::map()
        .with("apiVersion", "v1")
        .with("kind", "Service")
        .with("metadata", Value::map().with("name", name))
        .with("spec", spec)
}

fn deployment(name: &str, pod: Value) -> Value {
    let labels = || Value::map().with("app", name);
    Value::map()
        .with("apiVersion", "apps/v1")
        .with("kind", "Deployment")
        .with("metadata", Value::map().with("name", name))
        .with(
            "spec",
            Value::map()
                .with("replicas", 1u32)
                // The old one gives its cards back before the new one asks for them.
                .with("strategy", Value::map().with("type", "Recreate"))
                .with("selector", Value::map().with("matchLabels", labels()))
                .with(
                    "template",
                    Value::map().with("metadata", Value::map().with("labels", labels())).with("spec", pod),
                ),
        )
}

fn job(setup: &Setup<'_>, name: &str, pod: Value) -> Value {
    let nodes = setup.nodes();
    let mut spec = Value::map()
        // Kueue starts it when the queue has room.
        .with("suspend", true)
        .with("completions", nodes)
        .with("parallelism", nodes)
        .with("completionMode", "Indexed")
        .with("backoffLimit", if setup.spot() { 20u32 } else { 3 });
    if let Some(hours) = setup.stop_after_h() {
        spec = spec.with("activeDeadlineSeconds", hours * 3600);
    }
    let meta = Value::map().with("labels", Value::map().with("app", name));
    spec = spec.with("template", Value::map().with("metadata", meta).with("spec", pod));
    Value::map()
        .with("apiVersion", "batch/v1")
        .with("kind", "Job")
        .with(
            "metadata",
            Value::map()
                .with("name", name)
                .with("labels", Value::map().with("kueue.x-k8s.io/queue-name", QUEUE)),
        )
        .with("spec", spec)
}

/// One container with every card of a machine.
fn pod(setup: &Setup<'_>, start: &Start, name: &str, cards: &Cards) -> Value {
    let stays = start.port.is_some();
    let mut spec = Value::map().with("restartPolicy", if stays { "Always" } else { "Never" });
    if setup.nodes() > 1 {
        spec = spec.with("subdomain", name);
    }
    if let Some(label) = &cards.label {
        spec = spec.with("nodeSelector", Value::map().with("nvidia.com/gpu.product", label.as_str()));
    }
    spec.with("tolerations", tolerations(cards))
        .with("containers", Value::List(vec![container(setup, start, name, cards)]))
        .with("volumes", volumes(name, stays).0)
}

/// The container that the script runs in.
pub(super) fn container(setup: &Setup<'_>, start: &Start, name: &str, cards: &Cards) -> Value {
    let mut code = String::from("set -eu\nmkdir -p /work && cp /files/* /work/ && cd /work\n");
    code.push_str(&start.install().unwrap_or_default());
    if setup.nodes() > 1 {
        // `$(…)` of a name would be filled in by the kubelet; this is the shell's.
        code.push_str("export NODE_RANK=\"$JOB_COMPLETION_INDEX\"\n");
        code.push_str(&format!("export MASTER_ADDR=\"{name}-0.{name}\"\n"));
    }
    code.push_str(&format!("exec bash {}\n", start.script));
    let cap = |n: u32| n.to_string();
    let mut requests = Value::map();
    if let Some(n) = setup.vcpus {
        requests = requests.with("cpu", cap(n));
    }
    if let Some(n) = setup.ram_least_gib() {
        requests = requests.with("memory", format!("{n}Gi"));
    }
    // Data, weights and checkpoints of a job lie on its own disk: packages are what is left.
    let disk = if start.port.is_some() { setup.disk_gb } else { LEAST_DISK_GB };
    requests = requests.with("ephemeral-storage", format!("{disk}G"));
    let secret = Value::map().with("name", "hf-token").with("key", "token").with("optional", true);
    let env = Value::List(vec![
        Value::map().with("name", "MODEL_ID").with("value", setup.texts.model.replace("$(", "$$(")),
        Value::map().with("name", "HF_HOME").with("value", "/work/.cache/huggingface"),
        Value::map().with("name", "HF_TOKEN").with("valueFrom", Value::map().with("secretKeyRef", secret)),
    ]);
    Value::map()
        .with("name", "main")
        .with("image", IMAGE)
        .with("command", Value::list(["bash", "-c"]))
        .with("args", Value::List(vec![Value::Script(code)]))
        .with("env", env)
        .with_some("ports", start.port.map(|p| Value::List(vec![Value::map().with("containerPort", p)])))
        .with(
            "resources",
            Value::map()
                .with("limits", Value::map().with(&cards.name, cap(cards.count)))
                .with("requests", requests),
        )
        .with("volumeMounts", volumes(name, start.port.is_some()).1)
}
