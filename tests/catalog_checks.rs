//! The checks that stop the build: the real files pass, each kind of bad row is found with file,
//! line, column and reason.

#[path = "../build/check.rs"]
mod check;
#[path = "../build/csv.rs"]
mod csv;
#[path = "../build/embed.rs"]
mod embed;
#[path = "../build/schema.rs"]
mod schema;
#[path = "../build/words.rs"]
mod words;

use std::path::Path;

fn file(name: &str) -> Option<String> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("static/catalog");
    std::fs::read_to_string(dir.join(format!("{name}.csv"))).ok()
}

/// Faults after `edit` has changed the lines of one file.
fn faults(table: &str, edit: impl Fn(&mut Vec<String>)) -> Vec<check::Fault> {
    let (_, faults) = check::read_all(|name| {
        let text = file(name)?;
        if name != table {
            return Some(text);
        }
        let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
        edit(&mut lines);
        Some(lines.join("\n"))
    });
    faults
}

/// Replaces the first `from` of the line that holds `mark`, and gives the number of that line.
fn replace(lines: &mut [String], mark: &str, from: &str, to: &str) {
    let line = lines.iter_mut().find(|l| l.contains(mark)).expect("the mark is in the file");
    assert!(line.contains(from), "{line}");
    *line = line.replacen(from, to, 1);
}

#[test]
fn the_files_pass_and_embed_compactly() {
    let (tables, faults) = check::read_all(file);
    assert_eq!(faults, []);
    let [text, titles, said, compat] = embed::FILES.map(|(_, whom)| embed::text(&tables, whom));
    let all = text.len() + titles.len() + said.len() + compat.len();
    assert!(all < 260_000, "{all} characters embedded");
    assert!(text.starts_with("@about 1\ndate\t20") && !text.contains("@sources"));
    assert!(titles.starts_with("@sources ") && titles.lines().count() > 3);
    assert!(said.starts_with("@said ") && !text.contains("@said"));
    assert!(compat.starts_with("@compat ") && !compat.contains("mig_profile"));
}

#[test]
fn each_kind_of_bad_row_is_found() {
    type Edit = fn(&mut Vec<String>);
    let cases: &[(&str, &str, &str, Edit)] = &[
        ("gpus", "bandwidth_gbs", "not a plain decimal number", |l| {
            replace(l, "rtx-4090-24g", ",1008,", ",1e3,")
        }),
        ("gpus", "memory_gib", "not a whole number", |l| replace(l, "rtx-4090-24g", ",24,", ",24GB,")),
        ("gpus", "memory_gib", "outside 1 to 4096", |l| replace(l, "rtx-4090-24g", ",24,", ",24000,")),
        ("gpus", "class", "not one of", |l| replace(l, "rtx-4090-24g", ",consumer,", ",gaming,")),
        ("gpus", "id", "an id has only a-z", |l| replace(l, "rtx-4090-24g", "rtx-4090-24g", "RTX 4090")),
        ("gpus", "launch", "not YYYY", |l| replace(l, "rtx-4090-24g", "2022-09", "2022-13")),
        ("gpus", "confidence", "must not be empty", |l| replace(l, "gtx-1080-ti", ",high,", ",,")),
        ("gpus", "source", "no such id in sources.csv", |l| {
            replace(l, "gtx-1080-ti", "tpu+hfj", "tpu+nobody")
        }),
        ("gpus", "fp8", "a sparse figure?", |l| replace(l, "h100-sxm-80g", "989,1979,", "989,4900,")),
        ("gpus", "id", "this id occurs twice", |l| l.push(l[1].clone())),
        ("gpus", "", "cells where the heading has", |l| l[3].push_str(",more")),
        ("gpus", "", "the heading is not the one", |l| l[0].push('x')),
        ("gpus", "", "is never closed", |l| l.push("\"open".into())),
        ("models", "extra", "not key=value", |l| replace(l, "Qwen/Qwen3.5-9B", "ssm=gdn;", "ssm;")),
        ("offers", "cards", "not exact:n", |l| replace(l, "lambda-a10-24g", "upto:8", "about 8")),
        ("offers", "id", "the words of the row make", |l| {
            replace(l, "lambda-a10-24g", ",on_demand,", ",spot,")
        }),
        ("offers", "gpus", "no such id in gpus.csv", |l| {
            replace(l, "lambda-a10-24g", ",a10-24g,", ",a11-24g,")
        }),
        ("readings", "price", "outside", |l| replace(l, "lambda-a10-24g", ",1.29,", ",0,")),
        ("readings", "offer", "no such id in offers.csv", |l| {
            replace(l, "lambda-a10-24g", "lambda-a10-24g-1x-hourly-us", "lambda-a10-24g-1x-hourly-mars")
        }),
        ("readings", "currency", "one offer, two currencies", |l| {
            replace(l, "autodl-rtx-3090-24g-1x-hourly-cn,2026-04", "CNY", "USD")
        }),
        ("readings", "as_of", "from new to old", |l| {
            replace(l, "autodl-rtx-3090-24g-1x-hourly-cn,2026-04", "2026-04", "2026-11")
        }),
        ("rules", "tier_from", "tiers must rise", |l| replace(l, "aws,egress,any,10240", "10240", "0")),
        ("ids", "id", "nothing has this id", |l| {
            replace(l, "gpu,rtx-4090-24g,", ",rtx-4090-24g,id", ",rtx-4095,id")
        }),
        ("ids", "name", "stands here twice", |l| l.push(l[1].clone())),
        ("ids", "successor", "needs a living successor", |l| {
            l.push("gpu,rtx-1,rtx-1,retired,rtx-none".into())
        }),
    ];
    for (table, column, reason, edit) in cases {
        let found = faults(table, edit);
        let hit = found.iter().find(|f| f.reason.contains(reason));
        let hit = hit.unwrap_or_else(|| panic!("{table} {column} {reason}: {:?}", found.first()));
        assert_eq!((hit.file.as_str(), hit.column.as_str()), (*table, *column), "{hit}");
        assert!(hit.line > 0, "{hit}");
    }
}

#[test]
fn an_id_cannot_be_dropped_from_the_list_of_ids() {
    let found = faults("ids", |l| l.retain(|line| !line.starts_with("gpu,rtx-4090-24g,")));
    assert!(
        found.iter().any(|f| f.file == "gpus" && f.reason.contains("keeps every id for ever")),
        "{found:?}"
    );
    let found = faults("readings", |l| l.retain(|line| !line.starts_with("lambda-a10-24g")));
    assert!(found.iter().any(|f| f.file == "offers" && f.reason.contains("no reading")), "{found:?}");
}

#[test]
fn a_fault_says_where_it_is() {
    let found = faults("gpus", |l| replace(l, "rtx-4090-24g", ",24,", ",many,"));
    let shown = found.first().map(ToString::to_string).unwrap_or_default();
    assert_eq!(shown, "static/catalog/gpus.csv line 17 column memory_gib: not a whole number");
}

#[test]
fn quotes_and_line_breaks_are_read() {
    let rows = csv::parse("a,b\n\"x, \"\"y\"\"\",\"two\nlines\"\r\n\nlast,").unwrap_or_default();
    let cells: Vec<(usize, Vec<&str>)> =
        rows.iter().map(|r| (r.line, r.cells.iter().map(String::as_str).collect())).collect();
    assert_eq!(cells, [(1, vec!["a", "b"]), (2, vec!["x, \"y\"", "two\nlines"]), (5, vec!["last", ""])]);
    assert_eq!(csv::parse("a\n\"b"), Err(2));
}
