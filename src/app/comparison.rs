//! The row below the bar while two states are compared: which of them the bar sets, and how they differ.

use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlElement;

use crate::ui::erased::{flag, on, text};
use crate::ui::{Compared, Side};
use phasor_figures::{Key, Spec};
use phasor_text::number::Place;

/// The row, while B counts.
#[component]
pub(super) fn Comparison(compared: Compared) -> impl IntoView {
    move || compared.is_on().get().then(|| view! { <Row compared /> })
}

#[component]
fn Row(compared: Compared) -> impl IntoView {
    let difference = text(move || {
        let spec = |side| compared.page(side).spec();
        spec(Side::A).with(|a| spec(Side::B).with(|b| sentence(a, b)))
    });
    let sides = Side::ALL.map(|side| {
        view! {
            <label>
                <input
                    type="radio"
                    name="side"
                    value=side.letter()
                    prop:checked=compared.is_edited(side)
                    on:change=on(move |_| compared.edit(side))
                />
                <span>{side.letter()}</span>
            </label>
        }
    });
    let is_same = flag(move || {
        let spec = |side| compared.page(side).spec();
        spec(Side::A).with(|a| spec(Side::B).with(|b| a == b))
    });
    let stop = move |_| {
        compared.stop();
        // This button goes away, and its opposite keeps the place of the focus.
        let opposite = document().get_element_by_id("compare");
        if let Some(opposite) = opposite.and_then(|element| element.dyn_into::<HtmlElement>().ok())
        {
            // An element that cannot take the focus leaves it where it is.
            let _ = opposite.focus();
        }
    };
    view! {
        <section class="comparison" aria-label="Comparison">
            <span id="side-label">{"The bar sets"}</span>
            <div class="segments" role="radiogroup" aria-labelledby="side-label">
                {sides}
            </div>
            <p class="difference">{difference}</p>
            <button type="button" prop:disabled=is_same on:click=on(move |_| compared.swap())>
                {"Swap"}
            </button>
            <button type="button" on:click=on(stop)>
                {"Stop comparing"}
            </button>
        </section>
    }
}

/// Returns the parameters in which the states differ, each with both values.
fn sentence(a: &Spec, b: &Spec) -> String {
    let value = |spec: &Spec, key: Key| match spec.number(key) {
        Some(number) => Place(number).to_string(),
        None => spec.text(key),
    };
    let parts = a.differences(b).map(|key| {
        let label = key.parameter().label;
        format!("{label} ({} and {})", value(a, key), value(b, key))
    });
    match parts.collect::<Vec<_>>().as_slice() {
        [] => "A and B are equal. Change B.".to_owned(),
        [only] => format!("A and B differ in {only}."),
        [rest @ .., last] => format!("A and B differ in {} and {last}.", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::sentence;
    use phasor_figures::query;

    #[test]
    fn every_difference_has_both_values() {
        let states = [("base=500000&dim=8", "measure=dot"), ("", "position=20")];
        let [other, same] = states.map(|(a, b)| sentence(&query::parse(a).0, &query::parse(b).0));
        for part in ["500,000", "10,000", "8 and 64", "cosine-distance and dot"] {
            assert!(other.contains(part), "{other}");
        }
        assert!(
            !same.chars().any(|letter| letter.is_ascii_digit()),
            "{same}"
        );
    }
}
