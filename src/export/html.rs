//! The answer as plain HTML: what the page ships before the program starts (semantics §10). Classes
//! only, no ids, no style attributes; the same texts as the page.

use crate::i18n::{Wording, escape};

fn text(out: &mut String, tag: &str, class: &str, text: &str) {
    out.push('<');
    out.push_str(tag);
    if !class.is_empty() {
        out.push_str(" class=\"");
        out.push_str(class);
        out.push('"');
    }
    out.push('>');
    escape(text, out);
    out.push_str("</");
    out.push_str(tag);
    out.push('>');
}

/// The answer section of a report.
pub fn answer(words: &Wording) -> String {
    let ui = words.lang.text();
    let mut out = String::from("<main class=\"sz-sheet\"><div class=\"sz-crumb\">");
    text(&mut out, "span", "", &words.job_line());
    out.push_str("</div><section class=\"sz-answer\"><div><h1 class=\"sz-verdict\">");
    out.push_str(&words.verdict().html());
    out.push_str("</h1>");
    for paragraph in words.why() {
        out.push_str("<p class=\"sz-why\">");
        out.push_str(&paragraph.html());
        out.push_str("</p>");
    }
    out.push_str("</div><dl class=\"sz-figs\">");
    for figure in words.figures() {
        out.push_str("<div>");
        text(&mut out, "dt", "", figure.label);
        out.push_str("<dd>");
        if figure.unit.is_empty() {
            escape(&figure.number, &mut out);
        } else {
            out.push_str("<span class=\"sz-num\">");
            escape(&figure.number, &mut out);
            text(&mut out, "span", "sz-u", &figure.unit);
            out.push_str("</span>");
        }
        out.push_str("</dd>");
        text(&mut out, "dd", "sz-sub", &figure.sub);
        out.push_str("</div>");
    }
    out.push_str("</dl>");
    let rows: Vec<_> = words.report.runners.iter().filter_map(|r| words.runner(r)).take(3).collect();
    if !rows.is_empty() {
        out.push_str("<div class=\"sz-flip\"><div>");
        text(&mut out, "h2", "sz-h3", ui.alt_title);
        out.push_str("<ul class=\"sz-rows\">");
        for row in rows {
            out.push_str("<li>");
            text(&mut out, "span", "", &row.title);
            out.push_str("<span>");
            out.push_str(&row.figures.html());
            out.push_str("</span>");
            text(&mut out, "span", "sz-note", &row.note);
            out.push_str("</li>");
        }
        out.push_str("</ul></div></div>");
    }
    out.push_str("</section></main>");
    out
}
