//! Names of cards inside free text: found first and blotted out, so that no figure of a name or of a memory
//! size is taken for a price.

use super::affix::tail_of;
use super::cell::{self, SIGNS};
use super::digits::runs;
use crate::catalog::Catalog;

/// A card named in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mention {
    /// Its first character.
    pub start: usize,
    /// The character behind it.
    pub end: usize,
    /// As the catalog knows it.
    pub name: String,
}

/// A run of letters and digits; "A100-80G" is two.
#[derive(Clone, Copy, Debug)]
struct Atom {
    start: usize,
    end: usize,
}

/// Characters as text.
pub(super) fn text_of(chars: &[char]) -> String {
    chars.iter().collect()
}

/// Atoms of a text in lower case; "8x" before a name and "x8" behind one are cut off.
fn atoms(chars: &[char]) -> Vec<Atom> {
    let word = |at: usize| chars.get(at).is_some_and(char::is_ascii_alphanumeric);
    let digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
    let mut out = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        if !word(at) {
            at += 1;
            continue;
        }
        let mut start = at;
        while word(at) || (chars.get(at) == Some(&'.') && at > start && digit(at - 1) && digit(at + 1)) {
            at += 1;
        }
        let digits = (start..at).take_while(|i| digit(*i)).count();
        if (1..=2).contains(&digits) && chars.get(start + digits) == Some(&'x') && start + digits + 1 < at {
            start += digits + 1;
        }
        let mut end = at;
        let tail = (start..at).rev().take_while(|i| digit(*i)).count();
        if (1..=2).contains(&tail)
            && end > start + tail + 1
            && chars[end - tail - 1] == 'x'
            && (digit(end - tail - 2) || end - start > tail + 3 && chars[end - tail - 2] != 't')
        {
            end -= tail + 1;
        }
        // "8x H100": the count of the name behind it.
        let counts = end - start <= 3 && chars[end - 1] == 'x' && (start..end - 1).all(digit);
        if !counts {
            out.push(Atom { start, end });
        }
    }
    out
}

/// What may stand between the parts of one name.
fn within_name(gap: &str) -> bool {
    const BETWEEN: &[&str] = &["显存", "魔改", "改装", "涡轮", "vram", "单卡"];
    let bare = |s: &str| s.chars().all(|c| matches!(c, ' ' | '-' | '(' | ')' | '[' | ']' | '_' | '#'));
    bare(gap) || BETWEEN.iter().any(|w| bare(&gap.replacen(w, "", 1)))
}

/// What has money right around it is no name, however it reads: "¥3090", "3090元".
fn paid(chars: &[char], atom: Atom) -> bool {
    let before = text_of(&chars[..atom.start]);
    let before = before.trim_end();
    let after = text_of(&chars[atom.end..]);
    let tail = tail_of(&after);
    SIGNS.iter().any(|s| before.ends_with(s)) || tail.money || after.starts_with(['万', '千', '.'])
}

/// The cards a text names, in its order.
pub(super) fn mentions(catalog: &Catalog, chars: &[char]) -> Vec<Mention> {
    let atoms = atoms(chars);
    let mut out: Vec<Mention> = Vec::new();
    let mut at = 0;
    while at < atoms.len() {
        let mut most = 1;
        while most < 6
            && at + most < atoms.len()
            && within_name(&text_of(&chars[atoms[at + most - 1].end..atoms[at + most].start]))
        {
            most += 1;
        }
        let found = (1..=most).rev().find_map(|size| {
            let window = &atoms[at..at + size];
            named(catalog, chars, window, &out).map(|name| (size, name))
        });
        match found {
            Some((size, name)) => {
                out.push(Mention { start: atoms[at].start, end: atoms[at + size - 1].end, name });
                at += size;
            }
            None => at += 1,
        }
    }
    out
}

/// The card that a window of atoms names.
fn named(catalog: &Catalog, chars: &[char], window: &[Atom], before: &[Mention]) -> Option<String> {
    let texts: Vec<String> = window.iter().map(|a| text_of(&chars[a.start..a.end])).collect();
    let number =
        |s: &str| crate::plan::number::read(s).filter(|_| s.chars().all(|c| c.is_ascii_digit() || c == '.'));
    for (i, (atom, text)) in window.iter().zip(&texts).enumerate() {
        let Some(n) = number(text) else { continue };
        // A bare figure inside a name is its own ("RTX PRO 6000") or a size of memory; counts, decimals
        // and sums are none of it.
        let after = text_of(&chars[atom.end..]);
        let counted = ["卡", "张", "台", "路", "块", "x", "*", "×", "个", "gpu", "小时", "天", "折", "%"];
        if text.contains('.')
            || paid(chars, *atom)
            || i > 0 && counted.iter().any(|w| after.trim_start().starts_with(w))
            || window.len() == 1 && n < 100.0
        {
            return None;
        }
    }
    let joined = texts.join(" ");
    if !joined.chars().any(|c| c.is_ascii_digit()) {
        return None;
    }
    // "x8" counts cards unless the card itself is called so: MLU370-X8.
    let times = texts.last().filter(|t| {
        texts.len() > 1 && t.strip_prefix('x').is_some_and(|n| n.chars().all(|c| c.is_ascii_digit()))
    });
    let name = cell::known(catalog, &joined)?;
    if let Some(times) = times {
        let own = catalog.find_gpus(&name).iter().all(|g| {
            let name = catalog.gpu(*g).name.to_ascii_lowercase();
            name.split(|c: char| !c.is_ascii_alphanumeric()).any(|w| w == times)
        });
        if !own {
            return None;
        }
    }
    // "4090 3090一个月": a figure with a period right behind it is a sum once a card has been named, unless
    // another figure follows that is its price.
    let last = window.last()?;
    let bare = texts.len() == 1 && number(&texts[0]).is_some();
    if bare && before.last().is_some() {
        let after = text_of(&chars[last.end..]);
        let tail = tail_of(&after);
        let follows = after[tail.bytes..].split([',', ';', '，', '；', '。']).next().is_some_and(|rest| {
            rest.trim_start().starts_with(|c: char| c.is_ascii_digit() || "¥￥$".contains(c))
        });
        if tail.period.is_some() && tail.joiner && !follows {
            return None;
        }
    }
    Some(name)
}

/// The text with its cards blotted out, as long as it was.
pub(super) fn blot(chars: &[char], mentions: &[Mention]) -> Vec<char> {
    let mut out = chars.to_vec();
    for m in mentions {
        out[m.start..m.end].fill('#');
    }
    // "8块4090" counts cards, "8块" alone is money.
    for at in 1..out.len().saturating_sub(1) {
        if out[at] == '块' && out[at - 1].is_ascii_digit() && matches!(out[at + 1], '#' | '卡' | '显') {
            out[at] = '张';
        }
    }
    out
}

/// Whether a cell that names a card holds a decimal figure too: perhaps its price.
pub(super) fn has_decimal(catalog: &Catalog, text: &str) -> bool {
    let chars: Vec<char> = text.chars().collect();
    let blotted = blot(&chars, &mentions(catalog, &chars));
    cell::figures(&text_of(&blotted)).iter().any(|f| !f.other && blotted[f.start..f.end].contains(&'.'))
}

/// The card with the memory that stands apart from its name: "4090 单卡 整机 48G"; and whether a size is
/// named that the catalog's card does not have.
pub(super) fn sized(catalog: &Catalog, name: &str, zone: &[char]) -> (String, bool) {
    let mut odd = false;
    for (start, at) in runs(zone, false) {
        if start > 0 && (zone[start - 1].is_ascii_alphanumeric() || zone[start - 1] == '.') {
            continue;
        }
        let size = text_of(&zone[start..at]);
        let rest = text_of(&zone[at..]);
        let unit = ["gb", "g"].iter().find(|u| {
            rest.starts_with(**u) && !rest[u.len()..].starts_with(|c: char| c.is_ascii_alphanumeric())
        });
        let Some(unit) = unit else { continue };
        let near = text_of(&zone[start.saturating_sub(4)..start])
            + &rest[unit.len()..].chars().take(3).collect::<String>();
        let host = ["内存", "盘", "ram", "ssd", "disk", "mem", "带宽", "流量", "/"];
        if host.iter().any(|w| near.contains(w)) {
            continue;
        }
        let plain = catalog.find_gpu(name).map_or(name, |g| catalog.gpu(g).name.as_str());
        let stem: Vec<&str> = plain.split(' ').filter(|w| !w.ends_with('G')).collect();
        if let Some(known) = cell::known(catalog, &format!("{} {size}g", stem.join(" "))) {
            return (known, false);
        }
        let gpus = catalog.find_gpus(name);
        let near = |g: &crate::catalog::GpuIx| {
            size.parse::<f64>().is_ok_and(|s| (s - f64::from(catalog.gpu(*g).memory_gb)).abs() < 1.5)
        };
        odd |= size.len() < 4 && !gpus.iter().any(near);
    }
    (name.to_string(), odd)
}
