//! From a plan to a running machine: the command and the files for every tool that takes the plan, the order sheet, and
//! the script that measures the run.
//!
//! ```text
//! cargo run --release --example handoff -- "LINK" [--lang zh|en] [--out FOLDER] [--today YYYY-MM-DD]
//! cargo run --release --example handoff -- "LINK" --back FILE
//! ```
//!
//! Without `--out` everything is printed. `--back` reads what `measure.sh` printed on the machine, lays it beside the plan
//! and prints the link of the plan worked out again from it.

use std::path::{Path, PathBuf};
use suanzu::catalog::Catalog;
use suanzu::engine;
use suanzu::export::order;
use suanzu::handoff::back::{self, Planned};
use suanzu::handoff::{File, Setup, Tool, doc};
use suanzu::i18n::handoff as text;
use suanzu::i18n::{Lang, Wording};
use suanzu::share;
use suanzu::units::Date;

const USAGE: &str = "handoff LINK [--lang zh|en] [--out FOLDER | --back FILE] [--today YYYY-MM-DD]";

#[derive(Default)]
struct Options {
    link: String,
    lang: Lang,
    out: Option<PathBuf>,
    back: Option<PathBuf>,
    today: Option<Date>,
}

fn options() -> Result<Options, String> {
    let mut out = Options::default();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} needs a value"));
        match arg.as_str() {
            "--lang" => {
                let word = value()?;
                out.lang = Lang::parse(&word).ok_or(format!("{word} is neither zh nor en"))?;
            }
            "--out" => out.out = Some(value()?.into()),
            "--back" => out.back = Some(value()?.into()),
            "--today" => {
                let day = value()?;
                out.today = Some(Date::parse(&day).ok_or(format!("{day} is not YYYY-MM-DD"))?);
            }
            flag if flag.starts_with("--") => return Err(USAGE.into()),
            _ => out.link = arg,
        }
    }
    Ok(out)
}

/// Writes a file, or prints it.
fn give(out: Option<&Path>, folder: &str, file: &File) -> Result<(), String> {
    let Some(out) = out else {
        println!("----- {}\n{}", file.name, file.text);
        return Ok(());
    };
    let folder = out.join(folder);
    let path = folder.join(&file.name);
    let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, &file.text));
    println!("  {}", path.display());
    written.map_err(|e| format!("{}: {e}", path.display()))
}

fn run() -> Result<(), String> {
    let options = options()?;
    let (lang, catalog) = (options.lang, Catalog::embedded());
    let (plan, odd) = share::decode(options.link.trim_start_matches('?'));
    for warning in &odd {
        eprintln!("{}", suanzu::i18n::warning(lang, warning));
    }
    let report = engine::report(&plan, catalog, options.today.unwrap_or(catalog.date));
    let words = Wording::new(lang, &plan, &report, catalog);
    let Some(setup) = Setup::new(&plan, &report, catalog) else {
        return Err(words.verdict().plain());
    };
    if let Some(path) = &options.back {
        let printed = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let Some(run) = back::read(&printed) else { return Err(text::of(lang, text::UNREAD).to_owned()) };
        let planned = Planned::new(&setup);
        if run.plan != planned.plan {
            println!("{}", text::say(lang, text::OTHER_PLAN, &[&run.plan]).plain());
        }
        for one in planned.compare(&run) {
            println!("{}", text::compared(lang, &one));
        }
        let gpu = catalog.find_gpu(&run.gpu).map_or(setup.gpu(), |ix| catalog.gpu(ix));
        let mut again = plan.clone();
        for (field, value) in planned.settings(&run, Some(&gpu.id)) {
            field.set(&mut again, &value, &mut Vec::new());
        }
        println!("?{}", share::encode(&again));
        return Ok(());
    }
    let out = options.out.as_deref();
    println!("{}", words.verdict().plain());
    for tool in Tool::ALL {
        match doc(&setup, tool) {
            Ok(doc) => {
                let how = text::checked(lang, tool);
                println!("\n== {}", text::say(lang, text::VERSION, &[&tool.label(), &how]).plain());
                for note in &doc.notes {
                    println!("  - {}", text::note(lang, *note));
                }
                for file in &doc.files {
                    give(out, tool.name(), file)?;
                }
            }
            Err(why) => {
                let why = text::refusal(lang, why);
                println!("\n== {} {}: {why}", text::of(lang, text::NONE), tool.name());
            }
        }
    }
    println!();
    for lang in Lang::ALL {
        let words = Wording::new(lang, &plan, &report, catalog);
        give(out, "", &order::file(&words, &setup))?;
    }
    give(out, "", &back::script(&setup))
}

fn main() {
    if let Err(message) = run() {
        eprintln!("{message}");
        std::process::exit(2);
    }
}
