//! Headers of model files, made as their writers make them.
//!
//! `#[path = "common/model_files.rs"] mod model_files;`

/// A value of GGUF metadata.
pub enum V {
    U32(u32),
    Text(&'static str),
    Floats(Vec<f32>),
    Texts(usize),
}

fn put_text(out: &mut Vec<u8>, text: &str) {
    out.extend((text.len() as u64).to_le_bytes());
    out.extend(text.as_bytes());
}

/// A tensor to be written: name, sides innermost first, ggml type, weights and bytes a block.
pub type Info = (String, Vec<u64>, u32, u64, u64);

/// A GGUF header; the file's whole length comes with it.
pub fn gguf(meta: &[(&str, V)], tensors: &[Info]) -> (Vec<u8>, u64) {
    let mut out = b"GGUF".to_vec();
    out.extend(3_u32.to_le_bytes());
    out.extend((tensors.len() as u64).to_le_bytes());
    out.extend((meta.len() as u64).to_le_bytes());
    for (key, value) in meta {
        put_text(&mut out, key);
        match value {
            V::U32(n) => {
                out.extend(4_u32.to_le_bytes());
                out.extend(n.to_le_bytes());
            }
            V::Text(t) => {
                out.extend(8_u32.to_le_bytes());
                put_text(&mut out, t);
            }
            V::Floats(all) => {
                out.extend(9_u32.to_le_bytes());
                out.extend(6_u32.to_le_bytes());
                out.extend((all.len() as u64).to_le_bytes());
                all.iter().for_each(|x| out.extend(x.to_le_bytes()));
            }
            V::Texts(n) => {
                out.extend(9_u32.to_le_bytes());
                out.extend(8_u32.to_le_bytes());
                out.extend((*n as u64).to_le_bytes());
                (0..*n).for_each(|i| put_text(&mut out, &format!("token{i}")));
            }
        }
    }
    let mut offset = 0_u64;
    for (name, sides, kind, block, bytes) in tensors {
        put_text(&mut out, name);
        out.extend((sides.len() as u32).to_le_bytes());
        sides.iter().for_each(|d| out.extend(d.to_le_bytes()));
        out.extend(kind.to_le_bytes());
        out.extend(offset.to_le_bytes());
        offset += (sides.iter().product::<u64>() / block * bytes).next_multiple_of(32);
    }
    let size = (out.len() as u64).next_multiple_of(32) + offset;
    (out, size)
}

/// A safetensors header; the file's whole length comes with it.
pub fn safetensors(tensors: &[(String, &str, Vec<u64>, u64)]) -> (Vec<u8>, u64) {
    let mut at = 0;
    let mut json = String::from("{\"__metadata__\":{\"format\":\"pt\"}");
    for (name, dtype, shape, bytes) in tensors {
        let all = shape.iter().product::<u64>() * bytes;
        let sides: Vec<String> = shape.iter().map(u64::to_string).collect();
        json += &format!(
            ",\"{name}\":{{\"dtype\":\"{dtype}\",\"shape\":[{}],\"data_offsets\":[{at},{}]}}",
            sides.join(","),
            at + all
        );
        at += all;
    }
    json.push('}');
    let mut out = (json.len() as u64).to_le_bytes().to_vec();
    out.extend(json.as_bytes());
    let size = out.len() as u64 + at;
    (out, size)
}

/// Sizes of a dense decoder.
pub struct Dense {
    pub layers: u64,
    pub hidden: u64,
    pub q: u64,
    pub kv: u64,
    pub ffn: u64,
    pub vocab: u64,
    pub bias: bool,
    pub tied: bool,
}

/// Its tensors as transformers names them, 16-bit.
pub fn dense(d: &Dense) -> Vec<(String, &'static str, Vec<u64>, u64)> {
    let mut out = vec![("model.embed_tokens.weight".to_string(), "BF16", vec![d.vocab, d.hidden], 2)];
    if !d.tied {
        out.push(("lm_head.weight".into(), "BF16", vec![d.vocab, d.hidden], 2));
    }
    for n in 0..d.layers {
        let mut put = |name: &str, shape: Vec<u64>| {
            out.push((format!("model.layers.{n}.{name}"), "BF16", shape, 2));
        };
        put("self_attn.q_proj.weight", vec![d.q, d.hidden]);
        put("self_attn.k_proj.weight", vec![d.kv, d.hidden]);
        put("self_attn.v_proj.weight", vec![d.kv, d.hidden]);
        put("self_attn.o_proj.weight", vec![d.hidden, d.q]);
        if d.bias {
            put("self_attn.q_proj.bias", vec![d.q]);
            put("self_attn.k_proj.bias", vec![d.kv]);
            put("self_attn.v_proj.bias", vec![d.kv]);
        }
        put("mlp.gate_proj.weight", vec![d.ffn, d.hidden]);
        put("mlp.up_proj.weight", vec![d.ffn, d.hidden]);
        put("mlp.down_proj.weight", vec![d.hidden, d.ffn]);
        put("input_layernorm.weight", vec![d.hidden]);
        put("post_attention_layernorm.weight", vec![d.hidden]);
    }
    out.push(("model.norm.weight".into(), "BF16", vec![d.hidden], 2));
    out
}

/// The same as llama.cpp writes it: matrices in one ggml type (id, block, bytes), head Q6_K, norms F32.
pub fn dense_gguf(d: &Dense, kind: (u32, u64, u64)) -> Vec<Info> {
    // Rows that are no multiple of 256 fall back, as llama.cpp does.
    let q6 = if d.hidden.is_multiple_of(256) { (14, 256, 210) } else { kind };
    let mut out: Vec<Info> = Vec::new();
    let mut put = |name: String, sides: Vec<u64>, t: (u32, u64, u64)| out.push((name, sides, t.0, t.1, t.2));
    put("token_embd.weight".into(), vec![d.hidden, d.vocab], kind);
    if !d.tied {
        put("output.weight".into(), vec![d.hidden, d.vocab], q6);
    }
    let plain = (0, 1, 4);
    put("output_norm.weight".into(), vec![d.hidden], plain);
    put("rope_freqs.weight".into(), vec![64], plain);
    for n in 0..d.layers {
        let mut put = |name: &str, sides: Vec<u64>, t| put(format!("blk.{n}.{name}"), sides, t);
        put("attn_q.weight", vec![d.hidden, d.q], kind);
        put("attn_k.weight", vec![d.hidden, d.kv], kind);
        put("attn_v.weight", vec![d.hidden, d.kv], q6);
        put("attn_output.weight", vec![d.q, d.hidden], kind);
        if d.bias {
            put("attn_q.bias", vec![d.q], plain);
            put("attn_k.bias", vec![d.kv], plain);
            put("attn_v.bias", vec![d.kv], plain);
        }
        put("ffn_gate.weight", vec![d.hidden, d.ffn], kind);
        put("ffn_up.weight", vec![d.hidden, d.ffn], kind);
        put("ffn_down.weight", vec![d.ffn, d.hidden], q6);
        put("attn_norm.weight", vec![d.hidden], plain);
        put("ffn_norm.weight", vec![d.hidden], plain);
    }
    out
}

/// Metadata of a Qwen2 or Llama file.
pub fn dense_meta(
    arch: &'static str,
    d: &Dense,
    heads: u32,
    kv: u32,
    file_type: u32,
) -> Vec<(&'static str, V)> {
    let key = |end: &str| -> &'static str { format!("{arch}.{end}").leak() };
    vec![
        ("general.architecture", V::Text(arch)),
        ("general.name", V::Text("test")),
        ("general.file_type", V::U32(file_type)),
        (key("block_count"), V::U32(d.layers as u32)),
        (key("context_length"), V::U32(if arch == "qwen2" { 32_768 } else { 131_072 })),
        (key("embedding_length"), V::U32(d.hidden as u32)),
        (key("feed_forward_length"), V::U32(d.ffn as u32)),
        (key("attention.head_count"), V::U32(heads)),
        (key("attention.head_count_kv"), V::U32(kv)),
        (key("rope.scaling.factors"), V::Floats(vec![1.0; 64])),
        ("tokenizer.ggml.tokens", V::Texts(d.vocab as usize)),
    ]
}
