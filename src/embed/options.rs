//! The table of options: attributes of the element, of the frame's container, and keys of `setOptions` are the same words.

use super::Beside;
use super::fields::is_link;
use crate::i18n::Lang;
use crate::plan::Field;
use crate::share::Theme;
use crate::units::Currency;

/// One option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Attribute and key.
    pub name: &'static str,
    /// What it takes, as the documentation writes it.
    pub takes: &'static str,
    /// What counts when it is not there.
    pub usual: &'static str,
    /// What it does, Chinese and English.
    pub about: (&'static str, &'static str),
}

const fn row(
    name: &'static str,
    takes: &'static str,
    usual: &'static str,
    zh: &'static str,
    en: &'static str,
) -> Row {
    Row { name, takes, usual, about: (zh, en) }
}

/// Every option.
pub const TABLE: &[Row] = &[
    row(
        "plan",
        "link",
        "",
        "打开时的计划：链接，或链接里 ? 后面的部分",
        "The plan it opens with: a link, or what follows the ? of one",
    ),
    row(
        "lang",
        "auto | zh | en",
        "auto",
        "界面语言；auto 看宿主页面的 lang，再看浏览器",
        "Language; auto takes the host page's lang, then the browser's",
    ),
    row(
        "theme",
        "auto | light | dark",
        "auto",
        "深浅色；auto 跟系统",
        "Light or dark; auto follows the system",
    ),
    row(
        "accent",
        "color",
        "",
        "按钮和链接的颜色；对比度不够时自动调深或调浅",
        "Colour of buttons and links; moved towards the text where the contrast is too low",
    ),
    row(
        "density",
        "full | line",
        "full",
        "line 只有一句答案和一个链接",
        "line is the sentence and one link only",
    ),
    row(
        "sections",
        "list of inputs, bar, offers, actions",
        "inputs,bar,offers,actions",
        "显示哪几块；一句答案和脚注总在",
        "Which parts show; the sentence and the footer always do",
    ),
    row(
        "readonly",
        "list of plan keys",
        "",
        "哪些输入不让改：task、m、tok 这样的键",
        "Inputs that cannot be changed: keys such as task, m, tok",
    ),
    row(
        "offers",
        "market | beside | first | only",
        "market",
        "和谁比：整个市场、自己的和市场一起、先自己后市场、只有自己的；页面总会写明",
        "Whose offers are compared: the market, own beside it, own first, own only; the page always says which",
    ),
    row(
        "provider",
        "provider id",
        "",
        "目录里哪一家算“自己的”；有 price-src 时不用写",
        "Which provider of the catalog counts as own; not needed with price-src",
    ),
    row(
        "currency",
        "CNY | USD",
        "",
        "用哪种货币显示；不写按计划的",
        "Currency shown; the plan's unless given",
    ),
    row(
        "price-src",
        "same-origin address",
        "",
        "自己的报价文件（JSON）",
        "A file of one's own offers (JSON)",
    ),
    row(
        "cta-url",
        "http(s) address",
        "",
        "“租这台”去哪里；报价自己的 url 优先",
        "Where the order button leads; an offer's own url comes first",
    ),
    row("height", "auto | pixels", "auto", "高度；auto 跟内容走", "Height; auto follows the content"),
    row(
        "debug",
        "flag",
        "",
        "在控制台说出看不懂的选项和消息",
        "Tells unknown options and messages on the console",
    ),
];

/// Parts that `sections` names, in their order.
pub const SECTIONS: [&str; 4] = ["inputs", "bar", "offers", "actions"];

/// Options as the widget uses them.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Text of the plan.
    pub plan: String,
    /// Language; `None` = the host's.
    pub lang: Option<Lang>,
    /// Theme; `None` = the system's.
    pub theme: Option<Theme>,
    /// Only the sentence.
    pub line: bool,
    /// Parts shown, by place in [`SECTIONS`].
    pub sections: [bool; 4],
    /// Inputs that cannot be changed.
    pub readonly: Vec<Field>,
    /// Whose offers.
    pub beside: Beside,
    /// A provider of the catalog.
    pub provider: Option<String>,
    /// Currency shown.
    pub currency: Option<Currency>,
    /// Where the order button leads.
    pub cta: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            plan: String::new(),
            lang: None,
            theme: None,
            line: false,
            sections: [true; 4],
            readonly: Vec::new(),
            beside: Beside::Market,
            provider: None,
            currency: None,
            cta: None,
        }
    }
}

/// Longest value that is read, characters.
const CHARS: usize = 20_000;

impl Options {
    /// Reads options. A value that cannot be used leaves the usual one; its name comes back with the unknown ones.
    pub fn read<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> (Self, Vec<String>) {
        let mut out = Self::default();
        let mut odd = Vec::new();
        for (name, value) in pairs {
            let value = value.trim();
            if value.chars().count() > CHARS || (!value.is_empty() && out.set(name, value).is_none()) {
                odd.push(name.chars().filter(|c| !c.is_control()).take(40).collect());
            }
        }
        (out, odd)
    }

    fn set(&mut self, name: &str, value: &str) -> Option<()> {
        match name {
            "plan" => self.plan = value.to_owned(),
            "lang" if value == "auto" => self.lang = None,
            "lang" => self.lang = Some(Lang::parse(value)?),
            "theme" if value == "auto" => self.theme = None,
            "theme" => self.theme = Some(Theme::parse(value)?),
            "density" => {
                self.line = *[false, true].get(["full", "line"].iter().position(|w| *w == value)?)?
            }
            "sections" => {
                let mut on = [false; 4];
                for word in value.split([',', ' ', '，']).filter(|w| !w.is_empty()) {
                    on[SECTIONS.iter().position(|s| *s == word)?] = true;
                }
                self.sections = on;
            }
            "readonly" => {
                let words = value.split([',', ' ', '，']).filter(|w| !w.is_empty());
                self.readonly = words.map(Field::of_key).collect::<Option<Vec<_>>>()?;
            }
            "offers" => self.beside = Beside::ALL.iter().find(|(_, word)| *word == value)?.0,
            "provider" => self.provider = Some(value.chars().take(80).collect()),
            "currency" => self.currency = Some(Currency::parse(value)?),
            "cta-url" => self.cta = Some(Some(value).filter(|v| is_link(v))?.to_owned()),
            // The part outside the program acts on these.
            "accent" | "price-src" | "height" | "debug" => {}
            _ => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_of_the_table_is_read_and_no_other() {
        for row in TABLE {
            let value = match row.name {
                "provider" => "autodl",
                "cta-url" => "https://example.org/order",
                "readonly" => "task,m",
                "accent" => "#0a7",
                "plan" => "v=1&m=qwen3-8b",
                "currency" => "USD",
                "debug" => "1",
                "price-src" => "/offers.json",
                _ => row.usual,
            };
            let (_, odd) = Options::read([(row.name, value)]);
            assert!(odd.is_empty(), "{} refuses {value}", row.name);
            assert!(!row.about.0.is_empty() && row.about.1.is_ascii(), "{}", row.name);
        }
        assert_eq!(Options::read([("colour", "red"), ("onclick", "x")]).1, ["colour", "onclick"]);
    }

    #[test]
    fn what_is_not_of_the_kind_leaves_the_usual_value() {
        let bad = [
            ("lang", "fr"),
            ("theme", "sepia"),
            ("density", "tiny"),
            ("sections", "inputs,ads"),
            ("readonly", "task,nothing"),
            ("offers", "cheap"),
            ("currency", "XYZ"),
            ("cta-url", "javascript:alert(1)"),
        ];
        let (options, odd) = Options::read(bad);
        assert_eq!(odd, bad.map(|(name, _)| name));
        assert_eq!(options, Options::default());
    }

    #[test]
    fn only_http_links_are_links() {
        for good in ["https://a.example/x?y=1&z=%20#f", "http://127.0.0.1:8080/"] {
            assert!(is_link(good), "{good}");
        }
        for bad in [
            "javascript:alert(1)",
            "data:text/html,x",
            "//a.example/",
            "https:a.example",
            "https:///x",
            "https://a.example/\"onload=",
            " https://a.example",
            "https://a.example/<b>",
            "https://a.example/\nx",
            "ftp://a.example",
            "",
        ] {
            assert!(!is_link(bad), "{bad}");
        }
    }
}
