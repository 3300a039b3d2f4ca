//! A report as Markdown: the plan, the answer, memory, bill, runners-up, sources and the link that
//! reopens it.

use crate::engine::inverse::{Stand, mends, priced};
use crate::i18n::advice as text;
use crate::i18n::{Named, Rich, Weight, Wording, number, value};

/// The whole report. `base` is the address of the page, to which the plan's link is added.
pub fn plan(words: &Wording, base: &str) -> String {
    let (lang, ui, report) = (words.lang, words.lang.more(), words.report);
    let mut out = format!("# {}\n\n{}\n\n", words.job_title(), words.job_line());
    out += &rich(&words.verdict());
    out += "\n\n";
    for reason in words.reasons() {
        out += &format!("- {}\n", rich(&reason));
    }
    let figures = words.figures();
    if !figures.is_empty() {
        let head: Vec<&str> = figures.iter().map(|f| f.label).collect();
        let cells: Vec<String> = figures
            .iter()
            .map(|f| {
                let figure = format!("**{}** {}", f.number, f.unit);
                format!("{}<br>{}", figure.trim_end(), escaped(&f.sub))
            })
            .collect();
        out += &format!(
            "\n| {} |\n|{}\n| {} |\n",
            head.join(" | "),
            "---|".repeat(head.len()),
            cells.join(" | ")
        );
    }
    if !report.memory.is_empty() {
        heading(&mut out, &words.fit_heading());
        memory(&mut out, words);
    }
    if !report.bill.is_empty() {
        heading(&mut out, &words.bill_heading());
        let bill = words.bill();
        out += &format!(
            "| {} | {} | {} |\n|---|---|---:|\n",
            ui.item,
            ui.formula,
            number::currency_word(lang, words.show)
        );
        for row in &bill.rows {
            let how = [row.how.as_str(), row.remark.as_str()];
            let how: Vec<&str> = how.into_iter().filter(|t| !t.is_empty()).collect();
            out += &format!(
                "| {} | {} | {} |\n",
                row.label,
                escaped(&how.join(lang.pick("；", "; "))),
                row.amount()
            );
        }
        out += &format!("| **{}** | | **{}** |\n", ui.sum, bill.total());
    }
    ways_out(&mut out, words);
    let runners: Vec<_> = report.runners.iter().filter_map(|r| words.runner(r)).collect();
    if !runners.is_empty() {
        out += &format!("\n## {}\n\n", ui.alt_title);
        for row in runners {
            out += &format!("- {}: {} ({})\n", escaped(&row.title), rich(&row.figures), escaped(&row.note));
        }
    }
    if !report.advice.is_empty() {
        out += &format!("\n## {}\n\n", ui.advice_title);
        if let Some(env) = words.winner().and_then(|e| words.environment(words.catalog.gpu(e.gpu))) {
            out += &format!("{}\n\n", rich(&env));
        }
        for advice in &report.advice {
            out += &format!("- {}\n", rich(&words.advice(advice)));
        }
    }
    sources(&mut out, words);
    out += &format!(
        "\n{}{}{}\n",
        ui.printed.replace("{0}", &number::date(lang, report.today)),
        base,
        crate::share::encode(words.plan)
    );
    out
}

fn heading(out: &mut String, heading: &crate::i18n::Heading) {
    *out += &format!("\n## {}\n\n", heading.question);
    if !heading.answer.is_empty() {
        *out += &format!("{}\n\n", escaped(&heading.answer));
    }
}

fn memory(out: &mut String, words: &Wording) {
    let (lang, ui) = (words.lang, words.lang.more());
    *out += &format!("| {} | {} | GiB | {} |\n|---|---|---:|---|\n", ui.part, ui.formula, ui.source);
    for line in &words.report.memory {
        if line.unit != crate::engine::line::Unit::Bytes {
            continue;
        }
        *out += &format!(
            "| {} | {} | {} | {} · {} |\n",
            line.what.name(lang),
            escaped(&value::filled(lang, line.formula, &line.terms, words.report.currency)),
            number::gib_part(line.value.likely),
            line.certainty.name(lang),
            escaped(line.source),
        );
    }
}

/// Where memory stands in the way: the smallest changes that make it fit, with the cheapest offer then.
fn ways_out(out: &mut String, words: &Wording) {
    let (lang, report) = (words.lang, words.report);
    let Some(stand) = report.too_small().and_then(|_| Stand::of(words.plan, words.catalog, report)) else {
        return;
    };
    let say = |pair, values: &[&str]| text::say(lang, pair, values).plain();
    *out += &format!("\n## {}\n\n", text::of(lang, text::OUT));
    let found = mends(&stand);
    if found.is_empty() {
        *out += &format!("{}\n", text::of(lang, text::OUT_NONE));
    }
    for mend in found {
        let changes: Vec<String> = mend.changes.iter().map(|c| words.change(*c)).collect();
        let need = say(text::OUT_NEED, &[&number::gib(mend.need), &number::gib(mend.room)]);
        let costs = match priced(&mend, &stand, report.today) {
            Some(e) => {
                let hours = number::duration(lang, e.hours.likely);
                say(text::OUT_COSTS, &[&hours, &words.money(e.total.likely)])
            }
            None => text::of(lang, text::OUT_NO_OFFER).to_owned(),
        };
        let (and, then, colon) = (lang.pick("，", ", "), lang.pick("；", "; "), lang.pick("：", ": "));
        *out += &format!("- **{}**{colon}{need}{then}{costs}\n", escaped(&changes.join(and)));
    }
}

/// Where the prices of the answer were read.
fn sources(out: &mut String, words: &Wording) {
    let ui = words.lang.more();
    let (report, catalog) = (words.report, words.catalog);
    let shown = report.verdict.winner.into_iter().chain(report.runners.iter().map(|r| r.entry));
    let mut seen = Vec::new();
    *out += &format!("\n## {}\n\n", ui.data_sources);
    for e in shown.filter_map(|at| report.ranked.get(at)) {
        if seen.contains(&e.offer) {
            continue;
        }
        seen.push(e.offer);
        let Some(reading) = catalog.offer(e.offer).and_then(|o| o.likely()) else { continue };
        let names: Vec<&str> = catalog
            .source(reading.source)
            .map(|id| crate::catalog::title(id).map_or(id, |t| t.title.as_str()))
            .collect();
        *out += &format!(
            "- {}: {} · {} · {}\n",
            escaped(&words.entry_title(e)),
            words.quoted(e),
            number::as_of(words.lang, reading.as_of),
            escaped(&names.join(", "))
        );
    }
    *out += &format!(
        "- {}\n",
        ui.foot_rate
            .replace("{0}", &number::fixed(report.usd_cny, 4))
            .replace("{1}", &number::date(words.lang, report.rate_date))
    );
}

/// Text with emphasis.
fn rich(text: &Rich) -> String {
    let mut out = String::new();
    for span in &text.0 {
        match span.weight {
            Weight::Plain => out += &escaped(&span.text),
            _ => out += &format!("**{}**", escaped(&span.text)),
        }
    }
    out
}

/// Text in which nothing is markup.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if matches!(c, '|' | '*' | '_' | '`' | '\\' | '#') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
