//! Controls, generated from the table of parameters.

use leptos::ev::{Event, KeyboardEvent, PointerEvent};
use leptos::prelude::*;
use web_sys::HtmlInputElement;

use super::draft::{Draft, rounded};
use super::erased::{flag, on, text};
use super::{Pace, Page};
use phasor_figures::{FigureName, Key, Spec};
use phasor_params::choice::Word;
use phasor_params::{Accepts, Range};
use phasor_text::number::grouped;

/// The control of a parameter: a slider with a number box, a list of words, or a text box.
///
/// The view has an optional child for each of these. So it has one type for every parameter, which takes a third
/// of the code that several types would take.
#[component]
pub fn Control(
    /// The parameter.
    key: Key,
    /// The prefix that makes the identifiers unique on the page.
    scope: &'static str,
    /// Where the control is.
    #[prop(optional)]
    stand: Stand,
    /// Whether the control has no effect now; it is then hidden.
    #[prop(optional)]
    idle: Signal<bool>,
) -> impl IntoView {
    let row = key.parameter();
    let id = || format!("{scope}-{}", row.name);
    let words = match row.accepts {
        Accepts::Choice(words) => Some(words),
        _ => None,
    };
    let is_open = stand == Stand::BesidePicture && words.is_some_and(is_short);
    let is_number = matches!(row.accepts, Accepts::Number(_));
    let class = match (is_open, is_number || words.is_some()) {
        (true, _) => "control open",
        (false, true) => "control",
        (false, false) => "control wide",
    };
    let (list, segments) = if is_open {
        (None, words)
    } else {
        (words, None)
    };
    let (box_id, box_label) = match is_number {
        true => (
            format!("{}-number", id()),
            format!("{}, as a number", row.label),
        ),
        false => (id(), row.label.to_owned()),
    };
    view! {
        <div class=class part="control" prop:hidden=idle>
            <label for=id() id=format!("{}-label", id()) title=row.help>{row.label}</label>
            {words.is_none().then(|| view! { <Draft key id=box_id label=box_label /> })}
            {is_number.then(|| view! { <Slider key id=id() label=row.label /> })}
            {list.map(|words| view! { <Words key words id=id() /> })}
            {segments.map(|words| view! { <Segments key words id=id() /> })}
        </div>
    }
}

/// Where a control is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Stand {
    /// In a list with many others.
    #[default]
    InList,
    /// Beside the picture, where a few short choices appear side by side.
    BesidePicture,
}

/// Returns whether `words` fit side by side on a phone.
fn is_short(words: &[Word]) -> bool {
    const MOST_WORDS: usize = 5;
    const MOST_LETTERS: usize = 40;
    let n_letters: usize = words.iter().map(|word| word.short().chars().count()).sum();
    words.len() <= MOST_WORDS && n_letters <= MOST_LETTERS
}

/// Returns whether a control of `key` has no effect now.
pub(super) fn idle(page: Page, name: FigureName, key: Key) -> Signal<bool> {
    let spec = page.spec();
    flag(move || spec.with(|spec| name.is_idle(spec, key)))
}

/// Returns whether the clock's slider sets `key`.
pub(super) fn is_clocked(name: FigureName, key: Key) -> bool {
    name.clock() == Some(key)
}

/// A slider over the range that makes sense in the current state.
#[component]
pub fn Slider(
    /// The parameter, which must be a number.
    key: Key,
    /// The identifier of the slider in the document.
    #[prop(into)]
    id: String,
    /// The name of the slider for screen readers.
    label: &'static str,
) -> impl IntoView {
    let page = Page::here();
    let spec = page.spec();
    let fraction = text(move || {
        let fraction = spec.with(|spec| range(spec, key).fraction(number(spec, key)));
        fraction.to_string()
    });
    let value_text = text(move || {
        let number = spec.with(|spec| number(spec, key));
        let unit = key.parameter().unit;
        format!("{} {unit}", grouped(rounded(number)))
            .trim_end()
            .to_owned()
    });
    let slide = move |number: f64| page.edit(|spec| phasor_figures::slide(spec, key, number));
    let drag = move |event: Event| {
        let slider: HtmlInputElement = event_target(&event);
        let range = spec.with_untracked(|spec| range(spec, key));
        slide(range.at_fraction(slider.value_as_number()));
    };
    let held = StoredValue::new(None);
    let hold =
        move |_: PointerEvent| held.set_value(Some(spec.with_untracked(|spec| number(spec, key))));
    // The browser took the finger to scroll the page, but it has moved the slider already.
    let cancel = move |_: PointerEvent| {
        if let Some(number) = held.get_value() {
            slide(number);
        }
    };
    let press = move |event: KeyboardEvent| {
        let wanted =
            spec.with_untracked(|spec| pressed(range(spec, key), number(spec, key), &event));
        if let Some(wanted) = wanted {
            event.prevent_default();
            slide(wanted);
        }
    };
    view! {
        <input
            type="range"
            id=id
            min="0"
            max="1"
            step="any"
            aria-label=label
            aria-valuetext=value_text
            prop:value=fraction
            style=("--fraction", fraction)
            on:pointerdown=on(hold)
            on:pointercancel=on(cancel)
            on:input=on(drag)
            on:change=on(move |_: Event| page.edit(|spec| spec.round(key)))
            on:keydown=on(press)
        />
    }
}

fn number(spec: &Spec, key: Key) -> f64 {
    let number = spec.number(key);
    number.expect("only numeric parameters have sliders")
}

fn range(spec: &Spec, key: Key) -> Range {
    let range = spec.slider_range(key);
    range.expect("every numeric parameter has a range")
}

/// Returns the number that a key press moves a slider to, if the key moves it.
fn pressed(range: Range, now: f64, event: &KeyboardEvent) -> Option<f64> {
    let is_large = event.shift_key();
    Some(match event.key().as_str() {
        "ArrowRight" | "ArrowUp" => range.stepped(now, true, is_large),
        "ArrowLeft" | "ArrowDown" => range.stepped(now, false, is_large),
        "PageUp" => range.stepped(now, true, true),
        "PageDown" => range.stepped(now, false, true),
        "Home" => range.min,
        "End" => range.max,
        _ => return None,
    })
}

/// A list of choices.
#[component]
fn Words(key: Key, words: &'static [Word], id: String) -> impl IntoView {
    let page = Page::here();
    let options = words
        .iter()
        .map(|word| {
            let is_chosen = chosen(page, key, word);
            view! { <option value=word.name prop:selected=is_chosen>{word.label}</option> }
        })
        .collect_view();
    view! { <select id=id on:change=on(move |event: Event| choose(page, key, &event))>{options}</select> }
}

/// A few choices side by side.
#[component]
fn Segments(key: Key, words: &'static [Word], id: String) -> impl IntoView {
    let page = Page::here();
    let options = words
        .iter()
        .map(|word| {
            let is_chosen = chosen(page, key, word);
            view! {
                <label title=word.label>
                    <input
                        type="radio"
                        name=id.clone()
                        value=word.name
                        prop:checked=is_chosen
                        on:change=on(move |event: Event| choose(page, key, &event))
                    />
                    <span>{word.short()}</span>
                </label>
            }
        })
        .collect_view();
    view! {
        <div class="segments" role="radiogroup" aria-labelledby=format!("{id}-label")>
            {options}
        </div>
    }
}

fn chosen(page: Page, key: Key, word: &'static Word) -> Signal<bool> {
    let spec = page.spec();
    flag(move || spec.with(|spec| spec.text(key) == word.name))
}

fn choose(page: Page, key: Key, event: &Event) {
    let name = event_target_value(event);
    // The choices come from the table, so the spec accepts each of them.
    page.glide(Pace::Brisk, |spec| drop(spec.set(key, &name)));
}

/// Returns the parameter whose control is beside the title of a figure in a console: the first that the bar does not have.
/// The settings have the rest, because two sliders and a title are wider than a cell.
pub(super) fn beside_title(name: FigureName) -> Option<Key> {
    let mut keys = name.leading_keys().iter().copied();
    keys.find(|key| !is_clocked(name, *key) && !FigureName::SHARED_KEYS.contains(key))
}
