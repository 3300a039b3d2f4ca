//! Two nodes of eight: world size, machines, cards in each and the parallel sizes, as each format says them, gathered by real
//! readers and compared with each other.

use crate::read::{Content, content};
use suanzu::handoff::{Doc, Setup, Tool};

/// Machines, cards in each, cards in all and parallel sizes, where a format says them.
#[derive(Debug, Default)]
struct Said {
    nodes: Option<u32>,
    cards: Option<u32>,
    world: Option<u32>,
    sizes: [Option<u32>; 3],
}

fn number(content: &Content, keys: &[&str]) -> Option<u32> {
    let text = keys.iter().find_map(|key| content.get(key))?;
    // `H100:80GB:8` and `gpu:8` count in their last part.
    text.rsplit(':').next()?.parse().ok()
}

/// What a document says.
fn said(doc: &Doc) -> Said {
    let mut said = Said::default();
    for file in &doc.files {
        if file.name.ends_with(".py") {
            continue;
        }
        let content = content(file);
        let first = |old: &mut Option<u32>, keys: &[&str]| *old = old.or(number(&content, keys));
        first(&mut said.nodes, NODES);
        first(&mut said.cards, CARDS);
        first(&mut said.world, &["num_processes"]);
        first(&mut said.sizes[0], &["--tensor-parallel-size", "--tp-size", "--tensor-model-parallel-size"]);
        first(
            &mut said.sizes[1],
            &["--pipeline-parallel-size", "--pp-size", "--pipeline-model-parallel-size"],
        );
        first(&mut said.sizes[2], &["--data-parallel-size", "--dp-size"]);
    }
    said
}

const NODES: &[&str] = &[
    "num_machines",
    "num_nodes",
    "nodes",
    "Job//spec.parallelism",
    "RayJob//spec.rayClusterSpec.workerGroupSpecs.0.replicas",
    "#--nodes",
    "--nnodes",
    "trainer.nnodes=",
    "NNODES",
];

const CARDS: &[&str] = &[
    "resources.accelerators",
    "resources.ordered.0.accelerators",
    "resources.gpu",
    "Job//spec.template.spec.containers.0.resources.limits.nvidia\\.com/gpu",
    "RayJob//spec.rayClusterSpec.workerGroupSpecs.0.rayStartParams.num-gpus",
    "#--gres",
    "--nproc-per-node",
    "--nproc_per_node",
    "trainer.n_gpus_per_node=",
    "NPROC_PER_NODE",
];

/// Nothing contradicts the layout, and everything that a format must say is there.
pub fn agree(setup: &Setup<'_>, doc: &Doc) {
    let (said, l) = (said(doc), &setup.layout);
    let tool = doc.tool;
    assert_eq!(said.nodes, Some(2), "{tool:?} {said:?}");
    match tool {
        // They take the cards they see: their parallel sizes multiply out to all of them.
        Tool::Vllm | Tool::Sglang => assert_eq!(said.cards, None, "{tool:?} {said:?}"),
        // The world is what its file counts.
        Tool::Trl | Tool::Accelerate => assert_eq!(said.world, Some(16), "{tool:?} {said:?}"),
        _ => assert_eq!(said.cards, Some(8), "{tool:?} {said:?}"),
    }
    let want = [l.tp, l.pp, l.dp];
    for (at, size) in said.sizes.iter().enumerate() {
        assert!(size.is_none_or(|s| s == want[at]), "{tool:?} {said:?} of {l:?}");
    }
    if let [Some(tp), Some(pp), Some(dp)] = said.sizes {
        assert_eq!(tp * pp * dp, 16, "{tool:?}");
    }
}
