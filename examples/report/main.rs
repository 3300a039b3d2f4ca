//! Prints the report of a plan:
//!
//! ```text
//! cargo run --release --example report -- "LINK" [--lang zh|en] [--json] [--markdown] [--csv]
//!     [--today YYYY-MM-DD] [--lines all] [--prerender zh|en] [--each]
//! ```
//!
//! With `--first` it writes the answers that the widget's frame holds: the default plan's and those of the presets.
//! With `--texts FOLDER` it writes what the page in pieces loads later instead (`suanzu::i18n::later`).
//! With `--each` links come in on standard input, one a line, and each gives its JSON on one line.
//! Without a link the default plan is answered. `today` is the catalog's own date unless given.

mod text;

use suanzu::catalog::Catalog;
use suanzu::catalog::claims::half;
use suanzu::export::{self, Json};
use suanzu::i18n::{Lang, Wording, embed, escape, fill, later, number};
use suanzu::plan::PRESETS;
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
    each: bool,
    first: bool,
    texts: Option<std::path::PathBuf>,
}

fn options() -> Result<Options, String> {
    let mut out = Options {
        link: None,
        lang: None,
        form: Form::Text,
        today: None,
        all: false,
        each: false,
        first: false,
        texts: None,
    };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = |name: &str| args.next().ok_or(format!("{name} needs a value"));
        match arg.as_str() {
            "--lang" => out.lang = Some(lang(&value("--lang")?)?),
            "--prerender" => {
                out.lang = Some(lang(&value("--prerender")?)?);
                out.form = Form::Html;
            }
            "--each" => out.each = true,
            "--first" => out.first = true,
            "--texts" => out.texts = Some(value("--texts")?.into()),
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
    [--today YYYY-MM-DD] [--lines all] [--each]";

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
    if options.each {
        return each(catalog, &options);
    }
    if options.first {
        return first(catalog);
    }
    if let Some(folder) = &options.texts {
        if let Err(error) = texts(folder) {
            eprintln!("{}: {error}", folder.display());
            std::process::exit(1);
        }
        return;
    }
    // A first visit in English opens this link (semantics §4), so that is what is drawn beforehand.
    let english = options.form == Form::Html && options.lang == Some(Lang::En);
    let usual = if english { "region=any&cur=USD" } else { "" };
    let today = options.today.unwrap_or(catalog.date);
    let (link, mut report) = export::answer(options.link.as_deref().unwrap_or(usual), catalog, today);
    if options.form == Form::Html {
        report.flips.clear(); // the page works them out once it stands
    }
    let plan = &link.plan;
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

/// Writes the texts of the parts that the page loads later, and the list of claims, in files for one language each.
fn texts(folder: &std::path::Path) -> std::io::Result<()> {
    let claims = std::fs::read_to_string("static/catalog/claims.csv")?;
    for lang in Lang::ALL {
        let word = lang.word();
        for (name, _) in later::FILES {
            let text = later::file(name, lang).unwrap_or_default();
            std::fs::write(folder.join(format!("{name}-{word}.txt")), text)?;
        }
        std::fs::write(folder.join(format!("claims-{word}.csv")), half(&claims, lang as usize))?;
    }
    Ok(())
}

/// What the widget shows before its program is there, for plans that hosts ask for most: one template a plan and language.
fn first(catalog: &Catalog) {
    for link in std::iter::once("").chain(PRESETS.iter().map(|preset| preset.link)) {
        let (read, report) = export::answer(link, catalog, catalog.date);
        for lang in Lang::ALL {
            let words = Wording::new(lang, &read.plan, &report, catalog).showing(read.plan.market.currency);
            let mut plan = String::new();
            escape(link, &mut plan);
            let date = number::date(lang, catalog.date);
            let day = fill(embed::of(lang, embed::FIRST), &[&date]).html();
            let (word, verdict) = (lang.word(), words.verdict().html());
            println!(
                "<template data-plan=\"{plan}\" data-lang=\"{word}\"><p>{verdict}</p><p>{day}</p></template>"
            );
        }
    }
}

/// The JSON of every link on standard input.
fn each(catalog: &Catalog, options: &Options) {
    for text in std::io::stdin().lines().map_while(Result::ok) {
        let (link, report) = export::answer(&text, catalog, options.today.unwrap_or(catalog.date));
        let json = Json { plan: &link.plan, report: &report, catalog, all_lines: options.all };
        match serde_json::to_string(&json) {
            Ok(text) => println!("{text}"),
            Err(error) => println!("{error}"),
        }
    }
}
