use crate::engine::cost::HOURS_YEAR;
use crate::i18n::fields::label;
use crate::i18n::{Lang, input, number};
use crate::plan::{Field, Warning};

/// What was odd about a link or a field, as a sentence.
pub fn warning(lang: Lang, warning: &Warning) -> String {
    let n = |x: u32| number::whole(u64::from(x));
    match (lang, warning) {
        (Lang::Zh, Warning::UnknownKey { key }) => format!("没有“{key}”这项设置，先留着没用。"),
        (Lang::En, Warning::UnknownKey { key }) => {
            format!("There is no setting “{key}”. It is kept but not used.")
        }
        (Lang::Zh, Warning::UnknownId { field, text, nearest: Some(near) }) => {
            format!("{}：没有“{text}”。是“{near}”吗？", label(lang, *field))
        }
        (Lang::Zh, Warning::UnknownId { field: Field::Model, text, nearest: None }) => {
            format!("目录里没有“{text}”这个模型，先按默认的模型算。也可以只填参数量。")
        }
        (Lang::En, Warning::UnknownId { field: Field::Model, text, nearest: None }) => {
            format!(
                "There is no model “{text}” in the catalog; the usual one is used. A parameter count alone will do."
            )
        }
        (Lang::Zh, Warning::UnknownId { field, text, nearest: None }) => {
            format!("{}：没有“{text}”。", label(lang, *field))
        }
        (Lang::En, Warning::UnknownId { field, text, nearest: Some(near) }) => {
            format!("{}: “{text}” is not in the catalog. Did you mean “{near}”?", label(lang, *field))
        }
        (Lang::En, Warning::UnknownId { field, text, nearest: None }) => {
            format!("{}: “{text}” is not in the catalog.", label(lang, *field))
        }
        (Lang::Zh, Warning::Unreadable { field, text, guess: Some(guess) }) => {
            format!("{}：读不懂“{text}”。是“{guess}”吗？", label(lang, *field))
        }
        (Lang::Zh, Warning::Unreadable { field, text, guess: None }) => {
            format!("{}：读不懂“{text}”。", label(lang, *field))
        }
        (Lang::En, Warning::Unreadable { field, text, guess: Some(guess) }) => {
            format!("{}: “{text}” cannot be read. Did you mean “{guess}”?", label(lang, *field))
        }
        (Lang::En, Warning::Unreadable { field, text, guess: None }) => {
            format!("{}: “{text}” cannot be read.", label(lang, *field))
        }
        (Lang::Zh, Warning::Clamped { field, to, .. }) => {
            format!("{}：超出范围，先按 {} 算。", label(lang, *field), plain(*to))
        }
        (Lang::En, Warning::Clamped { field, to, .. }) => {
            format!("{}: out of range, {} is used.", label(lang, *field), plain(*to))
        }
        (Lang::Zh, Warning::NewerVersion { version, read, unused }) if unused.is_empty() => {
            format!("这个链接来自更新的版本（v{version}）。读懂 {} 项，没有漏的。", n(*read))
        }
        (Lang::En, Warning::NewerVersion { version, read, unused }) if unused.is_empty() => {
            format!(
                "This link is from a newer version (v{version}). {} settings read, none left out.",
                n(*read)
            )
        }
        (Lang::Zh, Warning::NewerVersion { version, read, unused }) => format!(
            "这个链接来自更新的版本（v{version}）。读懂 {} 项，{} 项没用上：{}",
            n(*read),
            n(unused.len() as u32),
            unused.join("、")
        ),
        (Lang::En, Warning::NewerVersion { version, read, unused }) => format!(
            "This link is from a newer version (v{version}). {} settings read, {} not used: {}",
            n(*read),
            n(unused.len() as u32),
            unused.join(", ")
        ),
        (Lang::Zh, Warning::Duplicate { field }) => {
            format!("{}：链接里写了两次，用后一个。", label(lang, *field))
        }
        (Lang::En, Warning::Duplicate { field }) => {
            format!("{}: given twice, the last one is used.", label(lang, *field))
        }
        (Lang::Zh, Warning::Truncated { field: Some(field), text }) => {
            format!("链接被截断了，“{}”只剩“{text}”。", label(lang, *field))
        }
        (Lang::Zh, Warning::Truncated { field: None, text }) => format!("链接被截断了，末尾只剩“{text}”。"),
        (Lang::En, Warning::Truncated { field: Some(field), text }) => {
            format!("The link was cut off: of {} only “{text}” is left.", label(lang, *field))
        }
        (Lang::En, Warning::Truncated { field: None, text }) => {
            format!("The link was cut off: its end reads “{text}”.")
        }
        (Lang::Zh, Warning::TooLong { bytes, read }) => {
            format!("链接太长（{} 字节），只读了前 {} 字节。", n(*bytes), n(*read))
        }
        (Lang::En, Warning::TooLong { bytes, read }) => {
            format!("The link is too long ({} bytes); only the first {} were read.", n(*bytes), n(*read))
        }
        (Lang::Zh, Warning::MeasuredNowhere) => {
            format!("实测速度没有写“{}”，没有采用。", label(lang, Field::MeasuredGpu))
        }
        (Lang::En, Warning::MeasuredNowhere) => {
            format!("The measured speed is not used: {} is missing.", label(lang, Field::MeasuredGpu))
        }
        (Lang::Zh, Warning::Endless { field, hours }) => format!(
            "{}：这样跑要超过 {} 小时（{} 年），时间和钱只算到这里，不是答案。先核对要算的量、卡和卡数。",
            label(lang, *field),
            plain(*hours),
            plain((hours / HOURS_YEAR).floor())
        ),
        (Lang::En, Warning::Endless { field, hours }) => format!(
            "{}: this run takes more than {} h ({} years). Hours and sums stop there and are no answer: check the amount of work, the card and the number of cards.",
            label(lang, *field),
            plain(*hours),
            plain((hours / HOURS_YEAR).floor())
        ),
        (Lang::Zh, Warning::AllOpen { field }) => {
            format!("{}：写的都不认得，先不限。", label(lang, *field))
        }
        (Lang::En, Warning::AllOpen { field }) => {
            format!("{}: none of those named is known, so all are open.", label(lang, *field))
        }
        (_, Warning::Indivisible { field, what, whole, by }) => {
            let colon = lang.pick("：", ": ");
            format!("{}{colon}{}", label(lang, *field), input::indivisible(lang, *what, *whole, *by))
        }
        (Lang::Zh, Warning::TooMany { settings, read }) => {
            format!("链接里有 {} 项设置，只读了前 {} 项。", n(*settings), n(*read))
        }
        (Lang::En, Warning::TooMany { settings, read }) => {
            format!("The link has {} settings; only the first {} were read.", n(*settings), n(*read))
        }
    }
}

/// A bound, in full.
fn plain(x: f64) -> String {
    if x == x.floor() { number::fixed(x, 0) } else { number::significant(x, 4) }
}
