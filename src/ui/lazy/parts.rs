//! The parts of the page that lie in files of their own. One line each: its name in the code, the name
//! of its file, what it gives. Parts of one file come together.

use super::part::Part;
use crate::engine::advice::View;
use crate::engine::line::Line;
use crate::engine::report::Advice;
use crate::i18n::Lang;
use crate::plan::Field;
use crate::ui::page::scene::Scene;
use crate::ui::{page, panels, parts};
use crate::units::Currency;
use yew::Html;

/// Draws a scene.
pub type Draw = fn(&Scene) -> Html;
/// Draws the working of a figure.
pub type Working = fn(&Line, Lang, Currency) -> Html;
/// Advises on a winner, or on the card that comes closest.
pub type Advise = fn(&View<'_>, bool) -> Vec<Advice>;

/// Says why a field is asked.
pub type Hint = fn(Lang, Field) -> &'static str;

macro_rules! has {
    () => {
        false
    };
    (texts) => {
        true
    };
}

/// Declares parts. The expression is the only way into the file: all code and texts that only it
/// reaches move there. `with texts`: it shows texts of the file (`i18n::later`).
macro_rules! parts {
    ($($(#[$doc:meta])* $name:ident in $file:ident $(with $texts:ident)?: $gives:ty = $what:expr;)+) => { $(
        $(#[$doc])*
        pub static $name: Part<$gives> = {
            #[cfg(feature = "split")]
            #[wasm_split_helpers::wasm_split($file, fallible)]
            fn $file() -> Result<$gives, wasm_split_helpers::SplitLoaderError> {
                Ok($what)
            }
            #[cfg(feature = "split")]
            let part = Part::<$gives>::new(stringify!($file), has!($($texts)?), |then| {
                yew::platform::spawn_local(async move { then($file().await.ok()) });
            });
            #[cfg(not(feature = "split"))]
            let part = Part::<$gives>::new(stringify!($file), has!($($texts)?), |then| then(Some($what)));
            part
        };
    )+ };
}

parts! {
    /// The sections below the fit: offers, ways of paying, time, bill, risk, what next.
    BELOW in below with texts: Draw = page::below;
    /// The real invoice, and what people ask before they pay.
    QUESTIONS in questions with texts: Draw = panels::panels;
    /// Quotes of the reader's own.
    QUOTES in questions with texts: Draw = panels::quotes;
    /// What people ask about the time.
    PACE in pace with texts: Draw = panels::pace;
    /// The checklists.
    LISTS in lists with texts: Draw = panels::lists;
    /// The box for configurations, model files, start commands and failures.
    BRING in bring with texts: Draw = panels::bring;
    /// Questions read backwards.
    REVERSE in reverse with texts: Draw = panels::reverse;
    /// What makes it fit, under an answer that says no.
    WAYS in reverse with texts: Draw = panels::ways_out;
    /// Files for other tools.
    START in handoff with texts: Draw = panels::start;
    /// The rules of advice.
    ADVISE in advice: Advise = crate::engine::advice::advise;
    /// What they say, as a list.
    ADVICE in advice with texts: Draw = page::advice;
    /// The plan, its offers and its bill as files.
    EXPORTS in advice with texts: Draw = page::exports;
    /// The working of a figure.
    WORKING in working with texts: Working = parts::working;
    /// What was odd about the link, and old prices.
    NOTICES in notices with texts: Draw = page::notices;
    /// Why each field is asked.
    HINTS in hints with texts: Hint = crate::i18n::fields::hint;
    /// What guides say.
    CLAIMS in views: Draw = page::claims;
    /// Plans side by side.
    COMPARE in compare with texts: Draw = panels::compare;
    /// Where the data comes from.
    DATA in views: Draw = page::data;
    /// How things are worked out.
    METHOD in views: Draw = page::method;
}
