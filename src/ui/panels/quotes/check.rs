//! The check-up of one quote: what it leaves open, what that may cost, and a message that asks for it.

use super::super::ticks::use_ticks;
use super::{ranked::place, say};
use crate::engine::cost::checkup::{self, Field, State};
use crate::engine::cost::{Shift, count, time};
use crate::engine::report::ctx_of;
use crate::i18n::Named;
use crate::i18n::quotes::{self as text, Pair};
use crate::import::quotes::Quoted;
use crate::platform;
use crate::ui::markup::html;
use crate::ui::page::scene::Scene;
use crate::ui::parts::check;
use crate::units::{Band, Order};
use std::rc::Rc;
use yew::prelude::*;

/// Props of [`Check`].
#[derive(Properties)]
pub struct CheckProps {
    /// The scene.
    pub scene: Scene,
    /// Which quote, from 0.
    pub n: usize,
    /// The quote.
    pub quoted: Rc<Quoted>,
}

impl PartialEq for CheckProps {
    fn eq(&self, other: &Self) -> bool {
        self.scene == other.scene && self.n == other.n && self.quoted == other.quoted
    }
}

/// What the quote itself settles.
fn stated(q: &Quoted) -> Vec<(Field, bool)> {
    let mut out = Vec::new();
    if q.invoice.is_some() && q.tax.is_some() {
        out.push((Field::Invoice, true));
    }
    out
}

/// Checks the quote against the plan.
fn checks(scene: &Scene, n: usize, q: &Quoted, asked: &[Field]) -> Option<Vec<checkup::Check>> {
    let (_, entry) = place(scene, n)?;
    let ctx = ctx_of(&scene.plan, &scene.catalog, scene.today);
    let offer = scene.catalog.offer(entry.offer)?;
    let ask = ctx.ask_of(entry.offer, entry.slice)?;
    let units = count(offer, entry.count)?;
    let hours = time(&ctx, &ask, &units, entry.work.likely, Shift::default());
    let mut said = stated(q);
    said.extend(asked.iter().map(|f| (*f, true)));
    let seller = scene.catalog.provider(entry.provider);
    Some(checkup::check(&scene.plan, &ctx, &ask, offer, seller, &units, &hours, entry.total.likely, &said))
}

/// The check-up.
#[component]
pub fn Check(props: &CheckProps) -> Html {
    let (scene, q) = (&props.scene, &props.quoted);
    let (lang, words) = (scene.lang, scene.words());
    let of = |pair: Pair| text::of(lang, pair);
    let name = format!("{} {}", q.quote.provider, text::cards(lang, &scene.catalog, &q.quote));
    let ticks = use_ticks(format!("quote {name}"));
    let asked: Vec<Field> = checkup::FIELDS.into_iter().filter(|f| ticks.has(&checkup::id(*f))).collect();
    let copied = use_state_eq(|| None::<bool>);
    let Some(all) = checks(scene, props.n, q, &asked) else { return Html::default() };
    let (settled, open_sum) = checkup::gauge(&all);
    let range = |[low, high]: [f64; 2]| words.money_range(Band { low, likely: low, high });
    // What was ticked stays where it was, so that no row jumps under the pointer.
    let mut open: Vec<&checkup::Check> =
        all.iter().filter(|c| c.state == State::Open || asked.contains(&c.field)).collect();
    let width = |c: &checkup::Check| c.range.map_or(-1.0, |[low, high]| high - low);
    open.order_by(|a, b| {
        let late = |c: &checkup::Check| (asked.contains(&c.field), !c.first);
        late(a).cmp(&late(b)).then(width(b).total_cmp(&width(a)))
    });
    let done: Vec<&str> = all
        .iter()
        .filter(|c| c.state == State::Known && !asked.contains(&c.field))
        .map(|c| c.field.name(lang))
        .collect();
    let letter = {
        let head =
            text::say(lang, text::LETTER_HEAD, &[&text::cards(lang, &scene.catalog, &q.quote)]).plain();
        let list = open.iter().filter(|c| c.state == State::Open).enumerate();
        list.fold(head, |all, (i, c)| format!("{all}\n{}. {}", i + 1, c.field.name(lang)))
    };
    let copy = {
        let (letter, copied) = (letter.clone(), copied.clone());
        Callback::from(move |_: MouseEvent| {
            let copied = copied.clone();
            platform::copy(&letter, move |ok| copied.set(Some(ok)));
        })
    };
    let rows: Html = open
        .iter()
        .map(|c| {
            let set = {
                let (ticks, id) = (ticks.clone(), checkup::id(c.field));
                Callback::from(move |on: bool| ticks.set(&id, on))
            };
            let sum = match c.range {
                _ if c.state != State::Open => String::new(),
                Some(r) => range(r),
                None => of(text::CHECK_NO_SUM).to_owned(),
            };
            html! {
                <tr key={c.field as usize}>
                    <td>{ check(None, c.field.name(lang), "", c.state != State::Open, &set) }</td>
                    <td>{ c.first.then(|| html! { <span class="sz-pill" data-s="warn">{ of(text::CHECK_FIRST) }</span> }) }</td>
                    <td class="r">{ sum }</td>
                </tr>
            }
        })
        .collect();
    let gauge = if open_sum > 0.0 {
        say(scene, text::CHECK_GAUGE, &[&settled.to_string(), &words.money(open_sum)])
    } else {
        say(scene, text::CHECK_GAUGE_NONE, &[&settled.to_string()])
    };
    html! {
        <div data-sz="quotes-check">
            <h3 class="sz-h3 sz-gap">{ say(scene, text::CHECK, &[&name]) }</h3>
            <p class="sz-says">{ gauge }</p>
            <p class="sz-note">{ of(text::CHECK_NOTE) }</p>
            <div class="sz-tw sz-narrow"><table class="sz-t"><tbody>{ rows }</tbody></table></div>
            { (!done.is_empty()).then(|| html! { <p class="sz-note sz-gap-s">{ say(scene, text::CHECK_DONE, &[&done.join(lang.pick("、", ", "))]) }</p> }) }
            <p class="sz-acts sz-gap-s"><button class="sz-btn" type="button" onclick={copy}>{ of(if *copied == Some(true) { text::COPIED } else { text::LETTER }) }</button></p>
            <div>{ (*copied == Some(false)).then(|| html! {
                <><p class="sz-note">{ of(text::COPY_REFUSED) }</p><textarea class="sz-handcopy" readonly={true} rows="8" value={letter.clone()} /></>
            }) }</div>
        </div>
    }
}
