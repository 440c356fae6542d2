//! The picture that figures of images draw: a dog that walks to and fro in a meadow.

use std::f32::consts::TAU;

use crate::handle::Drawing;
use phasor_draw::{Ink, Point, Rect, Rgb};

/// How much of the scene is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Detail {
    /// Everything.
    Full,
    /// What can be seen in a frame of the film.
    Small,
}

const fn paint(red: u8, green: u8, blue: u8) -> Ink {
    Ink::Paint(Rgb(red, green, blue))
}

/// The upper edges of the bands of the sky, with their colours.
const SKY: [(f32, Ink); 6] = [
    (0.0, paint(0x1f, 0x6f, 0xc4)),
    (0.12, paint(0x32, 0x82, 0xd2)),
    (0.23, paint(0x4b, 0x96, 0xde)),
    (0.33, paint(0x68, 0xaa, 0xe6)),
    (0.42, paint(0x8a, 0xbf, 0xec)),
    (0.5, paint(0xaf, 0xd4, 0xf0)),
];
const SUN: Ink = paint(0xff, 0xc4, 0x1f);
const CLOUD: Ink = paint(0xe4, 0xee, 0xf8);
const FAR_HILLS: Ink = paint(0x4f, 0x7f, 0xad);
const HILLS: Ink = paint(0x3c, 0x78, 0x68);
const MEADOW: Ink = paint(0x6f, 0xb2, 0x3a);
const GRASS: Ink = paint(0x4c, 0x93, 0x2c);
const NEAR_GRASS: Ink = paint(0x36, 0x76, 0x24);
const TRUNK: Ink = paint(0x77, 0x4c, 0x2a);
const LEAVES: Ink = paint(0x2f, 0x7d, 0x3a);
const LIT_LEAVES: Ink = paint(0x45, 0x99, 0x48);
const FUR: Ink = paint(0xb4, 0x5f, 0x22);
const SHADED_FUR: Ink = paint(0x7c, 0x3f, 0x16);
const CREAM: Ink = paint(0xf6, 0xe3, 0xc5);
const BLACK: Ink = paint(0x24, 0x1c, 0x18);
const COLLAR: Ink = paint(0xd9, 0x2f, 0x3a);
const PETALS: [Ink; 3] = [
    paint(0xff, 0xf6, 0xf0),
    paint(0xff, 0x5d, 0x6c),
    paint(0xff, 0xdc, 0x4a),
];
/// The colour in which a scale is drawn.
pub(super) const SAMPLE: Ink = SKY[1].1;

/// The horizon, and the line on which the dog walks, in heights of the picture.
const HORIZON: f32 = 0.56;
const GROUND: f32 = 0.87;

/// A picture whose corners are 0 and 1.
struct Canvas<'d> {
    rect: Rect,
    drawing: &'d mut Drawing,
}

impl Canvas<'_> {
    fn at(&self, (x, y): (f32, f32)) -> Point {
        let rect = self.rect;
        Point::new(rect.x + x * rect.width, rect.y + y * rect.height)
    }

    fn disc(&mut self, center: (f32, f32), radius: f32, ink: Ink, alpha: f32) {
        let (center, radius) = (self.at(center), radius * self.rect.width);
        self.drawing.disc(center, radius, ink, alpha);
    }

    fn shape(&mut self, corners: &[(f32, f32)], ink: Ink, alpha: f32) {
        let corners: Vec<Point> = corners.iter().map(|corner| self.at(*corner)).collect();
        self.drawing.shape(corners, ink, alpha);
    }

    fn line(&mut self, points: &[(f32, f32)], width: f32, ink: Ink) {
        let points: Vec<Point> = points.iter().map(|point| self.at(*point)).collect();
        self.drawing.line(points, width * self.rect.width, ink, 1.0);
    }

    /// Fills the picture from one height to another.
    fn band(&mut self, (from, to): (f32, f32), ink: Ink) {
        let rect = self.rect;
        let (y, height) = (rect.y + from * rect.height, (to - from) * rect.height);
        self.drawing.fill(Rect { y, height, ..rect }, ink, 1.0);
    }
}

/// Draws a frame of the film. Between two frames, the dog is on its way.
pub(super) fn draw(frame: f64, detail: Detail, rect: Rect, drawing: &mut Drawing) {
    let mut canvas = Canvas { rect, drawing };
    draw_land(detail, &mut canvas);
    let (x, facing) = walk(frame as f32);
    let dog = Dog {
        x,
        facing,
        stride: (frame as f32 * TAU / 3.0).sin(),
    };
    dog.draw(detail, &mut canvas);
    if detail == Detail::Full {
        let flowers = [
            (0.06, 0.93),
            (0.19, 0.965),
            (0.33, 0.94),
            (0.56, 0.96),
            (0.7, 0.93),
            (0.83, 0.965),
            (0.95, 0.92),
        ];
        for (flower, petals) in flowers.into_iter().zip(PETALS.into_iter().cycle()) {
            canvas.disc(flower, 0.014, petals, 1.0);
        }
    }
}

fn draw_land(detail: Detail, canvas: &mut Canvas<'_>) {
    let ends = SKY.iter().skip(1).map(|(edge, _)| *edge).chain([HORIZON]);
    for ((edge, ink), end) in SKY.into_iter().zip(ends) {
        canvas.band((edge, end), ink);
    }
    canvas.disc((0.64, 0.17), 0.125, SUN, 0.3);
    canvas.disc((0.64, 0.17), 0.085, SUN, 1.0);
    if detail == Detail::Full {
        for (place, radius) in [
            ((0.13, 0.2), 0.05),
            ((0.2, 0.165), 0.065),
            ((0.28, 0.19), 0.055),
            ((0.35, 0.205), 0.04),
        ] {
            canvas.disc(place, radius, CLOUD, 1.0);
        }
    }
    let far = [
        (0.0, 0.43),
        (0.14, 0.33),
        (0.27, 0.46),
        (0.42, 0.36),
        (0.62, 0.5),
        (0.82, 0.41),
        (1.0, 0.49),
        (1.0, 0.6),
        (0.0, 0.6),
    ];
    canvas.shape(&far, FAR_HILLS, 1.0);
    let near = [
        (0.0, 0.52),
        (0.2, 0.48),
        (0.45, 0.53),
        (0.7, 0.48),
        (1.0, 0.53),
        (1.0, 0.6),
        (0.0, 0.6),
    ];
    canvas.shape(&near, HILLS, 1.0);
    canvas.band((HORIZON, 1.0), MEADOW);
    let grass = [
        (0.0, 0.73),
        (0.3, 0.7),
        (0.65, 0.74),
        (1.0, 0.69),
        (1.0, 1.0),
        (0.0, 1.0),
    ];
    canvas.shape(&grass, GRASS, 1.0);
    canvas.band((0.9, 1.0), NEAR_GRASS);
    canvas.line(&[(0.87, 0.46), (0.87, 0.7)], 0.035, TRUNK);
    for (place, radius, ink) in [
        ((0.8, 0.43), 0.075, LEAVES),
        ((0.93, 0.43), 0.065, LEAVES),
        ((0.87, 0.36), 0.1, LEAVES),
        ((0.84, 0.34), 0.05, LIT_LEAVES),
    ] {
        canvas.disc(place, radius, ink, 1.0);
    }
}

/// Returns where the dog is in a frame, in widths of the picture, and 1 if it walks to the right, -1 to the left.
fn walk(frame: f32) -> (f32, f32) {
    /// From one end of the way to the other.
    const FRAMES: f32 = 8.0;
    const REACH: f32 = 0.22;
    let turned = (frame / FRAMES + 0.5).rem_euclid(2.0);
    let (along, facing) = match turned <= 1.0 {
        true => (turned, 1.0),
        false => (2.0 - turned, -1.0),
    };
    (0.46 + REACH * (2.0 * along - 1.0), facing)
}

/// A dog whose paws are on the ground at `x`.
struct Dog {
    x: f32,
    facing: f32,
    /// How far the legs are apart, from -1 to 1.
    stride: f32,
}

impl Dog {
    /// The size of the dog, in widths of the picture.
    const SIZE: f32 = 0.4;

    /// Returns a place of the dog in the picture.
    fn at(&self, (along, up): (f32, f32)) -> (f32, f32) {
        (
            self.x + Self::SIZE * self.facing * along,
            GROUND - Self::SIZE * up,
        )
    }

    fn disc(&self, place: (f32, f32), radius: f32, ink: Ink, canvas: &mut Canvas<'_>) {
        canvas.disc(self.at(place), Self::SIZE * radius, ink, 1.0);
    }

    fn shape<const N: usize>(&self, corners: [(f32, f32); N], ink: Ink, canvas: &mut Canvas<'_>) {
        canvas.shape(&corners.map(|corner| self.at(corner)), ink, 1.0);
    }

    fn line<const N: usize>(
        &self,
        points: [(f32, f32); N],
        width: f32,
        ink: Ink,
        canvas: &mut Canvas<'_>,
    ) {
        let points = points.map(|point| self.at(point));
        canvas.line(&points, Self::SIZE * width, ink);
    }

    fn draw(&self, detail: Detail, canvas: &mut Canvas<'_>) {
        let shadow: [(f32, f32); 16] = std::array::from_fn(|corner| {
            let (sin, cos) = (TAU * corner as f32 / 16.0).sin_cos();
            self.at((0.46 * cos, 0.035 * sin))
        });
        canvas.shape(&shadow, BLACK, 0.22);
        let swing = 0.12 * self.stride;
        for (hip, by) in [(-0.23, -swing), (0.24, swing)] {
            self.line([(hip, 0.32), (hip + by, 0.02)], 0.085, SHADED_FUR, canvas);
        }
        self.line(
            [(-0.4, 0.5), (-0.52, 0.6), (-0.57, 0.74)],
            0.07,
            FUR,
            canvas,
        );
        for (hip, by) in [(-0.32, swing), (0.16, -swing)] {
            self.line([(hip, 0.36), (hip + by, 0.02)], 0.095, FUR, canvas);
        }
        self.disc((-0.29, 0.43), 0.155, FUR, canvas);
        self.disc((0.2, 0.44), 0.17, FUR, canvas);
        self.shape(
            [(-0.29, 0.585), (0.2, 0.61), (0.2, 0.27), (-0.29, 0.275)],
            FUR,
            canvas,
        );
        self.shape(
            [(0.06, 0.58), (0.26, 0.84), (0.44, 0.7), (0.35, 0.42)],
            FUR,
            canvas,
        );
        self.disc((0.37, 0.77), 0.145, FUR, canvas);
        self.shape(
            [(0.4, 0.84), (0.6, 0.77), (0.61, 0.67), (0.4, 0.64)],
            CREAM,
            canvas,
        );
        self.disc((0.59, 0.715), 0.05, CREAM, canvas);
        self.disc((0.63, 0.745), 0.035, BLACK, canvas);
        self.shape(
            [(0.27, 0.9), (0.37, 0.88), (0.34, 0.63), (0.24, 0.66)],
            SHADED_FUR,
            canvas,
        );
        if detail == Detail::Full {
            self.disc((0.44, 0.815), 0.024, BLACK, canvas);
        }
        self.line([(0.17, 0.68), (0.41, 0.57)], 0.055, COLLAR, canvas);
    }
}
