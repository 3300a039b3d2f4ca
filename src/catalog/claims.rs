//! What guides say, and what is true of it: `static/catalog/claims.csv`, fetched when it is looked at. Beside it the release page
//! publishes the same rows in one language each ([`half`]): a reader loads half of it.

use super::sheet;

/// A common claim with its verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// Our word for it, for ever: `s1-042`.
    pub id: String,
    /// What it is about.
    pub topic: Topic,
    /// What became of it.
    pub verdict: Finding,
    /// The claim.
    pub claim: String,
    /// What is known today.
    pub today: String,
    /// Where that was read, in the source's language.
    pub source: String,
    /// Where the calculator answers it.
    pub answers: Vec<Answer>,
}

/// A place of the calculator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A rule of the advice, by id.
    Rule(String),
    /// A field of the plan, by key.
    Field(String),
    /// A section of the page, by anchor.
    Place(String),
}

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($variant:ident $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum $name { $($variant),+ }
        impl $name {
            /// Every one.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
            /// By its word in the file.
            pub fn parse(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)+ _ => None }
            }
        }
    };
}

words! {
    /// What became of a claim when it was checked.
    Finding {
        Holds "holds",
        Conditions "holds_with_conditions",
        Outdated "outdated",
        Wrong "wrong",
        Unverifiable "unverifiable",
        Refused "ethical_no",
    }
}
words! {
    /// What a claim is about.
    Topic {
        Sizing "sizing",
        Performance "performance",
        Catalog "catalog",
        Price "price",
        Billing "billing",
        Discount "discount",
        HiddenCost "hidden_cost",
        PriceTrap "price_trap",
        RentVsBuy "rent_vs_buy",
        ProviderKind "provider_kind",
        Reliability "reliability",
        Continuity "continuity",
        Monitoring "monitoring",
        Interconnect "interconnect",
        Virtualisation "virtualisation",
        Software "software",
        Environment "environment",
        Troubleshooting "troubleshooting",
        BudgetPath "budget_path",
        Hybrid "hybrid",
        Trend "trend",
    }
}

/// Columns of the file in both languages, and in one.
const COLUMNS: (usize, usize) = (9, 7);

/// Reads the file in one language, 0 Chinese, 1 English: it may hold both. Rows with a verdict or topic that this version does not
/// know are left out.
pub fn claims(text: &str, lang: usize) -> Vec<Claim> {
    let both = text.split('\n').next().is_some_and(|head| head.contains("claim_zh"));
    let row = |mut row: Vec<String>| {
        if both {
            one_language(&mut row, lang);
        }
        let [id, topic, verdict, claim, today, source, answers] = <[String; 7]>::try_from(row).ok()?;
        let answers = answers.split('+').filter_map(|answer| {
            let (kind, word) = answer.split_once(':')?;
            match kind {
                "rule" => Some(Answer::Rule(word.to_owned())),
                "field" => Some(Answer::Field(word.to_owned())),
                "place" => Some(Answer::Place(word.to_owned())),
                _ => None,
            }
        });
        Some(Claim {
            topic: Topic::parse(&topic)?,
            verdict: Finding::parse(&verdict)?,
            answers: answers.collect(),
            claim,
            today,
            id,
            source,
        })
    };
    sheet::rows(text, if both { COLUMNS.0 } else { COLUMNS.1 }).into_iter().filter_map(row).collect()
}

/// Leaves of a row what is in one language.
fn one_language(row: &mut Vec<String>, lang: usize) {
    if row.len() == COLUMNS.0 {
        row.remove(6 - lang);
        row.remove(4 - lang);
    }
}

/// The file in one language, from the one in both.
pub fn half(text: &str, lang: usize) -> String {
    let mut out = String::from("id,topic,verdict,claim,today,source,answers\n");
    for mut row in sheet::rows(text, COLUMNS.0) {
        one_language(&mut row, lang);
        let cells = row.iter().map(|cell| sheet::cell(cell));
        out += &cells.collect::<Vec<_>>().join(",");
        out.push('\n');
    }
    out
}

impl Claim {
    /// Whether `needle` (lower case) occurs in the claim or in what is known of it.
    pub fn mentions(&self, needle: &str) -> bool {
        [&self.claim, &self.today].iter().any(|text| text.to_ascii_lowercase().contains(needle))
    }
}
