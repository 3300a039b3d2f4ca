//! What training exchanges between cards: gathers of sharded weights, gradients, tensor, context and
//! expert parallel traffic, in seconds on the wires of `interconnect`.

use super::interconnect::Wires;
use super::training;
use crate::catalog::{Mixer, Mlp};
use crate::engine::job::Job;
use crate::engine::layout::Layout;
use crate::engine::memory::weights;
use crate::plan::{Regime, Zero};

/// A training job's exchange on its wires.
#[derive(Clone, Copy)]
pub(super) struct Exchange<'a> {
    pub(super) job: &'a Job,
    pub(super) layout: &'a Layout,
    pub(super) wires: Wires,
    pub(super) tp: f64,
    pub(super) pp: f64,
    pub(super) cp: f64,
    pub(super) dp: f64,
    pub(super) rows: f64,
    pub(super) again: f64,
    pub(super) layers: f64,
}

impl Exchange<'_> {
    /// How many of `ranks` neighbours beyond the tensor group sit in one machine.
    fn near(&self, ranks: f64) -> f64 {
        if self.layout.machines <= 1 {
            return ranks;
        }
        (f64::from(self.layout.per_machine().max(1)) / self.tp).max(1.0).min(ranks)
    }
    /// Ranks of the sharding group that sit in one machine.
    fn inside(&self) -> f64 {
        let per_machine = f64::from(self.layout.per_machine().max(1));
        (per_machine / self.tp).clamp(1.0, self.dp * self.cp)
    }
    fn gathered(&self, bytes: f64) -> f64 {
        let ranks = self.dp * self.cp;
        match self.layout.zero {
            Zero::Hybrid => self.wires.for_bulk().gather(bytes, self.inside(), self.inside()),
            _ => self.wires.for_bulk().gather(bytes, ranks, self.inside()),
        }
    }
    /// Sharded weights: gathered forward and backward, gradients scattered, each micro-step.
    pub(super) fn per_round(&self) -> (f64, f64) {
        if !matches!(self.layout.zero, Zero::Z3 | Zero::Hybrid) || self.dp * self.cp <= 1.0 {
            return (0.0, 0.0);
        }
        // Gathered in 16 bits, or as stored where that is less (QLoRA moves a quarter).
        let stored = weights::weights(self.job).total().min(self.job.shape.total * 2.0);
        let bytes = stored / (self.tp * self.pp);
        let one = self.gathered(bytes);
        let times = if self.job.adapters() { 2.0 + self.again.min(1.0) } else { 3.0 };
        let far = if self.layout.machines > 1 && self.layout.zero == Zero::Z3 { times * one } else { 0.0 };
        (times * one, far)
    }
    /// Gradients once per optimizer step.
    pub(super) fn per_step(&self) -> (f64, f64) {
        let ranks = self.dp * self.cp;
        if ranks <= 1.0 || self.layout.zero == Zero::Z3 {
            return (0.0, 0.0);
        }
        let width = if matches!(self.job.regime, Regime::Fp32 | Regime::Autocast) { 4.0 } else { 2.0 };
        let bytes = training::trainable(self.job) * width / (self.tp * self.pp);
        let bytes = if self.layout.zero == Zero::Hybrid { bytes / self.inside() } else { bytes };
        let time = self.wires.all_reduce(bytes, ranks, self.inside());
        (time, if self.layout.machines > 1 { time } else { 0.0 })
    }
    /// Tensor, context and expert exchange of one micro-step: between products, so nothing covers it.
    pub(super) fn never_hidden(&self) -> f64 {
        let wide = self.rows * f64::from(self.job.arch.hidden) * 2.0;
        let own = self.layers / self.pp;
        let inside = f64::from(self.layout.per_machine().max(1));
        let mut time = 0.0;
        if self.tp > 1.0 {
            let rounds = own * (4.0 + 2.0 * self.again);
            time += rounds * self.wires.all_reduce(wide, self.tp, inside.min(self.tp));
        }
        if self.cp > 1.0 {
            let kv: f64 = self.job.arch.groups.iter().map(|g| kv_width(&g.mixer)).fold(0.0, f64::max);
            let bytes = self.rows * self.cp * kv * 2.0;
            let near = self.near(self.cp);
            // Ring attention hides behind its own products what sharded training hides.
            time += own * 3.0 * (1.0 - super::training::hidden()) * self.wires.gather(bytes, self.cp, near);
        }
        let ep = f64::from(self.layout.ep.max(1)).min(self.tp * self.cp * self.dp);
        if ep > 1.0 {
            let sent: f64 = self
                .job
                .arch
                .groups
                .iter()
                .map(|g| match g.mlp {
                    Mlp::Moe(m) => f64::from(g.count) * f64::from(m.top_k).min(ep),
                    _ => 0.0,
                })
                .sum();
            let near = self.near(ep);
            time +=
                sent / self.pp * (4.0 + 2.0 * self.again) * self.wires.gather(wide, ep, near) / ep.min(8.0);
        }
        if self.pp > 1.0 {
            time += 2.0 * wide / self.tp / self.wires.network.min(self.wires.card);
        }
        time
    }
}

fn kv_width(mixer: &Mixer) -> f64 {
    match mixer {
        Mixer::Attention(a) => f64::from(a.kv_heads) * f64::from(a.head_dim + a.v_head_dim),
        Mixer::Mla(m) => f64::from(m.kv_rank + m.rope_dim),
        _ => 0.0,
    }
}
