//! Names that other tools give to our cards and sellers: only names seen in their packages or in public
//! files (handoff.md §6, §8). A card that is not here has no hand-off by name.

/// A card's names; empty where none was seen.
#[derive(Clone, Copy, Debug)]
pub struct Names {
    /// SkyPilot on RunPod.
    pub runpod: &'static str,
    /// SkyPilot elsewhere: the canonical name.
    pub sky: &'static str,
    /// dstack, with the memory.
    pub dstack: &'static str,
    /// Label `nvidia.com/gpu.product`.
    pub label: &'static str,
}

const fn names(runpod: &'static str, sky: &'static str, dstack: &'static str, label: &'static str) -> Names {
    Names { runpod, sky, dstack, label }
}

const CARDS: &[(&str, Names)] = &[
    ("rtx-3060-12g", names("", "", "RTX3060:12GB", "")),
    ("rtx-3080-10g", names("RTX3080", "RTX3080", "RTX3080:10GB", "")),
    ("rtx-3080-ti-12g", names("", "", "RTX3080Ti:12GB", "")),
    ("rtx-3090-24g", names("RTX3090", "RTX3090", "RTX3090:24GB", "NVIDIA-GeForce-RTX-3090")),
    ("rtx-3090-ti-24g", names("", "", "RTX3090Ti:24GB", "")),
    ("rtx-4060-ti-16g", names("", "", "RTX4060Ti:16GB", "")),
    ("rtx-4070-ti-super-16g", names("", "", "RTX4070TiSUPER:16GB", "")),
    ("rtx-4080-16g", names("", "", "RTX4080:16GB", "")),
    ("rtx-4080-super-16g", names("RTX4080SUPER", "RTX4080SUPER", "RTX4080SUPER:16GB", "")),
    ("rtx-4090-24g", names("RTX4090", "RTX4090", "RTX4090:24GB", "NVIDIA-GeForce-RTX-4090")),
    ("rtx-4090d-24g", names("", "", "RTX4090D:24GB", "")),
    ("rtx-5070-ti-16g", names("", "", "RTX5070Ti:16GB", "")),
    ("rtx-5080-16g", names("", "", "RTX5080:16GB", "")),
    ("rtx-5090-32g", names("RTX5090", "RTX5090", "RTX5090:32GB", "")),
    ("rtx-a4000-16g", names("RTXA4000", "RTXA4000", "A4000:16GB", "")),
    ("rtx-a5000-24g", names("RTXA5000", "A5000", "A5000:24GB", "NVIDIA-RTX-A5000")),
    ("rtx-a6000-48g", names("RTXA6000", "A6000", "A6000:48GB", "NVIDIA-RTX-A6000")),
    ("rtx-6000-ada-48g", names("RTX6000-Ada", "RTX6000-Ada", "RTX6000Ada:48GB", "")),
    ("rtx-pro-6000-se-96g", names("RTXPRO6000", "RTXPRO6000", "RTXPRO6000:96GB", "")),
    ("rtx-pro-6000-ws-96g", names("RTXPRO6000-WK", "RTXPRO6000-WK", "RTXPRO6000:96GB", "")),
    ("t4-16g", names("T4", "T4", "T4:16GB", "Tesla-T4")),
    ("v100-sxm-16g", names("V100-16GB-SXM2", "V100", "V100:16GB", "Tesla-V100-SXM2-16GB")),
    ("v100-sxm-32g", names("V100-32GB-SXM2", "V100-32GB", "V100:32GB", "Tesla-V100-SXM2-32GB")),
    ("a10-24g", names("A10", "A10", "A10:24GB", "NVIDIA-A10")),
    ("a10g-24g", names("A10G", "A10G", "A10G:24GB", "NVIDIA-A10G")),
    ("a16-16g", names("A16", "A16", "A16:16GB", "")),
    ("a30-24g", names("A30", "A30", "", "")),
    ("a40-48g", names("A40", "A40", "A40:48GB", "")),
    ("a100-pcie-80g", names("A100-80GB", "A100-80GB", "A100:80GB", "NVIDIA-A100-80GB-PCIe")),
    ("a100-sxm-40g", names("A100", "A100", "A100:40GB", "NVIDIA-A100-SXM4-40GB")),
    ("a100-sxm-80g", names("A100-80GB-SXM", "A100-80GB", "A100:80GB", "NVIDIA-A100-SXM4-80GB")),
    ("a800-sxm-80g", names("", "", "", "NVIDIA-A800-SXM4-80GB")),
    ("l4-24g", names("L4", "L4", "L4:24GB", "NVIDIA-L4")),
    ("l40-48g", names("L40", "L40", "L40:48GB", "NVIDIA-L40")),
    ("l40s-48g", names("L40S", "L40S", "L40S:48GB", "NVIDIA-L40S")),
    ("h100-pcie-80g", names("H100", "H100", "H100:80GB", "")),
    ("h100-sxm-80g", names("H100-SXM", "H100", "H100:80GB", "NVIDIA-H100-80GB-HBM3")),
    ("h100-nvl-94g", names("H100-NVL", "H100-NVL", "H100NVL:94GB", "")),
    ("h200-sxm-141g", names("H200-SXM", "H200", "H200:141GB", "NVIDIA-H200")),
    ("h200-nvl-141g", names("NVIDIA-H200-NVL", "", "H200NVL:141GB", "")),
    ("gh200-96g", names("", "GH200", "GH200:96GB", "")),
    ("b200-180g", names("B200", "B200", "B200:180GB", "")),
    ("b300-288g", names("B300", "B300", "B300:270GB", "NVIDIA-B300-SXM6-AC")),
    ("gb200-186g", names("", "", "GB200:186GB", "")),
    ("p100-pcie-16g", names("P100", "P100", "P100:16GB", "")),
    ("mi210-64g", names("", "", "MI210:64GB", "")),
    ("mi250x-128g", names("", "", "MI250X:128GB", "")),
    ("mi300x-192g", names("MI300X", "MI300X", "amd:MI300X:192GB", "")),
    ("gaudi-2-96g", names("", "", "intel:Gaudi2:96GB", "")),
    ("gaudi-3-128g", names("", "", "intel:Gaudi3:128GB", "")),
];

/// The names of a card; all empty for a card that no tool was seen to name.
pub fn of(id: &str) -> Names {
    CARDS.iter().find(|c| c.0 == id).map_or(names("", "", "", ""), |c| c.1)
}

/// SkyPilot's name of a seller; its package has a module for each.
pub fn sky_cloud(provider: &str) -> Option<&'static str> {
    Some(match provider {
        "aws" => "aws",
        "azure" => "azure",
        "gcp" => "gcp",
        "oci" => "oci",
        "lambda" => "lambda",
        "runpod" => "runpod",
        "vast" => "vast",
        "nebius" => "nebius",
        "verda" => "verda",
        "digitalocean" => "do",
        "paperspace" => "paperspace",
        "fluidstack" => "fluidstack",
        "cudo" => "cudo",
        "primeintellect" => "primeintellect",
        _ => return None,
    })
}

/// dstack's name of a seller: its list of backends.
pub fn dstack_backend(provider: &str) -> Option<&'static str> {
    Some(match provider {
        "aws" => "aws",
        "azure" => "azure",
        "gcp" => "gcp",
        "oci" => "oci",
        "lambda" => "lambda",
        "runpod" => "runpod",
        "vast" => "vastai",
        "nebius" => "nebius",
        "verda" => "verda",
        "digitalocean" => "digitalocean",
        "cudo" => "cudo",
        "crusoe" => "crusoe",
        "hotaisle" => "hotaisle",
        "jarvislabs" => "jarvislabs",
        "tensordock" => "tensordock",
        "vultr" => "vultr",
        _ => return None,
    })
}

/// SkyPilot drops `PCIE`, `SXM`, `NVL`, `Ti` and a trailing `S` or `D` from the names of Vast: these cards
/// would come mixed with others.
pub fn mixed_on_vast(id: &str) -> bool {
    ["a100-", "v100-", "h100-", "h200-"].iter().any(|p| id.starts_with(p))
        || ["-ti", "super", "90d-", "l40"].iter().any(|p| id.contains(p))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;

    #[test]
    fn every_card_and_seller_is_one_of_ours() {
        let catalog = Catalog::embedded();
        for (id, _) in CARDS {
            assert!(catalog.gpus.iter().any(|g| g.id == *id), "{id}");
        }
        let known = |f: fn(&str) -> Option<&'static str>| {
            catalog.providers.iter().filter(|p| f(&p.id).is_some()).count()
        };
        assert_eq!((known(sky_cloud), known(dstack_backend)), (14, 16));
    }
}
