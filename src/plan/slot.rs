//! Where a field lives in the plan, and how each kind of value is read, written and bounded.

use super::fields::{Field, Unit};
use super::number::{canon, guess, narrow, print, read_in};
use super::{FileBytes, FrozenPrice, ModelRef, Plan, Warning, nearest};
use crate::catalog::{Mode, Region};
use crate::units::Currency;

/// A place in the plan.
pub struct At<T: 'static> {
    /// Reads it.
    pub get: fn(&Plan) -> &T,
    /// Writes it.
    pub of: fn(&mut Plan) -> &mut T,
}

/// A value from a closed list, by its word; `None` is automatic.
pub struct WordAt {
    /// The word of the value of that index.
    pub word: fn(usize) -> Option<&'static str>,
    /// The word now.
    pub get: fn(&Plan) -> Option<&'static str>,
    /// Sets the value of that index; `None` is automatic.
    pub set: fn(&mut Plan, Option<usize>),
    /// Has an automatic value.
    pub auto: bool,
}

/// What kind of value stands there.
pub enum Slot {
    /// Whole number.
    Int(At<u32>),
    /// Whole number or automatic.
    OptInt(At<Option<u32>>),
    /// Number.
    Num(At<f64>),
    /// Number or automatic.
    OptNum(At<Option<f64>>),
    /// Yes or no.
    Flag(At<bool>),
    /// Yes, no or automatic.
    OptFlag(At<Option<bool>>),
    /// One of a closed list.
    Word(WordAt),
    /// Any number of ids.
    Ids(At<Vec<String>>),
    /// One id or version word, or automatic.
    OptId(At<Option<String>>),
    /// Billing modes.
    Modes,
    /// The model as an id.
    Model,
    /// The model as a parameter count in billions.
    Params,
    /// The model as an imported architecture.
    Architecture,
    /// Frozen prices.
    Frozen,
    /// Exact bytes of a model's files.
    File,
}

/// Longest id or version word, in characters.
pub const ID_CHARS: usize = 80;
/// Most ids in one list.
pub const IDS: usize = 64;
/// Most frozen prices: the winner and three runners-up (semantics §9).
pub const FROZEN: usize = 4;

/// The word of a region in links; `any` is no restriction.
pub fn region_word(region: Option<Region>) -> &'static str {
    match region {
        None => "any",
        Some(Region::Cn) => "cn",
        Some(Region::Us) => "us",
        Some(Region::Eu) => "eu",
        Some(Region::Asia) => "asia",
        Some(Region::Global) => "global",
    }
}

/// Regions in the order people meet them.
pub const REGIONS: [Option<Region>; 6] =
    [Some(Region::Cn), None, Some(Region::Asia), Some(Region::Us), Some(Region::Eu), Some(Region::Global)];

/// Currencies of a plan.
pub const CURRENCIES: [Currency; 3] = [Currency::Cny, Currency::Usd, Currency::Eur];

/// Billing modes and their words in links.
pub const MODES: [(Mode, &str); 5] = [
    (Mode::OnDemand, "hourly"),
    (Mode::Spot, "spot"),
    (Mode::Monthly, "monthly"),
    (Mode::Reserved1y, "1y"),
    (Mode::Reserved3y, "3y"),
];

/// Reads a mode: our word, or the one that reports use.
pub fn mode(text: &str) -> Option<Mode> {
    let known = MODES.iter().find(|(_, word)| word.eq_ignore_ascii_case(text)).map(|m| m.0);
    known.or(match text.to_ascii_lowercase().as_str() {
        "on_demand" | "on-demand" | "hour" | "按量" => Some(Mode::OnDemand),
        "month" | "包月" => Some(Mode::Monthly),
        "竞价" => Some(Mode::Spot),
        "reserved_1y" | "year" | "包年" => Some(Mode::Reserved1y),
        "reserved_3y" => Some(Mode::Reserved3y),
        _ => None,
    })
}

/// An id as links carry it: trimmed, without separators and control characters, at most 80
/// characters; `None` where nothing is left.
pub fn id(text: &str) -> Option<String> {
    let clean: String = text
        .chars()
        .map(narrow)
        .filter(|c| !c.is_control() && !invisible(*c) && !",|、…&=#?%\"'<>\u{FFFD}".contains(*c))
        .skip_while(|c| c.is_whitespace())
        .take(ID_CHARS)
        .collect();
    let clean = clean.trim_end_matches(|c: char| c.is_whitespace() || c == '.');
    (!clean.is_empty() && !is_auto(clean)).then(|| clean.to_string())
}

/// Characters of no width that copying leaves behind.
pub fn invisible(c: char) -> bool {
    matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}' | '\u{AD}')
}

/// Words for "nothing set".
pub fn is_auto(text: &str) -> bool {
    ["auto", "any", "all", "none", "-", "自动", "不限"].iter().any(|w| text.eq_ignore_ascii_case(w))
}

/// Yes, no or neither.
fn flag(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "1" | "true" | "yes" | "y" | "on" | "是" | "" => Some(true),
        "0" | "false" | "no" | "n" | "off" | "否" => Some(false),
        _ => None,
    }
}

fn short(text: &str) -> String {
    text.chars().take(60).collect()
}

/// Brings a number into bounds and canonical form; says so where that changed it.
pub(super) fn bound(field: Field, x: f64, whole: bool, fallback: f64, warn: &mut Vec<Warning>) -> f64 {
    let (low, high) = field.row().bounds;
    let y = if x.is_nan() { fallback } else { x };
    let y = if whole { crate::units::math::round_half_even(y) } else { canon(y) };
    let y = canon(y.clamp(low, high));
    if !x.is_finite() || (x - y).abs() > x.abs() * 1e-11 {
        warn.push(Warning::Clamped { field, from: x, to: y });
    }
    y
}

impl Slot {
    /// The value as links write it. Empty where it does not apply (the other forms of the model, no
    /// frozen prices).
    pub fn text(&self, plan: &Plan) -> String {
        let auto = || "auto".to_string();
        let yes = |b: bool| if b { "1" } else { "0" }.to_string();
        match self {
            Self::Int(at) => (at.get)(plan).to_string(),
            Self::OptInt(at) => (at.get)(plan).map_or_else(auto, |n| n.to_string()),
            Self::Num(at) => print(*(at.get)(plan)),
            Self::OptNum(at) => (at.get)(plan).map_or_else(auto, print),
            Self::Flag(at) => yes(*(at.get)(plan)),
            Self::OptFlag(at) => (at.get)(plan).map_or_else(auto, yes),
            Self::Word(at) => (at.get)(plan).unwrap_or("auto").to_string(),
            Self::Ids(at) => {
                let ids = (at.get)(plan);
                if ids.is_empty() { "none".to_string() } else { ids.join(",") }
            }
            Self::OptId(at) => (at.get)(plan).clone().unwrap_or_else(auto),
            Self::Modes => {
                let word = |m: &Mode| MODES.iter().find(|(k, _)| k == m).map_or("", |x| x.1);
                plan.market.modes.iter().map(word).collect::<Vec<_>>().join(",")
            }
            Self::Model => match &plan.model {
                ModelRef::Id(id) => id.clone(),
                _ => String::new(),
            },
            Self::Params => match &plan.model {
                ModelRef::Params(b) => print(*b),
                _ => String::new(),
            },
            Self::Architecture => match &plan.model {
                ModelRef::Imported(arch) => super::compact::write(arch),
                _ => String::new(),
            },
            Self::Frozen => plan.frozen.iter().map(FrozenPrice::text).collect::<Vec<_>>().join(","),
            Self::File => plan.run.file.map_or_else(auto, |f| f.text()),
        }
    }

    /// Sets the value from a text; what cannot be used leaves the plan as it is and gives a warning.
    /// Whether the plan was set.
    pub fn set(&self, field: Field, plan: &mut Plan, text: &str, warn: &mut Vec<Warning>) -> bool {
        let text = text.trim();
        let unreadable = |warn: &mut Vec<Warning>, guess: Option<String>| {
            warn.push(Warning::Unreadable { field, text: short(text), guess });
            false
        };
        let unit = field.row().unit;
        let number = |whole: bool, warn: &mut Vec<Warning>| match read_in(text, unit) {
            Some(x) => Some(bound(field, x, whole, x, warn)),
            None => {
                unreadable(warn, guess(text).map(print));
                None
            }
        };
        match self {
            Self::Int(at) => number(true, warn).map(|x| *(at.of)(plan) = x as u32).is_some(),
            Self::Num(at) => number(false, warn).map(|x| *(at.of)(plan) = x).is_some(),
            Self::OptInt(_) | Self::OptNum(_) | Self::OptFlag(_) | Self::OptId(_) | Self::File
                if is_auto(text) =>
            {
                self.clear(plan);
                true
            }
            Self::OptInt(at) => number(true, warn).map(|x| *(at.of)(plan) = Some(x as u32)).is_some(),
            Self::OptNum(at) => number(false, warn).map(|x| *(at.of)(plan) = Some(x)).is_some(),
            Self::Flag(at) => match flag(text) {
                Some(b) => {
                    *(at.of)(plan) = b;
                    true
                }
                None => unreadable(warn, None),
            },
            Self::OptFlag(at) => match flag(text) {
                Some(b) => {
                    *(at.of)(plan) = Some(b);
                    true
                }
                None => unreadable(warn, None),
            },
            Self::Word(at) => {
                let text = field.synonym(text);
                if at.auto && is_auto(text) && at.index(text).is_none() {
                    (at.set)(plan, None);
                    return true;
                }
                match at.index(text) {
                    Some(i) => {
                        (at.set)(plan, Some(i));
                        true
                    }
                    None => unreadable(warn, nearest(text, at.words()).map(str::to_string)),
                }
            }
            Self::Ids(at) => {
                let mut ids: Vec<String> = Vec::new();
                for part in text.split([',', '|', '、']).map(str::trim).take(IDS * 4) {
                    match id(part) {
                        Some(id) if !ids.contains(&id) && ids.len() < IDS => ids.push(id),
                        None if !part.is_empty() && !is_auto(part) => {
                            warn.push(Warning::Unreadable { field, text: short(part), guess: None });
                        }
                        _ => {}
                    }
                }
                *(at.of)(plan) = ids;
                true
            }
            Self::OptId(at) => {
                let value = id(text);
                let read = value.is_some();
                *(at.of)(plan) = value;
                read || unreadable(warn, None)
            }
            Self::Modes => {
                let mut modes = Vec::new();
                let mut bad = None;
                for part in text.split([',', '|', '、']).map(str::trim).filter(|p| !p.is_empty()).take(40) {
                    match mode(part) {
                        Some(m) if !modes.contains(&m) => modes.push(m),
                        Some(_) => {}
                        None => bad = Some(part),
                    }
                }
                if let Some(part) = bad {
                    let guess = nearest(part, MODES.iter().map(|m| m.1)).map(str::to_string);
                    warn.push(Warning::Unreadable { field, text: short(part), guess });
                }
                let some = !modes.is_empty();
                if some {
                    plan.market.modes = modes;
                } else if bad.is_none() {
                    unreadable(warn, None);
                }
                some
            }
            Self::Model => match id(text) {
                Some(id) => {
                    plan.model = ModelRef::Id(id);
                    true
                }
                None => unreadable(warn, None),
            },
            Self::Params => number(false, warn).map(|x| plan.model = ModelRef::Params(x)).is_some(),
            Self::Architecture => match super::compact::read(text) {
                Some(arch) => {
                    plan.model = ModelRef::Imported(Box::new(arch));
                    true
                }
                None => unreadable(warn, None),
            },
            Self::File => match FileBytes::parse(text) {
                Some(file) => {
                    plan.run.file = Some(file);
                    true
                }
                None => unreadable(warn, None),
            },
            Self::Frozen => {
                let mut any = false;
                for part in text.split([',', '|']).filter(|p| !p.trim().is_empty()).take(40) {
                    match FrozenPrice::parse(part) {
                        Some(price) if plan.frozen.len() < FROZEN => {
                            plan.frozen.push(price);
                            any = true;
                        }
                        Some(_) => {}
                        None => {
                            unreadable(warn, None);
                        }
                    }
                }
                any
            }
        }
    }

    /// Back to automatic, where there is one.
    fn clear(&self, plan: &mut Plan) {
        match self {
            Self::OptInt(at) => *(at.of)(plan) = None,
            Self::OptNum(at) => *(at.of)(plan) = None,
            Self::OptFlag(at) => *(at.of)(plan) = None,
            Self::OptId(at) => *(at.of)(plan) = None,
            Self::File => plan.run.file = None,
            _ => {}
        }
    }

    /// Brings the value into bounds.
    pub fn clamp(&self, field: Field, plan: &mut Plan, warn: &mut Vec<Warning>) {
        match self {
            Self::Int(at) => {
                let x = (at.of)(plan);
                *x = bound(field, f64::from(*x), true, 0.0, warn) as u32;
            }
            Self::OptInt(at) => {
                if let Some(x) = (at.of)(plan) {
                    *x = bound(field, f64::from(*x), true, 0.0, warn) as u32;
                }
            }
            Self::Num(at) => {
                let usual = *(at.get)(super::fields::usual());
                let x = (at.of)(plan);
                *x = bound(field, *x, false, usual, warn);
            }
            Self::OptNum(at) => {
                let value = (at.of)(plan);
                if let Some(x) = *value {
                    *value = if x.is_nan() {
                        warn.push(Warning::Unreadable { field, text: "NaN".into(), guess: None });
                        None
                    } else {
                        Some(bound(field, x, false, x, warn))
                    };
                }
            }
            Self::Ids(at) => {
                let ids = (at.of)(plan);
                let mut clean: Vec<String> = Vec::new();
                for text in ids.iter().take(IDS * 4) {
                    if let Some(id) = id(text)
                        && !clean.contains(&id)
                        && clean.len() < IDS
                    {
                        clean.push(id);
                    }
                }
                *ids = clean;
            }
            Self::OptId(at) => {
                let value = (at.of)(plan);
                if let Some(text) = value {
                    *value = id(text);
                }
            }
            Self::Modes => {
                let mut modes: Vec<Mode> = Vec::new();
                for m in &plan.market.modes {
                    if !modes.contains(m) {
                        modes.push(*m);
                    }
                }
                if modes.is_empty() {
                    modes.clone_from(&super::fields::usual().market.modes);
                }
                plan.market.modes = modes;
            }
            Self::Model => {
                if let ModelRef::Id(text) = &plan.model {
                    plan.model = match id(text) {
                        Some(id) => ModelRef::Id(id),
                        None => super::fields::usual().model.clone(),
                    };
                }
            }
            Self::Params => {
                if let ModelRef::Params(b) = &mut plan.model {
                    *b = bound(field, *b, false, 7.0, warn);
                }
            }
            Self::Architecture => {
                if let ModelRef::Imported(arch) = &mut plan.model
                    && !super::bounds::architecture(arch)
                {
                    plan.model = super::fields::usual().model.clone();
                }
            }
            Self::File => plan.run.file = plan.run.file.filter(FileBytes::sound),
            Self::Frozen => {
                plan.frozen.retain_mut(FrozenPrice::clamp);
                plan.frozen.truncate(FROZEN);
            }
            Self::Flag(_) | Self::OptFlag(_) | Self::Word(_) => {}
        }
    }

    /// The value as a number, for controls that need one; `None` where it is automatic or no number.
    pub fn number(&self, plan: &Plan) -> Option<f64> {
        match self {
            Self::Int(at) => Some(f64::from(*(at.get)(plan))),
            Self::OptInt(at) => (at.get)(plan).map(f64::from),
            Self::Num(at) => Some(*(at.get)(plan)),
            Self::OptNum(at) => *(at.get)(plan),
            Self::Params => match plan.model {
                ModelRef::Params(b) => Some(b),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether the field holds a number.
    pub const fn numeric(&self) -> bool {
        matches!(self, Self::Int(_) | Self::OptInt(_) | Self::Num(_) | Self::OptNum(_) | Self::Params)
    }

    /// Whether numbers of the field are whole.
    pub const fn whole(&self) -> bool {
        matches!(self, Self::Int(_) | Self::OptInt(_))
    }

    /// Whether the field can be automatic.
    pub const fn optional(&self) -> bool {
        match self {
            Self::OptInt(_) | Self::OptNum(_) | Self::OptFlag(_) | Self::OptId(_) | Self::File => true,
            Self::Word(at) => at.auto,
            _ => false,
        }
    }
}

impl WordAt {
    /// All words.
    pub fn words(&self) -> impl Iterator<Item = &'static str> + use<> {
        (0..).map_while(self.word)
    }
    /// The index of a word, any case.
    pub fn index(&self, text: &str) -> Option<usize> {
        self.words().position(|w| w.eq_ignore_ascii_case(text))
    }
}

impl Unit {
    /// Amounts of money in the plan's currency.
    pub const fn money(self) -> bool {
        matches!(self, Self::Money | Self::MoneyPerMonth | Self::MoneyPerHour | Self::MoneyPerKwh)
    }
}
