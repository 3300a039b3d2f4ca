//! Line icons and the markers of billing modes. Colour is `currentColor` or `--c`.

use crate::catalog::Mode;
use crate::ui::markup::html;
use yew::prelude::*;

/// Icons by what they say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Icon {
    Link,
    Down,
    Theme,
    Chevron,
    Open,
    Undo,
    Redo,
    Printer,
    Copy,
    Warn,
    Bad,
    Info,
    Tick,
    Question,
    Sortable,
    Ascending,
    Descending,
    Reset,
}

impl Icon {
    const fn path(self) -> &'static str {
        match self {
            Self::Link => {
                "M6.7 9.3a2.6 2.6 0 0 0 3.7 0l2.3-2.3A2.6 2.6 0 0 0 9 3.3l-.9.9M9.3 6.7a2.6 2.6 0 0 0-3.7 0L3.3 9A2.6 2.6 0 0 0 7 12.7l.9-.9"
            }
            Self::Down => "M8 2.5v7.5m-3-3 3 3 3-3M3 13.5h10",
            Self::Theme => {
                "M8 2.2a5.8 5.8 0 1 0 0 11.6 5.8 5.8 0 0 0 0-11.6zM8 2.2v11.6M10.5 3v10M12.7 4.8v6.4"
            }
            Self::Chevron => "M3.5 6 8 10.5 12.5 6",
            Self::Open => "M6 3.5 10.5 8 6 12.5",
            Self::Undo => "M5.5 3 2.5 6l3 3M2.8 6h6.7a3.5 3.5 0 0 1 0 7H7",
            Self::Redo => "m10.5 3 3 3-3 3M13.2 6H6.5a3.5 3.5 0 0 0 0 7H9",
            Self::Printer => "M4.5 6V2.5h7V6M4.5 11.5H2.5V6h11v5.5h-2M4.5 9.5h7v4h-7z",
            Self::Copy => "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
            Self::Warn => "M8 2.2 14.6 13.6H1.4zM8 6.4v3.4M8 11.7v.1",
            Self::Bad => "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8zM5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4",
            Self::Info => "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8zM8 7.2v4M8 4.8v.1",
            Self::Tick => "m3 8.5 3.2 3.2L13 4.8",
            Self::Question => {
                "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8zM6.2 6.4a1.8 1.8 0 1 1 2.6 1.7c-.6.3-.8.6-.8 1.2M8 11.4v.1"
            }
            Self::Sortable => "M5 6.5 8 3.5l3 3M5 9.5l3 3 3-3",
            Self::Ascending => "M3.5 10 8 5.5 12.5 10",
            Self::Descending => "M3.5 6 8 10.5 12.5 6",
            Self::Reset => "M3 8a5 5 0 1 0 1.6-3.7L3 6M3 2.6V6h3.4",
        }
    }
}

/// Draws an icon; the words beside it say what it means.
pub fn icon(icon: Icon) -> Html {
    html! {
        <svg class="sz-ic" viewBox="0 0 16 16" aria-hidden="true"><path d={icon.path()} /></svg>
    }
}

/// The logo: an abacus.
pub fn logo() -> Html {
    const BEADS: [(u8, u8); 9] =
        [(3, 3), (8, 3), (17, 3), (3, 10), (12, 10), (17, 10), (3, 16), (8, 16), (13, 16)];
    html! {
        <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true">
            <path d="M2 5.5h20M2 12h20M2 18.5h20" opacity=".45" />
            <g fill="currentColor" stroke="none">
                { for BEADS.iter().map(|(x, y)| html! {
                    <rect x={x.to_string()} y={y.to_string()} width="4" height="5" rx="2" />
                }) }
            </g>
        </svg>
    }
}

/// The word that picks colour, marker and dash of a mode in the style sheet; the two reserved terms
/// share one.
pub const fn mode_word(mode: Mode) -> &'static str {
    match mode {
        Mode::OnDemand => "ondemand",
        Mode::Spot => "spot",
        Mode::Monthly => "monthly",
        Mode::Reserved1y | Mode::Reserved3y => "reserved",
    }
}

/// The marker's shape in a 12 x 12 box: circle, triangle, square, diamond; `buy` is a cross.
pub fn marker_path(word: &str) -> &'static str {
    match word {
        "spot" => "M6 1 11 10.5H1z",
        "monthly" => "M1.8 1.8h8.4v8.4H1.8z",
        "reserved" => "M6 .5 11.5 6 6 11.5.5 6z",
        "buy" => "M2 2l8 8M10 2l-8 8",
        _ => "M6 1.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z",
    }
}

/// Dashes of a mode's line.
pub fn dash(word: &str) -> Option<&'static str> {
    match word {
        "spot" => Some("3 3"),
        "monthly" => Some("8 4"),
        "reserved" => Some("8 3 2 3"),
        "buy" => Some("1 4"),
        _ => None,
    }
}

/// The marker itself, filled or hollow.
pub fn shape(word: &'static str, filled: bool) -> Html {
    html! {
        <svg viewBox="0 0 12 12" class={if filled { "sz-mk" } else { "sz-mk sz-hollow" }} aria-hidden="true">
            <path d={marker_path(word)} />
        </svg>
    }
}

/// A mode's marker before its name.
pub fn marker(mode: Mode) -> Html {
    let word = mode_word(mode);
    html! { <span class="sz-mark" data-c={word}>{ shape(word, true) }</span> }
}
