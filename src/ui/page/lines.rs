//! A table of lines, each of which opens to its working.

use super::scene::Scene;
use crate::engine::line::Line;
use crate::i18n::{Named, value};
use crate::ui::markup::html;
use crate::ui::parts::{escape, panel, toggle};
use yew::prelude::*;

/// Props of [`Lines`].
#[derive(Properties, PartialEq)]
pub struct LinesProps {
    /// The scene.
    pub scene: Scene,
    /// The lines.
    pub lines: Vec<Line>,
    /// Makes ids of panels distinct.
    pub word: &'static str,
}

/// The table.
#[component]
pub fn Lines(props: &LinesProps) -> Html {
    let (scene, lang) = (&props.scene, props.scene.lang);
    let (t, currency) = (scene.more(), scene.report.currency);
    let open = use_state_eq(|| None::<usize>);
    html! {
        <table class="sz-t sz-lines" onkeydown={escape(&open, props.word)}>
            <thead class="sz-sr"><tr><th scope="col">{ t.item }</th><th scope="col">{ t.figure }</th><th scope="col">{ t.explain }</th></tr></thead>
            <tbody>{ for props.lines.iter().enumerate().flat_map(|(i, line)| {
                let is_open = *open == Some(i);
                let press = {
                    let open = open.clone();
                    Callback::from(move |_: MouseEvent| open.set(if is_open { None } else { Some(i) }))
                };
                let id = format!("{}{i}", props.word);
                let band = value::range(lang, line.value, line.unit, currency);
                let middle = value::line(lang, line, currency);
                let mut out = vec![html! {
                    <tr key={i} data-open={is_open.then_some("")}>
                        <th scope="row">{ line.what.name(lang) }{ if band == middle { Html::default() } else { html! { <><br /><small>{ band }</small></> } } }</th>
                        <td class="r">{ middle }</td>
                        <td class="r">{ toggle(is_open, lang, id.clone(), press) }</td>
                    </tr>
                }];
                if is_open {
                    out.push(html! { <tr key={format!("p{i}")} class="sz-panel-r" {id}><td colspan="3">{ panel(line, lang, currency) }</td></tr> });
                }
                out
            }) }</tbody>
        </table>
    }
}
