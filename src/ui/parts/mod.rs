//! Reusable pieces: controls, icons, formula panel, charts. The widget uses them too.

mod composition;
mod controls;
mod icon;
mod model_box;
mod number_field;
mod panel;
pub mod place;
mod plot;
mod rich;
mod vbar;
mod working;

pub use composition::use_composition_end;
pub use controls::{Choice, check, chip, chip_group, choice, options, segments, tip, truth};
pub use icon::{Icon, dash, icon, logo, marker, marker_path, mode_word, shape};
pub use model_box::{ModelBox, model_name};
pub use number_field::NumberField;
pub use panel::{escape, follows, panel, toggle};
pub use plot::{Axis, Dot, Label, Plot, Stroke, plot};
pub use rich::rich;
pub use vbar::{bar, mini};
pub use working::working;
