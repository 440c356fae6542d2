//! Texts and images in an SVG document.

use phasor_draw::svg::{SvgError, svg};
use phasor_draw::{Scheme, Theme};
use phasor_figures::{Drawing, Figure, FigureName, Spec, query};

fn document(title: &str, description: &str) -> String {
    let mut figure = Figure::new(FigureName::BinaryBits);
    let drawing: &Drawing = figure.draw(&Spec::default(), 300.0);
    svg(
        drawing,
        &Theme::new(Scheme::Light),
        (title, description),
        |_| Ok(String::new()),
    )
    .unwrap()
}

#[test]
fn words_cannot_become_elements() {
    let text = document("a < b & c", "</desc><script>");
    assert!(text.contains("<title>a &lt; b &amp; c</title>"));
    assert!(text.contains("<desc>&lt;/desc&gt;&lt;script&gt;</desc>") && !text.contains("<script"));
}

#[test]
fn every_element_of_a_document_is_closed() {
    for name in FigureName::ALL {
        let (spec, _) = query::parse("measure=dot&pairs=0-15&order=concatenated");
        let mut figure = Figure::new(name);
        let drawing = figure.draw(&spec, 500.0);
        let text = svg(drawing, &Theme::new(Scheme::Dark), ("t", "d"), |_| {
            Ok("data:,".to_owned())
        })
        .unwrap();
        let mut open = Vec::new();
        for tag in text.split('<').skip(1) {
            let (tag, _) = tag.split_once('>').unwrap();
            match tag.strip_prefix('/') {
                Some(closed) => assert_eq!(open.pop(), Some(closed), "{}", name.name()),
                None if tag.ends_with('/') => {}
                None => open.push(tag.split_whitespace().next().unwrap()),
            }
        }
        assert!(
            open.is_empty() && !text.contains("NaN") && !text.contains("inf"),
            "{}",
            name.name()
        );
    }
}

#[test]
fn an_image_that_cannot_be_encoded_is_told() {
    let mut figure = Figure::new(FigureName::DistanceHeatmap);
    let drawing = figure.draw(&Spec::default(), 300.0);
    let failing = |_: &_| Err(SvgError::Image("it is empty".to_owned()));
    let error = svg(drawing, &Theme::new(Scheme::Light), ("t", "d"), failing).unwrap_err();
    assert_eq!(
        error.to_string(),
        "The figure’s image could not be encoded: it is empty."
    );
}
