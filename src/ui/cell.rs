//! The frame of a figure in a console: title and picture, and the tools of the figure while the reader is at it. The
//! console's bar has the clock and the controls that figures share.

use leptos::prelude::*;

use super::control::{Control, Stand, beside_title, idle};
use super::erased::text;
use super::frame::{Spoken, Tooltip, reading};
use super::opened::Opened;
use super::panel::{Panel, PanelButton};
use super::stage::StageHandle;
use super::surface::StageView;
use super::{Compared, Page, Side};
use phasor_figures::FigureName;

/// The figure `name` in a console.
#[component]
pub fn FigureCell(
    /// Which figure.
    name: FigureName,
    /// The height for the picture; with `None`, the figure chooses its own.
    room: Signal<Option<f32>>,
    /// The states of the console.
    compared: Compared,
    /// The buttons that change the place of the figure in the console.
    acts: AnyView,
) -> impl IntoView {
    let opened = Opened::new();
    let id = name.name();
    let side = move |side: Side| view! { <Pictured name room compared side opened /> };
    let second = move || compared.is_on().get().then(|| side(Side::B));
    view! {
        <figure class="figure cell" aria-labelledby=format!("{id}-title")>
            <header>
                <h2 id=format!("{id}-title")>{name.title()}</h2>
                <div class="tools">
                    {move || {
                        provide_context(compared.page(compared.edited().get()));
                        view! { <Own name /> }
                    }} <div class="acts">{acts} <PanelButton name opened /></div>
                </div>
            </header>
            // Only a comparison tells the states apart, so the first picture is made again for it.
            <div class="sides">{move || { compared.is_on().track(); side(Side::A) }} {second}</div>
        </figure>
    }
}

/// The control beside the title.
#[component]
fn Own(name: FigureName) -> impl IntoView {
    let page = Page::here();
    beside_title(name).map(|key| {
        let idle = idle(page, name, key);
        view! { <Control key scope=name.name() stand=Stand::BesidePicture idle /> }
    })
}

/// The figure in one state: its picture, and its panel if the controls set this state.
#[component]
fn Pictured(
    name: FigureName,
    room: Signal<Option<f32>>,
    compared: Compared,
    side: Side,
    opened: Opened,
) -> impl IntoView {
    let page = compared.page(side);
    provide_context(page);
    let named = compared.is_on().get_untracked().then_some(side);
    let stage = StageHandle::new(page, name).in_console(room, named);
    let reading = reading(stage);
    let is_edited = compared.is_edited(side);
    let panel = move || {
        is_edited
            .get()
            .then(|| view! { <Panel stage name more=&[] opened /> })
    };
    view! {
        <div class="body" class:edited=is_edited>
            {panel}
            <div class="show">
                {named.map(|side| view! { <p class="side" aria-hidden="true">{side.letter()}</p> })}
                <StageView stage />
                <Tooltip stage />
                <p class="probe" aria-hidden="true">{text(move || stage.probe().get())}</p>
                <p class="error" role="alert">{text(move || stage.trouble().get())}</p>
                <p class="reading" part="reading" id=format!("{}-reading", stage.scope())>{reading}</p>
            </div>
            <Spoken stage reading />
        </div>
    }
}
