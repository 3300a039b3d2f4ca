//! Names as people write them: "RTX4090", "A100 SXM 40GB", "Qwen2.5-7B-Instruct-AWQ", "昇腾 910B",
//! "通义千问2.5-7B". Rules take apart what rules can; aliases in `ids.csv` hold the rest.

mod models;
mod nearest;
mod search;

use super::{Catalog, GpuIx, IdKind, ModelIx, ProviderIx};
use crate::units::Order;
use models::{STRIPS, Strip, model_key, squeeze_model};
use nearest::{first_of, nearest};
use std::collections::HashMap;

/// Normalised names.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    gpus: HashMap<String, u16>,
    stems: HashMap<String, Vec<Shape>>,
    /// Models by how much has been taken off their names, see [`Strip`].
    models: [HashMap<String, u16>; 4],
    providers: HashMap<String, u16>,
}

/// A GPU's id taken apart: its stem's members.
#[derive(Clone, Copy, Debug)]
struct Shape {
    at: u16,
    memory: u32,
    form: Form,
    modded: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Form {
    #[default]
    Any,
    Pcie,
    Sxm,
    Nvl,
}

/// Words in the name of a card that say nothing about which card it is.
const NOISE: &[&str] = &[
    "nvidia",
    "tesla",
    "geforce",
    "amd",
    "instinct",
    "radeon",
    "huawei",
    "intel",
    "gpu",
    "oam",
    "class",
    "hbm3e",
    "hbm3",
    "hbm2e",
    "hbm2",
    "英伟达",
    "华为",
    "显卡",
    "卡",
    "hgx",
    "dgx",
    "blackwell",
];

impl Names {
    pub(super) fn new(catalog: &Catalog) -> Self {
        let mut names = Self::default();
        for (at, gpu) in (0u16..).zip(&catalog.gpus) {
            let shape = Shape { at, modded: gpu.modded, ..take_apart(&gpu.id).1 };
            let stem = take_apart(&gpu.id).0;
            // "RTX PRO 6000" without a word about the edition is either.
            if let Some(either) = stem.strip_suffix("ws").or_else(|| stem.strip_suffix("se")) {
                names.stems.entry(either.to_string()).or_default().push(shape);
            }
            names.stems.entry(stem).or_default().push(shape);
            for name in [&gpu.id, &gpu.name, &gpu.name_zh] {
                names.gpus.entry(squeeze(name)).or_insert(at);
            }
        }
        for strip in STRIPS {
            let map = &mut names.models[strip as usize];
            for (at, model) in (0u16..).zip(&catalog.models) {
                map.entry(model_key(&model.id, strip)).or_insert(at);
            }
        }
        for (at, provider) in (0u16..).zip(&catalog.providers) {
            for name in [&provider.id, &provider.name_en, &provider.name_zh] {
                if !name.is_empty() {
                    names.providers.entry(squeeze(name)).or_insert(at);
                }
            }
        }
        for alias in &catalog.aliases {
            let at = match alias.kind {
                IdKind::Gpu => catalog.ids.gpus.get(&alias.id).map(|at| (&mut names.gpus, *at)),
                IdKind::Model => catalog.ids.models.get(&alias.id).map(|at| (&mut names.models[0], *at)),
                IdKind::Provider => {
                    catalog.ids.providers.get(&alias.id).map(|at| (&mut names.providers, *at))
                }
                IdKind::Offer => None,
            };
            if let Some((map, at)) = at {
                let model = alias.kind == IdKind::Model;
                let key = if model { model_key(&alias.name, Strip::Nothing) } else { squeeze(&alias.name) };
                map.entry(key).or_insert(at);
                if alias.kind == IdKind::Gpu {
                    let bare = squeeze(&without_noise(&squeeze(&alias.name)));
                    names.gpus.entry(bare).or_insert(at);
                }
            }
        }
        names
    }
}

impl Catalog {
    /// Made on the first search: the start of the page does not wait for it.
    fn names(&self) -> &Names {
        self.names.get_or_init(|| Names::new(self))
    }

    /// The card that people mean by a name; where a name fits several (memory or form factor not
    /// said) the most usual one. See [`Catalog::find_gpus`] for all of them.
    pub fn find_gpu(&self, name: &str) -> Option<GpuIx> {
        self.find_gpus(name).first().copied()
    }

    /// Every card that a name can mean, the most usual first.
    pub fn find_gpus(&self, name: &str) -> Vec<GpuIx> {
        let whole = squeeze(name);
        if let Some(at) =
            self.gpu_ix(name.trim()).or_else(|| self.names().gpus.get(&whole).map(|at| GpuIx(*at)))
        {
            return vec![at];
        }
        let plain = without_count(&without_brackets(name));
        let (stem, wanted) = take_apart(&plain);
        let plain = squeeze(&plain);
        let bare = squeeze(&without_noise(&plain));
        if let Some(at) =
            [plain, bare].iter().filter(|n| !n.is_empty()).find_map(|n| self.names().gpus.get(n))
        {
            return vec![GpuIx(*at)];
        }
        let stems = [stem.clone(), format!("rtx{stem}"), format!("ascend{stem}"), format!("gtx{stem}")];
        let sized = format!("{stem}{}g", wanted.memory);
        if let Some(at) = self.names().gpus.get(&sized) {
            return vec![GpuIx(*at)];
        }
        let Some(members) = stems.iter().filter(|s| !s.is_empty()).find_map(|s| self.names().stems.get(s))
        else {
            return Vec::new();
        };
        let mut fits: Vec<Shape> = members
            .iter()
            .filter(|s| wanted.form == Form::Any || s.form == wanted.form || s.form == Form::Any)
            .filter(|s| wanted.memory == 0 || s.memory == 0 || near(s.memory, wanted.memory))
            .copied()
            .collect();
        // The usual card first: as the vendor made it, SXM before PCIe, for servers before for desks.
        fits.order_by_key(|s| {
            let desk = self.gpu(GpuIx(s.at)).class == super::GpuClass::Workstation;
            (s.modded, s.form != Form::Sxm, desk)
        });
        fits.into_iter().map(|s| GpuIx(s.at)).collect()
    }

    /// The model that people mean by a name: owner, packing, tuning and version suffixes are taken
    /// off step by step until a name is known.
    pub fn find_model(&self, name: &str) -> Option<ModelIx> {
        if let Some(at) = self.model_ix(name.trim()) {
            return Some(at);
        }
        STRIPS.iter().find_map(|strip| {
            let key = model_key(name, *strip);
            // Aliases stand in the first map whatever has been taken off.
            let maps = [&self.names().models[*strip as usize], &self.names().models[0]];
            maps.into_iter().find_map(|m| m.get(&key)).map(|at| ModelIx(*at))
        })
    }

    /// The provider that people mean by a name.
    pub fn find_provider(&self, name: &str) -> Option<ProviderIx> {
        self.provider_ix(name.trim())
            .or_else(|| self.names().providers.get(&squeeze(name)).map(|at| ProviderIx(*at)))
    }

    /// Cards whose names come nearest to what was typed, best first, at most `most`.
    pub fn nearest_gpus(&self, typed: &str, most: usize) -> Vec<GpuIx> {
        let names = self.gpus.iter().map(|g| [squeeze(&g.id), squeeze(&g.name), squeeze(&g.name_zh)]);
        let mut out: Vec<GpuIx> = self.find_gpus(typed);
        out.extend(nearest(&squeeze(typed), names).into_iter().map(|at| GpuIx(at as u16)));
        first_of(out, most)
    }

    /// Models whose names come nearest to what was typed, best first, at most `most`.
    pub fn nearest_models(&self, typed: &str, most: usize) -> Vec<ModelIx> {
        let names = self.models.iter().map(|m| [squeeze_model(&m.id)]);
        let mut out: Vec<ModelIx> = self.find_model(typed).into_iter().collect();
        out.extend(
            nearest(&model_key(typed, Strip::Nothing), names).into_iter().map(|at| ModelIx(at as u16)),
        );
        first_of(out, most)
    }
}

/// Letters and digits in lower case; full-width forms become plain.
fn squeeze(name: &str) -> String {
    name.chars().map(half_width).filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase()).collect()
}

fn half_width(c: char) -> char {
    match u32::from(c) {
        n @ 0xff01..=0xff5e => char::from_u32(n - 0xfee0).unwrap_or(c),
        0x3000 => ' ',
        _ => c,
    }
}

/// Without what stands in brackets: "B200 (power limited)".
fn without_brackets(name: &str) -> String {
    let mut depth = 0u32;
    name.chars()
        .map(half_width)
        .filter(|c| {
            match c {
                '(' | '[' => depth += 1,
                ')' | ']' => {
                    depth = depth.saturating_sub(1);
                    return false;
                }
                _ => {}
            }
            depth == 0
        })
        .collect()
}

/// Without the words that say nothing about which card it is; `name` is in lower case.
fn without_noise(name: &str) -> String {
    NOISE.iter().fold(name.to_string(), |text, n| if text.contains(n) { text.replace(n, " ") } else { text })
}

/// Without how many: "8*A100 80G", "4090x4", "8卡 A100".
fn without_count(name: &str) -> String {
    let times = |c: char| matches!(c, '*' | 'x' | 'X' | '×');
    // No more than 999: "4090*4" are four cards.
    let few = |n: &str| (1..=3).contains(&n.len()) && n.bytes().all(|b| b.is_ascii_digit());
    let name = name.trim();
    if let Some((count, rest)) = name.split_once(|c| times(c) || matches!(c, '卡' | '张'))
        && few(count.trim())
        && !rest.trim().is_empty()
    {
        return rest.trim().to_string();
    }
    match name.rsplit_once(times) {
        Some((rest, count)) if few(count.trim()) && rest.bytes().filter(u8::is_ascii_digit).count() >= 2 => {
            rest.trim().to_string()
        }
        _ => name.to_string(),
    }
}

/// Within 1.5 %: 95 is 94, but 96 is not.
fn near(a: u32, b: u32) -> bool {
    a.abs_diff(b) * 200 <= a.max(b) * 3
}

/// The stem of a card's name and the memory, GB, and form factor beside it.
fn take_apart(name: &str) -> (String, Shape) {
    let mut shape = Shape { at: 0, memory: 0, form: Form::Any, modded: false };
    let mut stem = String::new();
    let lower: String = name.chars().map(half_width).map(|c| c.to_ascii_lowercase()).collect();
    let lower = without_noise(&lower);
    let mut words = lower.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).peekable();
    while let Some(word) = words.next() {
        let digits: String = word.chars().take_while(char::is_ascii_digit).collect();
        let rest = &word[digits.len()..];
        let memory: u32 = digits.parse().unwrap_or(0);
        match (memory, rest) {
            // "80gb", "80g", "184gib"; the first word is never memory ("4090", "910b").
            (1.., "g" | "gb" | "gib") if !stem.is_empty() => shape.memory = memory,
            (1.., "") if !stem.is_empty() && matches!(words.peek(), Some(&("g" | "gb" | "gib"))) => {
                shape.memory = memory;
                words.next();
            }
            // "500w" is a power limit.
            (1.., "w") if !stem.is_empty() => {}
            (0, "pcie") => shape.form = Form::Pcie,
            (0, "sxm" | "sxm2" | "sxm3" | "sxm4" | "sxm5" | "sxm6") => shape.form = Form::Sxm,
            (0, "nvl") => shape.form = Form::Nvl,
            _ => stem.push_str(word),
        }
    }
    // "RTX4070Ti SUPER" and "4090D" are glued, "rtx-4090d" is not: the stem has no separators.
    (stem, shape)
}

#[cfg(test)]
mod tests;
