//! Headers of model files of any size: read through slices, exact to the byte, and total.
#![allow(missing_docs)]

#[path = "common/model_files.rs"]
mod model_files;

use fastrand::Rng;
use model_files::*;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom, Write};
use suanzu::catalog::Catalog;
use suanzu::import::slices::{Broken, BrokenKind, Want};
use suanzu::import::tensors::Tensor;
use suanzu::import::{config, files, gguf, json, safetensors};
use suanzu::plan::{ModelRef, Plan, Quant};

/// Something that hands out slices, and how much of it was read.
struct Source<F> {
    slice: F,
    read: u64,
}

impl<F: FnMut(Want) -> Vec<u8>> Source<F> {
    fn give(&mut self, want: Want) -> Vec<u8> {
        let bytes = (self.slice)(want);
        assert_eq!(bytes.len() as u64, want.len);
        self.read += want.len;
        bytes
    }
}

fn read_gguf<F: FnMut(Want) -> Vec<u8>>(size: u64, source: &mut Source<F>) -> Result<gguf::Header, Broken> {
    let mut reader = gguf::Reader::new(size);
    loop {
        match reader.step()? {
            Ok(header) => return Ok(header),
            Err(want) => reader.feed(want.at, source.give(want)),
        }
    }
}

fn read_safe<F: FnMut(Want) -> Vec<u8>>(size: u64, source: &mut Source<F>) -> Result<Vec<Tensor>, Broken> {
    let mut reader = safetensors::Reader::new(size);
    loop {
        match reader.step()? {
            Ok(header) => return Ok(header),
            Err(want) => reader.feed(want.at, source.give(want)),
        }
    }
}

/// A header in memory; behind it the file is a hole.
fn bytes(all: &[u8]) -> Source<impl FnMut(Want) -> Vec<u8>> {
    let slice = move |w: Want| {
        let mut out = vec![0; w.len as usize];
        let (from, to) = (w.at.min(all.len() as u64) as usize, (w.at + w.len).min(all.len() as u64) as usize);
        out[..to - from].copy_from_slice(&all[from..to]);
        out
    };
    Source { slice, read: 0 }
}

const LLAMA_405B: Dense = Dense {
    layers: 126,
    hidden: 16_384,
    q: 16_384,
    kv: 1_024,
    ffn: 53_248,
    vocab: 128_256,
    bias: false,
    tied: false,
};
const QWEN_05B: Dense =
    Dense { layers: 24, hidden: 896, q: 896, kv: 128, ffn: 4_864, vocab: 151_936, bias: true, tied: true };
/// A size that no catalog has: 120 billion weights in one file.
const OWN: Dense = Dense {
    layers: 90,
    hidden: 10_240,
    q: 12_288,
    kv: 1_024,
    ffn: 34_816,
    vocab: 64_000,
    bias: false,
    tied: false,
};

/// A file that is nothing but its header and a length.
fn sparse(name: &str, header: &[u8], size: u64) -> (File, std::path::PathBuf) {
    let path = std::env::temp_dir().join(format!("suanzu-{}-{name}", std::process::id()));
    let mut file = File::options().create(true).truncate(true).read(true).write(true).open(&path).unwrap();
    file.write_all(header).unwrap();
    file.set_len(size).unwrap();
    (file, path)
}

fn on_disk(file: &mut File) -> Source<impl FnMut(Want) -> Vec<u8>> {
    let slice = move |w: Want| {
        let mut out = vec![0; w.len as usize];
        file.seek(SeekFrom::Start(w.at)).unwrap();
        file.read_exact(&mut out).unwrap();
        out
    };
    Source { slice, read: 0 }
}

#[test]
fn a_sparse_gguf_of_200_gb_is_read_by_its_header_alone() {
    let catalog = Catalog::embedded();
    let tensors = dense_gguf(&LLAMA_405B, (12, 256, 144));
    let (header, size) = gguf(&dense_meta("llama", &LLAMA_405B, 128, 8, 15), &tensors);
    assert!(size > 200_000_000_000, "{size}");
    let (mut file, path) = sparse("405b.gguf", &header, size);
    let mut source = on_disk(&mut file);
    let read = read_gguf(size, &mut source).unwrap();
    let loaded = source.read;
    fs::remove_file(path).unwrap();
    assert!(loaded < header.len() as u64 + (2 << 20), "{loaded} bytes were read");
    assert_eq!(read.cut_at, None);
    let model = files::of_gguf(vec![read], true, catalog);
    assert_eq!(model.known.map(|ix| catalog.model(ix).id.as_str()), Some("llama-3.1-405b"));
    assert_eq!(model.quant, Some(Quant::Q4KM));
    let all: u64 = tensors.iter().map(|t| t.1.iter().product::<u64>() / t.3 * t.4).sum();
    let exact = model.file.unwrap();
    assert_eq!(exact.bytes, all);
    assert_eq!(exact.embed, 16_384 * 128_256 / 256 * 144);
    assert_eq!(model.sums.params, catalog.model(model.known.unwrap()).arch.params_total);
}

#[test]
fn a_sparse_safetensors_file_of_240_gb_gives_the_layers_it_is_made_of() {
    let (header, size) = safetensors(&dense(&OWN));
    assert!(size > 200_000_000_000, "{size}");
    let (mut file, path) = sparse("own.safetensors", &header, size);
    let mut source = on_disk(&mut file);
    let read = read_safe(size, &mut source).unwrap();
    let loaded = source.read;
    fs::remove_file(path).unwrap();
    assert!(loaded < header.len() as u64 + (2 << 20), "{loaded} bytes were read");
    let model = files::of_safetensors(vec![read], None, true, Catalog::embedded());
    assert!(model.inferred && model.known.is_none());
    let Some(ModelRef::Imported(arch)) = model.model else { panic!("{model:?}") };
    assert!(arch.modelled, "the formula gives {} of {}", arch.count(), arch.params_total);
    assert_eq!(arch.groups.len(), 1);
    let attention = arch.main_attention().unwrap();
    assert_eq!((attention.heads, attention.kv_heads, attention.head_dim), (96, 8, 128));
    let exact = model.file.unwrap();
    assert_eq!(exact.bytes, 2 * arch.params_total);
    assert_eq!(exact.params, arch.params_total);
}

#[test]
fn a_published_model_is_known_by_its_tensors() {
    let catalog = Catalog::embedded();
    let (header, size) = safetensors(&dense(&QWEN_05B));
    let (mut file, path) = sparse("qwen.safetensors", &header, size);
    let read = read_safe(size, &mut on_disk(&mut file)).unwrap();
    fs::remove_file(path).unwrap();
    let model = files::of_safetensors(vec![read.clone()], None, true, catalog);
    assert_eq!(model.known.map(|ix| catalog.model(ix).id.as_str()), Some("qwen2.5-0.5b"));
    // Qwen2-0.5B has the same tensors: none of them is named, unless the plan has one already.
    let ids: Vec<&str> = model.same.iter().map(|ix| catalog.model(*ix).id.as_str()).collect();
    assert!(ids.contains(&"qwen2-0.5b") && ids.contains(&"qwen2.5-0.5b"), "{ids:?}");
    let plan = |id: &str| Plan { model: ModelRef::Id(id.into()), ..Plan::default() };
    let then = |id: &str| model.plan(&plan(id), catalog).unwrap();
    assert!(matches!(then("llama-3.1-8b").model, ModelRef::Imported(_)));
    assert_eq!(then("qwen2-0.5b").model, ModelRef::Id("qwen2-0.5b".into()));
    assert_eq!(then("qwen2-0.5b").run.file, model.file);
    // The second copy of a tied head is in some files and never on a card.
    let mut twice = read;
    let table = twice.iter().find(|t| t.name.ends_with("embed_tokens.weight")).unwrap().clone();
    twice.push(Tensor { name: "lm_head.weight".into(), ..table });
    let text =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/configs/Qwen2.5-0.5B.json"));
    let config = json::parse(&text.unwrap()).unwrap();
    let with = files::of_safetensors(vec![twice], Some(&config), true, catalog);
    assert_eq!(with.file, model.file);
    assert_eq!(with.sums.unused, 2 * 151_936 * 896);
}

#[test]
fn shards_add_up_and_a_missing_one_gives_no_exact_bytes() {
    let all = dense(&QWEN_05B);
    let (left, right) = all.split_at(all.len() / 2);
    let parts: Vec<Vec<Tensor>> = [left, right]
        .iter()
        .map(|part| {
            let (header, size) = safetensors(part);
            read_safe(size, &mut bytes(&header)).unwrap()
        })
        .collect();
    let catalog = Catalog::embedded();
    let whole = files::of_safetensors(parts.clone(), None, true, catalog);
    assert_eq!(whole.file.unwrap().bytes, 2 * whole.sums.params);
    assert_eq!(whole.known.map(|ix| catalog.model(ix).id.as_str()), Some("qwen2.5-0.5b"));
    let half = files::of_safetensors(parts[..1].to_vec(), None, false, catalog);
    assert_eq!((half.file, half.model), (None, None));
}

/// A header damaged in one of many ways.
fn damage(rng: &mut Rng, good: &[u8]) -> Vec<u8> {
    let mut out = good.to_vec();
    for _ in 0..rng.usize(1..4) {
        let at = rng.usize(0..=out.len());
        match rng.u8(0..6) {
            0 => out.truncate(at),
            1 if at < out.len() => out[at] = rng.u8(..),
            2 => {
                let junk: Vec<u8> = (0..rng.usize(1..20)).map(|_| rng.u8(..)).collect();
                out.splice(at..at, junk);
            }
            3 if at + 8 <= out.len() => {
                let odd = [0, 1, u64::MAX, 1 << 62, 1 << 32, 9_007_199_254_740_993, rng.u64(..)];
                out[at..at + 8].copy_from_slice(&odd[rng.usize(0..odd.len())].to_le_bytes());
            }
            4 if at < out.len() => out[at] ^= 1 << rng.u8(0..8),
            _ => {
                let from = rng.usize(0..=at);
                let piece = out[from..at].to_vec();
                out.splice(from..from, piece.into_iter().take(200));
            }
        }
    }
    out
}

/// Whatever comes, a fault names a place inside the file.
fn check(fault: &Broken, size: u64) {
    assert!(fault.byte <= size && fault.key.len() <= 500, "{fault:?}");
}

#[test]
fn a_hundred_thousand_damaged_headers_do_no_harm() {
    let started = std::time::Instant::now();
    let small =
        Dense { layers: 2, hidden: 256, q: 256, kv: 256, ffn: 512, vocab: 300, bias: true, tied: false };
    let (g, g_size) = gguf(&dense_meta("qwen2", &small, 4, 4, 15), &dense_gguf(&small, (12, 256, 144)));
    let (s, s_size) = safetensors(&dense(&small));
    let catalog = Catalog::embedded();
    let mut rng = Rng::with_seed(20_261_202);
    let (mut whole, mut faults) = (0, 0);
    for i in 0..110_000 {
        let good = if i % 2 == 0 { &g } else { &s };
        let bad = damage(&mut rng, good);
        // The data behind the header is a hole.
        let size = (bad.len() as u64 + [0, g_size, s_size, 1 << 40][rng.usize(0..4)]).max(bad.len() as u64);
        let mut source = bytes(&bad);
        let model = if i % 2 == 0 {
            read_gguf(size, &mut source).map(|h| files::of_gguf(vec![h], true, catalog))
        } else {
            read_safe(size, &mut source).map(|t| files::of_safetensors(vec![t], None, true, catalog))
        };
        match model {
            Ok(model) => {
                whole += 1;
                if let Some(ModelRef::Imported(arch)) = &model.model {
                    assert!(arch.layers() <= 2_000 && arch.params_total <= 1_000_000_000_000_000);
                }
            }
            Err(fault) => {
                faults += 1;
                check(&fault, size);
            }
        }
        assert!(source.read < 400 << 20, "{} bytes of a header", source.read);
    }
    println!("{whole} read, {faults} refused in {:?}", started.elapsed());
    assert!(whole > 1_000 && faults > 50_000);
}

#[test]
fn what_is_no_such_file_says_so_at_its_place() {
    let g = |text: &[u8], size: u64| read_gguf(size, &mut bytes(text)).unwrap_err();
    let s = |text: &[u8], size: u64| read_safe(size, &mut bytes(text)).unwrap_err();
    assert_eq!(g(b"{\"model_type\"", 100).kind, BrokenKind::OtherFormat);
    assert_eq!(g(b"GGUF\x07\0\0\0", 100).kind, BrokenKind::Version);
    assert_eq!(g(b"GG", 2).kind, BrokenKind::OtherFormat);
    assert_eq!(
        g(b"GGUF\x03\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0\0\0\0\0", 5_000).kind,
        BrokenKind::TooLarge
    );
    assert_eq!(s(b"", 0).kind, BrokenKind::Ends);
    assert_eq!(s(b"{\"a\": 1}  ", 10).kind, BrokenKind::OtherFormat);
    let (mut header, size) = safetensors(&dense(&QWEN_05B));
    let fault = read_safe(size - 1, &mut bytes(&header)).unwrap_err();
    assert_eq!((fault.kind, fault.key.as_str()), (BrokenKind::Ends, "model.norm.weight"));
    let at = header.windows(4).position(|w| w == b"BF16").unwrap();
    header[at..at + 4].copy_from_slice(b"BF17");
    let fault = read_safe(size, &mut bytes(&header)).unwrap_err();
    assert_eq!((fault.kind, fault.key.as_str()), (BrokenKind::Type, "model.embed_tokens.weight"));
    header[at..at + 4].copy_from_slice(b"F32\"");
    let fault = read_safe(size, &mut bytes(&header)).unwrap_err();
    assert!(matches!(fault.kind, BrokenKind::Json), "{fault:?}");
    // A download that broke off keeps its header: the model is known, its bytes are not vouched for.
    let (header, size) = gguf(&dense_meta("qwen2", &QWEN_05B, 14, 2, 7), &dense_gguf(&QWEN_05B, (8, 32, 34)));
    let (mut file, path) = sparse("cut.gguf", &header, size / 2);
    let read = read_gguf(size / 2, &mut on_disk(&mut file)).unwrap();
    fs::remove_file(path).unwrap();
    assert_eq!(read.cut_at, Some(size / 2));
    assert_eq!(files::of_gguf(vec![read], true, Catalog::embedded()).file, None);
}

#[test]
fn an_architecture_out_of_metadata_equals_that_of_its_configuration() {
    let catalog = Catalog::embedded();
    let text = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/configs/Qwen2.5-0.5B.json");
    let want = config::read(&fs::read_to_string(text).unwrap(), catalog).unwrap();
    let (header, size) = gguf(&dense_meta("qwen2", &QWEN_05B, 14, 2, 7), &dense_gguf(&QWEN_05B, (8, 32, 34)));
    let read = read_gguf(size, &mut bytes(&header));
    let model = files::of_gguf(vec![read.unwrap()], true, catalog);
    assert_eq!(model.known, want.known);
    assert_eq!(model.quant, Some(Quant::Q8_0));
}
