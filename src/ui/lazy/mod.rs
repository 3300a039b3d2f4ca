//! Parts of the page that are loaded when they come near, or when they are opened: the first answer
//! should not wait for what few readers reach. While a part is on its way its place says so; where it
//! cannot be had the place says that, and offers to try again.

mod part;
mod parts;
mod words;

pub use part::Part;
pub use parts::*;
pub use words::{lang, speak, translate};

use crate::i18n::Lang;
use crate::plan::Field;
use crate::platform;
use crate::ui::Action;
use crate::ui::markup::html;
use crate::ui::page::scene::Scene;
use std::cell::{Cell, RefCell};
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// Why a field is asked; empty until [`HINTS`] is here, which the settings ask for when a pointer or the
/// focus enters them.
pub fn hint(lang: Lang, field: Field) -> &'static str {
    HINTS.get().map_or("", |says| says(lang, field))
}

/// How near a part must come before it is loaded, CSS px: less than the part of the first screen's
/// sections that lies below a laptop's fold, so that opening the page loads only what is seen.
const MARGIN_PX: u32 = 400;

/// When a part is asked for.
#[derive(Clone, Copy, PartialEq)]
pub enum When {
    /// When its place comes near.
    Near,
    /// At once: the reader has opened it.
    Now,
}

/// How far a part is.
#[derive(Clone, Copy, PartialEq)]
enum State {
    Away,
    Coming,
    Failed,
    Here,
}

/// A part in its place: how far it is, and how to ask for it again.
pub struct Place {
    state: State,
    ask: Callback<()>,
    node: NodeRef,
}

impl Place {
    /// What stands there instead of the part; nothing once it is here.
    pub fn waiting(&self, lang: Lang) -> Option<Html> {
        let t = lang.text();
        let again = {
            let (ask, node) = (self.ask.clone(), self.node.clone());
            Callback::from(move |_: MouseEvent| {
                // The button goes away; its place stays and keeps the focus.
                if let Some(place) = node.cast::<HtmlElement>() {
                    let _ = place.focus();
                }
                ask.emit(());
            })
        };
        match self.state {
            State::Here => None,
            State::Failed => Some(html! {
                <div class="sz-wait"><p role="alert">{ t.part_failed }{ " " }<button class="sz-btn" type="button" onclick={again}>{ t.part_again }</button></p></div>
            }),
            State::Away | State::Coming => Some(html! {
                <div class="sz-wait" aria-busy="true"><p class="sz-note" role="status">{ t.part_loading }</p></div>
            }),
        }
    }
}

/// Brings a part to the element at `node`. `focus` takes the focus when the part arrives while the
/// reader waits there.
#[hook]
pub fn use_part<T: Copy + 'static>(
    part: &'static Part<T>,
    when: When,
    node: &NodeRef,
    focus: Option<&'static str>,
) -> Place {
    let state = use_state_eq(|| if part.get().is_some() { State::Here } else { State::Away });
    // A part that is here may still lack its texts in a language that was chosen since.
    let now = match *state {
        _ if part.get().is_some() => State::Here,
        State::Here => State::Away,
        other => other,
    };
    let ask = {
        let (state, node) = (state.clone(), node.clone());
        Callback::from(move |()| {
            state.set(State::Coming);
            let (state, node) = (state.clone(), node.clone());
            part.load(move |ok| {
                let waits = node.cast::<Element>().is_some_and(|e| platform::focused_in(&e));
                state.set(if ok { State::Here } else { State::Failed });
                if let (true, true, Some(id)) = (ok, waits, focus) {
                    platform::next_frame(move || platform::focus(id));
                }
            });
        })
    };
    {
        let (node, ask) = (node.clone(), ask.clone());
        use_effect_with(now == State::Away, move |away| {
            let near = ask.clone();
            let place = node.cast::<Element>().filter(|_| when == When::Near);
            let watch = place
                .filter(|_| *away)
                .and_then(|place| platform::on_approach(&place, MARGIN_PX, move || near.emit(())));
            if watch.is_some() {
                AWAY.with_borrow_mut(|all| all.push(ask.clone()));
            } else if *away {
                ask.emit(());
            }
            move || {
                AWAY.with_borrow_mut(|all| all.retain(|one| *one != ask));
                drop(watch);
            }
        });
    }
    Place { state: now, ask, node: node.clone() }
}

/// A part of the page in its place. `focus` is the element that takes the focus when the part arrives
/// while the reader waits there.
pub fn lazy(scene: &Scene, part: &'static Part<Draw>, when: When, focus: Option<&'static str>) -> Html {
    html! { <Lazy key={part.key()} scene={scene.clone()} {part} {when} {focus} /> }
}

/// Props of [`Lazy`].
#[derive(Properties, PartialEq)]
struct LazyProps {
    scene: Scene,
    part: &'static Part<Draw>,
    when: When,
    focus: Option<&'static str>,
}

#[component]
fn Lazy(props: &LazyProps) -> Html {
    let (scene, node) = (&props.scene, use_node_ref());
    let place = use_part(props.part, props.when, &node, props.focus);
    let body = place.waiting(scene.lang).or_else(|| Some((props.part.get()?)(scene)));
    let arrived = body.is_some() && place.state == State::Here;
    use_effect_with(arrived, |arrived| {
        if *arrived {
            platform::next_frame(arrive);
        }
    });
    // The place stays the same element, so that the focus has somewhere to be while its content changes.
    html! { <div ref={node} tabindex="-1" class="sz-lazy" data-sz={format!("part-{}", props.part.file)}>{ body }</div> }
}

/// Brings the rules of advice, and lets them look at the report.
pub fn advise(send: Callback<Action>) {
    ADVISE.load(move |ok| {
        if ok {
            send.emit(Action::Advised);
        }
    });
}

thread_local! {
    /// Where the reader wants to go, once it is there.
    static WANTED: Cell<Option<&'static str>> = const { Cell::new(None) };
    /// The places that wait to come near.
    static AWAY: RefCell<Vec<Callback<()>>> = const { RefCell::new(Vec::new()) };
}

/// Shows a section; one that lies in a part is waited for.
pub fn show(id: &'static str) {
    if platform::reveal(&format!("#{id}")) {
        return WANTED.set(None);
    }
    WANTED.set(Some(id));
    bring();
}

/// Brings everything that waits to come near.
fn bring() {
    for ask in AWAY.with_borrow(Vec::clone) {
        ask.emit(());
    }
}

/// Prints the page, whole: what is still away is brought first.
pub fn print() {
    bring();
    // Drawn in the next frame, its sections in the one after.
    BELOW.load(|_| platform::next_frame(|| platform::next_frame(platform::print)));
}

fn arrive() {
    if let Some(id) = WANTED.get() {
        show(id);
    }
}
