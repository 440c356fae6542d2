//! A box for a sentence that completes words, counts them, and offers known words in place of unknown ones.

use leptos::ev::Event;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::{HtmlElement, HtmlInputElement};

use super::Page;
use super::control::Control;
use super::erased::{on, text, watch};
use phasor_figures::{Key, Sentence};

/// The control of the sentence, with help for its words. `scope` makes the identifiers unique on the page.
#[component]
pub(super) fn SentenceControl(scope: &'static str, idle: Signal<bool>) -> impl IntoView {
    let page = Page::here();
    let place = NodeRef::<html::Div>::new();
    let typed = RwSignal::new(String::new());
    watch(move || {
        let current = page.spec().with(|spec| spec.sentence().clone());
        // If the typed text means the same sentence, it stays as it is.
        if typed.with_untracked(|typed| Sentence::read(typed).as_ref() != Ok(&current)) {
            typed.set(current.to_string());
        }
    });
    let list = format!("{scope}-words");
    let listed = list.clone();
    watch(move || {
        if let Some(field) = place.get().and_then(|place| field(&place)) {
            // The general control has no property for a list of completions.
            let _ = field.set_attribute("list", &listed);
        }
    });
    let completions = move || {
        let texts = typed.with(|typed| Sentence::completions(typed));
        let option = |text| view! { <option value=text></option> };
        texts.into_iter().map(option).collect_view()
    };
    let unknown = move || {
        let words: Vec<String> = typed.with(|typed| {
            Sentence::unknown(typed)
                .into_iter()
                .map(Into::into)
                .collect()
        });
        let row = |word| view! { <Unknown word place /> };
        words.into_iter().map(row).collect_view()
    };
    let hear = move |event: Event| typed.set(event_target_value(&event));
    view! {
        <div class="sentence" node_ref=place on:input=on(hear) prop:hidden=idle>
            <Control key=Key::Sentence scope />
            <datalist id=list>{completions}</datalist>
            <p class="hint">{text(move || typed.with(|typed| counted(typed)))}</p>
            <div role="status">{unknown}</div>
        </div>
    }
}

/// Returns the number of words, together with the limit.
fn counted(typed: &str) -> String {
    let n_words = typed.split_ascii_whitespace().count();
    format!("{n_words} of at most {} words", Sentence::MOST)
}

fn field(place: &HtmlElement) -> Option<HtmlInputElement> {
    let field = place.query_selector("input").ok().flatten()?;
    field.dyn_into().ok()
}

/// An unknown word, with buttons that replace it by a known one.
#[component]
fn Unknown(word: String, place: NodeRef<html::Div>) -> impl IntoView {
    let message = format!("“{word}” is not in the word list.");
    let buttons = Sentence::nearest(&word).into_iter().map(|known| {
        let word = word.clone();
        let put = move |_| {
            if let Some(field) = place.get_untracked().and_then(|place| field(&place)) {
                put(&field, &word, known);
            }
        };
        view! { <button type="button" on:click=on(put)>{known}</button> }
    });
    view! {
        <p class="unknown">
            <span>{message}</span>
            {buttons.collect_view()}
        </p>
    }
}

/// Replaces `word` by `known` everywhere in the box, with the events of a reader who types.
fn put(field: &HtmlInputElement, word: &str, known: &str) {
    let words = field.value();
    let words = words
        .split_ascii_whitespace()
        .map(|now| if now == word { known } else { now });
    field.set_value(&words.collect::<Vec<_>>().join(" "));
    for event in ["input", "change"] {
        let init = web_sys::EventInit::new();
        init.set_bubbles(true);
        if let Ok(event) = Event::new_with_event_init_dict(event, &init) {
            // It does not matter whether a listener cancels the event.
            let _ = field.dispatch_event(&event);
        }
    }
    let _ = field.focus();
}
