//! Under an answer that says no: the smallest changes that make it fit, what each saves and costs.

use super::{Case, apply, mend};
use crate::engine::inverse::{self, Mend, mends};
use crate::engine::report::Entry;
use crate::i18n::reverse as text;
use crate::plan::Field;
use crate::ui::markup::html;
use crate::ui::page::scene::{Scene, SceneProps};
use crate::ui::panels::steps::use_steps;
use yew::prelude::*;

/// The list, one step of the search after the other.
pub fn ways_out(scene: &Scene) -> Html {
    let (report, of) = (&scene.report, |pair| text::of(scene.lang, pair));
    if report.too_small().is_some() {
        return html! { <Ways scene={scene.clone()} /> };
    }
    if !report.spreads_nowhere() {
        return html! { <p>{ of(text::MEND_ELSE) }</p> };
    }
    let auto = [Field::Tp, Field::Pp, Field::Cp].map(|field| (field, "auto".to_owned()));
    html! { <p data-sz="degrees">{ of(text::MEND_LAYOUT) }{ " " }{ apply(scene, auto.to_vec(), text::MEND_AUTO) }</p> }
}

/// Sets of changes, each with the cheapest offer once it has been looked for.
type Found = Option<Vec<(Mend, Option<Option<Entry>>)>>;

#[component]
fn Ways(props: &SceneProps) -> Html {
    let scene = &props.scene;
    let steps = use_steps(
        Case::of(scene),
        |_| Found::None,
        |case, found| {
            let Some(stand) = case.stand() else { return false };
            let list = match found {
                Some(list) => list,
                None => {
                    *found = Some(mends(&stand).into_iter().map(|m| (m, None)).collect());
                    return true;
                }
            };
            let Some((mend, offer)) = list.iter_mut().find(|(_, offer)| offer.is_none()) else {
                return false;
            };
            *offer = Some(inverse::priced(mend, &stand, case.report.today));
            true
        },
    );
    let of = |pair| text::of(scene.lang, pair);
    let found = steps.found.borrow();
    let busy = if steps.more() { "true" } else { "false" };
    html! {
        <div data-sz="ways" aria-busy={busy}>
            { match &*found {
                None => html! { <p class="sz-note">{ of(text::BUSY) }</p> },
                Some(list) if list.is_empty() => html! { <p>{ of(text::MEND_NONE) }</p> },
                Some(list) => html! {
                    <>
                        <p>{ of(text::MEND_TITLE) }</p>
                        <ul class="sz-rows">{ for list.iter().map(|(m, offer)| mend(scene, m, offer.as_ref().map(Option::as_ref))) }</ul>
                    </>
                },
            } }
        </div>
    }
}
