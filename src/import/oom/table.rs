//! The tables of nvidia-smi (boxes of every generation, and its CSV), npu-smi and rocm-smi.

use super::Message;
use serde::Serialize;

/// Most rows that are read.
const ROWS: usize = 2_000;

/// A card of a table. Sizes in MiB.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Device {
    /// Its number.
    pub index: u32,
    /// As printed; `None` where the tool prints none.
    pub name: Option<String>,
    /// What the device shows as its total; `None` where it reports none (unified memory).
    pub mem_total_mib: Option<u64>,
    /// In use.
    pub mem_used_mib: Option<u64>,
}

/// A MIG slice of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Mig {
    /// Its card.
    pub gpu: u32,
    /// GPU instance.
    pub gi: u32,
    /// Compute instance.
    pub ci: u32,
    /// Number of the slice.
    pub dev: u32,
    /// Total.
    pub mem_total_mib: u64,
    /// In use.
    pub mem_used_mib: u64,
}

/// A process of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Process {
    /// Its card.
    pub gpu: u32,
    /// What it holds.
    pub mem_mib: u64,
}

/// Reads a table; false where the text is none.
pub fn read(text: &str, out: &mut Message) -> bool {
    let lower = text.to_ascii_lowercase();
    if lower.contains("npu-smi") || lower.contains("hbm-usage") {
        npu(text, out);
    } else if lower.contains("nvidia-smi") || lower.contains("memory-usage") {
        nvidia(text, out);
    } else if lower.contains("memory.total") {
        csv(text, out);
    } else if lower.contains("vram total memory") {
        rocm(&lower, out);
    }
    !out.gpus.is_empty()
}

fn cells(line: &str) -> Vec<&str> {
    let line = line.trim();
    let inner = line.strip_prefix('|').unwrap_or(line);
    inner.strip_suffix('|').unwrap_or(inner).split('|').take(12).collect()
}

/// Whole numbers of a cell, in order.
fn numbers(cell: &str) -> Vec<u64> {
    cell.split(|c: char| !c.is_ascii_digit())
        .filter(|n| !n.is_empty() && n.len() < 16)
        .filter_map(|n| n.parse().ok())
        .take(16)
        .collect()
}

fn index(word: &str) -> Option<u32> {
    word.parse().ok().filter(|n| *n < 10_000)
}

/// "used / total" with or without units.
fn usage(cell: &str) -> Option<(u64, u64)> {
    let (used, total) = cell.rsplit_once('/')?;
    Some((*numbers(used).last()?, *numbers(total).first()?))
}

fn nvidia(text: &str, out: &mut Message) {
    #[derive(PartialEq)]
    enum Part {
        Cards,
        Mig,
        Processes,
    }
    let mut part = Part::Cards;
    // The card whose second line is still to come.
    let mut open = false;
    for line in text.lines().take(ROWS) {
        if line.contains("MIG devices:") {
            part = Part::Mig;
        } else if line.contains("Processes:") {
            part = Part::Processes;
        }
        let cells = cells(line);
        let words: Vec<&str> = cells.first().map_or(Vec::new(), |c| c.split_whitespace().take(24).collect());
        match part {
            Part::Cards if cells.len() >= 3 => {
                let bus = cells[1].contains(':') && cells[1].contains('.');
                if bus && let Some(index) = words.first().and_then(|w| index(w)) {
                    // The last word is the persistence mode.
                    let end = words.len()
                        - usize::from(
                            words.len() > 2 && matches!(words[words.len() - 1], "On" | "Off" | "N/A"),
                        );
                    let name = words[1..end.max(1)].join(" ");
                    out.gpus.push(Device {
                        index,
                        name: Some(name),
                        mem_total_mib: None,
                        mem_used_mib: None,
                    });
                    open = true;
                } else if open && let Some(card) = out.gpus.last_mut() {
                    if cells[1].contains("MiB")
                        && let Some((used, total)) = usage(cells[1])
                    {
                        (card.mem_used_mib, card.mem_total_mib) = (Some(used), Some(total));
                    }
                    open = false;
                }
            }
            Part::Mig if cells.len() >= 2 && words.len() >= 4 => {
                let ids: Vec<u32> = words.iter().take(4).filter_map(|w| index(w)).collect();
                if let ([gpu, gi, ci, dev], Some((used, total))) =
                    (ids[..].first_chunk::<4>().copied().unwrap_or_default(), usage(cells[1]))
                    && ids.len() == 4
                {
                    out.mig.push(Mig { gpu, gi, ci, dev, mem_total_mib: total, mem_used_mib: used });
                }
            }
            Part::Processes => {
                let size = words.last().and_then(|w| w.strip_suffix("MiB")).and_then(|n| n.parse().ok());
                if let (Some(gpu), Some(mem_mib)) = (words.first().and_then(|w| index(w)), size) {
                    out.processes.push(Process { gpu, mem_mib });
                }
            }
            _ => {}
        }
    }
}

fn npu(text: &str, out: &mut Message) {
    let mut open = false;
    for line in text.lines().take(ROWS) {
        if line.contains("Process") {
            break;
        }
        let cells = cells(line);
        if cells.len() < 3 {
            continue;
        }
        let words: Vec<&str> = cells[0].split_whitespace().take(8).collect();
        let bus = cells[1].contains(':') && cells[1].contains('.');
        match (words.first().and_then(|w| index(w)), open && bus) {
            (Some(_), true) => {
                if let (Some(card), Some((used, total))) = (out.gpus.last_mut(), usage(cells[2])) {
                    (card.mem_used_mib, card.mem_total_mib) = (Some(used), Some(total));
                }
                open = false;
            }
            (Some(index), false) if words.len() >= 2 => {
                let name = words[1..].join(" ");
                out.gpus.push(Device { index, name: Some(name), mem_total_mib: None, mem_used_mib: None });
                open = true;
            }
            _ => {}
        }
    }
}

fn csv(text: &str, out: &mut Message) {
    let mut lines = text.lines().take(ROWS).skip_while(|l| !l.contains("memory.total"));
    let Some(header) = lines.next() else { return };
    let at = |name: &str| header.split(',').position(|h| h.trim().starts_with(name));
    let (number, name, total, used) = (at("index"), at("name"), at("memory.total"), at("memory.used"));
    for (row, line) in (0..).zip(lines) {
        let cells: Vec<&str> = line.split(',').map(str::trim).take(40).collect();
        let cell = |at: Option<usize>| at.and_then(|i| cells.get(i)).copied();
        let size = |at| cell(at).and_then(|c| numbers(c).first().copied());
        if cell(total).is_none() {
            continue;
        }
        out.gpus.push(Device {
            index: cell(number).and_then(index).unwrap_or(row),
            name: cell(name).map(|n| n.chars().take(80).collect()),
            mem_total_mib: size(total),
            mem_used_mib: size(used),
        });
    }
}

fn rocm(lower: &str, out: &mut Message) {
    for line in lower.lines().take(ROWS) {
        let Some((card, rest)) = line.trim().strip_prefix("gpu[").and_then(|l| l.split_once(']')) else {
            continue;
        };
        let Some(index) = index(card) else { continue };
        let Some(mib) = rest.rsplit(':').next().and_then(|n| numbers(n).first().copied()).map(|b| b >> 20)
        else {
            continue;
        };
        let at = out.gpus.iter().position(|g| g.index == index).unwrap_or_else(|| {
            out.gpus.push(Device { index, name: None, mem_total_mib: None, mem_used_mib: None });
            out.gpus.len() - 1
        });
        if rest.contains("vram total used memory") {
            out.gpus[at].mem_used_mib = Some(mib);
        } else if rest.contains("vram total memory") {
            out.gpus[at].mem_total_mib = Some(mib);
        }
    }
}
