//! The frame of every figure: title, reading, picture, clock and leading controls, presets, and a panel for the rest.

use leptos::prelude::*;

use super::Page;
use super::control::{Control, Stand, idle, is_clocked};
use super::erased::{text, watch};
use super::help::Help;
use super::live_model::LiveModel;
use super::opened::Opened;
use super::panel::{Panel, PanelButton};
use super::presets::Presets;
use super::race::RaceButtons;
use super::stage::StageHandle;
use super::surface::StageView;
use super::transport::{Play, Transport};
use phasor_figures::{FigureName, Key, Start};

/// The figure `name` of the page, live.
#[component]
pub fn FigureFrame(
    /// Which figure.
    name: FigureName,
    /// Parameters with a control in addition to the figure's own ones.
    #[prop(optional)]
    more: &'static [Key],
) -> impl IntoView {
    let page = Page::here();
    let stage = StageHandle::new(page, name);
    let opened = Opened::new();
    let id = name.name();
    let reading = reading(stage);
    view! {
        <figure class="figure" id=id aria-labelledby=format!("{id}-title")>
            <header>
                <h2 id=format!("{id}-title")>{name.title()}</h2>
                <PanelButton name opened />
            </header>
            <div class="said">
                <p class="reading" part="reading" id=format!("{id}-reading")>{reading}</p>
            </div>
            <div class="body">
                <Panel stage name more opened />
                <div class="show">
                    <StageView stage />
                    <Tooltip stage />
                    {name.clock().map(|_| view! { <div class="float"><Play scope=id /></div> })}
                    <p class="probe" aria-hidden="true">{text(move || stage.probe().get())}</p>
                    <p class="error" role="alert">{text(move || stage.trouble().get())}</p>
                    {(name.starts() == Some(Start::Race)).then(|| view! { <RaceButtons stage /> })}
                    <Leading name />
                    {(name.starts() == Some(Start::Model)).then(|| view! { <LiveModel stage /> })}
                    <Presets name />
                </div>
            </div>
            <Spoken stage reading />
        </figure>
    }
}

/// Returns the reading of a figure, which follows the state.
pub(super) fn reading(stage: StageHandle) -> Signal<String> {
    let page = stage.page;
    text(move || {
        // The reading of a figure out of sight waits until the page is at rest.
        if stage.in_sight().get() {
            page.spec().track();
        } else {
            page.rested().track();
        }
        let reading = page
            .spec()
            .with_untracked(|spec| stage.with_figure(|figure| figure.reading(spec)));
        // A figure that was just taken off the page says nothing.
        reading.map_or(String::new(), |reading| reading)
    })
}

/// Help over the picture, for a reader who reaches the picture by keyboard.
#[component]
pub(super) fn Tooltip(stage: StageHandle) -> impl IntoView {
    view! {
        <div class="help" role="tooltip" id=format!("{}-help", stage.scope())>
            <Help name=stage.name />
        </div>
    }
}

/// The clock and the most important controls, below the picture.
#[component]
fn Leading(name: FigureName) -> impl IntoView {
    let page = Page::here();
    let keys = name.leading_keys().iter().copied();
    let controls = keys.filter(|&key| !is_clocked(name, key)).map(|key| {
        let idle = idle(page, name, key);
        view! { <Control key scope=name.name() stand=Stand::BesidePicture idle /> }
    });
    view! {
        <div class="leading">
            {name.clock().map(|_| view! { <Transport name /> })} {controls.collect_view()}
        </div>
    }
}

/// The reading for screen readers, once the page is at rest and if the figure is in sight.
#[component]
pub(super) fn Spoken(stage: StageHandle, reading: Signal<String>) -> impl IntoView {
    let page = Page::here();
    let spoken = RwSignal::new(String::new());
    let mut is_first = true;
    watch(move || {
        page.rested().track();
        // Screen readers read the first text with the rest of the page.
        if !std::mem::take(&mut is_first) && stage.in_sight().get_untracked() {
            spoken.set(reading.get_untracked());
        }
    });
    view! { <p class="unseen" role="status">{text(move || spoken.get())}</p> }
}
