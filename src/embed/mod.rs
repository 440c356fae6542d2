//! Live figures in other people's pages: what the custom element `phasor-figure` asks for.
//!
//! `assets/embed/phasor.js` defines the element and loads this program when a figure comes near. It
//! says what the attributes say and is told what the reader changes; all else is [`ui`](crate::ui).

mod shared;

use std::any::Any;
use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::HtmlElement;

use crate::config::{Key, Spec, SpecError, query};
use crate::figure::FigureName;
use crate::paint::{Scheme, Theme};
use crate::ui::erased::watch;
use crate::ui::{FigureFrame, Page};
use shared::Shared;

/// A figure in its place; gone when it is freed.
#[wasm_bindgen]
pub struct Mounted {
    shared: Rc<Shared>,
    theme: RwSignal<Arc<Theme>>,
    trouble: Option<String>,
    /// Takes the figure away when it is dropped.
    _view: Box<dyn Any>,
}

/// Puts the figure `name` into `place`. `query` says what it shows, as the address of the page
/// does, and what *Reset* brings back; figures of the same `linked` name share one state, unless that is
/// empty, and of a later one counts what the earlier ones did not say. `inks` are colours of the host's, if any
/// ([`Theme::with_inks`]). `changed` is called with the query whenever it changes.
///
/// # Errors
/// There is no such figure.
#[wasm_bindgen]
pub fn mount(
    place: HtmlElement,
    name: &str,
    query: &str,
    linked: &str,
    is_dark: bool,
    inks: &[u8],
    changed: js_sys::Function,
) -> Result<Mounted, JsError> {
    let name = FigureName::from_name(name)?;
    let (query, linked) = (query.to_owned(), linked.to_owned());
    let theme = theme(is_dark, inks);
    let made = Rc::new(OnceCell::new());
    let making = Rc::clone(&made);
    let view = mount_to(place, move || {
        let shared = Shared::of(&linked);
        let (page, theme) = (shared.page(), RwSignal::new(theme));
        let errors = query::parse(&query).1;
        page.settle(|spec| drop(query::apply(spec, &query)));
        // It is new, so there is nothing in it.
        let _ = making.set((shared, theme, errors));
        provide_context(page);
        let theme_here: Signal<Arc<Theme>> = theme.into();
        provide_context(theme_here);
        tell(page, changed);
        view! { <FigureFrame name more=name.shared_keys() /> }
    });
    let made = made.get().cloned();
    let (shared, theme, errors) = made.ok_or_else(|| JsError::new("The figure was not made."))?;
    Ok(Mounted {
        shared,
        theme,
        trouble: errors.first().map(ToString::to_string),
        _view: Box::new(view),
    })
}

/// The spec of a query without a fault.
fn read(query: &str) -> Result<Spec, SpecError> {
    let (spec, errors) = query::parse(query);
    errors.into_iter().next().map_or(Ok(spec), Err)
}

fn theme(is_dark: bool, inks: &[u8]) -> Arc<Theme> {
    let scheme = match is_dark {
        true => Scheme::Dark,
        false => Scheme::Light,
    };
    Arc::new(Theme::new(scheme).with_inks(inks))
}

/// Calls `changed` with every new query, ten times a second at most while playing.
fn tell(page: Page, changed: js_sys::Function) {
    let mut before = page.spec().with_untracked(query::format);
    watch(move || {
        page.told().track();
        let now = page.spec().with_untracked(query::format);
        if now != before {
            // What the listener throws is the listener's.
            let _ = changed.call1(&JsValue::NULL, &now.as_str().into());
            before = now;
        }
    });
}

#[wasm_bindgen]
impl Mounted {
    /// What was wrong with the query at the start, if anything; the rest of it counts.
    #[must_use]
    pub fn trouble(&self) -> Option<String> {
        self.trouble.clone()
    }

    /// What the figure shows, as a query.
    #[must_use]
    pub fn query(&self) -> String {
        self.shared.page().spec().with_untracked(query::format)
    }

    /// The value of a parameter that is in force; nothing when there is no such parameter.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<String> {
        let key = Key::from_name(key)?;
        Some(
            self.shared
                .page()
                .spec()
                .with_untracked(|spec| spec.text(key)),
        )
    }

    /// Sets a parameter, or puts it back to its default.
    ///
    /// # Errors
    /// What is accepted; the figure stays as it is.
    pub fn set(&self, key: &str, text: Option<String>) -> Result<(), JsError> {
        let key = Key::from_name(key).ok_or_else(|| SpecError::unknown_key(key))?;
        let page = self.shared.page();
        let mut spec = page.spec().get_untracked();
        match text {
            Some(text) => spec.set(key, &text)?,
            None => spec.reset(&[key]),
        }
        page.edit(|now| *now = spec);
        Ok(())
    }

    /// Shows what `query` says, and the defaults of the rest.
    ///
    /// # Errors
    /// The first thing that is wrong with it; the figure stays as it is.
    pub fn show(&self, query: &str) -> Result<(), JsError> {
        let spec = read(query)?;
        self.shared.page().edit(|now| *now = spec);
        Ok(())
    }

    /// Goes to what `query` says, and the defaults of the rest, in a moment.
    ///
    /// # Errors
    /// The first thing that is wrong with it; the figure stays as it is.
    pub fn glide(&self, query: &str) -> Result<(), JsError> {
        self.shared.page().glide(read(query)?);
        Ok(())
    }

    /// Starts or stops the clock.
    pub fn play(&self, is_playing: bool) {
        self.shared.page().set_playing(is_playing);
    }

    /// Changes the colours, as [`mount`] sets them.
    pub fn colour(&self, is_dark: bool, inks: &[u8]) {
        self.theme.set(theme(is_dark, inks));
    }
}
