//! Quotes of the reader's own: pasted, previewed with their columns, ranked beside the catalog, and checked
//! for what they leave open.

mod check;
mod preview;
mod ranked;

use crate::catalog::{Catalog, Region};
use crate::i18n::quotes::{self as text, Pair};
use crate::i18n::{Named, number};
use crate::import::quotes::{Defaults, Pasted, Saved};
use crate::plan::Field;
use crate::ui::markup::html;
use crate::ui::page::scene::{Scene, SceneProps};
use crate::ui::parts::{Choice, Icon, choice, follows, icon, rich};
use crate::ui::{Facts, Own};
use crate::units::Currency;
use std::rc::Rc;
use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

/// A paste that has been read.
struct Read {
    saved: Saved,
    pasted: Pasted,
}

impl Read {
    fn new(saved: Saved) -> Self {
        let pasted = saved.read(Catalog::embedded());
        Self { saved, pasted }
    }
    /// How many quotes are in it.
    fn count(&self) -> usize {
        self.pasted.rows.iter().filter_map(|r| r.read.as_ref().ok()).map(Vec::len).sum()
    }
    /// The catalog with its quotes on top.
    fn facts(&self) -> Facts {
        let quotes = self.pasted.quotes();
        if quotes.is_empty() {
            Facts::default()
        } else {
            Facts::with(Catalog::embedded().with_quotes(&quotes).0)
        }
    }
}

/// The paste that is in the ranking.
fn kept(scene: &Scene) -> Option<Read> {
    scene.own.kept.as_deref().and_then(Saved::parse).map(Read::new)
}

/// An empty one.
fn fresh(scene: &Scene) -> Saved {
    let market = &scene.plan.market;
    Saved {
        text: String::new(),
        columns: None,
        defaults: Defaults {
            provider: text::of(scene.lang, text::SELLER_DEFAULT).to_owned(),
            currency: market.currency,
            region: market.region.unwrap_or(Region::Global),
            today: scene.today,
        },
    }
}

/// The panel.
#[component]
pub fn Quotes(props: &SceneProps) -> Html {
    let scene = &props.scene;
    let of = |pair: Pair| text::of(scene.lang, pair);
    let open = use_state_eq(|| false);
    let draft = use_state(|| Rc::new(kept(scene).unwrap_or_else(|| Read::new(fresh(scene)))));
    let ranked = use_memo(scene.own.kept.clone(), |_| kept(scene));
    // What was kept at the last visit is read once, when the panel comes.
    {
        let (own, keep, ranked) = (scene.own.clone(), scene.keep.clone(), ranked.clone());
        use_effect_with((), move |()| {
            if let (Some(read), false) = (ranked.as_ref(), own.facts.has_quotes()) {
                keep.emit(Own { facts: read.facts(), ..own });
            }
        });
    }
    let ontoggle = follows(&open);
    let count = ranked.as_ref().as_ref().map_or(0, Read::count);
    let title = match count {
        0 => of(text::TITLE).to_owned(),
        n => text::say(scene.lang, text::TITLE_N, &[&number::whole(n as u64)]).plain(),
    };
    html! {
        <details class="sz-more sz-q sz-noprint" id="quotes" data-sz="quotes" open={*open} {ontoggle}>
            <summary>{ icon(Icon::Open) }<span>{ title }</span></summary>
            <div>{ (*open).then(|| html! {
                <>
                    { paste(scene, &draft) }
                    { preview::preview(scene, &draft) }
                    { acts(scene, &draft) }
                    { ranked.as_ref().as_ref().filter(|r| r.count() > 0).map(|read| html! {
                        <ranked::Ranked scene={scene.clone()} quotes={quoted(read)} />
                    }) }
                </>
            }) }</div>
        </details>
    }
}

/// Quotes in their order, as they were numbered in the overlay.
fn quoted(read: &Read) -> Rc<Vec<crate::import::quotes::Quoted>> {
    Rc::new(read.pasted.rows.iter().filter_map(|r| r.read.as_ref().ok()).flatten().cloned().collect())
}

/// Another reading of the draft.
fn change(draft: &UseStateHandle<Rc<Read>>, edit: impl FnOnce(&mut Saved)) {
    let mut saved = draft.saved.clone();
    edit(&mut saved);
    draft.set(Rc::new(Read::new(saved)));
}

/// The box, and what a paste does not say.
fn paste(scene: &Scene, draft: &UseStateHandle<Rc<Read>>) -> Html {
    let lang = scene.lang;
    let of = |pair: Pair| text::of(lang, pair);
    let today = scene.today;
    let oninput = {
        let draft = draft.clone();
        Callback::from(move |e: InputEvent| {
            let typed = e.target_unchecked_into::<HtmlTextAreaElement>().value();
            change(&draft, |s| {
                s.text = typed;
                s.columns = None;
                s.defaults.today = today;
            });
        })
    };
    let example = {
        let draft = draft.clone();
        Callback::from(move |_: MouseEvent| {
            change(&draft, |s| {
                s.text = text::of(lang, text::EXAMPLE).to_owned();
                s.columns = None;
                s.defaults.today = today;
            });
        })
    };
    let seller = {
        let draft = draft.clone();
        Callback::from(move |e: Event| {
            let typed = e.target_unchecked_into::<HtmlInputElement>().value();
            change(&draft, |s| s.defaults.provider = typed.trim().chars().take(60).collect());
        })
    };
    let currency = {
        let draft = draft.clone();
        Callback::from(move |code: String| {
            if let Some(currency) = Currency::parse(&code) {
                change(&draft, |s| s.defaults.currency = currency);
            }
        })
    };
    let region = {
        let draft = draft.clone();
        Callback::from(move |word: String| {
            let mut plan = crate::plan::Plan::default();
            if Field::Region.set(&mut plan, &word, &mut Vec::new())
                && let Some(region) = plan.market.region
            {
                change(&draft, |s| s.defaults.region = region);
            }
        })
    };
    let d = &draft.saved.defaults;
    let currencies = [Currency::Cny, Currency::Usd, Currency::Eur]
        .map(|c| (AttrValue::from(c.code()), AttrValue::from(number::currency_word(lang, c))));
    let regions = [Region::Cn, Region::Asia, Region::Us, Region::Eu, Region::Global];
    let region_word = |r: Region| {
        let mut plan = crate::plan::Plan::default();
        plan.market.region = Some(r);
        Field::Region.text(&plan)
    };
    let empty = draft.saved.text.trim().is_empty();
    let mut note = text::of(lang, text::EXAMPLE_NOTE).splitn(2, "{0}");
    let (before, after) = (note.next().unwrap_or(""), note.next().unwrap_or(""));
    html! {
        <>
            <label class="sz-lab" for="quotes-text">{ of(text::PASTE) }</label>
            <p class="sz-note">{ of(text::PASTE_NOTE) }</p>
            <textarea class="sz-handcopy" id="quotes-text" rows="6" spellcheck="false" placeholder={of(text::EXAMPLE)} value={draft.saved.text.clone()} {oninput} />
            <p class="sz-note" hidden={!empty}>{ before }<button class="sz-as-link" type="button" onclick={example}>{ of(text::EXAMPLE_TRY) }</button>{ after }</p>
            <div class="sz-q-in">
                <div class="sz-field"><label for="quotes-seller">{ of(text::SELLER) }</label>
                    <div class="sz-ctl"><input id="quotes-seller" autocomplete="off" value={d.provider.clone()} onchange={seller} /></div></div>
                { choice(Choice {
                    id: "quotes-cur".into(), label: of(text::CURRENCY), why: "", options: currencies.to_vec(),
                    value: d.currency.code().into(), changed: false, hook: None,
                }, &currency) }
                { choice(Choice {
                    id: "quotes-region".into(), label: of(text::REGION), why: "",
                    options: regions.iter().map(|r| (region_word(*r).into(), AttrValue::from(r.name(lang)))).collect(),
                    value: region_word(d.region), changed: false, hook: None,
                }, &region) }
            </div>
        </>
    }
}

/// Into the ranking, and out of it.
fn acts(scene: &Scene, draft: &UseStateHandle<Rc<Read>>) -> Html {
    let lang = scene.lang;
    let of = |pair: Pair| text::of(lang, pair);
    let n = draft.count();
    let form = AttrValue::from(draft.saved.write());
    let in_use = scene.own.kept.as_ref() == Some(&form);
    let rank = {
        let (draft, keep) = (draft.clone(), scene.keep.clone());
        Callback::from(move |_: MouseEvent| keep.emit(Own::keep(Some(form.clone()), draft.facts())))
    };
    let clear = {
        let (draft, keep, empty) = (draft.clone(), scene.keep.clone(), fresh(scene));
        Callback::from(move |_: MouseEvent| {
            draft.set(Rc::new(Read::new(empty.clone())));
            keep.emit(Own::keep(None, Facts::default()));
        })
    };
    let ranked = scene.own.kept.is_some();
    let label = if ranked {
        of(text::RANK_AGAIN).to_owned()
    } else {
        text::say(lang, text::RANK, &[&number::whole(n as u64)]).plain()
    };
    html! {
        <>
            <p class="sz-acts sz-gap-s">
                <button class="sz-btn" data-kind="main" type="button" data-sz="quotes-rank" hidden={n == 0 || in_use} onclick={rank}>{ label }</button>
                <button class="sz-btn" type="button" data-sz="quotes-clear" hidden={!ranked} onclick={clear}>{ of(text::CLEAR) }</button>
            </p>
            <p class="sz-note" role="status">{ if in_use && n > 0 {
                let kept = if scene.own.stored { text::KEPT } else { text::NOT_KEPT };
                format!("{}{}{}", of(text::IN_RANKING), lang.pick("", " "), of(kept))
            } else { String::new() } }</p>
        </>
    }
}

/// A sentence.
fn say(scene: &Scene, pair: Pair, values: &[&str]) -> Html {
    rich(&text::say(scene.lang, pair, values))
}
