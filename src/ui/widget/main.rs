//! The program of the widget: what the element and the frame call, and nothing else.

pub use suanzu::ui::widget::*;

fn main() {}
