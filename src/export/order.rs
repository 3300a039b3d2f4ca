//! An order sheet for platforms that no engine can order from: what to choose on the seller's page, at which
//! price on which day, and what to look at when the machine is there. Plain text.

use crate::catalog::Vendor;
use crate::handoff::{File, Format, Setup, Tool};
use crate::i18n::handoff::{self as text, Pair};
use crate::i18n::{Named, Wording, number};
use crate::units::MIB;

/// The sheet as a file.
pub fn file(words: &Wording, setup: &Setup<'_>) -> File {
    let name = format!("order.{}.txt", words.lang.word());
    File { name, format: Format::Text, text: order(words, setup) }
}

/// The sheet.
pub fn order(words: &Wording, setup: &Setup<'_>) -> String {
    let lang = words.lang;
    let of = |pair: Pair| text::of(lang, pair);
    let say = |pair: Pair, values: &[&str]| text::say(lang, pair, values).plain();
    let e = setup.winner().entry;
    let cuda = setup.gpu().vendor == Vendor::Nvidia;
    let mib = number::whole((e.need.likely / MIB).ceil() as u64);
    let disk = number::whole(setup.disk_gb);
    let tool = Tool::of(setup.job.software).first();
    let port = setup.stays().then(|| tool.map_or(8000, |t| t.port()));
    let program = match tool {
        Some(tool) if setup.ported() => say(text::O_PORTED, &[tool.name()]),
        Some(tool) if setup.pip(*tool).is_empty() => tool.label(),
        Some(tool) => format!("pip install {}", setup.pip(*tool).join(" ")),
        None => String::new(),
    };
    let lines: Vec<(Pair, String)> = vec![
        (text::O_JOB, words.job_line()),
        (text::O_SELLER, words.provider(e.provider).to_owned()),
        (text::O_CARDS, words.cards(e)),
        (text::O_MEMORY, if e.need.likely > 0.0 { format!("{mib} MiB") } else { String::new() }),
        (text::O_MODE, e.mode.name(lang).to_string()),
        (text::O_PRICE, say(text::O_READ, &[&words.quoted(e), &number::as_of(lang, e.as_of)])),
        (text::O_TOTAL, words.money_range(e.total)),
        (text::O_IMAGE, of(if cuda { text::O_IMAGE_CUDA } else { text::O_IMAGE_OTHER }).to_owned()),
        (text::O_PROGRAM, program),
        (text::O_DISK, format!("{disk} GB")),
        (
            text::O_RAM,
            setup.ram_least_gib().map_or_else(String::new, |n| format!("{} GiB", number::whole(n))),
        ),
        (text::O_PORT, port.map_or_else(String::new, |p| p.to_string())),
        (text::O_HOURS, number::duration(lang, e.hours.likely)),
    ];
    let mut out = say(text::O_TITLE, &[&setup.id]) + "\n\n";
    for (label, value) in lines.iter().filter(|l| !l.1.is_empty()) {
        out += &[of(*label), of(text::COLON), value, "\n"].concat();
    }
    out += &["\n", of(text::O_CHECK), "\n"].concat();
    let mut checks = vec![say(if cuda { text::O_C_CARD } else { text::O_C_CARD_OTHER }, &[&mib])];
    if cuda && setup.per_node() > 1 {
        checks.push(of(text::O_C_LINK).to_owned());
    }
    checks.push(say(text::O_C_DISK, &[&disk]));
    checks.push(match setup.winner().provider.deletes_after_days {
        Some(days) => say(text::O_C_DELETES, &[&number::days(lang, f64::from(days))]),
        None => of(text::O_C_STOP).to_owned(),
    });
    if cuda || matches!(setup.gpu().vendor, Vendor::Huawei | Vendor::Amd) {
        checks.push(of(text::O_C_RUN).to_owned());
    }
    for (at, check) in checks.iter().enumerate() {
        out += &format!("{}. {check}\n", at + 1);
    }
    out
}
