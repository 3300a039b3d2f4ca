//! Command lines: words as a shell makes them, the program among them, its settings.

use super::flags::{self, Table};
use super::{MOST, Pair, plain, programs, short};

/// Most words of a text.
const WORDS: usize = 4_000;

/// The setting that a version in an image's tag stands for.
const SAID: &str = "said-version";

/// A word, or the end of a command.
#[derive(Debug, PartialEq)]
enum Token {
    Word(String),
    End,
}

/// Splits as a shell does: quotes, escapes, joined lines, comments.
fn tokens(text: &str) -> Vec<Token> {
    let mut out = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = text.chars().peekable();
    let mut quote: Option<char> = None;
    while let Some(c) = chars.next() {
        if out.len() >= WORDS {
            break;
        }
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (Some('"') | None, '\\' | '^' | '`') if matches!(chars.peek(), Some('\n' | '\r')) => {
                // A line that goes on.
                while matches!(chars.peek(), Some('\n' | '\r')) {
                    chars.next();
                }
                if quote.is_none() {
                    out.extend(word.take().map(Token::Word));
                }
            }
            (Some('"') | None, '\\') => word.get_or_insert_default().extend(chars.next()),
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, '#') if word.is_none() => {
                while !matches!(chars.peek(), None | Some('\n')) {
                    chars.next();
                }
            }
            (None, '\n' | ';' | '|' | '&') => {
                out.extend(word.take().map(Token::Word));
                out.push(Token::End);
            }
            (None, c) if c.is_whitespace() => out.extend(word.take().map(Token::Word)),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    out.extend(word.map(Token::Word));
    out
}

/// `NAME=value` in front of a command or behind `export`.
fn assignment(word: &str) -> Option<(&str, &str)> {
    let (name, value) = word.split_once('=')?;
    let good = |c: char| c.is_ascii_alphanumeric() || c == '_';
    (!name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit()) && name.chars().all(good))
        .then_some((name, value))
}

/// The first command of a text whose program is known, and its settings.
pub fn command(text: &str) -> Option<(&'static Table, Vec<Pair>)> {
    let tokens = tokens(text);
    let mut known: Vec<(String, String)> = Vec::new();
    for words in tokens.split(|t| *t == Token::End) {
        let words: Vec<String> = words
            .iter()
            .filter_map(|t| match t {
                Token::Word(w) => Some(filled(w, &known)),
                Token::End => None,
            })
            .collect();
        let front = words.iter().take_while(|w| *w == "export" || *w == "env" || assignment(w).is_some());
        for (name, value) in front.filter_map(|w| assignment(w)) {
            known.push((name.to_owned(), value.to_owned()));
        }
        if let Some((table, rest)) = programs::program(&words) {
            let mut out = pairs(table, &words, rest, &known);
            let all: Vec<String> = tokens
                .iter()
                .filter_map(|t| if let Token::Word(w) = t { Some(w.clone()) } else { None })
                .collect();
            if let Some((version, from)) = programs::version(&all)
                && flags::key(table, SAID).is_some()
            {
                out.push(Pair { key: SAID.into(), value: Some(version), from: short(&from) });
            }
            return Some((table, out));
        }
    }
    None
}

/// A word with the variables that the text itself has set.
fn filled(word: &str, known: &[(String, String)]) -> String {
    let mut out = word.to_owned();
    for (name, value) in known.iter().rev().take(50) {
        for form in [format!("${{{name}}}"), format!("${name}")] {
            if out.len() < 2_000 && out.contains(&form) {
                out = out.replace(&form, value);
            }
        }
    }
    out
}

/// A number below zero is a value, not a flag.
fn is_flag(word: &str) -> bool {
    word.len() > 1
        && word.starts_with('-')
        && !word[1..].starts_with(|c: char| c.is_ascii_digit() || c == '.')
}

/// The settings behind the program's name, those of its launcher and of the environment.
fn pairs(table: &'static Table, words: &[String], rest: usize, known: &[(String, String)]) -> Vec<Pair> {
    let mut out = Vec::new();
    for (name, value) in known {
        if flags::ENVIRONMENT.contains(&name.as_str()) {
            out.push(Pair {
                key: format!("env-{}", plain(name)),
                value: Some(value.clone()),
                from: short(&format!("{name}={value}")),
            });
        }
    }
    let mut at = rest;
    let mut loose = 0;
    while at < words.len() && out.len() < MOST {
        let word = &words[at];
        at += 1;
        if !is_flag(word) {
            // `trl sft`, `vllm serve MODEL`, `train.py`, Hydra's `key=value`.
            let key = match word.split_once('=') {
                Some((name, value)) if !name.contains('/') && name.len() > 1 => {
                    out.push(Pair { key: plain(name), value: Some(value.to_owned()), from: short(word) });
                    continue;
                }
                _ => format!("loose-{}", if table.one_loose { loose.min(1) } else { 1 }),
            };
            loose += 1;
            out.push(Pair { key, value: Some(word.clone()), from: short(word) });
            continue;
        }
        if let Some((name, value)) = word.split_once('=') {
            out.push(Pair { key: plain(name), value: Some(value.to_owned()), from: short(word) });
            continue;
        }
        // A switch takes no value; what follows any other flag is its value.
        let key = plain(word);
        let bare = flags::switch(table, &key);
        let mut value = None;
        if let Some(next) = words.get(at).filter(|w| !is_flag(w)) {
            let truth = ["true", "false", "on", "off", "auto", "0", "1"]
                .contains(&next.to_ascii_lowercase().as_str());
            if !bare || truth {
                value = Some(next.clone());
                at += 1;
                // Lists stand word by word.
                while !bare && flags::listed(&key) && words.get(at).is_some_and(|w| !is_flag(w)) {
                    value = value.map(|v| v + "," + &words[at]);
                    at += 1;
                }
            }
        }
        let from = value.as_ref().map_or_else(|| word.clone(), |v| format!("{word} {v}"));
        out.push(Pair { key, value, from: short(&from) });
    }
    out
}
