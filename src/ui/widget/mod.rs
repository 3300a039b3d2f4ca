//! The widget: the answer in somebody else's page. `static/embed/element.js` mounts it in a shadow root and calls what is
//! here; the frame is that element alone in a page. Nothing the host says becomes markup: options are read by
//! `embed::options`, links are checked, texts are text nodes.

mod setup;
mod summary;
mod view;

use crate::catalog::Catalog;
use crate::embed::options::Options;
use crate::embed::{Shop, accent, file};
use crate::export::{ENGINE_VERSION, Json};
use crate::i18n::embed as texts;
use crate::js::{give, pairs_of};
use crate::{engine, platform, share};
use setup::{FileState, Link, Setup};
use std::cell::RefCell;
use std::rc::Rc;
use view::{View, ViewProps};
use wasm_bindgen::prelude::*;
use yew::AppHandle;

/// A widget on a page. `free()` takes it away.
#[wasm_bindgen]
pub struct Widget {
    app: RefCell<Option<AppHandle<View>>>,
    setup: RefCell<Setup>,
    link: Link,
}

/// Draws a widget into `root`. `options`: an object of texts, the attributes of the table in `embed::options` with `lang`
/// settled; `home`: where the whole page is; `tell(type, detail)` is called with `change` and `select`.
#[wasm_bindgen]
pub fn mount(root: web_sys::Element, options: &JsValue, home: String, tell: js_sys::Function) -> Widget {
    let mut setup = Setup::new(home);
    read(&mut setup, options);
    let link = Link::new(move |kind, detail| {
        // What a listener of the host throws is the host's.
        let _ = tell.call2(&JsValue::NULL, &kind.into(), &detail);
    });
    let props = ViewProps { setup: Rc::new(setup.clone()), link: link.clone() };
    let app = yew::Renderer::<View>::with_root_and_props(root, props).render();
    Widget { app: RefCell::new(Some(app)), setup: RefCell::new(setup), link }
}

/// Options into a setup; names of those that nobody knows, or whose value cannot be read.
fn read(setup: &mut Setup, options: &JsValue) -> Vec<String> {
    let pairs = pairs_of(options);
    let mut odd: Vec<String> = pairs.iter().filter(|p| p.1.is_none()).map(|p| p.0.clone()).collect();
    let (options, more) = Options::read(pairs.iter().filter_map(|(k, v)| Some((k.as_str(), v.as_deref()?))));
    odd.extend(more);
    setup.take(options);
    odd
}

#[wasm_bindgen]
impl Widget {
    /// Other options. Answers the names of those that are not in the table or have a value that is not of their kind.
    pub fn options(&self, options: &JsValue) -> Vec<String> {
        let odd = read(&mut self.setup.borrow_mut(), options);
        self.draw();
        odd
    }

    /// The provider's own offers, as the text of a file; nothing takes them away again, an empty text says that the file
    /// could not be had. Answers what was not used of it, in words that name row and field.
    pub fn offers(&self, text: Option<String>) -> Vec<String> {
        let mut faults = Vec::new();
        {
            let mut setup = self.setup.borrow_mut();
            let lang = setup.lang();
            setup.file = match text {
                None => FileState::None,
                Some(text) => {
                    let (file, found) = file::read(&text, Catalog::embedded());
                    faults = found.iter().map(|f| texts::fault(lang, f)).collect();
                    file.map_or(FileState::Refused, |file| FileState::Read {
                        shop: Rc::new(Shop::with_file(Catalog::embedded(), &file)),
                        date: file.updated,
                        campaign: file.campaign,
                    })
                }
            };
        }
        self.draw();
        faults
    }

    /// Another plan: a link, or what follows the `?` of one. Answers what is odd about it.
    pub fn set_plan(&self, text: &str) -> Vec<String> {
        self.setup.borrow_mut().load(text);
        self.draw();
        let setup = self.setup.borrow();
        setup.wanted.1.iter().map(|w| crate::i18n::warning(setup.lang(), w)).collect()
    }

    /// The plan that is shown, as the query of a link.
    pub fn plan(&self) -> String {
        share::encode(&self.link.plan())
    }

    /// The whole report on the plan and the offers that are shown, as the JS API gives it.
    pub fn report(&self) -> Result<JsValue, JsError> {
        let setup = self.setup.borrow();
        let (plan, facts) = (self.link.plan(), setup.facts());
        let report = engine::report(&plan, &facts, platform::today());
        let named = setup.shop().map(|shop| shop.named(&facts));
        give(&Json {
            plan: &plan,
            report: &report,
            catalog: named.as_ref().unwrap_or(&facts),
            all_lines: false,
        })
    }

    /// Takes the widget off the page.
    pub fn stop(&self) {
        if let Some(app) = self.app.borrow_mut().take() {
            app.destroy();
        }
    }
}

impl Widget {
    fn draw(&self) {
        if let Some(app) = &mut *self.app.borrow_mut() {
            app.update(ViewProps { setup: Rc::new(self.setup.borrow().clone()), link: self.link.clone() });
        }
    }
}

/// An accent that can be read: colour and the colour on it, as `#rrggbb`. All are `0xrrggbb`.
#[wasm_bindgen]
pub fn accents(wanted: u32, surface: u32, text: u32) -> Vec<String> {
    let (colour, on) = accent::readable(wanted, surface, text);
    vec![accent::hex(colour), accent::hex(on)]
}

/// Version of the program; the same as the engine's.
#[wasm_bindgen]
pub fn version() -> String {
    ENGINE_VERSION.to_owned()
}
