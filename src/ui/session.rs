//! The session: the plan now, the plans before, and how it is looked at. Actions make a new plan; the
//! report is derived from it and never stored beside it.

use crate::i18n::Lang;
use crate::plan::{Field, Plan, Warning, usual};
use crate::share::{Link, View as Shown};
use crate::units::Currency;
use std::rc::Rc;
use yew::prelude::*;

/// Steps that can be taken back.
const STEPS: usize = 100;
/// Edits of one field within so many ms are one step.
const ONE_EDIT_MS: f64 = 1_000.0;

/// Which view the sheet shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// The answer.
    #[default]
    Plan,
    /// About the data.
    Data,
    /// How it is computed.
    Method,
    /// What guides say, and what holds.
    Claims,
    /// Plans side by side.
    Compare,
}

/// How the address follows the plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trail {
    /// It is there already.
    #[default]
    Still,
    /// Typed: replaced after a moment.
    Typed,
    /// Decided: a history entry.
    Chosen,
}

/// Everything the page knows beside the catalog.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Session {
    /// The question.
    pub plan: Rc<Plan>,
    /// What was odd about the link it came from.
    pub warnings: Rc<Vec<Warning>>,
    /// How the address follows the last change.
    pub trail: Trail,
    /// Counts changes of the plan.
    pub serial: u32,
    /// Language.
    pub lang: Lang,
    /// Forced theme: dark or not; `None` follows the system.
    pub dark: Option<bool>,
    /// Currency of display; `None` is the plan's own. Never part of the plan, never moves the order.
    pub show: Option<Currency>,
    /// View.
    pub view: View,
    /// Whether the rules of advice are here.
    pub advised: bool,
    /// What the link carries beside the plan: plans to compare it with, unknown settings, a title.
    pub rest: Rc<Link>,
    past: Vec<Rc<Plan>>,
    future: Vec<Rc<Plan>>,
    last: Option<(Field, f64)>,
}

/// What a person can do.
#[derive(Clone, Debug)]
pub enum Action {
    /// Writes a text into a field, at that time (ms). What cannot be read changes nothing.
    Set(Field, String, f64),
    /// Writes several at once: one step.
    SetAll(Vec<(Field, String)>),
    /// Back to the usual value.
    Reset(Field),
    /// Several back to their usual values: one step.
    ResetAll(Vec<Field>),
    /// Another plan: preset, suggestion, link, history.
    Load(Box<Plan>, Vec<Warning>, Trail),
    /// A plan, the plans to compare it with, and where to look at them.
    Beside(Box<Plan>, Vec<Plan>, Vec<Warning>, View),
    /// The same from the history, in the view of now unless there is nothing to compare.
    Back(Box<Plan>, Vec<Plan>, Vec<Warning>),
    /// One step back.
    Undo,
    /// One step forward again.
    Redo,
    /// Hides the warnings of the link.
    Dismiss,
    /// Language.
    Speak(Lang),
    /// Theme.
    Dark(bool),
    /// Currency of display.
    Show(Option<Currency>),
    /// View.
    Look(View),
    /// The rules of advice are here.
    Advised,
}

impl Session {
    /// A session that begins with a link.
    pub fn new(mut link: Link, warnings: Vec<Warning>, lang: Lang, dark: Option<bool>) -> Self {
        let plan = Rc::new(std::mem::take(&mut link.plan));
        let show = link.view.show;
        let view = if link.others.is_empty() { View::Plan } else { View::Compare };
        Self {
            plan,
            warnings: Rc::new(warnings),
            lang,
            dark,
            show,
            view,
            rest: Rc::new(link),
            ..Self::default()
        }
    }
    /// The link to what is shown now. It names language and theme only if it came with them.
    pub fn link(&self) -> Link {
        let had = &self.rest.view;
        Link {
            plan: (*self.plan).clone(),
            view: Shown { lang: had.lang.map(|_| self.lang), show: self.show, theme: had.theme },
            ..(*self.rest).clone()
        }
    }
    /// Whether there is a step to take back.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }
    /// Whether there is a step to take again.
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }
    /// The currency that sums are shown in.
    pub fn currency(&self) -> Currency {
        self.show.unwrap_or(self.plan.market.currency)
    }

    fn step(&self, plan: Plan, trail: Trail, field: Option<(Field, f64)>) -> Option<Self> {
        if plan == *self.plan {
            return None;
        }
        let mut next = self.clone();
        let same_edit = matches!((self.last, field), (Some((a, then)), Some((b, now)))
            if a == b && now - then < ONE_EDIT_MS);
        if !same_edit || next.past.is_empty() {
            next.past.push(self.plan.clone());
            if next.past.len() > STEPS {
                next.past.remove(0);
            }
        }
        next.future.clear();
        next.last = field;
        next.plan = Rc::new(plan);
        next.trail = trail;
        next.serial += 1;
        Some(next)
    }

    /// With other plans beside it: always a step of the history, also where the plan itself stays.
    fn beside(&self, plan: Plan, others: Vec<Plan>, warnings: Vec<Warning>, trail: Trail) -> Self {
        let mut next = self.step(plan, trail, None).unwrap_or_else(|| self.clone());
        (next.trail, next.serial) = (trail, self.serial + 1);
        next.warnings = Rc::new(warnings);
        if next.rest.others != others {
            next.rest = Rc::new(Link { others, ..(*self.rest).clone() });
        }
        next
    }

    fn walk(&self, back: bool) -> Option<Self> {
        let mut next = self.clone();
        let (from, to) =
            if back { (&mut next.past, &mut next.future) } else { (&mut next.future, &mut next.past) };
        let plan = from.pop()?;
        to.push(std::mem::replace(&mut next.plan, plan));
        next.last = None;
        next.trail = Trail::Typed;
        next.serial += 1;
        Some(next)
    }

    fn apply(&self, action: Action) -> Option<Self> {
        match action {
            Action::Set(field, text, now) => {
                let mut plan = (*self.plan).clone();
                field.set(&mut plan, &text, &mut Vec::new()).then_some(())?;
                self.step(plan, Trail::Typed, Some((field, now)))
            }
            Action::SetAll(fields) => {
                let mut plan = (*self.plan).clone();
                for (field, text) in fields {
                    field.set(&mut plan, &text, &mut Vec::new());
                }
                self.step(plan, Trail::Typed, None)
            }
            Action::Reset(field) => {
                let mut plan = (*self.plan).clone();
                field.reset(&mut plan);
                self.step(plan, Trail::Typed, None)
            }
            Action::ResetAll(fields) => {
                let mut plan = (*self.plan).clone();
                fields.into_iter().for_each(|f| f.reset(&mut plan));
                self.step(plan, Trail::Typed, None)
            }
            Action::Load(plan, warnings, trail) => {
                let mut next = self.step(*plan, trail, None)?;
                next.warnings = Rc::new(warnings);
                next.view = View::Plan;
                Some(next)
            }
            Action::Beside(plan, others, warnings, view) => {
                Some(Self { view, ..self.beside(*plan, others, warnings, Trail::Chosen) })
            }
            Action::Back(plan, others, warnings) => {
                let view = if others.is_empty() { View::Plan } else { self.view };
                Some(Self { view, ..self.beside(*plan, others, warnings, Trail::Still) })
            }
            Action::Undo => self.walk(true),
            Action::Redo => self.walk(false),
            Action::Dismiss => Some(Self { warnings: Rc::default(), ..self.clone() }),
            Action::Speak(lang) => (lang != self.lang).then(|| {
                // A link that names its language follows the switch.
                let named = self.rest.view.lang.is_some();
                let mut next = Self { lang, ..self.clone() };
                if named {
                    next.trail = Trail::Typed;
                    next.serial += 1;
                }
                next
            }),
            Action::Dark(dark) => Some(Self { dark: Some(dark), ..self.clone() }),
            Action::Show(show) => (show != self.show).then(|| Self {
                show,
                trail: Trail::Typed,
                serial: self.serial + 1,
                ..self.clone()
            }),
            Action::Look(view) => (view != self.view).then(|| Self { view, ..self.clone() }),
            Action::Advised => (!self.advised).then(|| Self { advised: true, ..self.clone() }),
        }
    }
}

impl Reducible for Session {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        match self.apply(action) {
            Some(next) => Rc::new(next),
            // The same Rc: nothing is drawn again.
            None => self,
        }
    }
}

/// How many of the fields differ from their usual values.
pub fn changed(plan: &Plan, fields: &[Field]) -> usize {
    fields.iter().filter(|f| f.text(plan) != f.text(usual())).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::share;

    fn act(session: &Rc<Session>, action: Action) -> Rc<Session> {
        session.clone().reduce(action)
    }
    fn set(session: &Rc<Session>, field: Field, text: &str, at: f64) -> Rc<Session> {
        act(session, Action::Set(field, text.into(), at))
    }

    #[test]
    fn quick_edits_of_one_field_are_one_step() {
        let a = Rc::new(Session::default());
        let b = set(&a, Field::Seq, "4096", 0.0);
        let c = set(&b, Field::Seq, "40960", 300.0);
        let d = set(&c, Field::LoraRank, "8", 400.0);
        assert_eq!(d.past.len(), 2);
        let e = act(&act(&d, Action::Undo), Action::Undo);
        assert_eq!(*e.plan, Plan::default());
        assert!(!e.can_undo() && e.can_redo());
        assert_eq!(act(&act(&e, Action::Redo), Action::Redo).plan, d.plan);
    }

    #[test]
    fn what_changes_nothing_gives_the_same_session() {
        let a = Rc::new(Session::default());
        for action in [
            Action::Set(Field::Seq, "banana".into(), 0.0),
            Action::Set(Field::LoraRank, "16".into(), 0.0),
            Action::Undo,
            Action::Redo,
            Action::Speak(Lang::Zh),
            Action::Look(View::Plan),
            Action::Load(Box::default(), Vec::new(), Trail::Chosen),
        ] {
            assert!(Rc::ptr_eq(&a, &act(&a, action.clone())), "{action:?}");
        }
    }

    #[test]
    fn other_plans_stay_beside_the_plan_while_it_changes() {
        let a = Rc::new(Session::default());
        let b = act(
            &a,
            Action::Beside(
                a.plan.as_ref().clone().into(),
                vec![(*a.plan).clone()],
                Vec::new(),
                View::Compare,
            ),
        );
        assert_eq!(
            (b.view, b.trail, b.rest.others.len(), b.can_undo()),
            (View::Compare, Trail::Chosen, 1, false)
        );
        let c = set(&b, Field::LoraRank, "8", 0.0);
        assert_eq!(c.link().others, vec![Plan::default()]);
        assert_eq!(share::read(&share::write(&c.link())).0.others, vec![Plan::default()]);
        let d = act(&c, Action::Back(Box::default(), Vec::new(), Vec::new()));
        assert_eq!((d.view, d.trail, d.rest.others.len()), (View::Plan, Trail::Still, 0));
        assert_eq!(*d.plan, Plan::default());
    }

    #[test]
    fn a_new_edit_ends_the_way_forward() {
        let a = Rc::new(Session::default());
        let b = act(&set(&a, Field::LoraRank, "8", 0.0), Action::Undo);
        let c = set(&b, Field::LoraRank, "32", 5_000.0);
        assert!(!c.can_redo());
        assert_eq!(c.trail, Trail::Typed);
    }
}
