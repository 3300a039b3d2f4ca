//! Words of the view "what guides say". Only that view reads them.

use super::Lang;
use super::names::named;
use crate::catalog::claims::{Finding, Topic};

named! {
    Finding {
        Holds "成立" "Holds",
        Conditions "有条件成立" "Holds with conditions",
        Outdated "过时" "Outdated",
        Wrong "不对" "Wrong",
        Unverifiable "无法核实" "Cannot be verified",
        Refused "违规，不提供" "Against the rules: not offered",
    }
    Topic {
        Sizing "显存估算" "Sizing",
        Performance "速度" "Performance",
        Catalog "显卡" "Cards",
        Price "价格" "Prices",
        Billing "计费方式" "Billing",
        Discount "优惠" "Discounts",
        HiddenCost "隐藏成本" "Hidden costs",
        PriceTrap "价格陷阱" "Price traps",
        RentVsBuy "租还是买" "Rent or buy",
        ProviderKind "服务商类型" "Kinds of provider",
        Reliability "可靠性" "Reliability",
        Continuity "持续运行" "Keeping going",
        Monitoring "监控" "Monitoring",
        Interconnect "互联" "Links",
        Virtualisation "虚拟化" "Virtualisation",
        Software "软件" "Software",
        Environment "环境" "Environment",
        Troubleshooting "排错" "Troubleshooting",
        BudgetPath "小预算" "Small budgets",
        Hybrid "混合部署" "Hybrid",
        Trend "趋势" "Trends",
    }
}

/// The strings of the view.
#[allow(missing_docs)]
pub struct Texts {
    pub title: &'static str,
    pub intro: &'static str,
    pub search: &'static str,
    pub verdicts: &'static str,
    pub all: &'static str,
    pub topic: &'static str,
    pub any_topic: &'static str,
    pub found: &'static str,
    pub none: &'static str,
    pub more: &'static str,
    pub today: &'static str,
    pub source: &'static str,
    pub look: &'static str,
    pub advice: &'static str,
    pub advice_now: &'static str,
    pub advice_silent: &'static str,
    pub loading: &'static str,
    pub failed: &'static str,
    pub again: &'static str,
    pub file: &'static str,
}

const ZH: Texts = Texts {
    title: "攻略里的说法，哪些靠谱",
    intro: "两篇流传较广的租卡攻略里的 151 条说法，逐条核对到 2026 年 12 月：结论、现在的数字、出处，以及在这里的哪个地方能算出你自己的答案。",
    search: "搜说法，如“包月”“4090”",
    verdicts: "结论",
    all: "全部",
    topic: "主题",
    any_topic: "全部主题",
    found: "{0} 条",
    none: "没有符合的说法。换个词，或清掉筛选。",
    more: "显示全部 {0} 条",
    today: "现在",
    source: "出处",
    look: "在这里算：",
    advice: "风险和建议",
    advice_now: "你的方案里就有这条建议",
    advice_silent: "你的方案现在没有这个问题",
    loading: "正在读取……",
    failed: "没读到这份清单：可能断网，或页面是从文件夹打开的。",
    again: "再试一次",
    file: "下载全部（CSV）",
};
const EN: Texts = Texts {
    title: "What guides say, and what holds",
    intro: "151 claims of two widely read guides to renting GPUs, checked one by one up to December 2026: the verdict, today’s figures, the source, and where this calculator works out your own answer.",
    search: "Search claims: “package”, “4090”",
    verdicts: "Verdict",
    all: "All",
    topic: "Topic",
    any_topic: "All topics",
    found: "{0} claims",
    none: "No claim matches. Try another word or clear the filters.",
    more: "Show all {0}",
    today: "Today",
    source: "Source",
    look: "Work it out here:",
    advice: "Risks and advice",
    advice_now: "your plan has this advice",
    advice_silent: "not an issue for your plan now",
    loading: "Reading …",
    failed: "The list could not be read: no network, or the page was opened from a folder.",
    again: "Try again",
    file: "Download all (CSV)",
};

/// The strings of the view in one language.
pub const fn texts(lang: Lang) -> &'static Texts {
    match lang {
        Lang::Zh => &ZH,
        Lang::En => &EN,
    }
}

/// The name of a section of the page, by its anchor.
pub const fn place(lang: Lang, anchor: &str) -> Option<&'static str> {
    Some(match anchor.as_bytes() {
        b"answer" => lang.pick("答案", "The answer"),
        b"fit" => lang.pick("放得下吗", "Does it fit"),
        b"offers" => lang.pick("租谁的", "The offers"),
        b"modes" => lang.pick("怎么付", "Ways to pay"),
        b"time" => lang.pick("要多久", "How long"),
        b"bill" => lang.pick("账单", "The bill"),
        b"risk" => lang.pick("风险和建议", "Risks and advice"),
        b"questions" => lang.pick("付钱前的问题", "Questions before paying"),
        b"lists/suanzu-questions" => lang.pick("清单：付钱前的问题", "Checklist: questions before paying"),
        b"lists/suanzu-first-day" => lang.pick("清单：第一天验机", "Checklist: the first day"),
        b"lists/suanzu-monitoring" => lang.pick("清单：监控", "Checklist: monitoring"),
        b"lists/suanzu-continuity" => lang.pick("清单：持续运行和退出", "Checklist: keeping going"),
        b"questions/q-leave" => lang.pick("包月提前不用了，能退多少", "Leave a package early"),
        b"questions/q-split" => lang.pick("便宜卡调通，好卡开跑", "Debug on a cheap card first"),
        b"questions/q-base" => lang.pick("包一部分，高峰再加", "A committed base and rented peaks"),
        b"lists" => lang.pick("清单", "The checklists"),
        b"next" => lang.pick("下一步", "What next"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::claims::{Answer, Claim, claims, half};
    use crate::i18n::Named;
    use crate::i18n::tests::check_pair;
    use crate::plan::Field;
    use std::fmt::Write;

    fn file(path: &str) -> String {
        std::fs::read_to_string(format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap_or_default()
    }

    /// In Chinese and in English.
    fn both() -> [Vec<Claim>; 2] {
        [0, 1].map(|lang| claims(&file("static/catalog/claims.csv"), lang))
    }

    fn all() -> Vec<Claim> {
        let [_, en] = both();
        en
    }

    #[test]
    fn a_file_in_one_language_says_the_same() {
        for (lang, all) in both().iter().enumerate() {
            assert_eq!(claims(&half(&file("static/catalog/claims.csv"), lang), lang), *all);
        }
    }

    #[test]
    fn every_claim_is_read_and_has_both_languages() {
        let all = all();
        assert_eq!(all.len(), 151);
        for (zh, c) in both()[0].iter().zip(&all) {
            assert_eq!((&zh.id, &zh.source, &zh.answers), (&c.id, &c.source, &c.answers));
            check_pair(&c.id, &zh.claim, &c.claim);
            check_pair(&c.id, &zh.today, &c.today);
            assert!(!c.source.is_empty(), "{} has no source", c.id);
            // What was published, not a file of ours.
            let ours = ["catalog/", "facts/", "tests/", ".md"].iter().find(|own| c.source.contains(**own));
            assert!(ours.is_none(), "{}: {}", c.id, c.source);
        }
        let count = |v| all.iter().filter(|c| c.verdict == v).count();
        let counts = [Finding::Holds, Finding::Conditions, Finding::Outdated, Finding::Wrong].map(count);
        assert_eq!(counts, [60, 56, 11, 10]);
    }

    #[test]
    fn every_answer_exists() {
        let rules: Vec<&str> = crate::engine::advice::rules().map(|r| r.id).collect();
        for c in all() {
            for answer in &c.answers {
                match answer {
                    Answer::Rule(id) => assert!(rules.contains(&id.as_str()), "{}: no rule {id}", c.id),
                    Answer::Field(key) => assert!(Field::of_key(key).is_some(), "{}: no field {key}", c.id),
                    Answer::Place(anchor) => {
                        assert!(place(Lang::Zh, anchor).is_some(), "{}: no place {anchor}", c.id);
                    }
                }
            }
        }
    }

    /// Claims that nothing in the calculator answers, and why.
    const UNANSWERED: &[(&str, &str)] = &[("s2-059", "a metaphor, which no figure confirms or refutes")];

    #[test]
    fn every_other_claim_is_answered_somewhere() {
        let open: Vec<String> = all().into_iter().filter(|c| c.answers.is_empty()).map(|c| c.id).collect();
        assert_eq!(open, UNANSWERED.iter().map(|u| u.0).collect::<Vec<_>>());
    }

    #[test]
    fn advice_against_the_rules_is_named_and_never_offered() {
        let refused: Vec<Claim> = all().into_iter().filter(|c| c.verdict == Finding::Refused).collect();
        assert_eq!(refused.iter().map(|c| c.id.as_str()).collect::<Vec<_>>(), ["s1-090"]);
        let zh = both()[0].iter().find(|c| c.id == "s1-090").map(|c| c.today.clone()).unwrap_or_default();
        assert!(refused[0].today.contains("does not offer it") && zh.contains("不提供"));
    }

    #[test]
    fn names_are_there() {
        for (zh, en) in Finding::ALL.iter().map(|f| f.texts()).chain(Topic::ALL.iter().map(|t| t.texts())) {
            check_pair(en, zh, en);
        }
    }

    const HEAD: &str = "\
# What guides say, and where the calculator answers it

Two widely read guides to renting GPUs make 151 claims. Each was checked; `static/catalog/claims.csv` holds the claim, the verdict,
what is known today and the source, in both languages, and the page shows them in a view of their own. This table maps each claim to
the feature that answers it: a rule of the advice (`src/engine/advice`), a field of the plan (`docs/links.md`) or a section of the
page. It is made from the file (`SUANZU_WRITE=1 cargo test --lib claims`), and a test checks that every rule, field and section exists.

| claim | what it says | verdict | answered by |
|---|---|---|---|
";

    fn page() -> String {
        let mut out = HEAD.to_owned();
        for c in all() {
            let by: Vec<String> = c
                .answers
                .iter()
                .map(|a| match a {
                    Answer::Rule(id) => format!("rule `{id}`"),
                    Answer::Field(key) => format!("field `{key}`"),
                    Answer::Place(anchor) => match anchor.split_once('/') {
                        Some((section, panel)) => format!("panel `{panel}` of section `#{section}`"),
                        None => format!("section `#{anchor}`"),
                    },
                })
                .collect();
            let why = UNANSWERED.iter().find(|u| u.0 == c.id).map(|u| format!("nothing: {}", u.1));
            let by = why.unwrap_or_else(|| by.join(", "));
            let claim = c.claim.replace('|', "\\|");
            writeln!(out, "| {} | {claim} | {} | {by} |", c.id, c.verdict.name(Lang::En)).unwrap();
        }
        out
    }

    #[test]
    fn the_table_of_claims_is_up_to_date() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/claims.md");
        if std::env::var_os("SUANZU_WRITE").is_some() {
            std::fs::write(path, page()).unwrap();
        }
        assert!(
            file("docs/claims.md") == page(),
            "docs/claims.md is old: SUANZU_WRITE=1 cargo test --lib claims"
        );
    }
}
