//! Prints the report of a plan:
//!
//! ```text
//! cargo run --release --example report -- "LINK" [--lang zh|en] [--json] [--markdown] [--csv]
//!     [--today YYYY-MM-DD] [--lines all] [--prerender zh|en]
//! ```
//!
//! Without a link the default plan is answered. `today` is the catalog's own date unless given.

mod text;

use suanzu::catalog::Catalog;
use suanzu::engine;
use suanzu::export::{self, Json};
use suanzu::i18n::{Lang, Wording};
use suanzu::share;
use suanzu::units::Date;

/// What to print.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Text,
    Json,
    Markdown,
    Csv,
    Html,
}

struct Options {
    link: Option<String>,
    lang: Option<Lang>,
    form: Form,
    today: Option<Date>,
    all: bool,
}

fn options() -> Result<Options, String> {
    let mut out = Options { link: None, lang: None, form: Form::Text, today: None, all: false };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = |name: &str| args.next().ok_or(format!("{name} needs a value"));
        match arg.as_str() {
            "--lang" => out.lang = Some(lang(&value("--lang")?)?),
            "--prerender" => {
                out.lang = Some(lang(&value("--prerender")?)?);
                out.form = Form::Html;
            }
            "--json" => out.form = Form::Json,
            "--markdown" => out.form = Form::Markdown,
            "--csv" => out.form = Form::Csv,
            "--today" => {
                let text = value("--today")?;
                out.today = Some(Date::parse(&text).ok_or(format!("--today: {text} is not YYYY-MM-DD"))?);
            }
            "--lines" => match value("--lines")?.as_str() {
                "all" => out.all = true,
                other => return Err(format!("--lines: {other} is not all")),
            },
            "--help" | "-h" => return Err(USAGE.into()),
            flag if flag.starts_with("--") => return Err(format!("unknown option {flag}\n{USAGE}")),
            _ => out.link = Some(arg),
        }
    }
    Ok(out)
}

const USAGE: &str = "report [LINK] [--lang zh|en] [--json | --markdown | --csv | --prerender zh|en] \
    [--today YYYY-MM-DD] [--lines all]";

fn lang(text: &str) -> Result<Lang, String> {
    Lang::parse(text).ok_or(format!("{text} is neither zh nor en"))
}

fn main() {
    let options = match options() {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}");
            std::process::exit(2);
        }
    };
    let catalog = Catalog::embedded();
    // A first visit in English opens this link (semantics §4), so that is what is drawn beforehand.
    let english = options.form == Form::Html && options.lang == Some(Lang::En);
    let usual = if english { "region=any&cur=USD" } else { "" };
    let (link, warnings) = share::read(options.link.as_deref().unwrap_or(usual));
    let plan = &link.plan;
    let today = options.today.unwrap_or(catalog.date);
    let mut report = engine::report::report(plan, catalog, today);
    // What the link itself said wrongly comes first; the engine's own warnings follow.
    let own: Vec<_> = report.warnings.drain(..).filter(|w| !warnings.contains(w)).collect();
    report.warnings = warnings;
    report.warnings.extend(own);
    if options.form != Form::Html {
        report.flips = engine::report::flips(plan, catalog, today, &report);
    }
    let lang = options.lang.or(link.view.lang).unwrap_or_default();
    let show = link.view.show.unwrap_or(report.currency);
    let words = Wording::new(lang, plan, &report, catalog).showing(show);
    match options.form {
        Form::Text => print!("{}", text::report(&words, options.all)),
        Form::Json => {
            let json = Json { plan, report: &report, catalog, all_lines: options.all };
            match serde_json::to_string_pretty(&json) {
                Ok(text) => println!("{text}"),
                Err(error) => {
                    eprintln!("{error}");
                    std::process::exit(1);
                }
            }
        }
        Form::Markdown => print!("{}", export::markdown::plan(&words, "")),
        Form::Csv => print!("{}\r\n{}", export::csv::offers(&words), export::csv::bill(&words)),
        Form::Html => print!("{}", export::answer_html(&words)),
    }
}
