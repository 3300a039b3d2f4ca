//! An imported architecture as one readable word: header, then one part per group of layers.
//!
//! ```text
//! h:4096,v:32000,c:4096,p:6738415616,pa:6738415616,d:gr2|32*a:32:8:128/d:11008
//! ```
//!
//! Header names: `k` kind, `h` hidden, `v` vocabulary, `ve` width of its table, `t` tied, `c` longest context, `p` `pa` `pv`
//! `po` parameters (total, active, vision, other), `f` formula known, exact, `d` details, `e` encoder
//! layers and positions, `i` image, `x` diffusion, `g` GFLOPs. A group is `count*mixer/mlp`. Only
//! what is not zero is written.

use super::number::{print, read as number};
use crate::catalog::{
    ArchKind, Architecture, Attention, Detail, Diffusion, LayerGroup, Mixer, Mla, Mlp, Moe, NormKind, QkNorm,
    Recurrent, RecurrentKind,
};
use std::fmt::Write;

const KINDS: [(ArchKind, &str); 5] = [
    (ArchKind::Decoder, "dec"),
    (ArchKind::Encoder, "enc"),
    (ArchKind::EncoderDecoder, "encdec"),
    (ArchKind::Diffusion, "diff"),
    (ArchKind::Conv, "conv"),
];

const RECURRENT: [(RecurrentKind, &str); 6] = [
    (RecurrentKind::Gdn, "gdn"),
    (RecurrentKind::Kda, "kda"),
    (RecurrentKind::Lightning, "lightning"),
    (RecurrentKind::Mamba1, "mamba1"),
    (RecurrentKind::Mamba2, "mamba2"),
    (RecurrentKind::ShortConv, "shortconv"),
];

fn word<T: PartialEq + Copy>(table: &[(T, &'static str)], value: T) -> &'static str {
    table.iter().find(|t| t.0 == value).map_or("", |t| t.1)
}

fn value<T: PartialEq + Copy>(table: &[(T, &'static str)], word: &str) -> Option<T> {
    table.iter().find(|t| t.1.eq_ignore_ascii_case(word)).map(|t| t.0)
}

/// Numbers joined by colons, zeros at the end left out.
fn list(out: &mut String, numbers: &[u64]) {
    let used = numbers.iter().rposition(|n| *n != 0).map_or(0, |n| n + 1);
    for n in &numbers[..used] {
        let _ = write!(out, ":{n}");
    }
}

/// Writes an architecture.
pub fn write(arch: &Architecture) -> String {
    let Architecture {
        kind,
        hidden,
        vocab,
        tied,
        max_context,
        groups,
        params_total,
        params_active,
        params_vision,
        params_other,
        exact,
        modelled,
        detail,
        encoder_layers,
        encoder_positions,
        diffusion,
        image,
        patch,
        image_tokens,
        gflops_640,
        embed_dim,
    } = arch;
    let mut head: Vec<String> = Vec::new();
    if *kind != ArchKind::Decoder {
        head.push(format!("k:{}", word(&KINDS, *kind)));
    }
    let numbers: [(&str, u64); 10] = [
        ("h", u64::from(*hidden)),
        ("v", u64::from(*vocab)),
        ("ve", u64::from(*embed_dim)),
        ("t", u64::from(*tied)),
        ("c", u64::from(*max_context)),
        ("p", *params_total),
        ("pa", *params_active),
        ("pv", *params_vision),
        ("po", *params_other),
        ("f", u64::from(*modelled) * 2 + u64::from(*exact)),
    ];
    head.extend(numbers.iter().filter(|n| n.1 != 0).map(|(name, n)| format!("{name}:{n}")));
    let letters = details(detail);
    if !letters.is_empty() {
        head.push(format!("d:{letters}"));
    }
    let mut part = |name: &str, numbers: &[u64]| {
        if numbers.iter().any(|n| *n != 0) {
            let mut text = name.to_string();
            list(&mut text, numbers);
            head.push(text);
        }
    };
    part("e", &[u64::from(*encoder_layers), u64::from(*encoder_positions)]);
    part("i", &[u64::from(*image), u64::from(*patch), u64::from(*image_tokens)]);
    if let Some(d) = diffusion {
        let Diffusion {
            denoiser,
            denoisers,
            text_encoders,
            vae,
            transformer,
            native_side,
            vae_factor,
            latent_channels,
            frames,
        } = d;
        let mut text = "x".to_string();
        let fixed = [
            *denoiser,
            u64::from(*denoisers),
            *text_encoders,
            *vae,
            u64::from(*transformer),
            u64::from(*native_side),
            u64::from(*vae_factor),
            u64::from(*latent_channels),
            u64::from(*frames),
        ];
        // The name alone says that there is a pipeline.
        text.push_str(":0");
        list(&mut text, &fixed);
        head.push(text);
    }
    if *gflops_640 != 0.0 {
        head.push(format!("g:{}", print(f64::from(*gflops_640))));
    }
    let mut out = head.join(",");
    for g in groups {
        let _ = write!(out, "|{}*", g.count);
        mixer(&mut out, &g.mixer);
        out.push('/');
        mlp(&mut out, &g.mlp);
    }
    out
}

fn mixer(out: &mut String, mixer: &Mixer) {
    match mixer {
        Mixer::Attention(a) => {
            let Attention {
                heads,
                kv_heads,
                head_dim,
                v_head_dim,
                window,
                chunked,
                q_gate,
                cross,
                shares_kv,
                k_eq_v,
            } = *a;
            out.push('a');
            let _ = write!(out, ":{heads}:{kv_heads}:{head_dim}");
            if v_head_dim != head_dim {
                let _ = write!(out, ":{v_head_dim}");
            }
            if let Some(w) = window {
                let _ = write!(out, ":w{w}");
            }
            for (on, letter) in [(chunked, "c"), (q_gate, "g"), (cross, "x"), (shares_kv, "s"), (k_eq_v, "k")]
            {
                if on {
                    let _ = write!(out, ":{letter}");
                }
            }
        }
        Mixer::Mla(m) => {
            let Mla { heads, kv_rank, q_rank, rope_dim, nope_dim, v_dim, index_heads, index_dim } = *m;
            out.push('l');
            let all = [heads, kv_rank, q_rank, rope_dim, nope_dim, v_dim, index_heads, index_dim];
            list(out, &all.map(u64::from));
        }
        Mixer::Recurrent(r) => {
            let Recurrent { kind, state, conv_state, params, inner } = *r;
            let _ = write!(out, "r:{}", word(&RECURRENT, kind));
            list(out, &[state, conv_state, params, u64::from(inner)]);
        }
        Mixer::None => out.push('n'),
    }
}

fn mlp(out: &mut String, mlp: &Mlp) {
    match mlp {
        Mlp::Dense { ffn } => {
            let _ = write!(out, "d:{ffn}");
        }
        Mlp::Moe(m) => {
            let Moe { experts, top_k, ffn, shared_ffn, shared_gate, beside_ffn } = *m;
            out.push('e');
            let all = [experts, top_k, ffn, shared_ffn, u32::from(shared_gate), beside_ffn];
            list(out, &all.map(u64::from));
        }
        Mlp::None => out.push('n'),
    }
}

/// Details as letters: `g` gated, `q` qkv bias, `o` output bias, `m` mlp bias, `x` expert bias, `h`
/// head bias, `b` router bias, `c` score correction; `n` or `N` q/k norm per head or full; `l`, `w`,
/// `z` layer norm with bias, without, no weights; a digit pair `r2` norms per layer.
fn details(d: &Detail) -> String {
    let Detail {
        gated,
        qkv_bias,
        o_bias,
        mlp_bias,
        expert_bias,
        head_bias,
        qk_norm,
        norm,
        norms_per_layer,
        router_bias,
        router_correction,
    } = *d;
    let mut out = String::new();
    for (on, letter) in [
        (gated, 'g'),
        (qkv_bias, 'q'),
        (o_bias, 'o'),
        (mlp_bias, 'm'),
        (expert_bias, 'x'),
        (head_bias, 'h'),
        (router_bias, 'b'),
        (router_correction, 'c'),
        (qk_norm == QkNorm::Head, 'n'),
        (qk_norm == QkNorm::Full, 'N'),
        (norm == NormKind::Layer, 'l'),
        (norm == NormKind::LayerNoBias, 'w'),
        (norm == NormKind::None, 'z'),
    ] {
        if on {
            out.push(letter);
        }
    }
    if norms_per_layer != 0 {
        let _ = write!(out, "r{norms_per_layer}");
    }
    out
}

fn read_details(text: &str) -> Option<Detail> {
    let mut d = Detail::default();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            'g' => d.gated = true,
            'q' => d.qkv_bias = true,
            'o' => d.o_bias = true,
            'm' => d.mlp_bias = true,
            'x' => d.expert_bias = true,
            'h' => d.head_bias = true,
            'b' => d.router_bias = true,
            'c' => d.router_correction = true,
            'n' => d.qk_norm = QkNorm::Head,
            'N' => d.qk_norm = QkNorm::Full,
            'l' => d.norm = NormKind::Layer,
            'w' => d.norm = NormKind::LayerNoBias,
            'z' => d.norm = NormKind::None,
            'r' => {
                d.norms_per_layer = rest.as_str().parse().ok()?;
                break;
            }
            _ => return None,
        }
    }
    Some(d)
}

/// Reads whole numbers; missing ones are zero.
fn numbers<const N: usize>(parts: &[&str]) -> Option<[u64; N]> {
    let mut out = [0; N];
    if parts.len() > N {
        return None;
    }
    for (slot, text) in out.iter_mut().zip(parts) {
        *slot = text.parse().ok()?;
    }
    Some(out)
}

fn small(n: u64) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Reads an architecture back and brings it into bounds. `None` where any part is not understood.
pub fn read(text: &str) -> Option<Architecture> {
    let mut parts = text.split('|');
    let mut arch = Architecture::default();
    for item in parts.next()?.split(',').filter(|i| !i.trim().is_empty()) {
        let mut words = item.trim().split(':');
        let name = words.next()?;
        let rest: Vec<&str> = words.collect();
        let one = || numbers::<1>(&rest).map(|n| n[0]);
        match name {
            "k" => arch.kind = value(&KINDS, rest.first()?)?,
            "h" => arch.hidden = small(one()?),
            "v" => arch.vocab = small(one()?),
            "ve" => arch.embed_dim = small(one()?),
            "t" => arch.tied = one()? != 0,
            "c" => arch.max_context = small(one()?),
            "p" => arch.params_total = one()?,
            "pa" => arch.params_active = one()?,
            "pv" => arch.params_vision = one()?,
            "po" => arch.params_other = one()?,
            "f" => {
                let n = one()?;
                arch.exact = n & 1 != 0;
                arch.modelled = n & 2 != 0;
            }
            "d" => arch.detail = read_details(rest.first()?)?,
            "e" => {
                let [layers, positions] = numbers(&rest)?;
                (arch.encoder_layers, arch.encoder_positions) = (small(layers), small(positions));
            }
            "i" => {
                let [image, patch, tokens] = numbers(&rest)?;
                (arch.image, arch.patch, arch.image_tokens) = (small(image), small(patch), small(tokens));
            }
            "x" => {
                let [_, denoiser, denoisers, text_encoders, vae, dit, side, factor, channels, frames] =
                    numbers(&rest)?;
                arch.diffusion = Some(Diffusion {
                    denoiser,
                    denoisers: small(denoisers),
                    text_encoders,
                    vae,
                    transformer: dit != 0,
                    native_side: small(side),
                    vae_factor: small(factor),
                    latent_channels: small(channels),
                    frames: small(frames),
                });
            }
            "g" => arch.gflops_640 = number(rest.first()?)? as f32,
            _ => return None,
        }
    }
    for part in parts.take(1_000) {
        arch.groups.push(read_group(part.trim())?);
    }
    super::bounds::architecture(&mut arch).then_some(arch)
}

fn read_group(text: &str) -> Option<LayerGroup> {
    let (count, rest) = text.split_once('*')?;
    let (mixer, mlp) = rest.split_once('/')?;
    Some(LayerGroup { count: count.parse().ok()?, mixer: read_mixer(mixer)?, mlp: read_mlp(mlp)? })
}

fn read_mixer(text: &str) -> Option<Mixer> {
    let parts: Vec<&str> = text.split(':').collect();
    Some(match *parts.first()? {
        "a" => {
            let sizes: Vec<&str> = parts[1..]
                .iter()
                .copied()
                .take_while(|p| p.starts_with(|c: char| c.is_ascii_digit()))
                .collect();
            let [heads, kv_heads, head_dim, v] = numbers(&sizes)?;
            let mut a = Attention {
                heads: small(heads),
                kv_heads: small(kv_heads),
                head_dim: small(head_dim),
                v_head_dim: small(if sizes.len() < 4 { head_dim } else { v }),
                ..Attention::default()
            };
            for flag in &parts[1 + sizes.len()..] {
                match *flag {
                    "c" => a.chunked = true,
                    "g" => a.q_gate = true,
                    "x" => a.cross = true,
                    "s" => a.shares_kv = true,
                    "k" => a.k_eq_v = true,
                    w => a.window = Some(w.strip_prefix('w')?.parse().ok()?),
                }
            }
            Mixer::Attention(a)
        }
        "l" => {
            let [h, kv, q, rope, nope, v, ih, id] = numbers::<8>(&parts[1..])?.map(small);
            Mixer::Mla(Mla {
                heads: h,
                kv_rank: kv,
                q_rank: q,
                rope_dim: rope,
                nope_dim: nope,
                v_dim: v,
                index_heads: ih,
                index_dim: id,
            })
        }
        "r" => {
            let kind = value(&RECURRENT, parts.get(1)?)?;
            let [state, conv_state, params, inner] = numbers(&parts[2..])?;
            Mixer::Recurrent(Recurrent { kind, state, conv_state, params, inner: small(inner) })
        }
        "n" => Mixer::None,
        _ => return None,
    })
}

fn read_mlp(text: &str) -> Option<Mlp> {
    let parts: Vec<&str> = text.split(':').collect();
    Some(match *parts.first()? {
        "d" => Mlp::Dense { ffn: small(numbers::<1>(&parts[1..])?[0]) },
        "e" => {
            let [experts, top_k, ffn, shared_ffn, gate, beside] = numbers::<6>(&parts[1..])?.map(small);
            Mlp::Moe(Moe { experts, top_k, ffn, shared_ffn, shared_gate: gate != 0, beside_ffn: beside })
        }
        "n" => Mlp::None,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(arch: &Architecture) {
        let text = write(arch);
        assert_eq!(read(&text).as_ref(), Some(arch), "{text}");
    }

    #[test]
    fn every_kind_of_layer_goes_there_and_back() {
        let attention =
            Attention { heads: 32, kv_heads: 8, head_dim: 128, v_head_dim: 128, ..Default::default() };
        let group = |count, mixer, mlp| LayerGroup { count, mixer, mlp };
        let mut arch = Architecture {
            hidden: 4096,
            vocab: 128_256,
            max_context: 131_072,
            params_total: 8_030_261_248,
            params_active: 8_030_261_248,
            exact: true,
            modelled: true,
            detail: Detail { gated: true, norms_per_layer: 2, ..Default::default() },
            groups: vec![group(32, Mixer::Attention(attention), Mlp::Dense { ffn: 14_336 })],
            ..Default::default()
        };
        check(&arch);
        assert_eq!(
            write(&arch),
            "h:4096,v:128256,c:131072,p:8030261248,pa:8030261248,f:3,d:gr2|32*a:32:8:128/d:14336"
        );
        arch.kind = ArchKind::EncoderDecoder;
        arch.encoder_layers = 12;
        arch.encoder_positions = 1_500;
        arch.gflops_640 = 28.6;
        arch.detail = Detail {
            qk_norm: QkNorm::Full,
            norm: NormKind::LayerNoBias,
            router_correction: true,
            qkv_bias: true,
            norms_per_layer: 11,
            ..Default::default()
        };
        arch.diffusion = Some(Diffusion { denoiser: 5, frames: 81, ..Default::default() });
        let moe =
            Moe { experts: 256, top_k: 8, ffn: 2048, shared_ffn: 2048, shared_gate: true, beside_ffn: 0 };
        let mla = Mla {
            heads: 128,
            kv_rank: 512,
            q_rank: 0,
            rope_dim: 64,
            nope_dim: 128,
            v_dim: 128,
            ..Default::default()
        };
        let wide = Attention { window: Some(0), chunked: true, cross: true, v_head_dim: 0, ..attention };
        arch.groups = vec![
            group(3, Mixer::Mla(mla), Mlp::Dense { ffn: 18_432 }),
            group(58, Mixer::Mla(mla), Mlp::Moe(moe)),
            group(1, Mixer::None, Mlp::Moe(Moe::default())),
            group(2, Mixer::Attention(wide), Mlp::None),
            group(
                4,
                Mixer::Recurrent(Recurrent { kind: RecurrentKind::Mamba2, state: 9, ..Default::default() }),
                Mlp::None,
            ),
            group(4, Mixer::Recurrent(Recurrent::default()), Mlp::None),
        ];
        check(&arch);
    }

    #[test]
    fn half_a_word_is_not_an_architecture() {
        for text in
            ["h:4096|32", "h:x", "z:1", "h:1|2*a:1:2:3/q:1", "h:1|-1*n/n", "k:what", "h:1|1*a:1:2:3:4:5/n"]
        {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read(""), None);
    }
}
