//! The working of a figure: one plain sentence, the formula, the same with values, where each value
//! came from, and how sure all that is.

use crate::engine::line::{Line, Unit};
use crate::i18n::{Lang, Named, fill, value, why};
use crate::ui::markup::html;
use crate::units::Currency;
use yew::prelude::*;

/// The working.
pub fn working(line: &Line, lang: Lang, currency: Currency) -> Html {
    let t = lang.more();
    let filled = value::filled(lang, line.formula, &line.terms, currency);
    let result = value::line(lang, line, currency);
    let band = value::range(lang, line.value, line.unit, currency);
    html! {
        <div class="sz-fx">
            <p>{ why::why(lang, line.what) }</p>
            <div class="sz-fx-eq sz-mono" tabindex="0">
                <div>{ line.what.name(lang) }{ " = " }{ line.formula }</div>
                <div>{ "\u{a0}\u{a0}= " }{ filled }{ " = " }<b>{ result }</b></div>
            </div>
            { (!line.terms.is_empty()).then(|| html! {
                <table class="sz-t">
                    <thead><tr><th scope="col">{ t.value }</th><th scope="col" class="r"><span class="sz-sr">{ t.figure }</span></th><th scope="col">{ t.comes_from }</th></tr></thead>
                    <tbody>{ for line.terms.iter().map(|term| html! {
                        <tr>
                            <th scope="row"><var>{ term.symbol }</var>{ " " }{ term.name.name(lang) }</th>
                            <td class="r">{ value::value(lang, term.value, term.unit, currency) }</td>
                            <td>{ term.from.name(lang) }</td>
                        </tr>
                    }) }</tbody>
                </table>
            }) }
            <p class="sz-note">
                { fill(t.grade, &[line.certainty.name(lang)]).plain() }
                { if line.unit == Unit::Plain || line.value.half_width() < 0.0005 { String::new() } else { fill(t.grade_band, &[&band]).plain() } }
                { source(line.source, lang) }
            </p>
        </div>
    }
}

/// A source note is a quotation in its own language, which is English.
fn source(text: &str, lang: Lang) -> Html {
    if text.is_empty() {
        return Html::default();
    }
    html! { <>{ " · " }{ lang.more().source }{ lang.pick("：", ": ") }<span class="sz-quote" lang="en">{ text.to_owned() }</span></> }
}
