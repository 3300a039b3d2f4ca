//! Whether it fits: the bar, the parts, why each is as large, and what a change would save.

use super::scene::{SceneProps, heading};
use crate::engine::line::Line;
use crate::engine::memory::Part;
use crate::engine::names::What;
use crate::engine::report::Saving;
use crate::i18n::{Named, fill, number, value};
use crate::plan::Task;
use crate::ui::markup::html;
use crate::ui::parts::{bar, escape, panel, rich, toggle};
use crate::units::{Bytes, GIB, MIB};
use yew::prelude::*;

/// The component of the bar that a memory line belongs to; `None` for sums and host memory.
pub const fn part_of(what: What) -> Option<Part> {
    Some(match what {
        What::Weights | What::TextEncoders | What::VisionTower | What::DequantBuffer => Part::Weights,
        What::KvCache | What::RecurrentState => Part::KvCache,
        What::AdapterWeights => Part::Adapter,
        What::Gradients | What::GatherBuffers => Part::Gradients,
        What::OptimizerStates | What::MasterWeights => Part::Optimizer,
        What::Activations | What::Checkpoints | What::Sampler | What::VaePeak => Part::Activations,
        What::LossLogits => Part::Loss,
        What::AllocatorSlack | What::GraphMemory | What::Workspace | What::Communicators => Part::Slack,
        What::Context | What::Display => Part::Context,
        _ => return None,
    })
}

/// The word of a part's colour.
const fn colour(part: Part) -> &'static str {
    match part {
        Part::Weights => "weights",
        Part::KvCache => "kv-cache",
        Part::Adapter => "adapter",
        Part::Gradients => "gradients",
        Part::Optimizer => "optimizer",
        Part::Activations => "activations",
        Part::Loss => "loss",
        Part::Slack => "slack",
        Part::Context => "context",
    }
}

/// The section.
#[component]
pub fn Fit(props: &SceneProps) -> Html {
    let scene = &props.scene;
    let (t, lang, words) = (scene.t(), scene.lang, scene.words());
    let open = use_state_eq(|| None::<usize>);
    let Some(e) = scene.winner().filter(|_| scene.plan.task != Task::KnownCards) else {
        // Who knows the cards is not asked about the model: there is nothing to size.
        return html! { <section hidden={true}></section> };
    };
    let usable_mib = e.usable / MIB;
    let side = fill(
        t.fit_side,
        &[&words.count_of(e.count, e.gpu), &number::whole(usable_mib as u64), &words.layout(&e.layout)],
    )
    .plain();
    let lines: Vec<(usize, &Line)> = scene
        .report
        .memory
        .iter()
        .enumerate()
        .filter(|(_, l)| l.at_peak && part_of(l.what).is_some() && l.value.likely > 0.0)
        .collect();
    let beside: Vec<(usize, &Line)> = scene
        .report
        .memory
        .iter()
        .enumerate()
        .filter(|(_, l)| !l.at_peak && part_of(l.what).is_some() && l.value.likely > 0.0)
        .collect();
    let total: f64 = e.need.likely.max(1.0);
    let row = |(i, line): &(usize, &Line), peak: bool| {
        let i = *i;
        let is_open = *open == Some(i);
        let press = {
            let open = open.clone();
            Callback::from(move |_: MouseEvent| open.set(if is_open { None } else { Some(i) }))
        };
        let c = part_of(line.what).map_or("other", colour);
        let share = if peak { number::percent(line.value.likely / total) } else { t.not_at_peak.to_owned() };
        let id = format!("why-m{i}");
        let mut out = vec![html! {
            <tr key={i} data-open={is_open.then_some("")}>
                <th scope="row"><span class="sz-sw" data-c={c}></span>{ line.what.name(lang) }</th>
                <td><span class="sz-num">{ value::filled(lang, line.formula, &line.terms, scene.report.currency) }</span></td>
                <td class="r">{ number::gib_part(line.value.likely) }</td>
                <td class="r">{ share }</td>
                <td class="r">{ toggle(is_open, lang, id.clone(), press) }</td>
            </tr>
        }];
        if is_open {
            out.push(html! {
                <tr key={format!("p{i}")} class="sz-panel-r" {id}><td colspan="5">{ panel(line, lang, scene.report.currency) }</td></tr>
            });
        }
        out
    };
    let (saves, spends): (Vec<&Saving>, Vec<&Saving>) =
        scene.report.savings.iter().partition(|s| s.bytes > 0.0);
    let list = |all: &[&Saving]| {
        html! {
            <ul class="sz-rows">{ for all.iter().take(6).map(|s| {
                let row = words.saving(s);
                let title = scene.offer_change(s.change, &row.title);
                html! {
                    <li key={row.title.clone()}>
                        <span>{ title }</span><span class="sz-num">{ rich(&row.figures) }</span><span class="sz-note">{ &row.note }</span>
                    </li>
                }
            }) }</ul>
        }
    };
    let free = Bytes::from_f64(e.room - e.need.likely).to_f64();
    html! {
        <section class="sz-sec" id="fit">
            { heading(&words.fit_heading(), html! { <span class="sz-note">{ side }</span> }) }
            { bar(&e.parts, e.need, e.usable, lang) }
            <div class="sz-split">
                <div class="sz-tw" tabindex="0" role="region" aria-label={t.fit_question}>
                    <table class="sz-t sz-parts" data-sz="parts" onkeydown={escape(&open, "why-m")}>
                        <thead><tr>
                            <th scope="col">{ if e.count > 1 { t.part_each } else { t.part } }</th>
                            <th scope="col">{ t.formula }</th>
                            <th scope="col" class="r">{ "GiB" }</th>
                            <th scope="col" class="r">{ t.share }</th>
                            <th scope="col" class="r"><span class="sz-sr">{ t.explain }</span></th>
                        </tr></thead>
                        <tbody>
                            { for lines.iter().flat_map(|l| row(l, true)) }
                            { for beside.iter().flat_map(|l| row(l, false)) }
                        </tbody>
                        <tfoot><tr>
                            <th scope="row">{ t.peak }</th><td></td>
                            <td class="r">{ number::gib_part(e.need.likely) }</td>
                            <td class="r">{ number::percent(1.0) }</td><td></td>
                        </tr></tfoot>
                    </table>
                </div>
                <div>
                    <div>{ (!saves.is_empty()).then(|| html! { <><h3 class="sz-h3">{ t.save_title }</h3>{ list(&saves) }</> }) }</div>
                    <div class="sz-noprint">{ (!spends.is_empty() && free >= 0.1 * GIB).then(|| html! {
                        <><h3 class="sz-h3 sz-gap">{ fill(t.spend_title, &[&number::gib(free)]).plain() }</h3>{ list(&spends) }</>
                    }) }</div>
                </div>
            </div>
        </section>
    }
}
