//! What guides say, and what is true of it: `static/catalog/claims.csv`, fetched when it is looked at.

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
    /// The claim: Chinese, English.
    pub claim: [String; 2],
    /// What is known today: Chinese, English.
    pub today: [String; 2],
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

/// Reads the file. Rows with a verdict or topic that this version does not know are left out.
pub fn claims(text: &str) -> Vec<Claim> {
    let row = |row: Vec<String>| {
        let [id, topic, verdict, claim_zh, claim_en, today_zh, today_en, source, answers] =
            <[String; 9]>::try_from(row).ok()?;
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
            claim: [claim_zh, claim_en],
            today: [today_zh, today_en],
            id,
            source,
        })
    };
    sheet::rows(text, 9).into_iter().filter_map(row).collect()
}

impl Claim {
    /// Whether `needle` (lower case) occurs in the claim or in what is known of it, in either language.
    pub fn mentions(&self, needle: &str) -> bool {
        self.claim.iter().chain(&self.today).any(|text| text.to_ascii_lowercase().contains(needle))
    }
}
