//! What guides say: common claims with verdict, today's figures, source, and the way to where the
//! calculator answers each. The list is fetched when the view is first opened.

use super::scene::SceneProps;
use crate::catalog::claims::{Answer, Claim, Finding, Topic, claims};
use crate::i18n::claims::{Texts, place, texts};
use crate::i18n::{Named, fields, fill, number};
use crate::plan::Field;
use crate::platform;
use crate::ui::markup::html;
use crate::ui::parts::{Icon, icon, truth};
use crate::ui::{Action, View};
use std::rc::Rc;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// The file in both languages.
const FILE: &str = "catalog/claims.csv";
/// The file in one language, which the release page has beside it.
const HALVES: [&str; 2] = ["catalog/claims-zh.csv", "catalog/claims-en.csv"];
/// Claims that are drawn before the reader asks for all.
const FIRST: usize = 24;

/// What is known of the file.
#[derive(Clone, PartialEq)]
enum List {
    Reading,
    Failed,
    Here(Rc<Vec<Claim>>),
}

/// The view.
pub fn view(scene: &super::scene::Scene) -> Html {
    html! { <Claims scene={scene.clone()} /> }
}

#[component]
fn Claims(props: &SceneProps) -> Html {
    let scene = &props.scene;
    let (lang, t) = (scene.lang, texts(scene.lang));
    // A claim says whether its rule speaks now.
    {
        let send = scene.send.clone();
        use_effect_with((), move |()| crate::ui::lazy::advise(send));
    }
    let list = use_state_eq(|| List::Reading);
    let tries = use_state_eq(|| 0_u32);
    {
        let list = list.clone();
        use_effect_with((lang, *tries), move |(lang, _)| {
            let at = *lang as usize;
            list.set(List::Reading);
            let take = move |text: Option<String>| match text.map(|text| claims(&text, at)) {
                Some(all) if !all.is_empty() => {
                    list.set(List::Here(Rc::new(all)));
                    true
                }
                _ => {
                    list.set(List::Failed);
                    false
                }
            };
            platform::fetch_text(HALVES[at], move |text| {
                if !take(text) {
                    platform::fetch_text(FILE, move |text| {
                        take(text);
                    });
                }
            });
        });
    }
    let again = {
        let (list, tries) = (list.clone(), tries.clone());
        Callback::from(move |_: MouseEvent| {
            list.set(List::Reading);
            tries.set(*tries + 1);
        })
    };
    html! {
        <article class="sz-view" id="claims">
            <h1 class="sz-verdict" tabindex="-1" id="view">{ t.title }</h1>
            <div class="sz-doc"><p>{ t.intro }</p></div>
            { match &*list {
                List::Reading => html! { <p class="sz-note sz-gap" role="status">{ t.loading }</p> },
                List::Failed => html! {
                    <p class="sz-gap" role="alert">{ t.failed }{ " " }<button class="sz-btn" type="button" onclick={again}>{ t.again }</button></p>
                },
                List::Here(all) => html! { <Listed scene={scene.clone()} all={all.clone()} /> },
            } }
            <p class="sz-note sz-gap"><a href={FILE} download="" lang={lang.tag()}>{ t.file }</a></p>
        </article>
    }
}

#[derive(Properties)]
struct ListedProps {
    scene: super::scene::Scene,
    all: Rc<Vec<Claim>>,
}

impl PartialEq for ListedProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.all, &other.all) && self.scene == other.scene
    }
}

/// The list with its filters.
#[component]
fn Listed(props: &ListedProps) -> Html {
    let scene = &props.scene;
    let (lang, t) = (scene.lang, texts(scene.lang));
    let verdict = use_state_eq(|| None::<Finding>);
    let topic = use_state_eq(|| None::<Topic>);
    let typed = use_state_eq(String::new);
    let whole = use_state_eq(|| false);
    let node = use_node_ref();
    let search = {
        let typed = typed.clone();
        Callback::from(move |text: String| typed.set(text.trim().to_ascii_lowercase()))
    };
    crate::ui::parts::use_composition_end(&node, search.clone());
    let oninput = Callback::from(move |e: InputEvent| {
        if !e.is_composing() {
            search.emit(e.target_unchecked_into::<HtmlInputElement>().value());
        }
    });
    let about =
        |c: &&Claim| topic.is_none_or(|topic| topic == c.topic) && (typed.is_empty() || c.mentions(&typed));
    let among: Vec<&Claim> = props.all.iter().filter(about).collect();
    let shown: Vec<&&Claim> = among.iter().filter(|c| verdict.is_none_or(|v| v == c.verdict)).collect();
    let chip = |of: Option<Finding>| {
        let n = among.iter().filter(|c| of.is_none_or(|v| v == c.verdict)).count();
        let verdict = verdict.clone();
        let on = *verdict == of;
        let name = of.map_or(t.all, |v| v.name(lang));
        let onclick = Callback::from(move |_: MouseEvent| verdict.set(of));
        html! { <button key={of.map_or(0, |v| v as u32 + 1)} class="sz-chip" type="button" aria-pressed={truth(on)} {onclick}>{ name }{ " " }<small>{ number::whole(n as u64) }</small></button> }
    };
    let pick = {
        let topic = topic.clone();
        Callback::from(move |e: Event| {
            let at: Option<usize> = e.target_unchecked_into::<HtmlSelectElement>().value().parse().ok();
            topic.set(at.and_then(|at| Topic::ALL.get(at)).copied());
        })
    };
    let all = {
        let whole = whole.clone();
        Callback::from(move |_: MouseEvent| whole.set(true))
    };
    let most = if *whole { usize::MAX } else { FIRST };
    html! {
        <>
            <div class="sz-clm-f sz-gap">
                <input ref={node} type="search" id="claim-search" aria-label={t.search} placeholder={t.search} autocomplete="off" {oninput} />
                <div class="sz-pick-f" data-on={topic.is_some().then_some("")}>
                    <select aria-label={t.topic} onchange={pick}>
                        <option value="" selected={topic.is_none()}>{ t.any_topic }</option>
                        { for Topic::ALL.iter().enumerate().map(|(i, of)| html! { <option key={i} value={i.to_string()} selected={*topic == Some(*of)}>{ of.name(lang) }</option> }) }
                    </select>
                    { icon(Icon::Chevron) }
                </div>
            </div>
            <div class="sz-toggles sz-gap-s" role="group" aria-label={t.verdicts}>
                { chip(None) }{ for Finding::ALL.iter().map(|v| chip(Some(*v))) }
            </div>
            <p class="sz-note sz-gap-s" role="status">{ if shown.is_empty() { t.none.to_owned() } else { fill(t.found, &[&number::whole(shown.len() as u64)]).plain() } }</p>
            <ul class="sz-clm">{ for shown.iter().take(most).map(|c| claim(scene, t, c)) }</ul>
            { (shown.len() > most).then(|| html! {
                <button class="sz-btn" type="button" onclick={all}>{ fill(t.more, &[&number::whole(shown.len() as u64)]).plain() }</button>
            }) }
        </>
    }
}

/// One claim.
fn claim(scene: &super::scene::Scene, t: &'static Texts, c: &Claim) -> Html {
    let lang = scene.lang;
    let (sign, mark) = match c.verdict {
        Finding::Holds => ("ok", Icon::Tick),
        Finding::Conditions => ("warn", Icon::Info),
        Finding::Outdated | Finding::Wrong | Finding::Refused => ("bad", Icon::Bad),
        Finding::Unverifiable => ("q", Icon::Question),
    };
    html! {
        <li key={c.id.clone()}>
            <div class="sz-clm-h"><b>{ c.claim.clone() }</b><span class="sz-ev" data-s={sign}>{ icon(mark) }{ c.verdict.name(lang) }</span></div>
            <p>{ c.today.clone() }</p>
            <p class="sz-note">{ t.source }{ lang.pick("：", ": ") }<span class="sz-quote" lang="en">{ c.source.clone() }</span></p>
            { ways(scene, t, c) }
        </li>
    }
}

/// Where a link of a claim leads.
#[derive(Clone, PartialEq)]
enum Way {
    /// An input, by key.
    Field(String),
    /// A section, by anchor; of it a panel, by name.
    Place(String, Option<String>),
    /// A rule of the advice, by id; it speaks now, or the section of the advice is all there is.
    Rule(String, bool),
}

/// The ways to where the calculator answers a claim. Rules that do not speak share one.
fn ways(scene: &super::scene::Scene, t: &'static Texts, c: &Claim) -> Html {
    let lang = scene.lang;
    let mut links: Vec<(Way, String)> = Vec::new();
    for answer in &c.answers {
        let (way, label) = match answer {
            Answer::Place(anchor) => match place(lang, anchor) {
                Some(name) => {
                    let (section, panel) = match anchor.split_once('/') {
                        Some((section, panel)) => (section, Some(panel.to_owned())),
                        None => (anchor.as_str(), None),
                    };
                    (Way::Place(section.to_owned(), panel), name.to_owned())
                }
                None => continue,
            },
            Answer::Field(key) => match Field::of_key(key) {
                Some(field) => (Way::Field(key.clone()), fields::label(lang, field).to_owned()),
                None => continue,
            },
            Answer::Rule(id) => {
                let speaks = scene.report.advice.iter().any(|f| f.rule == id);
                let now = if speaks { t.advice_now } else { t.advice_silent };
                let label = format!("{}{}", t.advice, lang.pick("（", " (")) + now + lang.pick("）", ")");
                (Way::Rule(id.clone(), speaks), label)
            }
        };
        let same = |known: &Way| match (known, &way) {
            (Way::Rule(_, a), Way::Rule(_, b)) => a == b,
            (a, b) => a == b,
        };
        if !links.iter().any(|(known, _)| same(known)) {
            links.push((way, label));
        }
    }
    if links.is_empty() {
        return Html::default();
    }
    html! {
        <p class="sz-clm-w">{ t.look }{ for links.into_iter().map(|(way, label)| {
            let send = scene.send.clone();
            let to = way.target();
            let onclick = Callback::from(move |_: MouseEvent| {
                send.emit(Action::Look(View::Plan));
                let way = way.clone();
                // The view is drawn in the next frame and its sections in the one after.
                platform::next_frame(move || platform::next_frame(move || way.go(TRIES, false)));
            });
            html! { <>{ " " }<button class="sz-as-link" type="button" data-to={to} {onclick}>{ label }</button></> }
        }) }</p>
    }
}

/// How often a place is looked for, and how long apart, ms: what is away comes over the network.
const TRIES: u32 = 100;
const APART_MS: u32 = 100;

impl Way {
    /// A selector of the place.
    fn target(&self) -> String {
        match self {
            Self::Field(key) => format!("#f-{key}"),
            Self::Place(section, None) => format!("#{section}"),
            Self::Place(_, Some(panel)) => format!("[data-sz=\"{panel}\"]"),
            Self::Rule(id, true) => format!("[data-rule=\"{id}\"]"),
            Self::Rule(_, false) => "#risk".to_owned(),
        }
    }

    /// Goes there; what is folded is unfolded, what is away is waited for, near its place (`near` once it is there).
    fn go(self, left: u32, near: bool) {
        if platform::reveal(&self.target()) {
            return;
        }
        let part;
        let around = match &self {
            Self::Field(_) => "#settings",
            Self::Place(name, _) => {
                part = format!("[data-sz=\"part-{name}\"]");
                &part
            }
            Self::Rule(..) => "#risk",
        };
        // Where the reader has scrolled meanwhile is left alone.
        let arrived = !near && platform::reveal(around);
        match &self {
            Self::Field(_) if arrived => {
                platform::press("#settings > [aria-expanded=\"false\"]");
                platform::unfold("settings");
            }
            Self::Rule(..) => {
                platform::reveal("[data-sz=\"more-advice\"]");
            }
            Self::Place(..) if left == TRIES && !arrived => {
                platform::reveal("#below");
            }
            _ => {}
        }
        if left > 0 {
            platform::after(APART_MS, move || self.go(left - 1, near || arrived)).forget();
        }
    }
}
