//! The canvas of the figure, painted after a measurement and when the page changes.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;

use crate::ui::erased::{text, watch};
use crate::ui::media::{AttributeObserver, Listener, SizeObserver, device_scale};
use crate::ui::painter::Painter;
use phasor_draw::{PenError, Scheme, Theme};
use phasor_figures::Drawing;
use phasor_figures::rotary::bulk_rope::BulkRope;

/// The drawing of `measured`.
#[component]
pub(super) fn Stage(measured: RwSignal<BulkRope>) -> impl IntoView {
    let element = NodeRef::<html::Div>::new();
    let width = RwSignal::new(0.0f32);
    // Counts the changes that affect the picture but not the numbers: colours, fonts, the loss of the GPU.
    let outside = RwSignal::new(0u32);
    let painter = StoredValue::new_local(None::<Painter>);
    let trouble = RwSignal::new(String::new());
    watch(move || {
        let Some(element) = element.get() else { return };
        match Painter::new(element.clone().into()) {
            Ok(made) => painter.set_value(Some(made)),
            Err(failure) => trouble.set(failure.to_string()),
        }
        let widths = SizeObserver::new(&element, move |(now, _)| width.set(now.floor()));
        let changed = move |target, event| {
            Listener::new(target, event, move || outside.update(|count| *count += 1))
        };
        let fonts = changed(document().fonts().into(), "loadingdone");
        let lost = changed(element.clone().into(), "contextrestored");
        let root = document().document_element();
        let colours = root.and_then(|root| {
            AttributeObserver::new(&root, "data-theme", move || {
                outside.update(|count| *count += 1);
            })
        });
        StoredValue::new_local((widths, fonts, lost, colours));
    });
    let scale = device_scale();
    watch(move || {
        outside.track();
        scale.track();
        let painted = measured.with(|measured| paint(measured, painter, width.get()));
        if let Err(failure) = painted {
            trouble.set(failure.to_string());
        }
    });
    view! {
        <div
            class="stage fixed"
            node_ref=element
            role="img"
            aria-label="Roofline of bulk RoPE"
            aria-describedby="bulk-rope-reading"
        ></div>
        <p class="error" role="alert">{text(move || trouble.get())}</p>
    }
}

fn paint(
    measured: &BulkRope,
    painter: StoredValue<Option<Painter>, LocalStorage>,
    width: f32,
) -> Result<(), PenError> {
    if width == 0.0 {
        return Ok(());
    }
    let mut drawing = Drawing::default();
    drawing.clear(width.max(phasor_figures::MIN_WIDTH));
    measured.draw(&mut drawing);
    let theme = Arc::new(Theme::new(scheme()));
    let scale = window().device_pixel_ratio() as f32;
    let painted = painter.try_update_value(|painter| match painter {
        Some(painter) => {
            painter.forget();
            painter.paint(&drawing, &theme, scale)
        }
        None => Ok(()),
    });
    painted.unwrap_or(Ok(()))
}

/// Returns the colour scheme of the page, which is an attribute of its root; light if it has none.
fn scheme() -> Scheme {
    let root = document().document_element();
    let name = root.and_then(|root| root.get_attribute("data-theme"));
    name.and_then(|name| Scheme::from_name(&name))
        .unwrap_or(Scheme::Light)
}
