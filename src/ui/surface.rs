//! The canvases of one figure on the page.

use std::cell::RefCell;
use std::slice;

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::prelude::wasm_bindgen;

use super::clock::{FrameTask, Next};
use super::erased::{flag, on, text, watch};
use super::media::{Listener, SightObserver, Sights, SizeObserver, device_scale};
use super::out_of_sight;
use super::painter::Painter;
use super::stage::StageHandle;
use super::task::follow;
use phasor_draw::PenError;

thread_local! {
    /// The stage that is painted at the moment.
    static PAINTED: RefCell<Option<web_sys::HtmlDivElement>> = const { RefCell::new(None) };
}

/// Returns the stage of the figure that is painted at the moment. After a panic, this is the figure that
/// caused it.
#[wasm_bindgen]
#[must_use]
pub fn painted() -> Option<web_sys::HtmlDivElement> {
    PAINTED.take()
}

/// The canvases, kept painted while they are on screen.
#[component]
pub(super) fn StageView(stage: StageHandle) -> impl IntoView {
    let page = stage.page;
    let element = NodeRef::<html::Div>::new();
    let task = painting(stage, element);
    let woken = task.clone();
    let scale = device_scale();
    watch(move || {
        scale.track();
        stage.track_room();
        let theme = stage.theme.get();
        stage.stage.update_value(|stage| stage.theme = theme);
        woken.wake();
    });
    on_cleanup(move || {
        stage.drop_grabbed();
        out_of_sight::take(stage);
        if stage.in_sight.try_get_untracked() == Some(true) {
            page.set_in_sight(false);
        }
    });
    watch(move || {
        if let Some(element) = element.get()
            && let Err(failure) = hold(stage, &task, &element)
        {
            stage.trouble.set(failure.to_string());
        }
    });
    let is_magnified = flag(move || page.spec().with(|spec| spec.zoom() > 1.0));
    view! {
        <div
            class="stage"
            part="canvas"
            class:magnified=is_magnified
            class:pulsing=stage.is_pulsing()
            node_ref=element
            tabindex="0"
            role="application"
            aria-roledescription="figure"
            aria-busy=text(move || stage.has_work().to_string())
            aria-label=stage.label()
            style=("--cursor", text(move || stage.cursor().get().css().to_owned()))
            aria-describedby=format!("{}-reading {0}-help", stage.scope())
            on:pointerdown=on(move |event| stage.press(&event))
            on:pointermove=on(move |event| stage.track(&event))
            on:pointerup=on(move |event| stage.release(&event))
            on:pointercancel=on(move |event| stage.cancel(&event))
            on:pointerleave=on(move |event| stage.leave(&event))
            on:touchmove=on(move |event| stage.keep(&event))
            on:wheel=on(move |event| stage.wheel(&event))
            on:keydown=on(move |event| stage.key(&event))
        ></div>
    }
}

/// Returns the task that paints the figure, and lets its handles pulse.
fn painting(stage: StageHandle, element: NodeRef<html::Div>) -> FrameTask {
    let task = FrameTask::new(move |elapsed_secs| {
        PAINTED.set(element.get_untracked());
        if stage.paint() {
            out_of_sight::release_unless_recent(stage);
        }
        PAINTED.set(None);
        match stage.pulse(elapsed_secs) {
            true => Next::Frame,
            false => Next::Rest,
        }
    });
    stage.page.add_painter(task.sleeper());
    stage
        .stage
        .update_value(|stage| stage.task = Some(task.sleeper()));
    task
}

/// Connects the stage to its element: painter, width, sight, fonts.
fn hold(stage: StageHandle, task: &FrameTask, element: &web_sys::Element) -> Result<(), PenError> {
    let painter = Painter::new(element.clone())?;
    follow(
        element.clone(),
        stage.name,
        move || stage.wanted_work(),
        move |query, numbers| stage.take_work(query, numbers),
    );
    stage
        .stage
        .update_value(|stage| stage.painter = Some(painter));
    let woken = task.clone();
    let width = SizeObserver::new(element, move |(width, _)| {
        stage
            .stage
            .update_value(|stage| stage.width = width.floor());
        woken.wake();
    });
    let sights = watch_sight(stage, task, element);
    // Paper has every figure, in its current state.
    let print =
        |event, act: fn(StageHandle)| Listener::new(window().into(), event, move || act(stage));
    let paper = [
        print("beforeprint", StageHandle::paint_anywhere),
        print("afterprint", out_of_sight::release_unless_recent),
    ];
    // Text that was painted before its font arrived must be painted again, and so must everything when the browser has
    // lost the GPU with all pictures on it.
    let repaint = |target, event| {
        let woken = task.clone();
        Listener::new(target, event, move || {
            stage.stage.update_value(|stage| {
                if let Some(painter) = &mut stage.painter {
                    painter.forget();
                }
            });
            woken.wake();
        })
    };
    let fonts = repaint(document().fonts().into(), "loadingdone");
    let lost = repaint(element.clone().into(), "contextrestored");
    StoredValue::new_local((width, sights, paper, fonts, lost));
    Ok(())
}

/// Observes whether the figure is about to be in sight, and whether it is well in sight.
fn watch_sight(
    stage: StageHandle,
    task: &FrameTask,
    element: &web_sys::Element,
) -> [Option<SightObserver>; 2] {
    let watch = |margin: &str, report: Box<dyn Fn(bool)>| {
        let woken = task.clone();
        let report = move |sights: Sights| {
            // The last report is the newest.
            if let Some(&(_, is_in_sight)) = sights.last() {
                report(is_in_sight);
                woken.wake();
            }
        };
        SightObserver::new(slice::from_ref(element), margin, Box::new(report))
    };
    // The picture of a figure that is about to come into sight is painted before.
    let near = move |is_in_sight: bool| {
        if stage.in_sight.get_untracked() != is_in_sight {
            stage.in_sight.set(is_in_sight);
            stage.page.set_in_sight(is_in_sight);
        }
        match is_in_sight {
            true => out_of_sight::take(stage),
            false => out_of_sight::leave(stage),
        }
    };
    let well = move |is_in_view: bool| {
        stage
            .stage
            .update_value(|stage| stage.is_in_view = is_in_view);
    };
    [
        watch("64px", Box::new(near)),
        watch("-20% 0px", Box::new(well)),
    ]
}
