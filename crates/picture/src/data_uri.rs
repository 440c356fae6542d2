//! Encodes the images inside SVG documents.

use std::collections::HashMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use phasor_draw::Image;
use phasor_draw::svg::SvgError;

/// Returns the image as a PNG in a data URL.
pub(crate) fn data_uri(image: &Image) -> Result<String, SvgError> {
    let failure = |error: png::EncodingError| SvgError::Image(error.to_string());
    let (palette, places) = indexed(image);
    let mut bytes = Vec::new();
    let side = image.size() as u32;
    let mut encoder = png::Encoder::new(&mut bytes, side, side);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(palette);
    encoder.set_compression(png::Compression::High);
    // Filters encode differences between neighbours, which mean nothing for indices into a palette.
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header().map_err(failure)?;
    writer.write_image_data(&places).map_err(failure)?;
    writer.finish().map_err(failure)?;
    Ok(format!("data:image/png;base64,{}", STANDARD.encode(bytes)))
}

/// Returns the colours of an image, three numbers each, and the index of the colour of every pixel.
/// This takes a third of the bytes. It is possible because an image uses the colours of one colour
/// map, 256 at most, all of them opaque.
fn indexed(image: &Image) -> (Vec<u8>, Vec<u8>) {
    let mut palette = Vec::new();
    let mut known = HashMap::new();
    let pixels = image.bytes().as_chunks().0.iter();
    let places = pixels.map(|&pixel: &[u8; 4]| {
        let next = known.len() as u8;
        *known.entry(pixel).or_insert_with(|| {
            let [red, green, blue, _] = pixel;
            palette.extend([red, green, blue]);
            next
        })
    });
    let places = places.collect();
    (palette, places)
}
