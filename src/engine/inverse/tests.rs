//! Each answer is asked again at its edge: what is named holds, one more does not.

use super::card::holds;
use super::*;
use crate::engine::memory::{Fit, Part};
use crate::engine::report::{LEAST, kept, report};
use crate::plan::{Field, PRESETS, Plan};
use crate::share;

fn plan(link: &str) -> Plan {
    share::decode(link).0
}

fn changed(plan: &Plan, change: &[(Field, String)]) -> Plan {
    let mut plan = plan.clone();
    let mut warnings = Vec::new();
    for (field, text) in change {
        assert!(field.set(&mut plan, text, &mut warnings), "{field:?} {text}");
    }
    assert_eq!(warnings, vec![]);
    plan
}

#[test]
fn largest_finds_its_edge() {
    for edge in 1..200_u64 {
        assert_eq!(largest(1000, |n| n <= edge), Some(edge));
    }
    assert_eq!(largest(1000, |_| true), Some(1000));
    assert_eq!(largest(1000, |_| false), None);
}

#[test]
fn every_answer_holds_and_one_more_does_not() {
    let catalog = Catalog::embedded();
    let mut asked = 0;
    for preset in PRESETS {
        let plan = plan(preset.link);
        let found = report(&plan, catalog, catalog.date);
        let Some(stand) = Stand::of(&plan, catalog, &found) else { continue };
        for question in Question::ALL {
            let Some(a) = on_card(&stand, question) else {
                assert!(!question.applies(plan.task));
                continue;
            };
            let name = format!("{} {question:?}: {a:?}", preset.id);
            let Some(value) = a.value else { continue };
            assert!(a.need > 0.0 && a.need <= a.room, "{name}");
            let now = changed(&stand.plan, &a.change);
            asked += 1;
            match (question, value) {
                (Question::Cards, Value::Number(n)) => {
                    assert!(holds(&stand.ways_on(&now, n)).is_some(), "{name}");
                    if n > 1 && n <= 8 {
                        assert!(holds(&stand.ways_on(&now, n - 1)).is_none(), "{name}");
                    }
                }
                (_, Value::Number(n)) => {
                    assert!(holds(&stand.ways(&now)).is_some(), "{name}");
                    let more: Vec<(Field, String)> = a
                        .change
                        .iter()
                        .map(|(f, text)| (*f, (text.parse::<u64>().unwrap_or(0) + 1).to_string()))
                        .collect();
                    let ways = stand.ways(&changed(&stand.plan, &more));
                    match a.why {
                        Why::Memory => assert!(ways.fits.is_none(), "{name}"),
                        Why::Latency => assert!(holds(&ways).is_none() && ways.fits.is_some(), "{name}"),
                        Why::ModelLimit => assert_eq!(n, stand.job.arch.max_context, "{name}"),
                        Why::EndOfList => {}
                    }
                }
                (_, Value::Model(ix)) => {
                    let model = catalog.model(ix);
                    assert!(holds(&stand.ways_of(model)).is_some(), "{name}");
                    let larger = catalog.models.iter().filter(|m| {
                        super::known(m)
                            && crate::engine::model::suits(m.kind, plan.task)
                            && m.arch.params_total > model.arch.params_total
                    });
                    for other in larger {
                        assert!(holds(&stand.ways_of(other)).is_none(), "{name}: {}", other.id);
                    }
                }
                (_, Value::Gpu(ix)) => {
                    let on = Stand::at(&stand.plan, catalog, ix, stand.count).expect("a job");
                    assert!(holds(&on.ways(&stand.plan)).is_some(), "{name}");
                    assert!(on.card().usable <= stand.card().usable, "{name}");
                }
            }
        }
    }
    assert!(asked > 30, "{asked}");
}

#[test]
fn the_fewest_changes_make_it_fit() {
    let catalog = Catalog::embedded();
    for link in [
        "task=full&m=qwen2.5-7b&g=rtx-4090-24g&n=1",
        "task=lora&m=qwen2.5-14b&g=rtx-4090-24g&n=1&ctx=8192",
        "task=serve&m=qwen2.5-32b&g=l40s-48g&n=1",
        "task=lora&m=qwen2.5-7b&g=rtx-3060-12g&n=1",
    ] {
        let plan = plan(link);
        let gpu = catalog.gpu_ix(&plan.limits.gpus[0]).expect(link);
        let stand = Stand::at(&plan, catalog, gpu, 1).expect(link);
        assert!(stand.ways(&plan).fits.is_none(), "{link}");
        let found = mends(&stand);
        assert!(!found.is_empty() && found.is_sorted_by_key(|m| m.changes.len()), "{link}");
        for mend in &found {
            let name = format!("{link}: {mend:?}");
            assert!(mend.saves > 0.0 && mend.need <= mend.room, "{name}");
            let fit = |left_out: Option<usize>| {
                let (mut plan, mut count) = (plan.clone(), 1);
                for (at, change) in mend.changes.iter().enumerate() {
                    if Some(at) != left_out {
                        change.apply(&mut plan);
                        if let crate::engine::report::Change::MoreCards(n) = change {
                            count = *n;
                        }
                    }
                }
                stand.ways_on(&plan, count).best().map_or(Fit::No, |w| w.fit)
            };
            assert_eq!(fit(None), Fit::Fits, "{name}");
            for at in 0..mend.changes.len() {
                assert_ne!(fit(Some(at)), Fit::Fits, "{name}");
            }
        }
    }
    // What fits needs nothing.
    let plan = Plan::default();
    let found = report(&plan, catalog, catalog.date);
    assert!(mends(&Stand::of(&plan, catalog, &found).expect("a winner")).is_empty());
}

#[test]
fn the_most_work_for_500_yuan_by_friday() {
    let catalog = Catalog::embedded();
    let plan = plan("task=lora&m=qwen2.5-7b&g=rtx-4090-24g&n=1");
    let within = Within { budget: Some(500.0), deadline_h: Some(96.0) };
    let end = |mut hunt: Hunt| {
        let mut steps = 0;
        while hunt.step(catalog) {
            steps += 1;
            assert!(hunt.asked == steps && steps < 500, "a report a step");
        }
        assert!(!hunt.step(catalog), "over is over");
        hunt.best().cloned()
    };
    let goal = end(Hunt::work(&plan, catalog.date, within)).expect("some work");
    assert!(goal.entry.total.likely <= 500.0 && goal.amount > 1e6, "{goal:?}");
    let mut more = changed(&plan, &[(goal.change.0, (goal.amount * 1.0101).ceil().to_string())]);
    (more.limits.budget, more.limits.deadline_h) = (within.budget, within.deadline_h);
    let beyond = report(&more, catalog, catalog.date);
    let kept = beyond.verdict.winner.is_some_and(|at| beyond.ranked[at].not_eligible.is_empty());
    assert!(!kept, "a hundredth more: {:?}", beyond.verdict);

    let model = end(Hunt::model(&plan, catalog, catalog.date, within)).expect("a model");
    let id = catalog.model(model.model.expect("a model")).id.clone();
    assert_eq!(model.change, (Field::Model, id));
    assert!(model.entry.total.likely <= 500.0);
    // Nothing is possible for nothing.
    let nothing = Within { budget: Some(0.001), deadline_h: None };
    assert_eq!(end(Hunt::work(&plan, catalog.date, nothing)).map(|g| g.amount), None);
}

#[test]
fn single_changes_save_what_they_say() {
    let catalog = Catalog::embedded();
    let plan = plan("task=full&m=qwen2.5-7b&g=h100-sxm-80g&n=2");
    let gpu = catalog.gpu_ix("h100-sxm-80g").expect("a card");
    let stand = Stand::at(&plan, catalog, gpu, 2).expect("a job");
    let found = singles(&stand);
    assert!(found.len() >= 4, "{found:?}");
    for pair in found.windows(2) {
        assert!(pair[0].saves >= pair[1].saves);
    }
    for one in &found {
        assert_eq!(one.changes.len(), 1);
        let (mut free, mut count) = (plan.clone(), 2);
        one.changes[0].apply(&mut free);
        if let crate::engine::report::Change::MoreCards(n) = one.changes[0] {
            count = n;
        }
        let ways = stand.ways_on(&free, count);
        let need = |w: &Ways| {
            w.best().map(|w| w.memory.need.likely).or(w.closest.map(|c| c.1.need.likely)).expect("sized")
        };
        assert_eq!(one.fit, ways.best().map_or(Fit::No, |w| w.fit), "{one:?}");
        // With all else as it runs now, or as the engine spreads it then: only if that makes it fit.
        let now = stand.ways(&plan);
        let layout = now.best().map(|w| w.layout).or(now.closest.map(|c| c.0)).expect("spread");
        let alike = need(&stand.ways_on(&kept(&plan, &stand.job, &layout, &one.changes), count));
        assert_eq!(one.saves, need(&now) - alike, "{one:?}");
        assert!(one.need == alike || one.need == need(&ways) && one.fit != Fit::No, "{one:?}");
        // What fits then is priced by the report of the changed plan; what does not has no price.
        let offer = priced(one, &stand, catalog.date);
        assert!(one.fit != Fit::No || offer.is_none(), "{one:?} {offer:?}");
        if let Some(e) = offer {
            assert!(e.gpu == gpu && e.count == count && e.total.likely > 0.0 && e.hours.likely > 0.0);
        }
    }
    assert!(
        found.iter().any(|m| priced(m, &stand, catalog.date).is_some()),
        "some change fits and is offered"
    );
}

#[test]
fn a_change_saves_the_same_wherever_it_is_told() {
    let catalog = Catalog::embedded();
    let mut told = 0;
    let links = ["task=lora&m=qwen2.5-7b&g=rtx-5090-32g&n=1", "task=serve&m=qwen2.5-7b&g=rtx-4090-24g&n=1"];
    for link in links.into_iter().chain(PRESETS.iter().map(|p| p.link)) {
        let plan = plan(link);
        let found = report(&plan, catalog, catalog.date);
        let Some(stand) = Stand::of(&plan, catalog, &found) else { continue };
        let alone = singles(&stand);
        for saving in found.savings.iter().filter(|s| s.bytes > 0.0) {
            let one = alone.iter().find(|m| m.changes == [saving.change]);
            let saves = one.map(|m| m.saves);
            assert_eq!(saves, Some(saving.bytes), "{link}: {:?}", saving.change);
            told += 1;
        }
        // The doctor's, on the same cards.
        let d = diagnose(&crate::import::oom::read("CUDA out of memory"), &plan, catalog, &found);
        for change in d.iter().flat_map(|d| &d.changes).filter(|m| m.changes.len() == 1) {
            let saving = found.savings.iter().find(|s| s.change == change.changes[0]);
            assert_eq!(saving.map(|s| s.bytes), Some(change.saves), "{link}: {change:?}");
            assert!(change.saves >= LEAST, "{link}: {change:?}");
        }
    }
    assert!(told > 30, "{told}");
}

#[test]
fn a_message_stands_beside_the_plan() {
    let catalog = Catalog::embedded();
    let asked = |link: &str, text: &str| {
        let plan = plan(link);
        let found = report(&plan, catalog, catalog.date);
        diagnose(&crate::import::oom::read(text), &plan, catalog, &found).expect(link)
    };
    // A run that the plan, too, finds too large for the card.
    let message = "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 23.64 GiB of which 1.10 GiB is free. Process 1 has 22.50 GiB memory in use. Of the allocated memory 21.90 GiB is allocated by PyTorch, and 90.00 MiB is reserved by PyTorch but unallocated.";
    let d = asked("task=full&m=qwen2.5-7b&g=rtx-4090-24g&n=1", message);
    assert_eq!(catalog.gpu(d.gpu).id, "rtx-4090-24g");
    assert_eq!(d.fit, Fit::No);
    let largest =
        matches!(d.causes.first(), Some(Cause::Largest(Part::Optimizer, x)) if *x > 24.0 * crate::units::GIB);
    assert!(largest, "{:?}", d.causes);
    assert!(!d.changes.is_empty() && d.changes.len() <= 3);
    for change in &d.changes {
        assert!(change.saves > 0.0, "{change:?}");
    }
    // The words tell whose card it was: no other maker's of about that size is taken for it.
    let ascend = "RuntimeError: NPU out of memory. Tried to allocate 3.50 GiB (NPU 5; 60.97 GiB total capacity; 54.11 GiB already allocated; 2.06 GiB free; 57.90 GiB reserved in total by PyTorch)";
    for plan in ["task=serve&m=qwen2.5-7b", "task=lora&m=qwen2.5-7b&g=mi210-64g&n=1"] {
        assert_eq!(catalog.gpu(asked(plan, ascend).gpu).vendor, crate::catalog::Vendor::Huawei, "{plan}");
    }
    // Most of the card is somebody else's.
    let others = "CUDA out of memory. Tried to allocate 512.00 MiB (GPU 0; 23.64 GiB total capacity; 5.00 GiB already allocated; 100.00 MiB free; 5.20 GiB reserved in total by PyTorch)";
    let d = asked("task=lora&m=qwen2.5-7b&g=rtx-4090-24g&n=1", others);
    assert!(
        matches!(d.causes.first(), Some(Cause::Others(x)) if *x > 17.0 * crate::units::GIB),
        "{:?}",
        d.causes
    );
    // Fragments.
    let loose = "CUDA out of memory. Tried to allocate 1.00 GiB (GPU 0; 23.64 GiB total capacity; 15.00 GiB already allocated; 200.00 MiB free; 22.50 GiB reserved in total by PyTorch)";
    let d = asked("task=lora&m=qwen2.5-7b&g=rtx-4090-24g&n=1", loose);
    assert!(
        d.causes.iter().any(|c| matches!(c, Cause::Fragments(x) if *x > 7.0 * crate::units::GIB)),
        "{:?}",
        d.causes
    );
    // A table names another card than the plan's.
    let table = "index, name, memory.total [MiB], memory.used [MiB]\n0, NVIDIA A100-SXM4-80GB, 81920 MiB, 79000 MiB\n";
    let d = asked("task=lora&m=qwen2.5-7b&g=rtx-4090-24g&n=1", table);
    assert!(d.named && catalog.gpu(d.gpu).id.starts_with("a100"), "{}", catalog.gpu(d.gpu).id);
    assert_eq!(d.told.used, Some(79_000.0 * crate::units::MIB));
}

#[test]
fn every_message_is_answered() {
    let catalog = Catalog::embedded();
    let plan = plan("task=lora&m=qwen2.5-7b&g=rtx-4090-24g&n=1");
    let found = report(&plan, catalog, catalog.date);
    for line in include_str!("../../../tests/data/oom_messages.jsonl").lines() {
        let row: serde_json::Value = serde_json::from_str(line).expect("a row");
        let text = row["text"].as_str().expect("a text");
        let d =
            diagnose(&crate::import::oom::read(text), &plan, catalog, &found).expect("a plan with memory");
        let sure = matches!(
            row["kind"].as_str(),
            Some("device_oom" | "kv_too_small" | "startup_check" | "host_memory")
        );
        assert!(!sure || !d.causes.is_empty(), "{text}: no cause");
        assert!(d.changes.len() <= 3);
    }
}
