//! The box that takes what people have. Nothing of it leaves the page; only what is applied becomes the plan.

mod data;
mod doctor;
mod files;

use super::reverse::Case;
use crate::i18n::bring::{self as text, Pair};
use crate::i18n::{Lang, fields, number};
use crate::import::config::{Imported, NotAModel};
use crate::import::paste::{self, Paste};
use crate::import::start::Start;
use crate::plan::{Field, LoraTargets, Plan, Task};
use crate::platform::{self, Picked};
use crate::ui::markup::html;
use crate::ui::page::scene::{Scene, SceneProps};
use crate::ui::{Action, Trail};
use files::{Heard, Loaded};
use std::rc::Rc;
use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

/// The panel's content.
pub fn bring(scene: &Scene) -> Html {
    html! { <Bring scene={scene.clone()} /> }
}

/// What has been brought.
#[derive(Clone)]
enum Brought {
    Text(Rc<Paste>),
    /// The file that is being read.
    Reading(String),
    Files(Rc<Loaded>),
}

/// What is said of it: one line that is read out, and what stands below.
type Said = (String, Html);

#[component]
fn Bring(props: &SceneProps) -> Html {
    let scene = &props.scene;
    let lang = scene.lang;
    let of = |pair: Pair| text::of(lang, pair);
    let typed = use_state_eq(AttrValue::default);
    let brought = use_state(|| Brought::Text(Rc::new(Paste::Empty)));
    // Bytes of a token or tokens of a row, where the reader says so.
    let ratio = use_state_eq(|| None::<f64>);
    // The plan that it was pasted with: a failure is that plan's, whatever is changed afterwards.
    let given = use_state_eq(|| Case::of(scene));
    let again = {
        let (given, case) = (given.clone(), Case::of(scene));
        Callback::from(move |_: MouseEvent| given.set(case.clone()))
    };
    let take = {
        let (typed, brought, ratio, facts) =
            (typed.clone(), brought.clone(), ratio.clone(), scene.catalog.clone());
        let (given, case) = (given.clone(), Case::of(scene));
        Callback::from(move |now: String| {
            given.set(case.clone());
            brought.set(Brought::Text(Rc::new(paste::read(&now, &facts))));
            typed.set(now.into());
            ratio.set(None);
        })
    };
    let oninput = take.reform(|e: InputEvent| e.target_unchecked_into::<HtmlTextAreaElement>().value());
    let read = {
        let (brought, facts, typed) = (brought.clone(), scene.catalog.clone(), typed.clone());
        Callback::from(move |picked: Vec<Picked>| {
            if picked.is_empty() {
                return;
            }
            typed.set(AttrValue::default());
            let (brought, take) = (brought.clone(), take.clone());
            files::load(
                picked,
                facts.clone(),
                Callback::from(move |heard| match heard {
                    Heard::Reading(name) => brought.set(Brought::Reading(name)),
                    Heard::Text(text) => take.emit(text),
                    Heard::Files(loaded) => brought.set(Brought::Files(Rc::new(loaded))),
                }),
            );
        })
    };
    let onchange = {
        let read = read.clone();
        Callback::from(move |e: Event| {
            let input = e.target_unchecked_into::<HtmlInputElement>();
            read.emit(platform::picked(&input));
            // The same file may be chosen again.
            input.set_value("");
        })
    };
    let ondrop = Callback::from(move |e: DragEvent| {
        let dropped = platform::dropped(&e);
        // A dropped text goes where it was dropped.
        if !dropped.is_empty() {
            e.prevent_default();
            read.emit(dropped);
        }
    });
    let ondragover = Callback::from(|e: DragEvent| e.prevent_default());
    let (said, below) = match &*brought {
        Brought::Text(paste) => match &**paste {
            Paste::Data(size) => data::data(scene, *size, &ratio),
            Paste::Memory(message) => doctor::doctor(scene, message, &given, again),
            other => pasted(scene, other),
        },
        Brought::Reading(name) => (text::say(lang, text::READING, &[name]).plain(), Html::default()),
        Brought::Files(loaded) => files::shown(scene, loaded),
    };
    let inner = html! {
        <>
            <label class="sz-lab" for="bring-text">{ of(text::BOX) }</label>
            <p class="sz-note">{ of(text::NOTE) }</p>
            <textarea class="sz-handcopy" id="bring-text" data-sz="bring-text" rows="6" spellcheck="false" value={(*typed).clone()} {oninput} />
            <label class="sz-lab" for="bring-files">{ of(text::FILES) }</label>
            <input id="bring-files" data-sz="bring-files" type="file" multiple="" {onchange} />
            <p class="sz-note">{ of(text::PRIVATE) }</p>
        </>
    };
    let drop = ::yew::html! { <div {ondrop} {ondragover}>{ inner }</div> };
    html! { <>{ drop }<div data-sz="brought"><p role="status"><b>{ said }</b></p>{ below }</div></> }
}

/// A paragraph.
fn line(said: &str) -> Html {
    html! { <p>{ said }</p> }
}

/// A button that makes a plan the plan: one step back undoes it.
fn apply(scene: &Scene, plan: Plan) -> Html {
    let press = scene
        .send
        .reform(move |_: MouseEvent| Action::Load(Box::new(plan.clone()), Vec::new(), Trail::Typed));
    html! { <p class="sz-acts sz-gap-s"><button class="sz-btn" data-kind="main" type="button" data-sz="bring-apply" onclick={press}>{ text::of(scene.lang, text::APPLY) }</button></p> }
}

/// What a pasted text is.
fn pasted(scene: &Scene, paste: &Paste) -> Said {
    let lang = scene.lang;
    match paste {
        Paste::Empty | Paste::Data(_) | Paste::Memory(_) => (String::new(), Html::default()),
        Paste::Unknown => (text::of(lang, text::NOTHING).to_owned(), Html::default()),
        Paste::Model(model) => imported(scene, model),
        Paste::NotAModel(fault) => (text::not_a_model(lang, fault), adapter(scene, fault)),
        Paste::Start(start) => started(scene, start),
    }
}

/// A model's type, size and depth.
fn facts(lang: Lang, name: &str, arch: &crate::catalog::Architecture) -> String {
    let (size, layers) =
        (number::params(lang, arch.params_total as f64), number::whole(u64::from(arch.layers())));
    text::say(lang, text::M_IS, &[name, &size, &layers]).plain()
}

/// The model of a configuration.
fn imported(scene: &Scene, model: &Imported) -> Said {
    let lang = scene.lang;
    let mut plan = (*scene.plan).clone();
    let mut model = model.clone();
    let kept = model.prefer(&scene.plan.model, &scene.catalog);
    plan.model = model.model_ref(&scene.catalog);
    plan.run.file = None;
    let packed = model.packed.as_ref().and_then(|p| p.quant);
    if !plan.task.trains() {
        plan.run.quant = packed;
    }
    let first = match model.known.map(|ix| scene.catalog.model(ix).name()) {
        Some(name) if kept => text::say(lang, text::M_KEPT, &[name]).plain(),
        name => known(scene, name, &model.same),
    };
    let mut lines = vec![first];
    lines.extend(model.approximate.then(|| text::of(lang, text::M_NEAR).to_owned()));
    lines.extend(packed.map(|q| packing(lang, q)));
    (facts(lang, &model.model_type, &model.arch), lines_and(&lines, apply(scene, plan)))
}

/// Paragraphs, and what follows them.
fn lines_and(lines: &[String], rest: Html) -> Html {
    html! { <>{ for lines.iter().map(|l| line(l)) }{ rest }</> }
}

/// The format of the weights.
fn packing(lang: Lang, quant: crate::plan::Quant) -> String {
    text::say(lang, text::M_PACKED, &[&fields::word(lang, Field::Quant, quant.word())]).plain()
}

/// Whether the catalog knows it, or several of its shape.
fn known(scene: &Scene, name: Option<&str>, same: &[crate::catalog::ModelIx]) -> String {
    if !same.is_empty() {
        let all: Vec<&str> = same.iter().map(|ix| scene.catalog.model(*ix).name()).collect();
        return text::say(scene.lang, text::M_SAME, &[&all.join(scene.lang.pick("、", ", "))]).plain();
    }
    match name {
        Some(name) => text::say(scene.lang, text::M_KNOWN, &[name]).plain(),
        None => text::of(scene.lang, text::M_OWN).to_owned(),
    }
}

/// An adapter's rank and places become the plan's.
fn adapter(scene: &Scene, fault: &NotAModel) -> Html {
    let NotAModel::Adapter { rank, targets } = fault else { return Html::default() };
    let mut plan = (*scene.plan).clone();
    plan.run.lora_rank = *rank;
    let word = crate::import::start::targets(&targets.join(","));
    if let Some(targets) = word.and_then(LoraTargets::parse) {
        plan.run.lora_targets = targets;
    }
    if !plan.task.adapters() {
        plan.task = Task::Lora;
    }
    apply(scene, plan)
}

/// A start command or file: what becomes the plan, and what does not.
fn started(scene: &Scene, start: &Start) -> Said {
    let lang = scene.lang;
    let colon = lang.pick("：", ": ");
    let sets = start.sets.iter().map(|s| {
        let said = format!("{}{colon}{}", fields::label(lang, s.field), fields::word(lang, s.field, &s.text));
        (&s.from, said)
    });
    let odd = start.odd.iter().map(|o| (&o.from, text::why(lang, &o.why)));
    let rows = |name: &'static str, rows: &mut dyn Iterator<Item = (&String, String)>| {
        html! { <ul class="sz-rows" data-sz={name}>{ for rows.map(|(from, said)| html! {
            <li><code class="sz-mono">{ from }</code><span>{ said }</span></li>
        }) }</ul> }
    };
    let below = html! {
        <>
            { rows("start-sets", &mut { sets }) }
            { (!start.odd.is_empty()).then(|| html! { <><p><b>{ text::of(lang, text::S_ODD) }</b></p>{ rows("start-odd", &mut { odd }) }</> }) }
            { (!start.quiet.is_empty()).then(|| html! {
                <p class="sz-note">{ text::of(lang, text::S_QUIET) }<code class="sz-mono">{ start.quiet.join(" ") }</code></p>
            }) }
            { apply(scene, start.plan(&scene.plan)) }
        </>
    };
    (text::of(lang, text::S_SETS).to_owned(), below)
}
