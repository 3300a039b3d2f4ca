//! dstack 0.22.5: a task or a service. A name must be `^[a-z][a-z0-9-]{1,40}$`, a price and a duration whole
//! and positive; memory stands with the card, since `A100` is 40 or 80 GB without it (handoff.md §2).

use super::{commented, start};
use crate::catalog::Mode;
use crate::handoff::write::{Value, yaml};
use crate::handoff::{Doc, Format, Made, Note, Refusal, Setup, Tool, cards};

/// `train.dstack.yml` or `serve.dstack.yml`.
pub fn make(setup: &Setup<'_>) -> Made {
    let start = start(setup);
    let card = cards::of(&setup.gpu().id).dstack;
    if card.is_empty() {
        return Err(Refusal::Card);
    }
    let service = start.port.is_some();
    if service && setup.nodes() > 1 {
        return Err(Refusal::OneMachine);
    }
    let backends: Vec<&str> = {
        let mut seen = Vec::new();
        for c in &setup.candidates {
            let known = cards::dstack_backend(&c.provider.id);
            if let Some(b) = known.filter(|b| c.gpu.id == setup.gpu().id && !seen.contains(b)) {
                seen.push(b);
            }
        }
        seen
    };
    let cap =
        setup.cap(setup.winner()).filter(|_| cards::dstack_backend(&setup.winner().provider.id).is_some());
    let spot = if setup.winner().entry.mode == Mode::Spot { "spot" } else { "on-demand" };
    let range = |n: u64| format!("{n}GB..");
    let resources = Value::map()
        .with("gpu", format!("{card}:{}", setup.per_node()))
        .with_some("cpu", setup.vcpus.map(|n| format!("{n}..")))
        .with_some("memory", setup.ram_least_gib().map(range))
        .with("disk", range(setup.disk_gb))
        .with("shm_size", "16GB");
    let mut commands: Vec<String> = start.install().iter().map(|l| l.trim_end().to_owned()).collect();
    if setup.nodes() > 1 {
        commands.push("export NODE_RANK=\"$DSTACK_NODE_RANK\" MASTER_ADDR=\"$DSTACK_MASTER_NODE_IP\"".into());
    }
    commands.push(format!("bash {}", start.script));
    let mut run = Value::map()
        .with("type", if service { "service" } else { "task" })
        .with("name", setup.name(start.what()));
    if !service {
        run = run.with("nodes", setup.nodes());
    }
    let files = start
        .files
        .iter()
        .map(|f| format!("{0}:{0}", f.name))
        .chain(start.files.is_empty().then(|| "job.sh:job.sh".to_owned()))
        .map(Value::from);
    // Only what is listed reaches the machine.
    let data = (!service && !start.files.is_empty()).then(|| {
        let path = setup.texts.data.as_str();
        Value::map().with("local_path", path).with("path", path)
    });
    run = run
        .with("python", "3.11")
        .with("files", Value::List(files.chain(data).collect()))
        .with("env", Value::list(["HF_TOKEN".to_owned(), format!("MODEL_ID={}", setup.texts.model)]))
        .with("commands", Value::list(commands))
        .with_some("port", start.port)
        .with("resources", resources)
        .with_some("backends", (!backends.is_empty()).then(|| Value::list(backends.iter().copied())))
        .with("spot_policy", spot)
        .with_some("max_price", cap.map(|(usd, _)| usd))
        .with_some("max_duration", setup.stop_after_h().map(|h| format!("{h}h")));
    if setup.spot() && !service {
        let retry = Value::map()
            .with("on_events", Value::list(["no-capacity", "interruption"]))
            .with("duration", "24h");
        run = run.with("retry", retry);
    }
    let name = if service { "serve.dstack.yml" } else { "train.dstack.yml" };
    let about = setup.about(&Tool::Dstack.label());
    let doc = Doc::new(Tool::Dstack)
        .file(name, Format::Yaml, commented(&about, &yaml(&run)))
        .note_if(cap.is_some(), Note::CapPerMachine)
        .note_if(cap.is_some_and(|(_, below)| below), Note::CapBelowPrice)
        .note_if(backends.is_empty(), Note::OtherSeller)
        .note_if(setup.spot() && !service, Note::SharedDisk)
        .note_if(matches!(setup.gpu().id.split('-').next(), Some("a100" | "h100")), Note::NameCovers);
    Ok(start.tell(doc))
}
