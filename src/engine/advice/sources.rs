//! What the codes of the rules' sources stand for, as the sources call themselves (`advice.md`, Sources), and where to
//! read them where an address is known.

/// A source of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// As rules name it; a `*` at its end stands for any ending.
    pub code: &'static str,
    /// What it is.
    pub title: &'static str,
    /// Where it can be read; empty where no address is recorded.
    pub url: &'static str,
}

const fn source(code: &'static str, title: &'static str, url: &'static str) -> Source {
    Source { code, title, url }
}

/// The catalog is published beside the page.
const SOURCES: &[Source] = &[
    source(
        "TRAIN",
        "Public measurements of training (fms-acceleration, llm-foundry, torchtune, torchtitan, litgpt, fsdp_qlora and others)",
        "",
    ),
    source("INF", "Public measurements of inference (Qwen tables, vLLM logs and others)", ""),
    source("GPUF", "Suanzu catalog: cards", "catalog/gpus.csv"),
    source("COMPAT", "Suanzu catalog: compatibility", "catalog/compat.csv"),
    source("OFF", "Suanzu catalog: offers", "catalog/offers.csv"),
    source("PROV", "Suanzu catalog: providers", "catalog/providers.csv"),
    source("COST", "Cost models: formulas and drift of prices", ""),
    source("PEER", "Other calculators and their issue threads", ""),
    source("SM-*", "stas00/ml-engineering, 744d01e (2026-08-22)", "https://github.com/stas00/ml-engineering"),
    source(
        "NHC",
        "Azure/azurehpc-health-checks, 0e0a1ac (2026-05-01)",
        "https://github.com/Azure/azurehpc-health-checks",
    ),
    source(
        "DCGMDOC",
        "NVIDIA DCGM command reference (2026); NVIDIA/DCGM 72fa3fe (2026-07-06)",
        "https://github.com/NVIDIA/DCGM",
    ),
    source("NVBW", "NVIDIA/nvbandwidth, 66746a3 (2025-04-14)", "https://github.com/NVIDIA/nvbandwidth"),
    source("XID", "NVIDIA: Analyzing Xid Errors with the Xid Catalog (2026)", ""),
    source("SMIMAN", "nvidia-smi manual page (2026)", ""),
    source("MEMERR", "NVIDIA GPU Memory Error Management", ""),
    source(
        "MIGDOC",
        "NVIDIA MIG user guide, edition 620; NVIDIA/mig-parted bd7160f (2026-08)",
        "https://github.com/NVIDIA/mig-parted",
    ),
    source("HAMI", "Project-HAMi/HAMi, 4707fb0 (2026-08)", "https://github.com/Project-HAMi/HAMi"),
    source("RAPIDS", "RAPIDS deployment guide, MIG page", ""),
    source("VGPUG", "NVIDIA vGPU user guide: pass-through (2026)", ""),
    source("VGPUMODE", "NVIDIA vGPU: page on choosing a mode (2026)", ""),
    source("VGPUP2P", "NVIDIA vGPU: page on peer-to-peer (2026)", ""),
    source("VGPU licensing guide", "NVIDIA vGPU licensing guide", ""),
    source("VMW", "VMware performance blog, 2021-10 and 2024-05", ""),
    source("DELL", "Dell design study on virtualised GPUs", ""),
    source("PVE", "Proxmox: PCI(e) passthrough", ""),
    source("PTDIST", "PyTorch: torch.distributed, backends", ""),
    source("PTISSUE", "pytorch/pytorch issue 157517", "https://github.com/pytorch/pytorch/issues/157517"),
    source("NCCL1639", "NVIDIA/nccl issue 1639 (2025-03)", "https://github.com/NVIDIA/nccl/issues/1639"),
    source(
        "NCCLT117",
        "NVIDIA/nccl-tests issue 117 (2022-10 to 2023-03)",
        "https://github.com/NVIDIA/nccl-tests/issues/117",
    ),
    source("XGB11242", "dmlc/xgboost issue 11242 (2025-02)", "https://github.com/dmlc/xgboost/issues/11242"),
    source(
        "TINY",
        "tinygrad/open-gpu-kernel-modules, issues 17, 29, 36, 45",
        "https://github.com/tinygrad/open-gpu-kernel-modules/issues",
    ),
    source(
        "OGK934",
        "NVIDIA/open-gpu-kernel-modules issue 934 (2025-09)",
        "https://github.com/NVIDIA/open-gpu-kernel-modules/issues/934",
    ),
    source(
        "DALI",
        "NVIDIA DALI: image decoder; issues 51 and 5274",
        "https://github.com/NVIDIA/DALI/issues/5274",
    ),
    source("ASC", "Ascend MindStudio: automatic migration (8.3 and earlier); Ascend forum", ""),
    source("EULA", "NVIDIA: License For Customer Use of NVIDIA GeForce Software", ""),
    source("ARX", "arXiv 2407.21783", "https://arxiv.org/abs/2407.21783"),
    source("BIS", "Law-firm summaries of the rule effective 2026-01-15", ""),
    source("CAC", "Press release on the cross-border data provisions of 2024-03-22", ""),
    source("facts/models.csv", "Suanzu catalog: models", "catalog/models.csv"),
    source("checklists.md *", "Suanzu: test of the first day", ""),
    source("general", "General knowledge", ""),
    source("engine", "Worked out by Suanzu", ""),
    source("FlagPerf", "FlagPerf: published measurements", ""),
    source("WAIR", "WAIR documentation: billing questions", ""),
];

/// What the codes of a rule's source stand for; what is no code is its own title.
pub fn sources(codes: &'static str) -> impl Iterator<Item = Source> {
    codes.split([',', ';']).map(str::trim).filter(|code| !code.is_empty()).map(|code| {
        // "PROV (RunPod)": the code, and of what is meant in it.
        let bare = code.split(" (").next().unwrap_or(code);
        let is = |s: &&Source| match s.code.strip_suffix('*') {
            Some(start) => bare.starts_with(start),
            None => s.code == bare || s.code == code,
        };
        SOURCES.iter().find(is).map_or(Source { code, title: code, url: "" }, |s| Source { code, ..*s })
    })
}

#[cfg(test)]
mod tests {
    use super::super::rules;
    use super::*;

    #[test]
    fn every_code_of_a_rule_has_a_title_and_every_title_is_used() {
        let named: Vec<Source> = rules().flat_map(|r| sources(r.source)).collect();
        assert!(named.len() > 242);
        for s in &named {
            // What is not in the table reads as it is: words, not a code.
            let code = s.code.len() < 9
                && s.code.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-');
            assert!(!s.title.is_empty() && (!code || s.title != s.code), "{s:?}");
        }
        for s in SOURCES {
            assert!(named.iter().any(|n| n.title == s.title), "{}: no rule names it", s.code);
        }
    }
}
