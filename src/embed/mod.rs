//! Live figures in other people's pages, for the custom element `phasor-figure`.
//!
//! `assets/embed/phasor.js` defines the element, and loads this program when a figure is about to come
//! into view. It passes the attributes on and receives what the reader changes. Everything else is in
//! [`ui`](crate::ui).

use std::any::Any;
use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::HtmlElement;

use crate::ui::erased::watch;
use crate::ui::shared::Shared;
use crate::ui::{FigureFrame, Pace, Page};
use phasor_draw::{Scheme, Theme};
use phasor_figures::{FigureName, Key, Spec, query};
use phasor_params::ParameterError;

/// A figure on a page. Freeing it removes the figure.
#[wasm_bindgen]
pub struct Mounted {
    /// Removes the figure when it is dropped. It is dropped first, so that a field that loses the focus can still report
    /// its text to `shared`.
    _view: Box<dyn Any>,
    shared: Rc<Shared>,
    theme: RwSignal<Arc<Theme>>,
    trouble: Option<String>,
}

/// Puts the figure `name` into `place`.
///
/// `query` sets what the figure shows and what *Reset* brings back; it is written as in the address of the
/// page. Figures with the same `linked` name share one state, unless that name is empty; the query of a later
/// figure takes effect only if it asks for something that *Reset* does not bring back yet. `inks` are the host's
/// colours, if any ([`Theme::with_inks`]). `changed` is called with the query whenever it changes.
///
/// # Errors
/// Returns an error if there is no such figure.
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
        // The cell is new, so it is empty.
        let _ = making.set((shared, theme, errors));
        provide_context(page);
        let theme_here: Signal<Arc<Theme>> = theme.into();
        provide_context(theme_here);
        report_changes(page, changed);
        view! { <FigureFrame name more=name.shared_keys() /> }
    });
    let made = made.get().cloned();
    let (shared, theme, errors) =
        made.ok_or_else(|| JsError::new("The figure could not be created."))?;
    Ok(Mounted {
        _view: Box::new(view),
        shared,
        theme,
        trouble: errors.first().map(ToString::to_string),
    })
}

/// Returns the spec of a query, or its first error.
fn read(query: &str) -> Result<Spec, ParameterError> {
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
fn report_changes(page: Page, changed: js_sys::Function) {
    let mut before = page.spec().with_untracked(query::format);
    watch(move || {
        page.announced().track();
        let now = page.spec().with_untracked(query::format);
        if now != before {
            // An exception of the listener must not stop the figure.
            let _ = changed.call1(&JsValue::NULL, &now.as_str().into());
            before = now;
        }
    });
}

#[wasm_bindgen]
impl Mounted {
    /// Returns the first error in the initial query, if any. The valid parts of the query are in force.
    #[must_use]
    pub fn trouble(&self) -> Option<String> {
        self.trouble.clone()
    }

    /// Returns what the figure shows, as a query.
    #[must_use]
    pub fn query(&self) -> String {
        self.shared.page().spec().with_untracked(query::format)
    }

    /// Returns what a model on the reader's device has answered last, as numbers for a file; none if it has not.
    #[must_use]
    pub fn answer(&self) -> Vec<f64> {
        self.shared.page().answer()
    }

    /// Returns the current value of a parameter, or nothing if there is no such parameter.
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

    /// Sets a parameter, or resets it to its default if there is no `text`.
    ///
    /// # Errors
    /// Returns an error that says what is accepted, and leaves the figure as it is, if there is no such
    /// parameter or it does not accept `text`.
    pub fn set(&self, key: &str, text: Option<String>) -> Result<(), JsError> {
        let key = Key::from_name(key).ok_or_else(|| ParameterError::unknown_name::<Key>(key))?;
        let page = self.shared.page();
        let mut spec = page.spec().get_untracked();
        match text {
            Some(text) => spec.set(key, &text)?,
            None => spec.reset(&[key]),
        }
        page.edit(|now| *now = spec);
        Ok(())
    }

    /// Shows the state of `query`, with defaults for everything that it leaves out.
    ///
    /// # Errors
    /// Returns the first error in `query`, and leaves the figure as it is.
    pub fn show(&self, query: &str) -> Result<(), JsError> {
        let spec = read(query)?;
        self.shared.page().edit(|now| *now = spec);
        Ok(())
    }

    /// Glides to the state of `query`, with defaults for everything that it leaves out.
    ///
    /// # Errors
    /// Returns the first error in `query`, and leaves the figure as it is.
    pub fn glide(&self, query: &str) -> Result<(), JsError> {
        self.shared.page().glide_to(Pace::Calm, read(query)?);
        Ok(())
    }

    /// Starts or stops the clock.
    pub fn play(&self, is_playing: bool) {
        self.shared.page().set_playing(is_playing);
    }

    /// Starts the race of a figure that has one, unless it runs already.
    pub fn race(&self) {
        self.shared.page().request_race();
    }

    /// Changes the colours, with the same arguments as [`mount`].
    pub fn colour(&self, is_dark: bool, inks: &[u8]) {
        self.theme.set(theme(is_dark, inks));
    }
}
