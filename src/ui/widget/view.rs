//! What a widget shows: inputs, the answer, the host's offers, what to do next, and whose offers were compared.

use super::setup::{FileState, Link, Setup};
use super::summary::{is_own, offer_id, order, summary};
use crate::catalog::Catalog;
use crate::embed::{Beside, lean};
use crate::engine::model::suits;
use crate::engine::report::{self, Entry, Report};
use crate::i18n::{self, Lang, Named, embed as texts, number};
use crate::js::give;
use crate::plan::{Field, ModelRef, Task};
use crate::platform;
use crate::share;
use crate::ui::markup::html;
use crate::ui::page::control::control;
use crate::ui::page::rail::{is_moe, switch};
use crate::ui::page::relevant::depths;
use crate::ui::page::scene::Scene;
use crate::ui::parts::{Choice, Icon, bar, choice, icon, marker, model_name, rich};
use crate::ui::{Action, Facts, Own, Session, Trail};
use crate::units::Order;
use serde::Serialize;
use std::rc::Rc;
use yew::prelude::*;

/// Rows of offers that are shown.
const ROWS: usize = lean::SHOWN;
/// Inputs beside job and model.
const QUICK: usize = 2;

/// Props of [`View`].
#[derive(Properties, Clone)]
pub struct ViewProps {
    /// What it shows from.
    pub setup: Rc<Setup>,
    /// The outside.
    pub link: Link,
}

impl PartialEq for ViewProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.setup, &other.setup)
    }
}

/// A chosen offer, as the host is told of it.
#[derive(Serialize)]
struct Chosen<'a> {
    offer: &'a str,
    own: bool,
    plan: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
}

/// A widget.
#[component]
pub fn View(props: &ViewProps) -> Html {
    let setup = &props.setup;
    let session = use_reducer({
        let (plan, warnings, _) = setup.wanted.clone();
        move || {
            let link = share::Link { plan: (*plan).clone(), ..share::Link::default() };
            Session::new(link, (*warnings).clone(), Lang::default(), None)
        }
    });
    let (today, lang) = (platform::today(), setup.lang());
    // What the host wants shown takes the place of what the reader chose.
    {
        let (dispatch, setup) = (session.dispatcher(), setup.clone());
        use_effect_with(setup.wanted.2, move |_| {
            let (plan, warnings, _) = &setup.wanted;
            dispatch.dispatch(Action::Load(Box::new((**plan).clone()), (**warnings).clone(), Trail::Typed));
        });
    }
    let catalogs = setup.catalogs();
    let asked = catalogs.as_ref().map(|(whole, _)| Facts::shared(whole.clone())).unwrap_or_default();
    let answer = use_memo((session.plan.clone(), asked), |(plan, asked)| {
        let watch = platform::Stopwatch::start("sz:widget");
        let (facts, report) = match &catalogs {
            Some((whole, lean)) => {
                let (facts, report) = lean::answer(plan, whole, lean, today);
                (Facts::shared(facts), report)
            }
            None => (asked.clone(), report::silent(plan, asked, today)),
        };
        watch.stop();
        (facts, Rc::new(report))
    });
    // The market's best below the host's own.
    let first = setup.beside() == Beside::First;
    let market = use_memo((session.plan.clone(), first), |(plan, first)| {
        first.then(|| report::silent(plan, Catalog::embedded(), today))
    });
    let send = {
        let dispatch = session.dispatcher();
        use_callback((), move |action: Action, ()| dispatch.dispatch(action))
    };
    let scene = Scene {
        plan: session.plan.clone(),
        report: answer.1.clone(),
        catalog: answer.0.clone(),
        own: Own::default(),
        flips: None,
        today,
        lang,
        show: setup.options.currency.unwrap_or(session.plan.market.currency),
        rest: session.rest.clone(),
        warnings: session.warnings.clone(),
        advised: false,
        send,
        keep: Callback::noop(),
    };
    props.link.show(&scene.plan);
    {
        let (link, setup, scene) = (props.link.clone(), setup.clone(), scene.clone());
        use_effect_with((Rc::as_ptr(&scene.report) as usize, lang, setup.beside()), move |_| {
            #[derive(Serialize)]
            struct Change<'a, S> {
                plan: &'a str,
                summary: S,
            }
            let plan = share::encode(&scene.plan);
            let words = scene.words();
            let summary = summary(&setup, &scene.report, &scene.catalog, &words);
            if let Ok(detail) = give(&Change { plan: &plan, summary }) {
                link.tell("change", detail);
            }
        });
    }
    let line = setup.options.line;
    let [inputs, bar, offers, actions] = setup.options.sections;
    let words = scene.words();
    html! {
        <section class="sz-widget sz-scope" dir="ltr" lang={lang.tag()} data-line={line.then_some("")} aria-label={texts::of(lang, texts::TITLE)}>
            <div>{ (inputs && !line).then(|| self::inputs(setup, &scene)) }</div>
            <div class="sz-w-ans">
                <p class="sz-verdict" data-sz="verdict" aria-live="polite">{ rich(&words.verdict()) }{ line.then(|| html! { <>{ " " }{ full(setup, &scene) }</> }) }</p>
                <div>{ (!line).then(|| notices(setup, &scene, &session.warnings)) }</div>
                <div>{ (bar && !line).then(|| memory(&scene)) }</div>
                <div>{ (offers && !line).then(|| rows(setup, &props.link, &scene, (*market).as_ref())) }</div>
                <div>{ (actions && !line).then(|| acts(setup, &props.link, &scene)) }</div>
            </div>
            { foot(setup, &scene) }
        </section>
    }
}

/// The full plan, in the language that is read here.
fn address(setup: &Setup, scene: &Scene) -> String {
    let view = share::View { lang: Some(scene.lang), show: setup.options.currency, theme: None };
    let link = share::Link { plan: (*scene.plan).clone(), view, ..share::Link::default() };
    format!("{}?{}", setup.home, share::write(&link))
}

fn full(setup: &Setup, scene: &Scene) -> Html {
    let text = texts::of(scene.lang, texts::FULL);
    html! { <a href={address(setup, scene)} target="_blank" rel="noopener" data-sz="full">{ text }</a> }
}

fn inputs(setup: &Setup, scene: &Scene) -> Html {
    let (lang, plan) = (scene.lang, &scene.plan);
    let set = {
        let send = scene.send.clone();
        Callback::from(move |(field, text)| send.emit(Action::Set(field, text, platform::now_ms())))
    };
    let known = plan.task == Task::KnownCards;
    let quick = depths(plan, is_moe(scene)).quick;
    let quick = quick.iter().filter(|f| **f != Field::Params).take(if known { QUICK + 1 } else { QUICK });
    // A group that is off takes every control in it along.
    let field = |field: Field, body: Html| {
        let off = setup.options.readonly.contains(&field);
        html! { <fieldset key={field.key()} disabled={off} data-sz={format!("w-{}", field.key())}>{ body }</fieldset> }
    };
    html! {
        <form class="sz-w-in" onsubmit={Callback::from(|e: SubmitEvent| e.prevent_default())}>
            <div class="sz-w-top">
                <b>{ texts::of(lang, texts::TITLE) }</b>
                <span class="sz-note">{ scene.words().settings_line() }{ " · " }<a href={address(setup, scene)} target="_blank" rel="noopener">{ texts::of(lang, texts::MORE) }</a></span>
            </div>
            <div class="sz-w-grid">
                { field(Field::Task, task(scene)) }
                { if known { Html::default() } else { field(Field::Model, model(scene)) } }
                { for quick.map(|f| field(*f, control(scene, *f, &set))) }
            </div>
        </form>
    }
}

fn task(scene: &Scene) -> Html {
    let lang = scene.lang;
    let options = Task::ALL.iter().map(|t| (t.word().into(), t.name(lang).to_string().into())).collect();
    let on = {
        let scene = scene.clone();
        Callback::from(move |word: String| {
            if let Some(task) = Task::parse(&word) {
                scene.send.emit(switch(&scene, task));
            }
        })
    };
    let value = scene.plan.task.word().to_owned();
    let label = i18n::fields::label(lang, Field::Task);
    choice(Choice { id: "w-task".into(), label, why: "", options, value, changed: false, hook: None }, &on)
}

/// The models that suit the job: a native list, which a frame cannot cut off.
fn model(scene: &Scene) -> Html {
    let (lang, catalog) = (scene.lang, Catalog::embedded());
    let now = match &scene.plan.model {
        ModelRef::Id(id) => {
            catalog.find_model(id).map_or_else(|| id.clone(), |ix| catalog.model(ix).id.clone())
        }
        ModelRef::Params(_) | ModelRef::Imported(_) => String::new(),
    };
    let mut options: Vec<(AttrValue, AttrValue)> = catalog
        .models
        .iter()
        .filter(|m| m.id == now || suits(m.kind, scene.plan.task))
        .map(|m| (m.id.clone().into(), m.name().to_owned().into()))
        .collect();
    options.order_by(|a, b| a.1.to_ascii_lowercase().cmp(&b.1.to_ascii_lowercase()));
    if !options.iter().any(|o| o.0 == now) {
        options.insert(0, (now.clone().into(), model_name(&scene.plan, catalog, lang).into()));
    }
    let on = scene.send.reform(|id: String| Action::Set(Field::Model, id, platform::now_ms()));
    let label = i18n::fields::label(lang, Field::Model);
    choice(
        Choice { id: "w-model".into(), label, why: "", options, value: now, changed: false, hook: None },
        &on,
    )
}

/// What was odd about the plan or the offers.
fn notices(setup: &Setup, scene: &Scene, warnings: &[crate::plan::Warning]) -> Html {
    let lang = scene.lang;
    let mut all: Vec<String> = Vec::new();
    match (&setup.file, setup.options.beside) {
        (FileState::Refused, _) => all.push(texts::of(lang, texts::FAULT_FILE).to_owned()),
        (_, beside) if beside != Beside::Market && setup.own().is_none() && setup.shop().is_some() => {
            all.push(texts::of(lang, texts::NOTHING_OWN).to_owned());
        }
        _ => {}
    }
    all.extend(warnings.iter().take(2).map(|w| i18n::warning(lang, w)));
    html! {
        <>{ for all.into_iter().map(|text| html! { <p class="sz-note sz-w-odd" key={text.clone()}>{ icon(Icon::Warn) }{ text }</p> }) }</>
    }
}

fn memory(scene: &Scene) -> Html {
    let Some(e) = scene.winner().filter(|e| e.need.likely > 0.0) else { return Html::default() };
    let lang = scene.lang;
    let range = number::gib_range(e.need);
    let peak = texts::say(lang, texts::PEAK, &[&number::gib(e.need.likely), &range]);
    let card = format!("{} · {}", scene.words().card(e), number::gib(e.usable));
    html! {
        <>
            { bar(&e.parts, e.need, e.usable, lang) }
            <p class="sz-note sz-w-peak"><span>{ peak }</span><span>{ card }</span></p>
        </>
    }
}

/// The first offers, and below them the market's best where the host's own come first.
fn rows(setup: &Rc<Setup>, link: &Link, scene: &Scene, market: Option<&Report>) -> Html {
    let words = scene.words();
    let eligible = scene.report.ranked.iter().filter(|e| e.not_eligible.is_empty()).take(ROWS);
    let own = eligible.map(|e| row(setup, link, scene, &words, e)).collect::<Html>();
    let best = market.and_then(|report| {
        let words = i18n::Wording::new(scene.lang, &scene.plan, report, Catalog::embedded()).showing(scene.show);
        let e = report.ranked.get(report.verdict.winner?)?;
        let figures = words.money(e.total.likely);
        Some(html! {
            <li key="market" data-sz="market">
                <span>{ marker(e.mode) }{ texts::of(scene.lang, texts::MARKET_BEST) }{ " " }{ words.entry_title(e) }</span>
                <span><b>{ figures }</b></span>
                <span class="sz-note">{ words.quoted(e) }</span>
            </li>
        })
    });
    html! { <ul class="sz-rows" data-sz="rows">{ own }{ best }</ul> }
}

fn row(setup: &Rc<Setup>, link: &Link, scene: &Scene, words: &i18n::Wording<'_>, e: &Entry) -> Html {
    let lang = scene.lang;
    let mine = is_own(setup, &scene.catalog, e);
    let title = if mine {
        format!(
            "{}{}{} {}",
            texts::of(lang, texts::OWN),
            lang.pick(" ", ", "),
            e.mode.name(lang),
            words.cards(e)
        )
    } else {
        words.entry_title(e)
    };
    let total = e.total.likely;
    let mut note = words.quoted(e);
    if e.hidden > total * 0.01 {
        note += " · ";
        note += &texts::say(lang, texts::HIDDEN, &[&words.money(e.hidden)]);
    }
    let key = offer_id(setup, &scene.catalog, e).to_owned();
    html! {
        <li key={format!("{key}{}", e.mode.name(lang))} data-own={mine.then_some("")}>
            <span>{ marker(e.mode) }{ title }</span>
            <span><b>{ words.money(total) }</b></span>
            <span class="sz-note">{ note }{ " · " }{ act(setup, link, scene, e, texts::CHOOSE, None) }</span>
        </li>
    }
}

/// A link to where an offer is ordered, or a button where nobody said: the host hears of it either way.
fn act(
    setup: &Rc<Setup>,
    link: &Link,
    scene: &Scene,
    e: &Entry,
    text: (&'static str, &'static str),
    kind: Option<&'static str>,
) -> Html {
    let url = order(setup, &scene.catalog, e);
    let onclick = {
        let (setup, link, scene, e, url) =
            (setup.clone(), link.clone(), scene.clone(), e.clone(), url.clone());
        Callback::from(move |_: MouseEvent| {
            let chosen = Chosen {
                offer: offer_id(&setup, &scene.catalog, &e),
                own: is_own(&setup, &scene.catalog, &e),
                plan: share::encode(&scene.plan),
                url: url.clone(),
            };
            if let Ok(detail) = give(&chosen) {
                link.tell("select", detail);
            }
        })
    };
    let text = texts::of(scene.lang, text);
    let class = if kind.is_some() { "sz-btn" } else { "sz-as-link" };
    match url {
        Some(url) => html! {
            <a class={kind.map(|_| class)} data-kind={kind} data-sz="select" href={url} target="_blank" rel="noopener" {onclick}>{ text }</a>
        },
        None => {
            html! { <button {class} data-kind={kind} data-sz="select" type="button" {onclick}>{ text }</button> }
        }
    }
}

fn acts(setup: &Rc<Setup>, link: &Link, scene: &Scene) -> Html {
    let main = scene.winner().map(|e| act(setup, link, scene, e, texts::ORDER, Some("main")));
    html! {
        <div class="sz-acts">
            { main }
            <a class="sz-btn" href={address(setup, scene)} target="_blank" rel="noopener" data-sz="full">{ texts::of(scene.lang, texts::FULL) }</a>
        </div>
    }
}

/// Whose offers were compared, with the date, and the way to all of them: always there.
fn foot(setup: &Setup, scene: &Scene) -> Html {
    let lang = scene.lang;
    let current = |catalog: &Catalog| catalog.offers.iter().filter(|o| o.current && !o.own).count();
    let market = number::whole(current(Catalog::embedded()) as u64);
    let mine = setup.own().map_or(0, |own| own.offers.iter().filter(|o| o.current).count());
    let date = setup.own_date().map_or_else(String::new, |d| number::as_of(lang, d));
    let source = match setup.file {
        FileState::Read { .. } => texts::OWN_PRICES,
        FileState::None | FileState::Refused => texts::READ_PRICES,
    };
    let source = texts::of(lang, source);
    let scope = match setup.beside() {
        Beside::Market => {
            let date = number::date(lang, Catalog::embedded().prices_as_of());
            texts::say(lang, texts::SCOPE_MARKET, &[&market, &date])
        }
        Beside::Beside => texts::say(lang, texts::SCOPE_BESIDE, &[&market, &date, source]),
        Beside::First => texts::say(lang, texts::SCOPE_FIRST, &[&market, &date, source]),
        Beside::Only => texts::say(lang, texts::SCOPE_ONLY, &[&number::whole(mine as u64), &date, source]),
    };
    let by = if setup.beside() == Beside::Only { texts::BY_MORE } else { texts::BY };
    html! {
        <p class="sz-w-foot" data-sz="scope">
            <span>{ scope }</span>
            <a href={address(setup, scene)} target="_blank" rel="noopener">{ texts::of(lang, by) }</a>
        </p>
    }
}
