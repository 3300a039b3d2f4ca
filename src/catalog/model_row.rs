//! From a row of `models.csv` to an architecture: patterns of layers, caches, experts, pipelines.

use super::arch::*;
use super::table::Row;
use crate::units::{Decimal, decimal};

/// The schema's bound on layers: a damaged text must not make us allocate more.
const MOST_LAYERS: u32 = 1000;

/// Reads an architecture out of a row of `models.csv`.
pub(super) struct Reader<'t, 'a> {
    row: Row<'t, 'a>,
    extra: Vec<(&'a str, &'a str)>,
}

impl<'t, 'a> Reader<'t, 'a> {
    pub(super) fn new(row: Row<'t, 'a>) -> Self {
        Self { row, extra: row.text("extra").split(';').filter_map(|p| p.split_once('=')).collect() }
    }
    fn int(&self, column: &str) -> u32 {
        self.row.num(column)
    }
    fn layers(&self) -> u32 {
        self.int("layers").min(MOST_LAYERS)
    }
    fn word(&self, key: &str) -> Option<&str> {
        self.extra.iter().find(|(k, _)| *k == key).map(|(_, v)| *v)
    }
    fn more<N: Decimal>(&self, key: &str) -> N {
        self.word(key).and_then(decimal).map(N::from_f64).unwrap_or_default()
    }

    pub(super) fn architecture(&self) -> Architecture {
        let row = self.row;
        let kind = match row.text("kind") {
            "encdec" => ArchKind::EncoderDecoder,
            "asr" if self.word("encoder_layers").is_some() => ArchKind::EncoderDecoder,
            "asr" => ArchKind::Encoder,
            "encoder" if self.int("layers") > 0 => ArchKind::Encoder,
            "encoder" => ArchKind::Conv,
            "diffusion" => ArchKind::Diffusion,
            _ => ArchKind::Decoder,
        };
        let mut arch = Architecture {
            kind,
            hidden: self.int("hidden"),
            embed_dim: self.more("embed_dim"),
            vocab: self.int("vocab"),
            tied: row.flag("tied") == Some(true),
            max_context: self.int("max_context"),
            params_total: row.num("params_total"),
            params_active: row.maybe("params_active").unwrap_or(row.num("params_total")),
            params_vision: row.num("vision_params"),
            exact: true,
            modelled: kind == ArchKind::Decoder && self.word("not_modelled").is_none(),
            detail: self.detail(),
            encoder_positions: self.more("encoder_positions"),
            image: self.more("image"),
            patch: self.more("patch"),
            image_tokens: self.more("tokens"),
            gflops_640: self.more("gflops_640"),
            ..Architecture::default()
        };
        let layers = self.layers();
        match kind {
            ArchKind::Decoder => arch.groups = self.decoder(),
            ArchKind::Encoder => arch.groups = merge(self.stack(self.softmax(), layers)),
            ArchKind::EncoderDecoder => {
                arch.encoder_layers =
                    self.word("encoder_layers").map_or(layers, |_| self.more("encoder_layers"));
                arch.groups = self.two_stacks(arch.encoder_layers);
            }
            ArchKind::Diffusion => {
                let blocks = self.more::<u32>("double_blocks") + self.more::<u32>("single_blocks");
                let attention = Attention { kv_heads: self.int("heads"), ..self.softmax() };
                arch.groups =
                    merge(self.stack(attention, if blocks > 0 { blocks.min(MOST_LAYERS) } else { layers }));
                arch.diffusion = Some(self.diffusion(arch.params_total));
            }
            ArchKind::Conv => {}
        }
        arch.params_other = self.other_params(&arch);
        arch
    }

    fn detail(&self) -> Detail {
        let row = self.row;
        let bias = row.text("attn_bias");
        Detail {
            gated: row.flag("gated") == Some(true),
            qkv_bias: bias.starts_with("qkv"),
            o_bias: bias.ends_with('o'),
            mlp_bias: row.text("mlp_bias") == "y",
            expert_bias: row.text("mlp_bias") == "experts",
            head_bias: row.flag("head_bias") == Some(true),
            qk_norm: match row.text("qk_norm") {
                "head" => QkNorm::Head,
                "full" => QkNorm::Full,
                _ => QkNorm::None,
            },
            norm: match row.text("norm") {
                "ln" => NormKind::Layer,
                "ln_nobias" => NormKind::LayerNoBias,
                "none" => NormKind::None,
                _ => NormKind::Rms,
            },
            norms_per_layer: row.num("norms"),
            router_bias: matches!(row.text("router_bias"), "corr" | "logit"),
            router_correction: row.text("router_bias") == "corr",
        }
    }

    /// The row's `other_params` include shared-expert gates and sparse indexers, which the
    /// architecture counts by itself.
    fn other_params(&self, arch: &Architecture) -> u64 {
        let h = u64::from(arch.hidden);
        let counted: u64 = arch
            .groups
            .iter()
            .map(|g| {
                let gate = if matches!(g.mlp, Mlp::Moe(Moe { shared_gate: true, .. })) { h } else { 0 };
                let index = match g.mixer {
                    Mixer::Mla(m) if m.index_heads > 0 => {
                        let (ih, id) = (u64::from(m.index_heads), u64::from(m.index_dim));
                        u64::from(m.q_rank) * ih * id + h * id + 2 * id + h * ih
                    }
                    _ => 0,
                };
                u64::from(g.count) * (gate + index)
            })
            .sum();
        let other: u64 = self.row.num("other_params");
        other.saturating_sub(counted) + self.row.num::<u64>("pos_params")
    }

    fn softmax(&self) -> Attention {
        let (heads, head_dim) = (self.int("heads"), self.int("head_dim"));
        let v = self.more("v_head_dim");
        Attention {
            heads,
            kv_heads: self.int("kv_heads"),
            head_dim,
            v_head_dim: if v > 0 { v } else { head_dim },
            q_gate: self.more::<u32>("q_gate") == 1,
            ..Attention::default()
        }
    }

    fn stack(&self, attention: Attention, layers: u32) -> Vec<(Mixer, Mlp)> {
        let ffn = self.int("ffn");
        let mlp = if ffn > 0 { Mlp::Dense { ffn } } else { Mlp::None };
        vec![(Mixer::Attention(attention), mlp); layers as usize]
    }

    fn two_stacks(&self, encoder: u32) -> Vec<LayerGroup> {
        let attention = self.softmax();
        let layers = self.layers();
        let mut groups = merge(self.stack(attention, encoder.min(MOST_LAYERS)));
        let mut decoder = merge(self.stack(attention, layers));
        groups.append(&mut decoder);
        let cross = Attention { cross: true, ..attention };
        groups.push(LayerGroup { count: layers, mixer: Mixer::Attention(cross), mlp: Mlp::None });
        groups
    }

    /// Layers of a decoder: a list of mixers and a list of MLPs side by side, then grouped.
    fn decoder(&self) -> Vec<LayerGroup> {
        let layers = self.layers();
        if let Some(blocks) = self.single_blocks() {
            return blocks;
        }
        merge(self.mixers(layers).into_iter().zip(self.mlps(layers)).collect())
    }

    /// Nemotron-H: a block is either a mixer, or an MLP, or experts.
    fn single_blocks(&self) -> Option<Vec<LayerGroup>> {
        self.word("moe_only_layers")?;
        let ffn = self.int("ffn");
        let group = |count, mixer, mlp| LayerGroup { count, mixer, mlp };
        let all = [
            group(self.more("ssm_layers"), Mixer::Recurrent(self.recurrent()?), Mlp::None),
            group(self.more("attn_layers"), Mixer::Attention(self.softmax()), Mlp::None),
            group(self.more("mlp_layers"), Mixer::None, Mlp::Dense { ffn }),
            group(self.more("moe_only_layers"), Mixer::None, Mlp::Moe(self.moe())),
        ];
        Some(all.into_iter().filter(|g| g.count > 0).collect())
    }

    fn mlps(&self, layers: u32) -> Vec<Mlp> {
        let ffn = self.int("ffn");
        let none = self.word("ffn_layers") == Some("0") || ffn == 0;
        let dense = if none { Mlp::None } else { Mlp::Dense { ffn } };
        let moe_layers = self.int("moe_layers");
        if moe_layers == 0 {
            return vec![dense; layers as usize];
        }
        let first = self.int("dense_first");
        let moe = Mlp::Moe(self.moe());
        let every = if first + moe_layers >= layers { 1 } else { (layers / moe_layers).max(1) };
        (0..layers)
            .map(|i| if i < first || (every > 1 && i % every != every - 1) { dense } else { moe })
            .collect()
    }

    fn moe(&self) -> Moe {
        let gate = self.row.text("repo");
        Moe {
            experts: self.int("experts"),
            top_k: self.int("experts_per_token"),
            ffn: self.int("expert_ffn"),
            shared_ffn: if self.int("shared_experts") > 0 { self.int("shared_ffn") } else { 0 },
            // Qwen2-MoE, Qwen3-Next and Qwen3.5-MoE only (models.md §2); Qwen3-MoE has no shared expert.
            shared_gate: gate.starts_with("Qwen/") && self.int("shared_experts") > 0,
            beside_ffn: if self.more::<u32>("dense_beside_moe") == 1 { self.int("ffn") } else { 0 },
        }
    }

    /// The mixer of each layer. Layers with unlimited sight are spread evenly among the others, as
    /// every published pattern does.
    fn mixers(&self, layers: u32) -> Vec<Mixer> {
        let full = self.int("full_layers");
        let window = self.row.maybe::<u32>("window");
        let alike = full == 0 && self.word("ssm").is_none() && window.is_none();
        let unlimited = if alike { layers } else { full };
        let (wide, narrow) = (self.unlimited(window.is_some()), self.limited(window));
        let own = layers.saturating_sub(self.more("kv_shared_layers"));
        (0..layers)
            .map(|i| match if spread(i, layers, unlimited) { wide } else { narrow } {
                Mixer::Attention(a) if i >= own => Mixer::Attention(Attention { shares_kv: true, ..a }),
                mixer => mixer,
            })
            .collect()
    }

    /// The layers between those that see everything.
    fn limited(&self, window: Option<u32>) -> Mixer {
        if let Some(recurrent) = self.recurrent() {
            return Mixer::Recurrent(recurrent);
        }
        if self.more::<u32>("cross_attn_layers") > 0 {
            return Mixer::Attention(Attention { cross: true, ..self.softmax() });
        }
        if window.is_none() {
            return Mixer::None;
        }
        if self.int("kv_rank") > 0 {
            return self.unlimited(false);
        }
        let (base, local) = (self.softmax(), self.more::<u32>("swa_kv_heads"));
        Mixer::Attention(Attention {
            window,
            chunked: self.row.text("attention").starts_with("chunked"),
            kv_heads: if local > 0 { local } else { base.kv_heads },
            ..base
        })
    }

    /// A layer that sees everything.
    fn unlimited(&self, mixed: bool) -> Mixer {
        if self.int("kv_rank") > 0 {
            return Mixer::Mla(Mla {
                heads: self.int("heads"),
                kv_rank: self.int("kv_rank"),
                q_rank: self.int("q_rank"),
                rope_dim: self.int("rope_dim"),
                nope_dim: self.int("nope_dim"),
                v_dim: self.int("v_dim"),
                index_heads: self.more("index_heads"),
                index_dim: self.more("index_head_dim"),
            });
        }
        let mut a = self.softmax();
        if mixed && self.word("global_head_dim").is_some() {
            a.head_dim = self.more("global_head_dim");
            a.v_head_dim = a.head_dim;
            a.kv_heads = self.more("global_kv_heads");
            a.k_eq_v = self.word("k_eq_v") == Some("global");
        }
        Mixer::Attention(a)
    }

    fn recurrent(&self) -> Option<Recurrent> {
        let h = self.int("hidden");
        let n = |key: &str| self.more::<u32>(key);
        Some(match self.word("ssm")? {
            "gdn" => Recurrent::gdn(h, n("k_heads"), n("v_heads"), n("k_dim"), n("v_dim"), n("conv")),
            "kda" => Recurrent::kda(h, n("k_heads"), n("k_dim"), n("conv")),
            "lightning" => Recurrent::lightning(h, self.int("heads"), self.int("head_dim")),
            "mamba1" => Recurrent::mamba1(
                h,
                n("d_inner"),
                n("d_state"),
                n("conv"),
                n("dt_rank"),
                n("inner_norm") == 1,
            ),
            "mamba2" => {
                Recurrent::mamba2(h, n("d_inner"), n("d_state"), n("groups"), n("m_heads"), n("conv"))
            }
            _ => Recurrent::short_conv(h, n("conv")),
        })
    }

    fn diffusion(&self, total: u64) -> Diffusion {
        let all: u64 = self.more("denoiser");
        let vae: u64 = self.more("vae");
        // Wan 2.2 A14B ships a high-noise and a low-noise denoiser (models.md §9).
        let denoisers = if self.row.text("repo").contains("Wan2.2-T2V-A14B") { 2 } else { 1 };
        let latent: Vec<u32> =
            self.word("latent").unwrap_or("").split('x').filter_map(|n| n.parse().ok()).collect();
        let side: u32 = self.more("image");
        let video = ["Wan", "Video", "Cog", "mochi"].iter().any(|w| self.row.text("repo").contains(w));
        Diffusion {
            denoiser: all / u64::from(denoisers),
            denoisers,
            text_encoders: total.saturating_sub(all).saturating_sub(vae),
            vae,
            transformer: !self.row.text("repo").starts_with("stabilityai/stable-diffusion-2")
                && !self.row.text("repo").contains("-xl-base")
                && !self.row.text("repo").contains("stable-diffusion-v1"),
            native_side: side,
            vae_factor: latent.first().map_or(0, |l| side / (*l).max(1)),
            latent_channels: latent.get(2).copied().unwrap_or(0),
            frames: u32::from(!video),
        }
    }
}

/// Whether position `i` of `all` is one of `some` spread evenly, the last of each stretch.
fn spread(i: u32, all: u32, some: u32) -> bool {
    let (i, all, some) = (u64::from(i), u64::from(all), u64::from(some));
    all > 0 && (i + 1) * some / all > i * some / all
}

/// Groups equal layers, in the order in which each kind first occurs.
fn merge(layers: Vec<(Mixer, Mlp)>) -> Vec<LayerGroup> {
    let mut groups: Vec<LayerGroup> = Vec::new();
    for (mixer, mlp) in layers {
        match groups.iter_mut().find(|g| g.mixer == mixer && g.mlp == mlp) {
            Some(group) => group.count += 1,
            None => groups.push(LayerGroup { count: 1, mixer, mlp }),
        }
    }
    groups
}
