//! Slurm 24.11: a batch script. Directives come first and hold only names of ours: one after the first
//! command is ignored without a word, and no quoting exists for them (handoff.md §2, §7).

use super::start;
use crate::catalog::Vendor;
use crate::handoff::{Doc, Format, Made, Note, Setup, Tool, name};

/// `run.sbatch`.
pub fn make(setup: &Setup<'_>) -> Made {
    let start = start(setup);
    let nodes = setup.nodes();
    let mut text = String::from("#!/bin/bash\n");
    text.push_str(&format!("# {}\n", name::comment(&setup.about(&Tool::Slurm.label()))));
    let mut say = |line: String| {
        text.push_str("#SBATCH ");
        text.push_str(&line);
        text.push('\n');
    };
    let resource = match setup.gpu().vendor {
        Vendor::Huawei => "npu",
        Vendor::Cambricon => "mlu",
        Vendor::Hygon => "dcu",
        _ => "gpu",
    };
    say(format!("--job-name={}", setup.name(start.what())));
    say(format!("--nodes={nodes}"));
    say("--ntasks-per-node=1".into());
    say(format!("--gres={resource}:{}", setup.per_node()));
    if let Some(n) = setup.vcpus {
        say(format!("--cpus-per-task={n}"));
    }
    if let Some(n) = setup.ram_gib {
        say(format!("--mem={n}G"));
    }
    if let Some(hours) = setup.stop_after_h() {
        say(format!("--time={hours}:00:00"));
    }
    if !setup.stays() {
        say("--requeue".into());
    }
    text.push_str("set -euo pipefail\n");
    if nodes > 1 {
        // A `head` that leaves early would fail the pipe.
        text.push_str("MASTER_ADDR=\"$(scontrol show hostnames \"$SLURM_JOB_NODELIST\" | sed -n 1p)\"\n");
        text.push_str("export MASTER_ADDR\n");
        // Each task learns its own rank.
        text.push_str(&format!(
            "srun bash -c 'export NODE_RANK=\"$SLURM_NODEID\"; exec bash {}'\n",
            start.script
        ));
    } else {
        text.push_str(&format!("srun bash {}\n", start.script));
    }
    let doc = Doc::new(Tool::Slurm)
        .file("run.sbatch", Format::Shell, text)
        .note(Note::SiteNames)
        .note(Note::NoDisk)
        .note_if(setup.spot(), Note::NoSpot)
        .note(if setup.stays() { Note::NoCap } else { Note::TimeCapOnly })
        .note_if(!start.pip.is_empty(), Note::FillInstall);
    Ok(start.tell(doc))
}
