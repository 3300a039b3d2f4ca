//! The report as text for a terminal.

use suanzu::engine::line::{Line, Unit};
use suanzu::engine::names::What;
use suanzu::engine::report::{Entry, bill_of, ctx_of};
use suanzu::export::ENGINE_VERSION;
use suanzu::i18n::{Lang, Named, Row, Wording, number, value, warning};

/// Ranked offers shown unless all are asked for.
const FIRST: usize = 20;

/// Columns that a text takes: Chinese characters and full-width signs take two.
fn width(text: &str) -> usize {
    text.chars()
        .map(|c| {
            let wide = matches!(c, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}'
                | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe4f}' | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}');
            1 + usize::from(wide)
        })
        .sum()
}

/// Rows in columns; those named in `right` are set flush right.
fn table(rows: &[Vec<String>], right: &[usize]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest: Vec<usize> = (0..columns)
        .map(|i| rows.iter().filter_map(|r| r.get(i)).map(|c| width(c)).max().unwrap_or(0))
        .collect();
    let mut out = String::new();
    for row in rows {
        let mut line = String::from("  ");
        for (i, cell) in row.iter().enumerate() {
            let pad = " ".repeat(widest[i].saturating_sub(width(cell)));
            if i > 0 {
                line.push_str("  ");
            }
            if right.contains(&i) {
                line.push_str(&pad);
                line.push_str(cell);
            } else {
                line.push_str(cell);
                line.push_str(&pad);
            }
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

fn heading(out: &mut String, title: &str, answer: &str) {
    out.push('\n');
    out.push_str(title);
    if !answer.is_empty() {
        out.push_str("  ");
        out.push_str(answer);
    }
    out.push('\n');
}

fn section(out: &mut String, heading_of: suanzu::i18n::Heading) {
    heading(out, heading_of.question, &heading_of.answer);
}

/// The whole report.
pub fn report(words: &Wording, all: bool) -> String {
    let (lang, ui, r) = (words.lang, words.lang.more(), words.report);
    let pick = |zh, en| lang.pick(zh, en);
    let mut out = String::new();
    for w in &r.warnings {
        out += &format!("! {}\n", warning(lang, w));
    }
    out += &format!("{}\n\n{}\n", words.job_line(), words.verdict().plain());
    for reason in words.reasons() {
        out += &format!("- {}\n", reason.plain());
    }
    let figures: Vec<Vec<String>> = words
        .figures()
        .iter()
        .map(|f| vec![f.label.into(), format!("{} {}", f.number, f.unit).trim_end().into(), f.sub.clone()])
        .collect();
    out += &format!("\n{}", table(&figures, &[]));
    if let Some(winner) = words.winner() {
        details(&mut out, words, winner);
    }

    if !r.memory.is_empty() {
        section(&mut out, words.fit_heading());
        out += &lines(words, r.memory.iter());
        out += &peak(words);
    }
    if !r.speed.is_empty() {
        section(&mut out, words.time_heading());
        out += &lines(words, r.speed.iter());
    }
    if !r.bill.is_empty() {
        section(&mut out, words.bill_heading());
        out += &bill(words, &r.bill);
        out += &lines(words, r.risk.iter());
    }
    rows(&mut out, ui.alt_title, r.runners.iter().filter_map(|x| words.runner(x)).collect());
    if !r.ranked.is_empty() {
        section(&mut out, words.offers_heading());
        out += &ranked(words, if all { r.ranked.len() } else { FIRST });
    }
    if !r.pareto.is_empty() {
        let front: Vec<String> = r.pareto.iter().map(|at| (at + 1).to_string()).collect();
        let label = pick("成本与时间的前沿", "On the cost–time front");
        out += &format!("  {label}: {}\n", front.join(pick("、", ", ")));
    }
    if all {
        every_bill(&mut out, words);
    }
    if !r.rejected.is_empty() {
        heading(&mut out, ui.rejected_title, "");
        for group in &r.rejected {
            let text = ui.rejected_row.replace("{0}", group.reason.name(lang));
            out += &format!("  {}\n", text.replace("{1}", &number::whole(group.offers.len() as u64)));
        }
    }
    rows(&mut out, ui.flip_title, r.flips.iter().map(|f| words.flip(f)).collect());
    rows(&mut out, ui.save_title, r.savings.iter().map(|s| words.saving(s)).collect());
    if !r.tornado.is_empty() {
        heading(&mut out, ui.tornado_title, "");
        let bars: Vec<Vec<String>> = r
            .tornado
            .iter()
            .map(|(cause, low, high)| {
                vec![cause.name(lang).into(), format!("{} … {}", words.money(*low), words.money(*high))]
            })
            .collect();
        out += &table(&bars, &[]);
    }
    if !r.advice.is_empty() {
        heading(&mut out, ui.advice_title, "");
        for advice in &r.advice {
            out += &format!(
                "  [{}] {}: {}\n",
                advice.severity.name(lang),
                advice.rule,
                words.advice(advice).plain()
            );
        }
    }
    footer(&mut out, words);
    out
}

/// How the winner is ordered and spread.
fn details(out: &mut String, words: &Wording, e: &Entry) {
    let (lang, ui) = (words.lang, words.lang.more());
    let offer = words.catalog.offer(e.offer).map_or("", |o| o.id.as_str());
    let notes: Vec<&str> = e.notes.iter().map(|n| n.name(lang)).collect();
    let age = number::age(lang, e.as_of.age(words.report.today));
    let rows = [
        vec![lang.pick("报价", "Offer").into(), format!("{} · {offer}", words.quoted(e))],
        vec![
            lang.pick("报价日期", "Price date").to_string(),
            format!("{} · {age} · {}", number::as_of(lang, e.as_of), e.confidence.name(lang)),
        ],
        vec![lang.pick("怎么分", "Layout").into(), words.layout(&e.layout)],
        vec![lang.pick("瓶颈", "Limited by").into(), e.bottleneck.name(lang).into()],
        vec![lang.pick("备注", "Notes").into(), notes.join(lang.pick("；", "; "))],
        vec![ui.auto.into(), chosen(words)],
    ];
    let rows: Vec<Vec<String>> = rows.into_iter().filter(|r| !r[1].is_empty()).collect();
    *out += &format!("\n{}", table(&rows, &[]));
}

/// What automatic fields became: `sw=llama-factory mb=8 …`, by the keys of links.
fn chosen(words: &Wording) -> String {
    let all: Vec<String> =
        words.report.chosen.values.iter().map(|(key, word)| format!("{key}={word}")).collect();
    all.join(" ")
}

fn lines<'a>(words: &Wording, lines: impl Iterator<Item = &'a Line>) -> String {
    let (lang, currency) = (words.lang, words.report.currency);
    let rows: Vec<Vec<String>> = lines
        .map(|line| {
            let amount = if line.unit == Unit::Bytes {
                format!("{} GiB", number::gib_part(line.value.likely))
            } else {
                value::line(lang, line, currency)
            };
            let band = value::range(lang, line.value, line.unit, currency);
            let band = if line.value.low < line.value.high { band } else { String::new() };
            vec![
                line.what.name(lang).into(),
                amount,
                band,
                format!("= {}", value::filled(lang, line.formula, &line.terms, currency)),
                line.certainty.name(lang).into(),
            ]
        })
        .collect();
    table(&rows, &[1])
}

/// What the parts add up to, and what the card shows as its total.
fn peak(words: &Wording) -> String {
    let closest = words.report.verdict.closest.map(|c| (c.need, c.usable, c.room));
    let Some((need, usable, room)) = words.winner().map(|e| (e.need, e.usable, e.room)).or(closest) else {
        return String::new();
    };
    if need.likely <= 0.0 {
        return String::new();
    }
    let row = |what: What, x: f64, band: String| {
        vec![what.name(words.lang).to_string(), format!("{} GiB", number::gib_part(x)), band]
    };
    let rows = [
        row(What::Need, need.likely, number::gib_range(need)),
        row(What::Usable, room, if room < usable { number::percent(room / usable) } else { String::new() }),
        row(What::Free, room - need.likely, String::new()),
    ];
    table(&rows, &[1])
}

/// A bill whose shown lines add up to its shown total.
fn bill(words: &Wording, lines: &[suanzu::engine::cost::BillLine]) -> String {
    let bill = words.bill_of(lines);
    let mut rows: Vec<Vec<String>> = bill
        .rows
        .iter()
        .map(|row| {
            let how = if row.how.is_empty() { String::new() } else { format!("= {}", row.how) };
            vec![row.label.into(), row.amount(), how, row.remark.clone()]
        })
        .collect();
    let unit = number::currency_word(words.lang, words.show);
    rows.push(vec![words.lang.more().sum.into(), bill.total(), unit.into()]);
    table(&rows, &[1])
}

fn rows(out: &mut String, title: &str, rows: Vec<Row>) {
    if rows.is_empty() {
        return;
    }
    heading(out, title, "");
    let cells: Vec<Vec<String>> =
        rows.into_iter().map(|r| vec![r.title, r.figures.plain(), r.note]).collect();
    *out += &table(&cells, &[]);
}

/// The best offers, and why those that cannot win cannot.
fn ranked(words: &Wording, most: usize) -> String {
    let (lang, ui) = (words.lang, words.lang.more());
    let mut rows = vec![vec![
        "#".into(),
        ui.total.into(),
        ui.powered.into(),
        ui.card.into(),
        ui.provider.into(),
        ui.billing.into(),
        ui.unit_price.into(),
        ui.hidden.into(),
        lang.pick("报价日期", "Price date").into(),
        ui.not_eligible.into(),
    ]];
    for (i, e) in words.report.ranked.iter().enumerate().take(most) {
        rows.push(vec![
            (i + 1).to_string(),
            words.money_cell(e.total.likely),
            number::duration(lang, e.hours.likely),
            words.cards(e),
            words.provider(e.provider).into(),
            e.mode.name(lang).into(),
            words.quoted(e),
            words.money_cell(e.hidden),
            e.as_of.to_string(),
            words.not_eligible(e),
        ]);
    }
    let left = words.report.ranked.len().saturating_sub(most);
    let mut out = table(&rows, &[0, 1, 2, 7]);
    if left > 0 {
        let text = lang.pick("另有 {} 条，--lines all 全部列出", "{} more; --lines all lists them");
        out += &format!("  {}\n", text.replace("{}", &number::whole(left as u64)));
    }
    out
}

fn every_bill(out: &mut String, words: &Wording) {
    let ctx = ctx_of(words.plan, words.catalog, words.report.today);
    for (i, e) in words.report.ranked.iter().enumerate() {
        let Some(made) = bill_of(&ctx, words.catalog, e) else { continue };
        *out += &format!("\n  {}. {}\n{}", i + 1, words.entry_title(e), bill(words, &made.lines));
    }
}

fn footer(out: &mut String, words: &Wording) {
    let (lang, ui, r) = (words.lang, words.lang.more(), words.report);
    let (today, catalog) = (number::date(lang, r.today), number::date(lang, r.catalog_date));
    let candidates = number::whole(u64::from(r.candidates));
    *out += &match lang {
        Lang::Zh => {
            format!("\n算了 {candidates} 种候选 · 今天 {today} · 目录 {catalog} · 引擎 {ENGINE_VERSION}\n")
        }
        Lang::En => {
            format!(
                "\n{candidates} candidates priced · today {today} · catalog {catalog} · engine {ENGINE_VERSION}\n"
            )
        }
    };
    let rate = ui.foot_rate.replace("{0}", &number::fixed(r.usd_cny, 4));
    *out += &format!("{} · {}\n", rate.replace("{1}", &number::date(lang, r.rate_date)), ui.foot_month);
    *out += &format!("{}\n", suanzu::share::encode(words.plan));
}
