//! The figure of bulk RoPE: how fast this device rotates vectors, measured in a web worker.
//!
//! The figure is a chunk of the page's program, loaded when a reader opens it.

#![allow(
    unreachable_pub,
    reason = "the component macro makes its properties public"
)]

mod address;
mod controls;
mod run;
mod stage;
mod verdict;
mod worker;

use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::HtmlElement;

use crate::ui::erased::{flag, on, text};
use crate::ui::numbers::Numbers;
use controls::{Field, Models};
use phasor_chunk::chunk;
use phasor_figures::rotary::bulk_rope::{BulkKey, BulkRope, BulkSpec};
use phasor_text::number::{Grouped, Short};
use run::{Run, State};
use stage::Stage;

chunk!(fn mount_figure(place: HtmlElement) { mount(place) } in "bulk-rope" 0);

/// Puts the figure into `place`.
#[wasm_bindgen]
pub fn open_bulk_rope(place: HtmlElement) {
    mount_figure(place);
}

fn mount(place: HtmlElement) {
    place.set_inner_html("");
    mount_to(place, || view! { <BulkFigure /> }).forget();
}

/// The figure below its static heading.
#[component]
fn BulkFigure() -> impl IntoView {
    let (spec, errors) = address::read();
    let spec = RwSignal::new(spec);
    address::follow(spec);
    let run = Run::new(spec);
    let notice = errors.iter().map(ToString::to_string);
    run.trouble.set(notice.collect::<Vec<_>>().join(" "));
    let reading = text(move || run.measured.with(|measured| reading_of(measured, spec)));
    let verdict = text(move || run.measured.with(verdict::verdict));
    let fields = BulkKey::ALL
        .iter()
        .map(|&key| view! { <Field key spec /> })
        .collect_view();
    let table = move |()| Some(run.measured.with(BulkRope::table));
    let is_empty = flag(move || run.measured.with(|measured| measured.runs.is_empty()));
    view! {
        <Models spec />
        <p class="reading" id="bulk-rope-reading">{reading} " " {verdict}</p>
        <div class="body">
            <div class="show">
                <Stage measured=run.measured />
                <p class="error" id="bulk-trouble" role="alert">{text(move || run.trouble.get())}</p>
                <Transport run spec />
            </div>
            <div class="own">{fields}</div>
        </div>
        <details class="numbers" class:empty=is_empty>
            <summary>"The numbers"</summary>
            <Numbers label="Bulk RoPE, numbers".to_owned() table />
        </details>
        <p class="unseen" role="status">
            {text(move || match run.state.get() {
                State::Idle => reading.get(),
                State::Running { .. } => "measuring".to_owned(),
            })}
        </p>
    }
}

/// Returns what was measured, or what a run will measure.
fn reading_of(measured: &BulkRope, spec: RwSignal<BulkSpec>) -> String {
    if !measured.runs.is_empty() {
        return measured.reading();
    }
    let (n_positions, bytes) = spec.with(|spec| {
        let n_positions = spec.n_positions();
        (n_positions, spec.bytes(n_positions))
    });
    format!(
        "RoPE does three operations for every eight bytes that it moves, so memory limits its speed. \
         Press Run: this device will rotate the queries of up to {} positions ({} MiB) and, for \
         comparison, copy as many bytes.",
        Grouped(n_positions as u64),
        Short((bytes / 1_048_576.0 * 100.0).round() / 100.0),
    )
}

/// A button that starts and cancels a run, and the progress of the run.
#[component]
fn Transport(run: Run, spec: RwSignal<BulkSpec>) -> impl IntoView {
    let is_running = flag(move || run.state.with(|state| *state != State::Idle));
    let label = text(move || if is_running.get() { "Cancel" } else { "Run" }.to_owned());
    let press = move |_| {
        if is_running.get_untracked() {
            run.cancel();
        } else {
            run.start(spec.get_untracked());
        }
    };
    let done = text(move || match run.state.get() {
        State::Idle => "0".to_owned(),
        State::Running { done, total, .. } => (done as f64 / total.max(1) as f64).to_string(),
    });
    let what = text(move || match run.state.get() {
        State::Idle => String::new(),
        State::Running { what, .. } => what,
    });
    let is_idle = flag(move || !is_running.get());
    view! {
        <div class="measure">
            <button type="button" class="run" on:click=on(press)>{label}</button>
            <progress max="1" prop:value=done class:empty=is_idle aria-label="measured so far"></progress>
            <span class="still">{what}</span>
        </div>
    }
}
