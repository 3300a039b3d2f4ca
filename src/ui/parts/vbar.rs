//! The memory bar: the track is the card, to scale.

use super::place::var;
use crate::engine::memory::Part;
use crate::i18n::{Lang, Named, fill, number};
use crate::ui::markup::html;
use crate::units::Band;
use yew::prelude::*;

/// Parts in the order in which they are drawn, with their colour words.
pub const PARTS: [(Part, &str); 9] = [
    (Part::Weights, "weights"),
    (Part::KvCache, "kv-cache"),
    (Part::Adapter, "adapter"),
    (Part::Gradients, "gradients"),
    (Part::Optimizer, "optimizer"),
    (Part::Activations, "activations"),
    (Part::Loss, "loss"),
    (Part::Slack, "slack"),
    (Part::Context, "context"),
];

/// The parts alone, small, for a cell whose text says the figures. `end` is where the track ends, bytes.
pub fn mini(parts: &[f64; 9], end: f64) -> Html {
    html! {
        <div class="sz-mini" aria-hidden="true">{ for PARTS.iter().filter(|(part, _)| parts[*part as usize] > 0.0).map(|(part, c)| html! {
            <i key={*c} data-c={*c} ~style={var("w", parts[*part as usize] / end.max(1.0) * 100.0)}></i>
        }) }</div>
    }
}

/// Bar, bracket, ruler and legend.
/// `parts` are bytes by [`Part`], `usable` is what the card shows as its total.
pub fn bar(parts: &[f64; 9], need: Band, usable: f64, lang: Lang) -> Html {
    let (t, card) = (lang.text(), usable.max(1.0));
    let over = need.likely > card;
    // The axis is the card; it grows to what is needed when that is more.
    let end = if over { need.high.max(need.likely) } else { card };
    // The top of the range may pass the card: the bracket then runs beyond the track.
    let at = |bytes: f64| bytes / end * 100.0;
    let gib = |bytes: f64| number::gib_number(bytes, 1);
    let free = card - need.likely;
    let high = at(need.high).min(108.0);
    let apart = at(need.high) - at(need.low) > 16.0;
    let aria = fill(t.vram_label, &[&number::gib(need.likely), &number::gib(card)]).plain();
    let ticks = {
        let mut step = 1.0;
        let total = end / f64::from(1_u32 << 30);
        for factor in [2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0] {
            if total / step > 7.0 {
                step *= factor;
            }
        }
        let mut out = vec![0.0];
        let mut x = step;
        while x < total - step * 0.45 && out.len() < 12 {
            out.push(x);
            x += step;
        }
        out
    };
    html! { <>
        <div class="sz-vram">
            <div class="sz-vband" aria-hidden="true">
                <i ~style={format!("{};{}", var("x", at(need.low)), var("w", (high.min(at(card).max(at(need.low)))- at(need.low)).max(0.0)))}></i>
                <i class="sz-vover" hidden={need.high <= card || over}
                    ~style={format!("{};{}", var("x", at(card)), var("w", (high - at(card)).max(0.0)))}></i>
                <span data-a="r" hidden={!apart} ~style={var("x", at(need.low))}>{ gib(need.low) }</span>
                <span ~style={var("x", at(need.likely).clamp(4.0, 96.0))}><b><span class="sz-vn">{ t.expected }{ " " }</span>{ gib(need.likely) }</b></span>
                <span data-a={if high > 94.0 { "e" } else { "l" }} hidden={!apart || over} ~style={var("x", high)}>{ gib(need.high) }</span>
            </div>
            <div class="sz-vmark" ~style={var("x", at(need.likely))}></div>
            <div class="sz-vbar" role="img" aria-label={aria}>
                { for PARTS.iter().map(|(part, c)| {
                    let bytes = parts[*part as usize];
                    let wide = at(bytes);
                    let name = part.name(lang);
                    html! {
                        <i key={*c} data-c={*c} hidden={bytes <= 0.0} data-t={(wide >= 8.0).then_some("")}
                            data-n={(wide < 16.0).then_some("")} data-w={(wide >= 34.0).then_some("")}
                            title={format!("{name} {}", number::gib(bytes))} ~style={var("w", wide)}>
                            { if wide >= 16.0 { html! { <span>{ name }{ " " }</span> } } else { Html::default() } }
                            { if wide >= 8.0 { gib(bytes) } else { String::new() } }
                        </i>
                    }
                }) }
                <i key="free" class="sz-vfree" data-t="" data-n={(at(free) < 22.0).then_some("")} hidden={free <= 0.0}>
                    { if at(free) >= 12.0 { html! { <span>{ fill(t.free, &[&gib(free)]).plain() }</span> } } else { Html::default() } }
                </i>
            </div>
            <div class="sz-ruler" aria-hidden="true">
                { for ticks.iter().map(|x| html! {
                    <span ~style={var("x", at(x * f64::from(1_u32 << 30)))}>{ number::whole(*x as u64) }</span>
                }) }
                <span ~style={var("x", 100.0)}>{ number::gib(end) }</span>
            </div>
            <div class="sz-vcard" hidden={!over} ~style={var("x", at(card))}><span>{ number::gib(card) }</span></div>
        </div>
    </> }
}
