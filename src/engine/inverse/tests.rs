//! Each answer is asked again at its edge: what is named holds, one more does not.

use super::card::holds;
use super::*;
use crate::engine::memory::Fit;
use crate::engine::report::report;
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
        assert!(!found.is_empty(), "{link}");
        for mend in &found {
            let name = format!("{link}: {mend:?}");
            assert!(mend.saves > 0.0 && mend.need <= mend.room, "{name}");
            assert_eq!(mend.changes.len(), found[0].changes.len(), "{name}");
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
    let goal = most_work(&plan, catalog, catalog.date, within, &mut || true).expect("some work");
    assert!(goal.entry.total.likely <= 500.0 && goal.amount > 1e6, "{goal:?}");
    let mut more = changed(&plan, &[(goal.change.0, (goal.amount * 1.0101).ceil().to_string())]);
    (more.limits.budget, more.limits.deadline_h) = (within.budget, within.deadline_h);
    let beyond = report(&more, catalog, catalog.date);
    let kept = beyond.verdict.winner.is_some_and(|at| beyond.ranked[at].not_eligible.is_empty());
    assert!(!kept, "a hundredth more: {:?}", beyond.verdict);

    let model = biggest_model(&plan, catalog, catalog.date, within, &mut || true).expect("a model");
    let id = catalog.model(model.model.expect("a model")).id.clone();
    assert_eq!(model.change, (Field::Model, id));
    assert!(model.entry.total.likely <= 500.0);
    // Stopped is not answered.
    assert!(most_work(&plan, catalog, catalog.date, within, &mut || false).is_none());
    // Nothing is possible for nothing.
    let nothing = Within { budget: Some(0.001), deadline_h: None };
    assert!(most_work(&plan, catalog, catalog.date, nothing, &mut || true).is_none());
}
