//! Text with emphasis: what sentences return. The page draws it, text output prints it plain.

use std::borrow::Cow;

/// How a piece of text stands out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weight {
    /// Running text.
    #[default]
    Plain,
    /// Bold: a part of the answer.
    Strong,
    /// Bold in the accent colour: the one figure to look at.
    Accent,
}

/// A piece of text of one weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The text.
    pub text: Cow<'static, str>,
    /// How it stands out.
    pub weight: Weight,
}

/// A sentence or more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rich(pub Vec<Span>);

impl Rich {
    /// Text without emphasis.
    pub fn of(text: impl Into<Cow<'static, str>>) -> Self {
        Self(vec![Span { text: text.into(), weight: Weight::Plain }])
    }
    /// Nothing to say.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|span| span.text.is_empty())
    }
    /// The text alone.
    pub fn plain(&self) -> String {
        self.0.iter().map(|span| span.text.as_ref()).collect()
    }
    /// As HTML: `<b>` and `<b class="sz-hot">`, everything else escaped.
    pub fn html(&self) -> String {
        let mut out = String::new();
        for span in &self.0 {
            let (open, close) = match span.weight {
                Weight::Plain => ("", ""),
                Weight::Strong => ("<b>", "</b>"),
                Weight::Accent => ("<b class=\"sz-hot\">", "</b>"),
            };
            out.push_str(open);
            escape(&span.text, &mut out);
            out.push_str(close);
        }
        out
    }
    /// Chinese spacing: no space between two Chinese characters. Templates put a space around every
    /// value; whether it stays depends on the value.
    #[must_use]
    pub fn tidied(mut self) -> Self {
        let plain: Vec<char> = self.plain().chars().collect();
        let mut at = 0;
        for span in &mut self.0 {
            let mut text = String::new();
            for c in span.text.chars() {
                if !gap(&plain, at) {
                    text.push(c);
                }
                at += 1;
            }
            span.text = Cow::Owned(text);
        }
        self
    }
    /// Another text after this one.
    #[must_use]
    pub fn then(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }
    fn push(&mut self, text: &str, weight: Weight) {
        if text.is_empty() {
            return;
        }
        match self.0.last_mut() {
            Some(last) if last.weight == weight => last.text.to_mut().push_str(text),
            _ => self.0.push(Span { text: Cow::Owned(text.to_string()), weight }),
        }
    }
}

/// Whether the character at `at` is a plain space between two Chinese ones.
fn gap(text: &[char], at: usize) -> bool {
    let chinese = |i: usize| text.get(i).is_some_and(|c| is_chinese(*c));
    text.get(at) == Some(&' ') && at > 0 && chinese(at - 1) && chinese(at + 1)
}

/// Chinese characters and full-width signs.
pub fn is_chinese(c: char) -> bool {
    matches!(c, '\u{3000}'..='\u{303f}' | '\u{3400}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}')
}

/// [`Rich::tidied`] for plain text.
pub fn tidy(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    chars.iter().enumerate().filter(|(i, _)| !gap(&chars, *i)).map(|(_, c)| *c).collect()
}

/// Escapes text for HTML.
pub fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            _ => out.push(c),
        }
    }
}

/// Fills a template: `{0}` to `{9}` are `values`, `[` … `]` is strong, `<` … `>` is accent. Values are
/// never read as template.
pub fn fill(template: &str, values: &[&str]) -> Rich {
    let mut out = Rich::default();
    let mut weight = Weight::Plain;
    let mut rest = template;
    while let Some(at) = rest.find(['{', '[', ']', '<', '>']) {
        out.push(&rest[..at], weight);
        let mark = rest.as_bytes()[at];
        rest = &rest[at + 1..];
        match mark {
            b'[' => weight = Weight::Strong,
            b'<' => weight = Weight::Accent,
            b']' | b'>' => weight = Weight::Plain,
            _ => {
                let index = rest.bytes().next().map_or(usize::MAX, |b| usize::from(b.wrapping_sub(b'0')));
                out.push(values.get(index).copied().unwrap_or(""), weight);
                rest = rest.get(2..).unwrap_or("");
            }
        }
    }
    out.push(rest, weight);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_fill_and_stand_out() {
        let rich = fill("租 [{0} 张 {1}]，大约 <{2}>。", &["2", "A<B>", "¥160"]);
        assert_eq!(rich.plain(), "租 2 张 A<B>，大约 ¥160。");
        assert_eq!(rich.html(), "租 <b>2 张 A&lt;B&gt;</b>，大约 <b class=\"sz-hot\">¥160</b>。");
        assert_eq!(fill("{9}", &[]).plain(), "");
        assert_eq!(
            fill("用 [{0}]，开机 [{1}] 做完", &["胜算云", "20\u{a0}小时"]).tidied().plain(),
            "用胜算云，开机 20\u{a0}小时做完"
        );
        assert_eq!(tidy("胜算云 的 H20"), "胜算云的 H20");
    }
}
