//! Compatibility facts: which driver runs which CUDA, which PyTorch brings which kernels, which
//! card has which feature, MIG profiles.

use super::table::{Row, split};
use serde::Serialize;
use std::sync::OnceLock;

/// The text that the build script made of `compat.csv`, MIG profiles left out. A text of its own: only who asks
/// which versions work together needs it.
const EMBEDDED: &str = include_str!(concat!(env!("OUT_DIR"), "/compat.txt"));

/// Every fact but the MIG profiles, which the cards carry.
pub fn facts() -> &'static [Compat] {
    static FACTS: OnceLock<Vec<Compat>> = OnceLock::new();
    FACTS.get_or_init(|| {
        split(EMBEDDED).iter().flat_map(|(_, table)| table.rows().map(Compat::from_row)).collect()
    })
}

/// One fact: `cc_feature`, subject `flash_attention_2`, key `min_cc`, value `8.0`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct Compat {
    /// What it is about.
    pub kind: CompatKind,
    /// Version, feature or card.
    pub subject: String,
    /// Which property of it; empty for a rule in words.
    pub key: String,
    /// The cards of a MIG profile, or of a temperature limit.
    pub gpus: Vec<String>,
    /// Its value; lists are parted by `;`.
    pub value: String,
}

/// Kinds of compatibility fact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CompatKind {
    /// PyTorch version against CUDA, driver, Python, kernels.
    #[default]
    TorchCuda,
    /// CUDA toolkit against driver.
    CudaDriver,
    /// Feature against compute capability, and other properties of features and stacks.
    CcFeature,
    /// Slices of a card and how many fit.
    MigProfile,
    /// Temperatures at which a card, or its memory, is too warm, °C.
    Thermal,
}

impl Compat {
    pub(super) fn from_row(row: Row) -> Self {
        Self {
            kind: match row.text("kind") {
                "cuda_driver" => CompatKind::CudaDriver,
                "cc_feature" => CompatKind::CcFeature,
                "mig_profile" => CompatKind::MigProfile,
                "thermal" => CompatKind::Thermal,
                _ => CompatKind::TorchCuda,
            },
            subject: row.string("subject"),
            key: row.string("key"),
            gpus: row.text("gpus").split('+').filter(|g| !g.is_empty()).map(str::to_string).collect(),
            value: row.string("value"),
        }
    }
}

impl super::Catalog {
    /// Temperatures of a card, °C, least first: of its `core` operating, slowing down, shutting down; of its `memory`
    /// to watch and to act. `None` where nobody has read them.
    pub fn heat<const N: usize>(&self, gpu: &str, subject: &str) -> Option<[u32; N]> {
        let is = |c: &&Compat| {
            c.kind == CompatKind::Thermal && c.subject == subject && c.gpus.iter().any(|g| g == gpu)
        };
        let fact = facts().iter().find(is)?;
        let read: Vec<u32> = fact.value.split(';').filter_map(|t| t.parse().ok()).collect();
        read.try_into().ok()
    }

    /// The value of a compatibility fact.
    pub fn fact(&self, kind: CompatKind, subject: &str, key: &str) -> Option<&str> {
        facts()
            .iter()
            .find(|c| c.kind == kind && c.subject == subject && c.key == key)
            .map(|c| c.value.as_str())
    }
}
