//! The rail of inputs, in three depths.

use super::control::control;
use super::relevant::{Theme, depths};
use super::scene::Scene;
use crate::i18n::{fill, preset_title};
use crate::plan::{Field, ModelRef, PRESETS, Plan, Preset, Task, Unit};
use crate::share;
use crate::ui::lazy;
use crate::ui::markup::html;
use crate::ui::parts::{Choice, Icon, ModelBox, choice, follows, icon, segments};
use crate::ui::session::changed;
use crate::ui::{Action, Trail};
use yew::prelude::*;

/// Families of jobs, and the job that each begins with.
const FAMILIES: [(&str, Task); 5] = [
    ("serve", Task::Serve),
    ("tune", Task::Lora),
    ("pretrain", Task::Pretrain),
    ("image", Task::ImageInfer),
    ("cards", Task::KnownCards),
];

fn family(task: Task) -> usize {
    match task {
        Task::Serve | Task::Embed => 0,
        Task::Lora | Task::Qlora | Task::Full | Task::Dpo | Task::Grpo => 1,
        Task::Pretrain => 2,
        Task::ImageInfer | Task::ImageLora | Task::ImageTrain => 3,
        Task::KnownCards => 4,
    }
}

/// A model that a job can begin with when the present one does not suit it.
fn fallback(task: Task) -> &'static str {
    match task {
        Task::ImageInfer | Task::ImageLora => "stable-diffusion-xl-base-1.0",
        Task::ImageTrain => "yolo11m",
        Task::Embed => "bge-m3",
        Task::Pretrain => "tinyllama-1.1b-chat-v1.0",
        Task::Serve => "qwen3-8b",
        _ => "qwen2.5-7b",
    }
}

/// Another job; the model is changed only when it is of the wrong kind.
pub fn switch(scene: &Scene, task: Task) -> Action {
    let mut all = vec![(Field::Task, task.word().to_owned())];
    let suits = match &scene.plan.model {
        ModelRef::Id(id) => scene
            .catalog
            .find_model(id)
            .is_some_and(|ix| crate::engine::model::suits(scene.catalog.model(ix).kind, task)),
        _ => !task.image(),
    };
    if !suits && task != Task::KnownCards {
        all.push((Field::Model, fallback(task).to_owned()));
    }
    Action::SetAll(all)
}

/// Whether the plan's model is a mixture of experts.
pub fn is_moe(scene: &Scene) -> bool {
    match &scene.plan.model {
        ModelRef::Id(id) => {
            scene.catalog.find_model(id).is_some_and(|ix| scene.catalog.model(ix).arch.is_moe())
        }
        ModelRef::Imported(arch) => arch.is_moe(),
        ModelRef::Params(_) => false,
    }
}

/// Props of [`Rail`].
#[derive(Properties, PartialEq)]
pub struct RailProps {
    /// What it shows.
    pub scene: Scene,
    /// Open on narrow screens.
    pub open: bool,
    /// Opens and closes it there.
    pub toggle: Callback<MouseEvent>,
}

/// Presets, job, model, amounts, limits, more, expert.
#[component]
pub fn Rail(props: &RailProps) -> Html {
    let scene = &props.scene;
    let (t, lang, plan) = (scene.t(), scene.lang, &scene.plan);
    let depth = depths(plan, is_moe(scene));
    let set = use_callback(scene.send.clone(), |(field, text), send| {
        send.emit(Action::Set(field, text, crate::platform::now_ms()));
    });
    let words = scene.words();
    // Why things are asked is fetched when somebody comes to the settings.
    let again = use_force_update();
    let ask = move || {
        if lazy::HINTS.get().is_none() {
            let again = again.clone();
            lazy::HINTS.load(move |here| {
                if here {
                    again.force_update();
                }
            });
        }
    };
    let onpointerover = {
        let ask = ask.clone();
        Callback::from(move |_: PointerEvent| ask())
    };
    let onfocusin = Callback::from(move |_: FocusEvent| ask());
    let known = plan.task == Task::KnownCards;
    let job = {
        let scene = scene.clone();
        Callback::from(move |word: &'static str| {
            if let Some((_, task)) = FAMILIES.iter().find(|f| f.0 == word)
                && family(scene.plan.task) != family(*task)
            {
                scene.send.emit(switch(&scene, *task));
            }
        })
    };
    let how = {
        let scene = scene.clone();
        Callback::from(move |word: &'static str| {
            if let Some(task) = Task::parse(word) {
                scene.send.emit(switch(&scene, task));
            }
        })
    };
    let families = vec![
        ("serve", t.job_serve),
        ("tune", t.job_tune),
        ("pretrain", t.job_pretrain),
        ("image", t.job_image),
        ("cards", t.job_bill),
    ];
    let kinds: Vec<(&'static str, &'static str)> = match family(plan.task) {
        0 => vec![("serve", t.kind_chat), ("embed", t.kind_embed)],
        1 => {
            vec![("lora", "LoRA"), ("qlora", "QLoRA"), ("full", t.how_full), ("dpo", "DPO"), ("grpo", "GRPO")]
        }
        3 => vec![("image", t.kind_make), ("image-lora", "LoRA"), ("image-train", t.kind_train)],
        _ => Vec::new(),
    };
    let more_changed = changed(plan, &depth.more);
    let expert_all: Vec<Field> = depth.expert.iter().flat_map(|e| e.1.clone()).collect();
    let expert_changed = changed(plan, &expert_all);
    html! {
        <aside class="sz-rail" aria-label={t.settings} data-open={props.open.then_some("")} id="settings" {onpointerover} {onfocusin}>
            <button class="sz-edit-toggle" type="button" aria-expanded={if props.open { "true" } else { "false" }} onclick={props.toggle.clone()}>
                <span><b>{ words.job_title() }</b>{ words.settings_line() }</span>
                <u>{ if props.open { t.close } else { t.edit } }</u>
            </button>
            <form class="sz-form" onsubmit={Callback::from(|e: SubmitEvent| e.prevent_default())}>
                <div>
                    { presets(scene) }
                    { segments("job", t.job, &families, FAMILIES[family(plan.task)].0, &job) }
                    <div>{ (!kinds.is_empty()).then(|| html! {
                        { segments("how", t.kind, &kinds, plan.task.word(), &how) }
                    }) }</div>
                    <div>{ (!known).then(|| html! {
                        <ModelBox plan={plan.clone()} catalog={crate::catalog::Catalog::embedded()} {lang} on={set.clone()} />
                    }) }</div>
                    { pairs(scene, &depth.quick, &set) }
                </div>
                <div>
                    <div role="group" aria-labelledby="g-limits">
                        <span class="sz-legend" id="g-limits">{ t.limits }</span>
                        { pairs(scene, &depth.limits, &set) }
                    </div>
                </div>
                <div>
                    <More title={t.more} note={count(t, more_changed, t.all_default)} begin={more_changed > 0}
                        children={pairs(scene, &depth.more, &set)} />
                    <More title={t.expert} note={count(t, expert_changed, t.expert_hint)} begin={false} children={
                        html! { <>{ for depth.expert.iter().map(|(theme, list)| html! {
                            <div class="sz-theme" role="group" key={*theme as usize} aria-labelledby={format!("g-{}", *theme as usize)}>
                                <span class="sz-legend" id={format!("g-{}", *theme as usize)}>{ theme_name(t, *theme) }</span>
                                { pairs(scene, list, &set) }
                            </div>
                        }) }</> }
                    } />
                </div>
            </form>
        </aside>
    }
}

fn count(t: &crate::i18n::Text, n: usize, otherwise: &'static str) -> AttrValue {
    match n {
        0 => otherwise.into(),
        n => fill(t.changed, &[&n.to_string()]).plain().into(),
    }
}

fn theme_name(t: &crate::i18n::Text, theme: Theme) -> &'static str {
    match theme {
        Theme::Run => t.theme_run,
        Theme::Layout => t.theme_layout,
        Theme::Data => t.theme_data,
        Theme::Market => t.theme_market,
        Theme::Needs => t.theme_needs,
        Theme::Buying => t.theme_buying,
        Theme::Machine => t.theme_machine,
        Theme::Care => t.theme_care,
        Theme::Measured => t.theme_measured,
        Theme::Claim => t.theme_claim,
        Theme::FirstDay => t.theme_first_day,
    }
}

/// Whether two of them stand side by side.
fn narrow(field: Field) -> bool {
    field.bounds().is_some() && !matches!(field.unit(), Unit::MoneyPerMonth | Unit::Billions)
}

/// Controls, short number boxes in pairs.
fn pairs(scene: &Scene, list: &[Field], set: &Callback<(Field, String)>) -> Html {
    let mut out: Vec<Html> = Vec::new();
    let mut at = 0;
    while let Some(field) = list.get(at) {
        match list.get(at + 1) {
            Some(next) if narrow(*field) && narrow(*next) => {
                let key = format!("{}+{}", field.key(), next.key());
                out.push(html! {
                    <div class="sz-two" {key}>{ control(scene, *field, set) }{ control(scene, *next, set) }</div>
                });
                at += 2;
            }
            _ => {
                out.push(html! { <div key={field.key()}>{ control(scene, *field, set) }</div> });
                at += 1;
            }
        }
    }
    html! { <div>{ for out }</div> }
}

/// Props of [`More`].
#[derive(Properties, PartialEq)]
struct MoreProps {
    title: &'static str,
    note: AttrValue,
    /// Open from the start.
    begin: bool,
    children: Html,
}

/// A disclosure whose contents are in the page only while it is open.
#[component]
fn More(props: &MoreProps) -> Html {
    let open = use_state_eq(|| props.begin);
    let ontoggle = follows(&open);
    html! {
        <details class="sz-more" open={*open} {ontoggle}>
            <summary>{ icon(Icon::Open) }{ props.title }<em>{ &props.note }</em></summary>
            <div>{ if *open { props.children.clone() } else { Html::default() } }</div>
        </details>
    }
}

/// Plans to start from, and the way back to the default.
fn presets(scene: &Scene) -> Html {
    let (t, lang) = (scene.t(), scene.lang);
    let link = share::encode(&scene.plan);
    let now = PRESETS.iter().find(|p| p.link == link).map_or("", |p| p.id);
    let mut options: Vec<(AttrValue, AttrValue)> = vec![("".into(), t.presets_pick.into())];
    options.extend(PRESETS.iter().map(|p| (p.id.into(), preset_title(p.id, lang).to_owned().into())));
    let on = scene.send.reform(|id: String| {
        let (plan, warnings) = Preset::find(&id).map_or_else(Default::default, |p| share::decode(p.link));
        Action::Load(Box::new(plan), warnings, Trail::Chosen)
    });
    let c = Choice {
        id: "preset".into(),
        label: t.presets,
        why: "",
        options,
        value: now.into(),
        changed: false,
        hook: Some("preset"),
    };
    let reset = scene.send.reform(|_: MouseEvent| Action::Load(Box::default(), Vec::new(), Trail::Chosen));
    html! {
        <div class="sz-rail-head">
            { choice(c, &on) }
            <button class="sz-btn" type="button" onclick={reset} title={t.reset} aria-label={t.reset}
                disabled={*scene.plan == Plan::default()}>{ icon(Icon::Reset) }</button>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;
    use crate::engine::model::suits;

    #[test]
    fn every_job_begins_with_a_model_of_its_kind() {
        let catalog = Catalog::embedded();
        for task in Task::ALL.iter().filter(|t| **t != Task::KnownCards) {
            let ix = catalog.model_ix(fallback(*task));
            assert!(ix.is_some_and(|ix| suits(catalog.model(ix).kind, *task)), "{task:?}");
        }
    }

    #[test]
    fn only_number_boxes_stand_in_pairs() {
        assert!(Field::ALL.iter().filter(|f| narrow(**f)).all(|f| f.row().slot.numeric()));
    }
}
