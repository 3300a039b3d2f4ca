//! What every section of the sheet is given: the question, the answer, and how to look at them.

use crate::engine::report::{Change, Entry, Flip, Report};
use crate::i18n::{Lang, More, Text, Wording};
use crate::plan::{Plan, Warning};
use crate::share::Link;
use crate::ui::markup::html;
use crate::ui::{Action, Facts, Own, Trail};
use crate::units::{Currency, Date};
use std::rc::Rc;
use yew::prelude::*;

/// Plan, report, facts, language, currency, and where actions go.
#[derive(Clone)]
pub struct Scene {
    /// The question.
    pub plan: Rc<Plan>,
    /// The answer to it.
    pub report: Rc<Report>,
    /// Facts.
    pub catalog: Facts,
    /// The reader's own quotes.
    pub own: Own,
    /// What would change the answer; `None` while it is being worked out.
    pub flips: Option<Rc<Vec<Flip>>>,
    /// The day the report was made for.
    pub today: Date,
    /// Language.
    pub lang: Lang,
    /// Currency of display.
    pub show: Currency,
    /// What the link carries beside the plan: the plans to compare it with.
    pub rest: Rc<Link>,
    /// What was odd about the link.
    pub warnings: Rc<Vec<Warning>>,
    /// Whether the rules of advice have looked at the report.
    pub advised: bool,
    /// Takes actions.
    pub send: Callback<Action>,
    /// Takes quotes.
    pub keep: Callback<Own>,
}

impl PartialEq for Scene {
    /// Big data is compared by place: the same report is the same allocation.
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.plan, &other.plan)
            && Rc::ptr_eq(&self.report, &other.report)
            && Rc::ptr_eq(&self.rest, &other.rest)
            && Rc::ptr_eq(&self.warnings, &other.warnings)
            && match (&self.flips, &other.flips) {
                (Some(a), Some(b)) => Rc::ptr_eq(a, b),
                (None, None) => true,
                _ => false,
            }
            && self.catalog == other.catalog
            && self.own == other.own
            && self.lang == other.lang
            && self.advised == other.advised
            && self.show == other.show
            && self.send == other.send
    }
}

/// Props of a section.
#[derive(Properties, PartialEq)]
pub struct SceneProps {
    /// What it shows.
    pub scene: Scene,
}

impl Scene {
    /// Interface strings.
    pub fn t(&self) -> &'static Text {
        self.lang.text()
    }
    /// Interface strings of the parts that are loaded later, and those of the first screen.
    pub fn more(&self) -> &'static More {
        self.lang.more()
    }
    /// Sentences about the report.
    pub fn words(&self) -> Wording<'_> {
        Wording::new(self.lang, &self.plan, &self.report, &self.catalog).showing(self.show)
    }
    /// The winner.
    pub fn winner(&self) -> Option<&Entry> {
        self.report.verdict.winner.and_then(|at| self.report.ranked.get(at))
    }
    /// The plan with one change made.
    fn changed(&self, change: Change) -> Plan {
        let mut plan = (*self.plan).clone();
        change.apply(&mut plan);
        plan
    }
    /// Makes a change: a suggestion, undone by one step.
    pub fn make(&self, change: Change) -> Callback<MouseEvent> {
        let (send, plan) = (self.send.clone(), self.changed(change));
        Callback::from(move |e: MouseEvent| {
            // A new tab stays a new tab.
            if e.ctrl_key() || e.meta_key() || e.shift_key() {
                return;
            }
            e.prevent_default();
            send.emit(Action::Load(Box::new(plan.clone()), Vec::new(), Trail::Typed));
        })
    }
    /// The address of the changed plan.
    pub fn href(&self, change: Change) -> String {
        format!("?{}", crate::share::encode(&self.changed(change)))
    }
    /// Words for a change, as a link that makes it.
    pub fn offer_change(&self, change: Change, text: &str) -> Html {
        html! { <a href={self.href(change)} onclick={self.make(change)}>{ text.to_owned() }</a> }
    }
}

/// A section's heading: a question and its short answer.
pub fn heading(h: &crate::i18n::Heading, side: Html) -> Html {
    html! {
        <header>
            <h2 class="sz-h2"><span>{ h.question }</span><b>{ &h.answer }</b></h2>
            { side }
        </header>
    }
}
