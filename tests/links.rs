//! Links are a file format: what was written is read back, and any text at all gives a plan.
#![allow(missing_docs)]

#[path = "common/damage.rs"]
mod damage;
#[path = "common/random_plan.rs"]
mod random_plan;

use fastrand::Rng;
use suanzu::plan::{Field, PRESETS, Plan, Slot, Warning};
use suanzu::share::{self, Link};

const SEED: u64 = 20_261_202;

/// All numbers of a plan are inside their bounds.
#[track_caller]
fn bounded(plan: &Plan, text: &str) {
    for field in Field::ALL {
        if let (Some((low, high)), Some(x)) = (field.bounds(), field.number(plan)) {
            let shown: String = text.chars().take(200).collect();
            assert!(low <= x && x <= high, "{field:?} is {x} after {shown}");
        }
    }
    let mut again = plan.clone();
    assert_eq!(again.clamp(), vec![], "clamp has nothing left to do");
    assert_eq!(again, *plan);
}

#[test]
fn what_is_written_is_read_back() {
    let mut rng = Rng::with_seed(SEED);
    for i in 0..5_000 {
        let share = if i % 3 == 0 { 0.9 } else { 0.15 };
        let plan = random_plan::plan(&mut rng, share);
        let link = share::encode(&plan);
        let (back, warn) = share::decode(&link);
        assert_eq!(warn, vec![], "{link}");
        assert_eq!(back, plan, "{link}");
        assert_eq!(share::encode(&back), link);
    }
}

#[test]
fn a_link_to_the_default_plan_is_told_from_other_text() {
    for text in [
        share::encode(&Plan::default()).as_str(),
        "看这个：https://example.org/suanzu/?v=1 行不行",
        "https://example.org/#v=1",
        "v=1&m=no-such-model",
    ] {
        assert!(share::versioned(text), "{text}");
    }
    for text in
        ["", "hello world", "https://example.org/?q=1", "https://example.org/watch?v=dQw4", "javascript:v=1"]
    {
        assert!(!share::versioned(text), "{text}");
    }
}

#[test]
fn every_field_alone_survives_a_link() {
    let mut rng = Rng::with_seed(SEED);
    for field in Field::ALL {
        let mut changed = false;
        for _ in 0..200 {
            let donor = random_plan::plan(&mut rng, 0.4);
            let mut plan = Plan::default();
            let text = field.text(&donor);
            if text.is_empty() {
                // Another form of the model, or no frozen prices this time.
                continue;
            }
            let mut warn = Vec::new();
            assert!(field.set(&mut plan, &text, &mut warn), "{field:?} {text} {warn:?}");
            assert_eq!(warn, vec![], "{field:?} {text}");
            assert_eq!(field.text(&plan), text, "{field:?}");
            let link = share::encode(&plan);
            assert_eq!(share::decode(&link), (plan.clone(), vec![]), "{link}");
            changed |= plan != Plan::default();
            field.reset(&mut plan);
            assert_eq!(plan, Plan::default(), "{field:?}");
        }
        assert!(changed, "{field:?} was never anything but the default");
    }
}

#[test]
fn a_link_carries_other_plans_view_title_and_what_it_does_not_know() {
    let mut rng = Rng::with_seed(SEED);
    for i in 0..1_000 {
        let mut link = Link { plan: random_plan::plan(&mut rng, 0.1), ..Link::default() };
        for _ in 0..i % 4 {
            let mut other = random_plan::plan(&mut rng, 0.1);
            other.frozen.clone_from(&link.plan.frozen);
            link.others.push(if rng.bool() { link.plan.clone() } else { other });
        }
        if rng.bool() {
            link.title = "八卡 H20 & a 50% = plan # 1".into();
            link.unknown = vec![("zz".into(), "1,2:3".into()), ("新".into(), "值 x".into())];
            link.unknown_fragment = vec![("quote".into(), "1.98".into())];
            link.view.lang = Some(suanzu::i18n::Lang::En);
            link.view.theme = Some(share::Theme::Dark);
            link.view.show = Some(suanzu::units::Currency::Usd);
        }
        let text = share::write(&link);
        let (back, warn) = share::read(&text);
        assert!(warn.iter().all(|w| matches!(w, Warning::UnknownKey { .. })), "{text} {warn:?}");
        assert_eq!(back, link, "{text}");
        assert_eq!(share::write(&back), text);
        assert!(!text.split('#').next().unwrap().contains("H20%20"), "the title stays in the fragment");
    }
}

#[test]
fn ten_thousand_damaged_links_give_plans_inside_their_bounds() {
    let mut rng = Rng::with_seed(SEED);
    for _ in 0..10_000 {
        let plan = random_plan::plan(&mut rng, 0.2);
        let mut text = share::encode(&plan);
        for _ in 0..rng.usize(1..4) {
            text = damage::damage(&mut rng, &text);
        }
        let (link, warn) = share::read(&text);
        bounded(&link.plan, &text);
        for other in &link.others {
            bounded(other, &text);
        }
        for w in &warn {
            if let Warning::Clamped { field, from, to } = w {
                assert!(from != to && field.bounds().is_some());
            }
        }
        // What was understood is understood again, without a complaint about values.
        let again = share::write(&link);
        let (back, warn) = share::read(&again);
        assert!(warn.iter().all(|w| matches!(w, Warning::UnknownKey { .. })), "{again} {warn:?}");
        assert_eq!(back.plan, link.plan, "{again}");
        assert_eq!(share::write(&back), again);
    }
}

#[test]
fn odd_numbers_are_named_by_their_field() {
    for field in Field::ALL {
        let Some((low, high)) = field.bounds() else { continue };
        for odd in ["-1", "1e308", "NaN", "inf", "0"] {
            let (plan, warn) = share::decode(&format!("v=1&{}={odd}", field.key()));
            let fine = odd == "0" && low <= 0.0 && 0.0 <= high;
            assert_eq!(warn.is_empty(), fine, "{field:?}={odd}: {warn:?}");
            assert!(warn.iter().all(|w| w.field() == Some(*field)), "{field:?}={odd}: {warn:?}");
            bounded(&plan, odd);
        }
    }
}

#[test]
fn a_megabyte_of_anything_is_read_in_linear_time() {
    let started = std::time::Instant::now();
    let mut rng = Rng::with_seed(SEED);
    for unit in
        ["m=a&", "a", "%41", "＆", "%25", "g=x,", "2.m=", "ma=h:1|", "1,", "?", "#", "&amp;", "://", "v=9&"]
    {
        let text = unit.repeat(1_000_000 / unit.len());
        let (plan, _) = share::decode(&text);
        bounded(&plan, unit);
        for field in [Field::Tokens, Field::Gpus, Field::Architecture, Field::Modes, Field::Software] {
            let mut plan = Plan::default();
            field.set(&mut plan, &text, &mut Vec::new());
            plan.clamp();
            bounded(&plan, unit);
        }
    }
    let noise: Vec<u8> = (0..1_000_000).map(|_| rng.u8(..)).collect();
    share::decode(&String::from_utf8_lossy(&noise));
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

#[test]
fn recorded_links_decode_for_ever() {
    let mut count = 0;
    for (n, line) in include_str!("links_v1.txt").lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let mut parts = line.split('\t');
        let (link, canonical) = (parts.next().unwrap(), parts.next().unwrap());
        let (read, warn) = share::read(link);
        assert_eq!(share::write(&read), canonical, "line {}: {warn:?}", n + 1);
        for want in parts {
            let (key, value) = want.split_once('=').unwrap();
            if key == "warn" {
                let have: Vec<String> = warn
                    .iter()
                    .map(|w| serde_json::to_value(w).unwrap()["kind"].as_str().unwrap().into())
                    .collect();
                assert_eq!(have.join(","), value, "line {}", n + 1);
            } else {
                let field = Field::of_key(key).unwrap();
                assert_eq!(field.text(&read.plan), value, "line {} {key}", n + 1);
            }
        }
        count += 1;
    }
    assert!(count >= 30, "{count}");
}

#[test]
fn presets_stand_in_the_record() {
    let record = include_str!("links_v1.txt");
    for preset in PRESETS {
        assert!(record.lines().any(|l| l.split('\t').next() == Some(preset.link)), "{}", preset.id);
    }
}

#[test]
fn every_key_stands_in_the_record() {
    let record = include_str!("links_v1.txt");
    for field in Field::ALL {
        let key = format!("&{}=", field.key());
        assert!(record.contains(&key), "{key}");
        // And each word that a field chooses from.
        if let Slot::Word(_) = field.row().slot {
            for word in field.words() {
                let (plan, warn) = share::decode(&format!("{}={word}", field.key()));
                assert_eq!(warn, vec![], "{word}");
                assert_eq!(field.text(&plan), word);
            }
        }
    }
}
