//! Brings any plan into bounds, so that no arithmetic of the engine can overflow.

use super::fields::Field;
use super::{Plan, Warning};
use crate::catalog::{Architecture, Mixer, Mlp};

// Counts multiply these: 2,000 layers x 4,096 experts x 3 matrices x 131,072 x 1,048,576 is 3.4e18 and
// stays inside `u64`.

/// Most layers of an imported architecture.
const LAYERS: u32 = 2_000;
/// Most groups of layers.
const GROUPS: usize = 1_000;
/// Widest residual stream.
const WIDTH: u32 = 131_072;
/// Widest network.
const FFN: u32 = 1_048_576;
/// Most rows of an embedding table.
const VOCAB: u32 = 10_000_000;
/// Most heads, ranks and head widths.
const HEADS: u32 = 16_384;
/// Most experts.
const EXPERTS: u32 = 4_096;
/// Most weights or state elements: 10^15.
const WEIGHTS: u64 = 1_000_000_000_000_000;

impl Plan {
    /// Brings every field into its bounds and numbers into canonical form (twelve significant
    /// digits). What had to be changed comes back.
    pub fn clamp(&mut self) -> Vec<Warning> {
        let mut warn = Vec::new();
        for field in Field::ALL {
            field.row().slot.clamp(*field, self, &mut warn);
        }
        warn
    }
}

/// Brings an architecture into bounds: what reads it may multiply its sizes without overflow of
/// `f64` or saturation of `u64` sums. False where it says nothing about a model.
pub fn architecture(arch: &mut Architecture) -> bool {
    arch.hidden = arch.hidden.min(WIDTH);
    arch.embed_dim = arch.embed_dim.min(WIDTH);
    arch.vocab = arch.vocab.min(VOCAB);
    arch.max_context = arch.max_context.min(100_000_000);
    arch.groups.truncate(GROUPS);
    let mut left = LAYERS;
    for group in &mut arch.groups {
        group.count = group.count.min(left);
        left -= group.count;
        match &mut group.mixer {
            Mixer::Attention(a) => {
                for n in [&mut a.heads, &mut a.kv_heads, &mut a.head_dim, &mut a.v_head_dim] {
                    *n = (*n).min(HEADS);
                }
            }
            Mixer::Mla(m) => {
                for n in [&mut m.heads, &mut m.kv_rank, &mut m.q_rank, &mut m.rope_dim] {
                    *n = (*n).min(HEADS);
                }
                for n in [&mut m.nope_dim, &mut m.v_dim, &mut m.index_heads, &mut m.index_dim] {
                    *n = (*n).min(HEADS);
                }
            }
            Mixer::Recurrent(r) => {
                r.state = r.state.min(1_000_000_000_000);
                r.conv_state = r.conv_state.min(1_000_000_000_000);
                r.params = r.params.min(1_000_000_000_000);
                r.inner = r.inner.min(FFN);
            }
            Mixer::None => {}
        }
        match &mut group.mlp {
            Mlp::Dense { ffn } => *ffn = (*ffn).min(FFN),
            Mlp::Moe(m) => {
                m.experts = m.experts.min(EXPERTS);
                m.top_k = m.top_k.min(m.experts);
                for n in [&mut m.ffn, &mut m.shared_ffn, &mut m.beside_ffn] {
                    *n = (*n).min(FFN);
                }
            }
            Mlp::None => {}
        }
    }
    arch.groups.retain(|g| g.count > 0);
    for n in
        [&mut arch.params_total, &mut arch.params_active, &mut arch.params_vision, &mut arch.params_other]
    {
        *n = (*n).min(WEIGHTS);
    }
    arch.detail.norms_per_layer = arch.detail.norms_per_layer.min(64);
    arch.encoder_layers = arch.encoder_layers.min(LAYERS);
    arch.encoder_positions = arch.encoder_positions.min(10_000_000);
    for n in [&mut arch.image, &mut arch.patch, &mut arch.image_tokens] {
        *n = (*n).min(WIDTH);
    }
    if !(arch.gflops_640 >= 0.0 && arch.gflops_640 <= 1e9) {
        arch.gflops_640 = 0.0;
    }
    if let Some(d) = &mut arch.diffusion {
        for n in [&mut d.denoiser, &mut d.text_encoders, &mut d.vae] {
            *n = (*n).min(WEIGHTS);
        }
        d.denoisers = d.denoisers.min(16);
        d.native_side = d.native_side.min(WIDTH);
        d.vae_factor = d.vae_factor.min(1_024);
        d.latent_channels = d.latent_channels.min(4_096);
        d.frames = d.frames.min(1_000_000);
    }
    arch.hidden > 0 || arch.params_total > 0 || arch.diffusion.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::ModelRef;

    #[test]
    fn a_plan_built_in_code_is_brought_into_bounds() {
        let mut plan = Plan::default();
        plan.amount.tokens = f64::INFINITY;
        plan.amount.epochs = f64::NAN;
        plan.run.seq = Some(u32::MAX);
        plan.run.micro_batch = Some(0);
        plan.market.modes.clear();
        plan.market.usd_cny = Some(f64::NAN);
        plan.limits.gpus = vec!["  a,b&c ".into(), String::new(), "ab c".into()];
        plan.model = ModelRef::Params(-1.0);
        let warnings = plan.clamp();
        assert_eq!(plan.amount.tokens, 1e15);
        assert_eq!(plan.amount.epochs, 4.0);
        assert_eq!(plan.run.seq, Some(10_000_000));
        assert_eq!(plan.run.micro_batch, Some(1));
        assert_eq!(plan.market.modes, Plan::default().market.modes);
        assert_eq!(plan.market.usd_cny, None);
        assert_eq!(plan.limits.gpus, vec!["abc".to_string(), "ab c".into()]);
        assert_eq!(plan.model, ModelRef::Params(0.001));
        for field in
            [Field::Tokens, Field::Epochs, Field::Seq, Field::MicroBatch, Field::UsdCny, Field::Params]
        {
            assert!(warnings.iter().any(|w| w.field() == Some(field)), "{field:?}");
        }
        assert_eq!(plan.clone().clamp(), vec![]);
    }
}
