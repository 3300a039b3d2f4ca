//! What a widget shows from: options, offers of one's own, and the link to the outside.

use crate::catalog::Catalog;
use crate::embed::options::Options;
use crate::embed::{Beside, Shop};
use crate::i18n::Lang;
use crate::plan::{Plan, Warning};
use crate::share;
use crate::ui::Facts;
use crate::units::AsOf;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsValue;

/// The file of the provider's own offers.
#[derive(Clone, Default)]
pub enum FileState {
    /// There is none.
    #[default]
    None,
    /// There is one, and nothing of it can be used.
    Refused,
    /// It was read.
    Read {
        /// The catalog with its offers.
        shop: Rc<Shop>,
        /// The day of its prices.
        date: Option<AsOf>,
        /// Tag of order links.
        campaign: Option<String>,
    },
}

/// Options and what follows from them.
#[derive(Clone)]
pub struct Setup {
    /// As the host gave them.
    pub options: Options,
    /// Own offers.
    pub file: FileState,
    /// A provider of the catalog whose offers are its own.
    named: Option<Rc<Shop>>,
    /// The address of the whole page.
    pub home: String,
    /// The plan the host wants shown, what was odd about it, and how many came before it.
    pub wanted: (Rc<Plan>, Rc<Vec<Warning>>, u32),
}

impl Setup {
    /// Nothing said yet.
    pub fn new(home: String) -> Self {
        let wanted = (Rc::default(), Rc::default(), 0);
        Self { options: Options::default(), file: FileState::None, named: None, home, wanted }
    }

    /// Takes options. A plan loads when its text is another one than before: what the reader changed since stays.
    pub fn take(&mut self, options: Options) {
        if options.plan != self.options.plan {
            self.load(&options.plan);
        }
        if options.provider != self.options.provider {
            let of = |id: &String| Rc::new(Shop::of_provider(Catalog::embedded(), id));
            self.named = options.provider.as_ref().map(of);
        }
        self.options = options;
    }

    /// Loads a plan.
    pub fn load(&mut self, text: &str) {
        let (mut link, mut warnings) = share::read(text);
        warnings.extend(share::own_ids(&mut link.plan, Catalog::embedded()));
        self.wanted = (Rc::new(link.plan), Rc::new(warnings), self.wanted.2 + 1);
    }

    /// Language.
    pub fn lang(&self) -> Lang {
        self.options.lang.unwrap_or_default()
    }

    /// The shop: of the file, else of the named provider.
    pub fn shop(&self) -> Option<&Rc<Shop>> {
        match &self.file {
            FileState::Read { shop, .. } => Some(shop),
            FileState::None | FileState::Refused => self.named.as_ref(),
        }
    }

    /// Whose offers are compared in fact: without offers of its own that is the market.
    pub fn beside(&self) -> Beside {
        if self.own().is_some() { self.options.beside } else { Beside::Market }
    }

    /// Own offers, where there are any.
    pub fn own(&self) -> Option<&Rc<Catalog>> {
        self.shop()?.own.as_ref()
    }

    /// The day of the own prices: the file's, else the newest that was read of that provider.
    pub fn own_date(&self) -> Option<AsOf> {
        match &self.file {
            FileState::Read { date, .. } => *date,
            _ => self.own()?.offers.iter().filter_map(|o| Some(o.readings.first()?.as_of)).max(),
        }
    }

    /// Tag of order links.
    pub fn campaign(&self) -> Option<&str> {
        match &self.file {
            FileState::Read { campaign, .. } => campaign.as_deref(),
            FileState::None | FileState::Refused => None,
        }
    }

    /// The host's own offers, alone or beside the market's, and the same without what no answer shows; `None`: the market.
    pub fn catalogs(&self) -> Option<(Rc<Catalog>, Rc<Catalog>)> {
        let shop = self.shop()?;
        match self.beside() {
            Beside::Market => None,
            Beside::Beside => Some((shop.all.clone(), shop.lean.0.clone())),
            Beside::First | Beside::Only => shop.own.clone().zip(shop.lean.1.clone()),
        }
    }

    /// What the whole report is made from.
    pub fn facts(&self) -> Facts {
        self.catalogs().map_or_else(Facts::default, |(whole, _)| Facts::shared(whole))
    }
}

/// The outside: who hears of changes, and the plan that it may ask for.
#[derive(Clone)]
pub struct Link {
    tell: Rc<dyn Fn(&'static str, JsValue)>,
    plan: Rc<RefCell<Rc<Plan>>>,
}

impl PartialEq for Link {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.plan, &other.plan)
    }
}

impl Link {
    /// Tells whoever listens.
    pub fn new(tell: impl Fn(&'static str, JsValue) + 'static) -> Self {
        Self { tell: Rc::new(tell), plan: Rc::default() }
    }
    /// Tells.
    pub fn tell(&self, kind: &'static str, detail: JsValue) {
        (self.tell)(kind, detail);
    }
    /// The plan shown now.
    pub fn plan(&self) -> Rc<Plan> {
        self.plan.borrow().clone()
    }
    /// Shows another.
    pub fn show(&self, plan: &Rc<Plan>) {
        *self.plan.borrow_mut() = plan.clone();
    }
}
