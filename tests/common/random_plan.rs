//! Random plans over every field of the table, for every test that says "no plan …".
//!
//! `#[path = "common/random_plan.rs"] mod random_plan;`

use fastrand::Rng;
use std::sync::LazyLock;
use suanzu::catalog::{
    ArchKind, Architecture, Attention, Catalog, Detail, LayerGroup, Mixer, Mla, Mlp, Moe, NormKind,
    PriceUnit, QkNorm, Recurrent, RecurrentKind,
};
use suanzu::plan::{Field, FileBytes, FrozenPrice, ModelRef, Plan, Quant, Slot, usual};
use suanzu::units::{Currency, Date};

static IDS: LazyLock<[Vec<String>; 4]> = LazyLock::new(|| {
    let catalog = Catalog::embedded();
    [
        catalog.gpus.iter().map(|g| g.id.clone()).collect(),
        catalog.models.iter().map(|m| m.id.clone()).collect(),
        catalog.providers.iter().map(|p| p.id.clone()).collect(),
        catalog.offers.iter().map(|o| o.id.clone()).collect(),
    ]
});

/// A number between the bounds: the ends, small whole numbers, or anything on a logarithmic scale.
fn number(rng: &mut Rng, (low, high): (f64, f64), whole: bool) -> f64 {
    let x = match rng.u8(0..10) {
        0 => low,
        1 => high,
        2..=4 => f64::from(rng.u32(0..200)),
        _ => {
            let (a, b) = ((low.max(1e-4)).ln(), high.ln());
            (a + (b - a) * rng.f64()).exp()
        }
    };
    let x = if whole { x.round() } else { x };
    x.clamp(low, high)
}

/// Ids as catalogs and people write them.
fn word(rng: &mut Rng, ids: &[String]) -> String {
    match rng.u8(0..8) {
        0 => "通义千问-7b".into(),
        1 => (0..rng.usize(1..12)).map(|_| rng.alphanumeric()).collect(),
        2 => "a+b c.d_e~f!g*h(i)".into(),
        _ => ids[rng.usize(0..ids.len())].clone(),
    }
}

/// A random architecture, plausible or not.
pub fn architecture(rng: &mut Rng) -> Architecture {
    let mut n = |high: u32| rng.u32(0..=high);
    let detail = Detail {
        gated: n(1) == 1,
        qkv_bias: n(1) == 1,
        o_bias: n(1) == 1,
        mlp_bias: n(1) == 1,
        expert_bias: n(1) == 1,
        head_bias: n(1) == 1,
        qk_norm: [QkNorm::None, QkNorm::Head, QkNorm::Full][n(2) as usize],
        norm: [NormKind::Rms, NormKind::Layer, NormKind::LayerNoBias, NormKind::None][n(3) as usize],
        norms_per_layer: n(7),
        router_bias: n(1) == 1,
        router_correction: n(1) == 1,
    };
    let mut groups = Vec::new();
    for _ in 0..n(5) {
        let mixer = match n(4) {
            0 | 1 => Mixer::Attention(Attention {
                heads: n(128),
                kv_heads: n(16),
                head_dim: n(256),
                v_head_dim: n(256),
                window: (n(1) == 1).then(|| n(8192)),
                chunked: n(1) == 1,
                q_gate: n(1) == 1,
                cross: n(1) == 1,
                shares_kv: n(1) == 1,
                k_eq_v: n(1) == 1,
            }),
            2 => Mixer::Mla(Mla {
                heads: n(128),
                kv_rank: n(512),
                q_rank: n(1536),
                rope_dim: n(64),
                nope_dim: n(128),
                v_dim: n(128),
                index_heads: n(64),
                index_dim: n(128),
            }),
            3 => Mixer::Recurrent(Recurrent {
                kind: [
                    RecurrentKind::Gdn,
                    RecurrentKind::Kda,
                    RecurrentKind::Lightning,
                    RecurrentKind::Mamba1,
                    RecurrentKind::Mamba2,
                    RecurrentKind::ShortConv,
                ][n(5) as usize],
                state: u64::from(n(1_000_000)),
                conv_state: u64::from(n(1_000_000)),
                params: u64::from(n(100_000_000)),
                inner: n(8192),
            }),
            _ => Mixer::None,
        };
        let mlp = match n(2) {
            0 => Mlp::Dense { ffn: n(30_000) },
            1 => Mlp::Moe(Moe {
                experts: n(256),
                top_k: n(16),
                ffn: n(4096),
                shared_ffn: n(4096),
                shared_gate: n(1) == 1,
                beside_ffn: n(4096),
            }),
            _ => Mlp::None,
        };
        groups.push(LayerGroup { count: n(64), mixer, mlp });
    }
    Architecture {
        kind: [ArchKind::Decoder, ArchKind::Encoder, ArchKind::EncoderDecoder, ArchKind::Conv][n(3) as usize],
        hidden: n(16_384),
        vocab: n(256_000),
        embed_dim: n(1) * n(4096),
        tied: n(1) == 1,
        max_context: n(10_000_000),
        groups,
        params_total: u64::from(n(u32::MAX)),
        params_active: u64::from(n(u32::MAX)),
        params_vision: u64::from(n(1_000_000)),
        params_other: u64::from(n(1_000_000)),
        exact: n(1) == 1,
        modelled: n(1) == 1,
        detail,
        encoder_layers: n(24),
        encoder_positions: n(1500),
        gflops_640: n(200) as f32 / 10.0,
        image: n(1024),
        patch: n(32),
        image_tokens: n(4096),
        ..Architecture::default()
    }
}

/// A random plan inside its bounds; each field is set with probability `share`.
pub fn plan(rng: &mut Rng, share: f64) -> Plan {
    let [gpus, models, providers, offers] = &*IDS;
    let mut plan = usual().clone();
    for field in Field::ALL {
        if rng.f64() >= share {
            continue;
        }
        let bounds = field.row().bounds;
        let ids = match field {
            Field::Providers | Field::NotProviders => providers,
            _ => gpus,
        };
        match &field.row().slot {
            Slot::Int(at) => *(at.of)(&mut plan) = number(rng, bounds, true) as u32,
            Slot::OptInt(at) => {
                *(at.of)(&mut plan) = (rng.u8(0..4) > 0).then(|| number(rng, bounds, true) as u32);
            }
            Slot::Num(at) => *(at.of)(&mut plan) = number(rng, bounds, false),
            Slot::OptNum(at) => {
                *(at.of)(&mut plan) = (rng.u8(0..4) > 0).then(|| number(rng, bounds, false));
            }
            Slot::Flag(at) => *(at.of)(&mut plan) = rng.bool(),
            Slot::OptFlag(at) => *(at.of)(&mut plan) = [None, Some(true), Some(false)][rng.usize(0..3)],
            Slot::Word(at) => {
                let n = at.words().count();
                let i = rng.usize(0..n + 1);
                (at.set)(&mut plan, (i < n || !at.auto).then(|| i.min(n - 1)));
            }
            Slot::Ids(at) => {
                *(at.of)(&mut plan) = (0..rng.usize(0..4)).map(|_| word(rng, ids)).collect();
            }
            Slot::OptId(at) => *(at.of)(&mut plan) = rng.bool().then(|| word(rng, gpus)),
            Slot::Modes => {
                let all = usual().market.modes.clone();
                plan.market.modes = all.into_iter().filter(|_| rng.bool()).collect();
            }
            Slot::Model => plan.model = ModelRef::Id(word(rng, models)),
            Slot::Params => plan.model = ModelRef::Params(number(rng, bounds, false)),
            Slot::Architecture => {
                if rng.u8(0..3) == 0 {
                    plan.model = ModelRef::Imported(Box::new(architecture(rng)));
                }
            }
            Slot::File => {
                // What fits the model only by chance must do no harm.
                let most = 1 << rng.u32(1..48);
                let params = rng.u64(1..most);
                let bytes = params * rng.u64(1..9);
                let quant = Quant::ALL[rng.usize(0..Quant::ALL.len())];
                plan.run.file = rng.bool().then_some(FileBytes { quant, params, bytes, embed: bytes / 9 });
            }
            Slot::Frozen => {
                plan.frozen = (0..rng.usize(0..5))
                    .map(|_| FrozenPrice {
                        offer: word(rng, offers),
                        price: number(rng, (0.0, 1e6), false),
                        unit: [PriceUnit::GpuHour, PriceUnit::InstanceMonth][rng.usize(0..2)],
                        currency: [Currency::Cny, Currency::Usd, Currency::Eur][rng.usize(0..3)],
                        date: Date::from_days(rng.i32(0..30_000)),
                    })
                    .collect();
            }
        }
    }
    plan.clamp();
    plan
}
