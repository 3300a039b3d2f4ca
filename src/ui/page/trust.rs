//! What is known of the seller, by what somebody can rely on: each from evidence with date and source, or
//! the question to ask. The reader says what matters; there is no score.

use super::offers::cited;
use super::scene::Scene;
use crate::catalog::{Region, RuleLine, SaidOf, said};
use crate::engine::advice::kinds;
use crate::engine::report::Entry;
use crate::i18n::trust::{self as text, Pair};
use crate::i18n::{Lang, Named, fields, fill, number};
use crate::plan::Field;
use crate::platform;
use crate::ui::Action;
use crate::ui::markup::html;
use crate::ui::parts::{Icon, icon, options};
use crate::units::Order;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// What was found of one indicator.
struct Row {
    /// Its word in the plan: `sla-3`.
    id: &'static str,
    name: Pair,
    ask: Pair,
    /// What was found.
    found: Option<String>,
    /// What the seller's sources say besides.
    said: Option<String>,
    /// The finding is a warning.
    careful: bool,
}

/// Lines that a careful price list prints.
const PRINTED: [RuleLine; 4] = [RuleLine::Storage, RuleLine::Snapshot, RuleLine::Egress, RuleLine::Address];

fn rows(scene: &Scene) -> Option<Vec<Row>> {
    let (t, lang, winner) = (scene.more(), scene.lang, scene.winner()?);
    let p = scene.catalog.provider(winner.provider);
    let offer = scene.catalog.offer(winner.offer)?;
    let claim = &scene.plan.claim;
    let yes_no = |x: Option<bool>| x.map(|x| (if x { t.yes } else { t.no }).to_owned());
    let row = |id, name, ask, found| Row { id, name, ask, found, said: None, careful: false };
    let days = |d: f64| number::days(lang, d);

    let mut card = row("card", text::CARD, text::ASK_CARD, claim.condition.map(|c| c.name(lang).to_owned()));
    if offer.gpus.len() > 1 {
        let n = offer.gpus.len().to_string();
        (card.found, card.careful) = (Some(text::say(lang, text::VARIANTS, &[&n]).plain()), true);
    }
    let network = match offer.network_gbps {
        x if x > 0.0 => Some(format!("{} Gbit/s", number::significant(f64::from(x), 3))),
        _ => yes_no(offer.rdma.or(p.rdma)).map(|word| format!("RDMA{}{word}", lang.pick("：", ": "))),
    };
    let hours = claim.support_h.map(|h| text::say(lang, text::A_DAY, &[&number::duration(lang, h)]).plain());
    let support = row("support", text::SUPPORT, text::ASK_SUPPORT, hours);
    let printed = PRINTED.iter().filter(|l| scene.catalog.rules_of(winner.provider, **l).next().is_some());
    let n = printed.count();
    let mut price =
        vec![text::say(lang, text::PRINTS, &[&n.to_string(), &PRINTED.len().to_string()]).plain()];
    if offer.increment_s > 0 {
        price.push(fill(t.ev_per, &[&number::seconds(lang, f64::from(offer.increment_s))]).plain());
    }
    let mut price = row(
        "price",
        text::PRICE,
        text::ASK_PRICE,
        (n > 0 || price.len() > 1).then(|| price.join(lang.pick("，", ", "))),
    );
    price.careful = n < PRINTED.len() / 2;
    let mut data: Vec<String> = Vec::new();
    data.extend(yes_no(p.data_persists).map(|w| format!("{}{}{w}", t.ev_persists, lang.pick("：", ": "))));
    data.extend(p.deletes_after_days.map(|d| fill(t.ev_after, &[&days(f64::from(d))]).plain()));
    let mut data =
        row("data", text::DATA, text::ASK_DATA, (!data.is_empty()).then(|| data.join(lang.pick("；", "; "))));
    data.careful = p.deletes_after_days.is_some() || p.data_persists == Some(false);
    let share = claim.sla.or((p.sla > 0.0).then_some(f64::from(p.sla)));
    let sla = row("sla", text::SLA, text::ASK_SLA, share.map(|s| number::fixed(s * 100.0, 2) + "%"));
    let refund = (p.refund_days > 0).then(|| fill(t.ev_within, &[&days(f64::from(p.refund_days))]).plain());
    let notice = p.spot_notice_s.map(|s| number::seconds(lang, f64::from(s)));
    let mut notice = row("notice", text::NOTICE, text::ASK_NOTICE, notice);
    notice.careful = p.spot_notice_s.is_some_and(|s| s < 60);
    let mut rows = vec![
        card,
        row("network", text::NETWORK, text::ASK_NETWORK, network),
        support,
        price,
        data,
        sla,
        row("images", text::IMAGES, text::ASK_IMAGES, yes_no(p.images)),
        row("watch", text::WATCH, text::ASK_WATCH, yes_no(p.monitoring)),
        // Nobody in the catalog says for how long it has been in business.
        row("years", text::YEARS, text::ASK_YEARS, None),
        row("refund", text::REFUND, text::ASK_REFUND, refund),
        notice,
    ];
    for row in &mut rows {
        row.said = in_words(lang, &p.id, row.id);
        if row.found.is_none() {
            row.found = row.said.take();
        }
    }
    rows.extend(abroad(scene, winner));
    Some(rows)
}

/// What somebody on the mainland runs into with a machine elsewhere; nothing of a machine at home.
fn abroad(scene: &Scene, winner: &Entry) -> Vec<Row> {
    let lang = scene.lang;
    if winner.region == Region::Cn {
        return Vec::new();
    }
    // Where nothing is recorded the question stands, with what is known below it.
    let row = |id, name, ask, found, said| Row { id, name, ask, found, said, careful: true };
    let currency = scene.catalog.offer(winner.offer).and_then(|o| o.likely()).map(|r| r.price.currency);
    let pay = currency.map(|c| text::say(lang, text::PAY_IN, &[number::currency_word(lang, c)]).plain());
    let (place, leaves) = match winner.region {
        Region::Global => (text::of(lang, text::NO_PLACE).to_owned(), text::MAY_LEAVE),
        region => (text::say(lang, text::PLACE, &[region.name(lang)]).plain(), text::LEAVES_FOUND),
    };
    vec![
        row("pay", text::PAY, text::ASK_PAY, None, pay),
        row("reach", text::REACH, text::ASK_REACH, None, Some(place)),
        row("leaves", text::LEAVES, text::ASK_DATA, Some(text::of(lang, leaves).to_owned()), None),
    ]
}

/// What usually differs between the kinds of seller, as counted in the catalog.
fn table_of_kinds(scene: &Scene, winner: &Entry) -> Html {
    let (lang, words) = (scene.lang, scene.words());
    let of = |pair| text::of(lang, pair);
    let card = words.gpu(winner.gpu);
    let least = text::say(lang, text::K_LEAST, &[card]).plain();
    let own = scene.catalog.provider(winner.provider).kind;
    let rows = kinds(&scene.catalog, &scene.report.ranked, winner);
    html! {
        <details class="sz-more" data-sz="kinds">
            <summary>{ icon(Icon::Open) }<span>{ of(text::KINDS) }</span></summary>
            <div class="sz-tw sz-gap-s" tabindex="0" role="region" aria-label={of(text::KINDS)}><table class="sz-t">
                <thead><tr>
                    <th scope="col">{ of(text::KIND) }</th><th scope="col" class="r">{ of(text::K_SELLERS) }</th><th scope="col" class="r">{ least }</th>
                    { for [text::K_SLA, text::K_WATCH, text::K_EGRESS, text::K_BOOT, text::K_FAULTS].map(|h| html! { <th scope="col" class="r">{ of(h) }</th> }) }
                </tr></thead>
                <tbody>{ for rows.iter().map(|k| {
                    let share = |n: usize| format!("{n} / {}", k.sellers);
                    let price = k.least.map_or_else(|| scene.more().unknown.to_owned(), |x| number::rate(lang, words.amount(x), scene.show, number::Per::Hour));
                    let cells = [
                        k.sellers.to_string(), price, share(k.sla), share(k.monitoring), share(k.egress),
                        number::seconds(lang, k.boot_min * 60.0),
                        text::say(lang, text::K_TIMES, &[&number::significant(k.faults, 2)]).plain(),
                    ];
                    let name = k.kind.name(lang);
                    html! { <tr key={name}><th scope="row" class="sz-nowrap">{ if k.kind == own { html! { <b>{ name }</b> } } else { html! { { name } } } }</th>{ for cells.into_iter().map(|c| html! { <td class="r sz-nowrap">{ c }</td> }) }</tr> }
                }) }</tbody>
            </table></div>
            <p class="sz-note">{ of(text::K_NOTE) }</p>
        </details>
    }
}

/// What the seller's sources say about an indicator, in the language of the page.
fn in_words(lang: Lang, provider: &str, id: &str) -> Option<String> {
    let about: &[SaidOf] = match id {
        "support" => &[SaidOf::Support],
        "price" => &[SaidOf::Terms, SaidOf::Credit],
        "data" => &[SaidOf::Persistence],
        "sla" => &[SaidOf::Sla],
        "refund" => &[SaidOf::Refund],
        "notice" => &[SaidOf::Spot],
        _ => &[],
    };
    let all = about.iter().filter_map(|about| said(provider, *about)).map(|s| lang.pick(s.zh, s.en));
    let all: Vec<&str> = all.collect();
    (!all.is_empty()).then(|| all.join(lang.pick("；", "; ")))
}

/// Greatest weight.
const MOST: u8 = 3;

fn weight(scene: &Scene, id: &str) -> u8 {
    let said = scene.plan.care.trust.iter().find_map(|w| w.strip_prefix(id)?.strip_prefix('-')?.parse().ok());
    said.map_or(1, |w: u8| w.min(MOST))
}

/// The plan's weights with one of them changed.
fn weighed(scene: &Scene, id: &str, to: &str) -> String {
    let other = |w: &&String| w.strip_prefix(id).is_none_or(|rest| !rest.starts_with('-'));
    let mut all: Vec<String> = scene.plan.care.trust.iter().filter(other).cloned().collect();
    all.extend((to != "1").then(|| format!("{id}-{to}")));
    if all.is_empty() { "none".to_owned() } else { all.join(",") }
}

/// The table.
pub fn trust(scene: &Scene) -> Html {
    let (t, lang, words) = (scene.more(), scene.lang, scene.words());
    let (Some(winner), Some(mut rows)) = (scene.winner(), rows(scene)) else { return Html::default() };
    rows.order_by(|a, b| weight(scene, b.id).cmp(&weight(scene, a.id)));
    let p = scene.catalog.provider(winner.provider);
    let date = p.as_of.map(|d| number::as_of(lang, d)).unwrap_or_default();
    let sources: Vec<Html> = scene.catalog.source(p.source).map(|id| cited(lang, id)).collect();
    let weights: Vec<(AttrValue, AttrValue)> = (0..=MOST)
        .map(|w| (w.to_string().into(), text::of(lang, text::WEIGHTS[usize::from(w)]).into()))
        .collect();
    html! {
        <>
        <table class="sz-t sz-chk sz-gap">
            <thead><tr><th scope="col">{ fill(t.ev_title, &[words.provider(winner.provider)]).plain() }</th><th scope="col">{ t.ev_found }</th><th scope="col">{ t.ev_evidence }</th></tr></thead>
            <tbody>{ for rows.into_iter().map(|row| {
                let (s, sign, word) = match (&row.found, row.careful) {
                    (None, _) => ("q", Icon::Question, t.unknown),
                    (Some(_), true) => ("bad", Icon::Warn, t.ev_careful),
                    (Some(_), false) => ("ok", Icon::Tick, t.ev_ok),
                };
                let name = text::of(lang, row.name);
                let now = weight(scene, row.id);
                let onchange = {
                    let (scene, id) = (scene.clone(), row.id);
                    Callback::from(move |e: Event| {
                        let to = e.target_unchecked_into::<HtmlSelectElement>().value();
                        let all = weighed(&scene, id, &to);
                        scene.send.emit(Action::Set(Field::Trust, all, platform::now_ms()));
                    })
                };
                let known = row.found.is_some();
                let cell = row.found.unwrap_or_else(|| fill(t.ask, &[text::of(lang, row.ask)]).plain());
                let label = format!("{}{}{name}", fields::label(lang, Field::Trust), lang.pick("：", ": "));
                html! {
                    <tr key={row.id} data-weight={now.to_string()}>
                        <th scope="row">{ name }<div class="sz-pick-f" data-on={(now != 1).then_some("")}><select aria-label={label} {onchange}>{ options(&weights, &now.to_string()) }</select>{ icon(Icon::Chevron) }</div></th>
                        <td>{ cell }{ row.said.map(|said| html! { <div class="sz-note">{ said }</div> }) }</td>
                        <td class="sz-nowrap"><span class="sz-ev" data-s={s}>{ icon(sign) }{ word }</span>{ " " }<small>{ if known { date.clone() } else { String::new() } }</small></td>
                    </tr>
                }
            }) }</tbody>
        </table>
        { table_of_kinds(scene, winner) }
        <p class="sz-note">{ text::of(lang, text::NOTE) }{ (!sources.is_empty()).then(|| html! { <>{ " " }{ text::of(lang, text::SOURCE) }{ for sources }</> }) }</p>
        </>
    }
}
