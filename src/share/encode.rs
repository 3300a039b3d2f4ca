use super::migrate::CURRENT;
use super::raw::escape;
use super::{KEPT, KEPT_CHARS, Link, OTHERS, TITLE_CHARS};
use crate::plan::{Field, Plan, usual};

/// Writes a plan as the query of a link, without `?`: the version, then only what differs from the
/// default. The plan is brought into bounds first.
pub fn encode(plan: &Plan) -> String {
    write(&Link { plan: plan.clone(), ..Link::default() })
}

/// Writes a link with everything it carries: query, and `#` with the title where there is one.
pub fn write(link: &Link) -> String {
    let mut out = format!("v={CURRENT}");
    let mut plan = link.plan.clone();
    plan.clamp();
    settings(&mut out, &plan, usual(), "");
    for (i, other) in link.others.iter().take(OTHERS).enumerate() {
        let prefix = format!("{}.", i + 2);
        let mut other = other.clone();
        other.clamp();
        let before = out.len();
        settings(&mut out, &other, &plan, &prefix);
        if out.len() == before {
            // The same plan once more: one setting says that it is there.
            pair(&mut out, &format!("{prefix}{}", Field::Task.key()), &Field::Task.text(&other));
        }
    }
    if let Some(lang) = link.view.lang {
        pair(&mut out, "lang", lang.word());
    }
    if let Some(show) = link.view.show {
        pair(&mut out, "show", show.code());
    }
    if let Some(theme) = link.view.theme {
        pair(&mut out, "theme", theme.word());
    }
    for (key, value) in link.unknown.iter().take(KEPT) {
        pair(&mut out, key, value);
    }
    let mut sign = '#';
    let title: String = link.title.chars().take(TITLE_CHARS).collect();
    if !title.trim().is_empty() {
        fragment(&mut out, &mut sign, "t", title.trim());
    }
    for (key, value) in link.unknown_fragment.iter().take(KEPT) {
        fragment(&mut out, &mut sign, key, value);
    }
    out
}

/// What differs from the usual plan, as key and text. A frozen price has a pair of its own, the others one a key.
pub fn pairs(plan: &Plan) -> Vec<(&'static str, String)> {
    let mut plan = plan.clone();
    plan.clamp();
    let changed = Field::ALL.iter().filter(|f| !matches!(f, Field::Frozen));
    let mut out: Vec<_> = changed
        .filter(|f| !f.is_usual(&plan))
        .map(|f| (f.key(), f.text(&plan)))
        .filter(|(_, text)| !text.is_empty())
        .collect();
    out.extend(plan.frozen.iter().map(|price| (Field::Frozen.key(), price.text())));
    out
}

/// A link out of keys and texts as somebody wrote them: nothing is checked before it is read.
pub fn compose(pairs: &[(String, String)]) -> String {
    let mut out = format!("v={CURRENT}");
    for (key, text) in pairs {
        pair(&mut out, key, text);
    }
    out
}

/// What differs from `base`.
fn settings(out: &mut String, plan: &Plan, base: &Plan, prefix: &str) {
    for field in Field::ALL {
        if matches!(field, Field::Frozen) {
            if prefix.is_empty() {
                for price in &plan.frozen {
                    pair(out, field.key(), &price.text());
                }
            }
            continue;
        }
        let text = field.text(plan);
        if !text.is_empty() && text != field.text(base) {
            pair(out, &format!("{prefix}{}", field.key()), &text);
        }
    }
}

fn pair(out: &mut String, key: &str, value: &str) {
    out.push('&');
    escape(key, out);
    out.push('=');
    escape(&value.chars().take(KEPT_CHARS.max(16_000)).collect::<String>(), out);
}

fn fragment(out: &mut String, sign: &mut char, key: &str, value: &str) {
    out.push(*sign);
    *sign = '&';
    escape(key, out);
    out.push('=');
    escape(value, out);
}
