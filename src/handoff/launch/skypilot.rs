//! SkyPilot 0.14.1: a task for `sky launch`, or `sky jobs launch` where machines may be taken back. The
//! runners-up of the report are its fallbacks in their order (`ordered`; `any_of` would pick the cheapest of its own list). An unknown card's name passes its parser and only
//! fails at launch: our table is the gate (handoff.md §2).

use super::{commented, start};
use crate::catalog::Mode;
use crate::handoff::write::{Value, yaml};
use crate::handoff::{Candidate, Doc, Format, Made, Note, Refusal, Setup, Tool, cards};

/// `sky.yaml`.
pub fn make(setup: &Setup<'_>) -> Made {
    let start = start(setup);
    let mut notes = vec![Note::CapPerMachine];
    let mut offers: Vec<Value> = Vec::new();
    for c in &setup.candidates {
        match offer(setup, c, &mut notes) {
            Some(offer) if !offers.contains(&offer) => offers.push(offer),
            Some(_) => {}
            None => notes.push(Note::LeftOut),
        }
    }
    if offers.is_empty() {
        offers.push(anywhere(setup)?);
        notes = vec![Note::OtherSeller];
    }
    let mut resources = match offers.as_slice() {
        [one] => one.clone(),
        _ => Value::map().with("ordered", Value::List(offers)),
    };
    resources = resources
        .with_some("cpus", setup.vcpus.map(|n| format!("{n}+")))
        .with_some("memory", setup.ram_least_gib().map(|n| format!("{n}+")))
        .with("disk_size", setup.disk_gb)
        .with_some("ports", start.port.map(|p| Value::list([p])));
    if !setup.stays() {
        // A forgotten machine stops by itself.
        resources = resources.with("autostop", Value::map().with("idle_minutes", 10u32).with("down", false));
    }
    let spot = setup.spot() && !setup.stays();
    let name = setup.name(start.what());
    let mut task = Value::map()
        .with("name", name.as_str())
        .with("num_nodes", setup.nodes())
        .with("workdir", ".")
        .with("resources", resources)
        .with("envs", Value::map().with("MODEL_ID", setup.texts.model.as_str()))
        .with("secrets", Value::map().with("HF_TOKEN", Value::Null));
    if spot {
        // Checkpoints outlive the machine.
        let store = Value::map().with("name", name.as_str()).with("mode", "MOUNT");
        task = task.with("file_mounts", Value::map().with("/checkpoints", store));
        notes.push(Note::SharedDisk);
    }
    task = task.with_some("setup", start.install().map(Value::Script));
    let mut run = String::from("set -eu\n");
    if setup.nodes() > 1 {
        run.push_str("export NODE_RANK=\"$SKYPILOT_NODE_RANK\"\n");
        run.push_str("export MASTER_ADDR=\"$(echo \"$SKYPILOT_NODE_IPS\" | sed -n 1p)\"\n");
    }
    if spot {
        run.push_str("ln -sfn /checkpoints output\n");
    }
    run.push_str(&format!("bash {}\n", start.script));
    task = task.with("run", Value::Script(run));

    let about = setup.about(&Tool::SkyPilot.label());
    let mut doc = Doc::new(Tool::SkyPilot).file("sky.yaml", Format::Yaml, commented(&about, &yaml(&task)));
    for note in notes {
        doc = doc.note(note);
    }
    Ok(start.tell(doc))
}

/// One offer as SkyPilot asks for it; none where it does not rent there or has no name for the card.
fn offer(setup: &Setup<'_>, c: &Candidate<'_>, notes: &mut Vec<Note>) -> Option<Value> {
    let cloud = cards::sky_cloud(&c.provider.id)?;
    // It knows prices by the hour only.
    let spot = match c.entry.mode {
        Mode::OnDemand => false,
        Mode::Spot => true,
        _ => return None,
    };
    if cloud == "vast" && (cards::mixed_on_vast(&c.gpu.id) || c.gpu.modded) {
        return None;
    }
    let names = cards::of(&c.gpu.id);
    let card = if cloud == "runpod" { names.runpod } else { names.sky };
    if card.is_empty() {
        return None;
    }
    if cloud == "vast" || names.runpod != names.sky {
        notes.push(Note::NameCovers);
    }
    let cap = setup.cap(c);
    if cap.is_some_and(|(_, below)| below) {
        notes.push(Note::CapBelowPrice);
    }
    Some(
        Value::map()
            .with("infra", cloud)
            .with("accelerators", format!("{card}:{}", setup.per_node()))
            .with("use_spot", spot)
            // Zero is refused: without a cap the key stays out.
            .with_some("max_hourly_cost", cap.map(|(usd, _)| usd).filter(|usd| *usd > 0.0)),
    )
}

/// The same card wherever it finds it, within the user's own limit.
fn anywhere(setup: &Setup<'_>) -> Result<Value, Refusal> {
    let card = cards::of(&setup.gpu().id).sky;
    if card.is_empty() {
        return Err(Refusal::Card);
    }
    let own = setup.usd_limit.map(|all| (all / f64::from(setup.nodes()) * 100.0).floor() / 100.0);
    Ok(Value::map()
        .with("accelerators", format!("{card}:{}", setup.per_node()))
        .with("use_spot", setup.spot())
        .with_some("max_hourly_cost", own.filter(|usd| *usd > 0.0)))
}
