//! The axes of image and video models, compared with the classes of diffusers, timm and transformers
//! (tools/golden/axes.py), and two findings about them.

use std::f64::consts::TAU;

use phasor_encoding::positions::{Image, Part, Rule};
use phasor_encoding::rotary::axial::{
    AxialLayout, Axis, Cosmos, DinoV3, Dype, DypeRule, Eva, EvaFirst, Flux1, Flux2, Grid,
    HunyuanVideo, Ideogram4, MixedRope, Patch, PatchModel, Qwen2Vl, Qwen3Vl, QwenImage, Riflex,
    Sam2, SectionRule, Wan, ZImage,
};
use phasor_encoding::scaling::{Linear, Ntk};
use phasor_encoding::{Format, Layout, Numbering, Scaling};
use serde_json::Value;

use crate::positions::ids;
use crate::support::{assert_close, assert_relative, each_case, number, numbers, rows};

/// Runs `check` on every case of one kind, of which there are `n_cases`.
fn each_of(kind: &str, n_cases: usize, check: impl Fn(&Value)) {
    let met = std::cell::Cell::new(0);
    each_case("axes", |case| {
        if case["params"]["kind"] == kind {
            check(case);
            met.set(met.get() + 1);
        }
    });
    assert_eq!(met.get(), n_cases, "{kind}");
}

fn whole(value: &Value) -> u32 {
    u32::try_from(value.as_u64().unwrap()).unwrap()
}

fn eva(params: &Value) -> Eva {
    let reference = params["reference"].as_array();
    Eva {
        head_dim: 64,
        base: number(&params["base"]),
        reference: reference.map(|sides| (whole(&sides[0]) as usize, whole(&sides[1]) as usize)),
        offset: number(&params["offset"]),
        first: match params["indexing"].as_str().unwrap() {
            "ij" => EvaFirst::Row,
            _ => EvaFirst::Column,
        },
    }
}

fn model(params: &Value) -> Box<dyn PatchModel> {
    match params["family"].as_str().unwrap() {
        "flux1" => Box::new(Flux1),
        "flux2" => Box::new(Flux2 {
            picture: whole(&params["picture"]),
        }),
        "hunyuan_video" => Box::new(HunyuanVideo),
        "z_image" => Box::new(ZImage {
            caption_tokens: whole(&params["caption_tokens"]),
        }),
        "wan" => Box::new(Wan),
        "qwen_image" => Box::new(QwenImage::default()),
        "cosmos" => {
            let factors = numbers(&params["factors"]);
            Box::new(Cosmos {
                frames_per_second: params["frames_per_second"].as_f64(),
                factors: [factors[0], factors[1], factors[2]],
            })
        }
        "ideogram4" => Box::new(Ideogram4),
        "qwen2_vl" => Box::new(Qwen2Vl {
            start: whole(&params["start"]),
        }),
        "qwen3_vl" => Box::new(Qwen3Vl {
            start: whole(&params["start"]),
        }),
        "dinov3" => Box::new(DinoV3::default()),
        "sam2" => Box::new(Sam2),
        "eva" => Box::new(eva(params)),
        other => panic!("no family {other}"),
    }
}

fn patch(row: &[f64]) -> Patch {
    let [frame, row, column] = [0, 1, 2].map(|entry| row[entry] as usize);
    Patch { frame, row, column }
}

fn grid(case: &Value) -> Grid {
    let sides = numbers(&case["input"]["grid"]);
    let Patch { frame, row, column } = patch(&sides);
    Grid::new(frame, row, column).unwrap()
}

#[test]
fn patches_rotate_as_in_the_classes_of_each_library() {
    each_of("model", 19, |case| {
        let (params, input, expected) = (&case["params"], &case["input"], &case["expected"]);
        let (x, grid) = (numbers(&input["x"]), grid(case));
        let tolerance = number(&case["tolerance"]["abs"]);
        let patches = rows(&input["patches"]);
        let rotated = rows(&expected["rotated"]);
        if params["family"] == "mixed" {
            return;
        }
        let model = model(params);
        let rope = model.rope().unwrap();
        assert_eq!(rope.n_axes(), model.layout().axes().len());
        for (place, row) in patches.iter().enumerate() {
            let position = model.position(grid, patch(row));
            if let Some(positions) = expected["positions"].as_array() {
                assert_close(&position, &numbers(&positions[place]), 1e-15);
            }
            assert_close(
                &rope.rotate(&position, &x).unwrap(),
                &rotated[place],
                tolerance,
            );
        }
        if let Some(first) = expected["first_text_position"].as_f64() {
            assert_eq!(QwenImage::default().first_text_position(grid), first);
        }
    });
}

#[test]
fn mixed_directions_are_those_of_timm() {
    each_case("axes", |case| {
        let params = &case["params"];
        if params["family"] != "mixed" {
            return;
        }
        let rope =
            MixedRope::rotated_axes(number(&params["base"]), 64, number(&params["angle"])).unwrap();
        let directions = rows(&case["expected"]["directions"]);
        assert_eq!(rope.directions().len(), directions.len());
        for (got, expected) in rope.directions().iter().zip(&directions) {
            assert_close(got, expected, 1e-14);
        }
        let x = numbers(&case["input"]["x"]);
        let rotated = rows(&case["expected"]["rotated"]);
        for (row, rotated) in rows(&case["input"]["patches"]).iter().zip(&rotated) {
            let got = rope.rotate([row[2], row[1]], &x).unwrap();
            assert_close(&got, rotated, number(&case["tolerance"]["abs"]));
        }
    });
}

#[test]
fn riflex_lowers_the_frequency_that_its_code_lowers() {
    each_of("riflex", 3, |case| {
        let (params, input) = (&case["params"], &case["input"]);
        let (base, dim) = (number(&params["base"]), whole(&params["dim"]) as usize);
        let pair = Riflex::intrinsic_pair(base, dim, number(&input["repeats_after"])).unwrap();
        assert_eq!(pair as u64, case["expected"]["pair"].as_u64().unwrap());
        let rule = Riflex {
            pair,
            frames: whole(&input["frames"]) as usize,
            turns: number(&input["turns"]),
        };
        let scaled = rule.apply(base, dim).unwrap();
        same_frequencies(scaled.frequencies().inv_freq(), case);
    });
}

#[test]
fn dype_fades_as_in_its_code() {
    each_of("dype", 10, |case| {
        let (params, input) = (&case["params"], &case["input"]);
        let rule = Dype {
            rule: match params["rule"].as_str().unwrap() {
                "ntk" => DypeRule::Ntk,
                _ => DypeRule::Yarn,
            },
            length: number(&input["length"]),
            trained: number(&input["trained"]),
            time: number(&input["time"]),
        };
        let dim = whole(&params["dim"]) as usize;
        let scaled = rule.apply(number(&params["base"]), dim).unwrap();
        same_frequencies(scaled.frequencies().inv_freq(), case);
        let factor = number(&case["expected"]["attention_factor"]);
        assert_relative(scaled.attention_factor(), factor, 1e-15);
    });
}

fn same_frequencies(got: &[f64], case: &Value) {
    let expected = numbers(&case["expected"]["inv_freq"]);
    assert_eq!(got.len(), expected.len());
    for (got, expected) in got.iter().zip(expected) {
        assert_relative(*got, expected, number(&case["tolerance"]["rel"]));
    }
}

#[test]
fn dype_ends_with_the_frequencies_of_the_training() {
    let plain = Scaling::Default.apply(1e4, 56, None).unwrap();
    for rule in [DypeRule::Ntk, DypeRule::Yarn] {
        let last = Dype {
            rule,
            length: 256.0,
            trained: 64.0,
            time: 0.0,
        };
        let scaled = last.apply(1e4, 56).unwrap();
        assert_close(
            scaled.frequencies().inv_freq(),
            plain.frequencies().inv_freq(),
            1e-16,
        );
    }
}

/// Squeezing a larger picture into the grid of the training is position interpolation: EVA's positions give the angles that
/// whole positions give after each axis is divided by its own growth.
#[test]
fn squeezed_positions_are_position_interpolation_on_each_axis() {
    let grid = Grid::new(1, 32, 48).unwrap();
    let squeezed = Eva::default();
    let counted = Eva {
        reference: None,
        ..squeezed
    };
    let divided = |growth: f64| SectionRule::Scaling(Scaling::Linear(Linear { factor: growth }));
    let layout = counted.layout();
    let layout = layout.with_rule(Axis::Row, &divided(2.0));
    let interpolated = layout
        .with_rule(Axis::Column, &divided(3.0))
        .rope()
        .unwrap();
    let plain = squeezed.rope().unwrap();
    for patch in grid.patches() {
        let few = plain.angles(&squeezed.position(grid, patch)).unwrap();
        let many = interpolated.angles(&counted.position(grid, patch)).unwrap();
        assert_close(&few, &many, 1e-14);
    }
}

#[test]
fn ntk_divides_the_slowest_pair_of_its_axis_alone() {
    let rule = SectionRule::Scaling(Scaling::Ntk(Ntk { factor: 4.0 }));
    let rope = Flux1.layout().with_rule(Axis::Row, &rule).rope().unwrap();
    let before: Vec<f64> = Flux1.rope().unwrap().inv_freq_of_pair().collect();
    let after: Vec<f64> = rope.inv_freq_of_pair().collect();
    assert_eq!((&after[..9], &after[36..]), (&before[..9], &before[36..]));
    assert_relative(before[35] / after[35], 4.0, 1e-14);
    // Frequencies that all axes share belong to none of them.
    let shared = Qwen3Vl::default().layout();
    assert!(matches!(shared, AxialLayout::Shared { .. }));
    assert_eq!(shared.clone().with_rule(Axis::Row, &rule), shared);
}

/// The positions of a picture in Qwen2-VL are those that its rule of position ids gives.
#[test]
fn a_picture_after_text_has_the_position_ids_of_its_model() {
    let parts = vec![
        Part::Text(7),
        Part::Image(Image::new(4, 6, 2).unwrap()),
        Part::Text(1),
    ];
    let layout = Layout::new(parts).unwrap();
    let of_tokens = ids(Numbering::new(Rule::Qwen2Vl(Default::default())), &layout);
    let grid = Grid::new(1, 2, 3).unwrap();
    for (place, patch) in grid.patches().enumerate() {
        let along = |axis: usize| of_tokens[axis][7 + place];
        let expected = [0, 1, 2].map(along);
        assert_eq!(Qwen2Vl { start: 7 }.position(grid, patch), expected);
        assert_eq!(Qwen3Vl { start: 7 }.position(grid, patch), expected);
    }
}

/// HunyuanVideo was trained on 129 frames. Its videos repeat themselves at frame 201, which is latent frame 50: the fourth of the
/// eight pairs of its time axis is back there, and no slower one has made a turn.
#[test]
fn hunyuan_video_repeats_itself_at_frame_201() {
    let rope = HunyuanVideo.rope().unwrap();
    let inv_freq: Vec<f64> = rope.inv_freq_of_pair().collect();
    let wavelength = TAU / inv_freq[3];
    assert_close(&[wavelength, inv_freq[3]], &[50.265_482, 0.125], 1e-6);
    assert_eq!(HunyuanVideo::latent_frames(129), 33);
    assert_eq!(HunyuanVideo::latent_frames(201), 51);
    assert_eq!(Riflex::intrinsic_pair(256.0, 16, 50.0).unwrap(), 3);
    let angles = rope.angles(&[50.0, 0.0, 0.0]).unwrap();
    let unfinished = (TAU - angles[3]) / TAU;
    assert!((0.005..0.006).contains(&unfinished), "{unfinished}");
    assert!(angles[4..8].iter().all(|angle| *angle < TAU / 2.0 + 0.02));

    // RIFLEx for 261 frames, 66 latent ones, as the authors show it.
    let rule = |turns| Riflex {
        pair: 3,
        frames: HunyuanVideo::latent_frames(261),
        turns,
    };
    let [paper, code] = [Riflex::PAPER, Riflex::CODE].map(|turns| {
        let layout = HunyuanVideo.layout();
        let layout = layout.with_rule(Axis::Time, &SectionRule::Riflex(rule(turns)));
        layout.rope().unwrap()
    });
    let of = |rope: &phasor_encoding::AxialRope| rope.inv_freq_of_pair().nth(3).unwrap();
    assert_close(&[of(&paper), of(&code)], &[0.095_200, 0.085_680], 1e-6);
    let last = paper.angles(&[65.0, 0.0, 0.0]).unwrap();
    assert!(last[3] < TAU);
    // All other pairs stay.
    let others = |rope: &phasor_encoding::AxialRope| -> Vec<f64> {
        let all = rope.inv_freq_of_pair().enumerate();
        all.filter(|(pair, _)| *pair != 3)
            .map(|(_, one)| one)
            .collect()
    };
    assert_eq!(others(&paper), others(&rope));
}

/// The positions of a picture of Ideogram 4 start at 65,536, where bf16 counts in steps of 512.
#[test]
fn in_bf16_a_picture_that_starts_at_65_536_is_one_point() {
    assert_eq!(Format::Bf16.spacing(65_536.0), 512.0);
    let grid = Grid::new(1, 128, 128).unwrap();
    let positions = grid.patches().map(|patch| Ideogram4.position(grid, patch));
    let narrow = |position: Vec<f64>| position.into_iter().map(|along| Format::Bf16.round(along));
    assert!(
        positions
            .flat_map(narrow)
            .all(|along| along == f64::from(Ideogram4::START))
    );
    // f32 still holds every one of them.
    assert_eq!(Format::F32.round(65_536.0 + 127.0), 65_663.0);
    // Half a step of 512 further, the last of them is rounded up.
    assert_eq!(Format::Bf16.round(65_536.0 + 256.0), 65_536.0);
    assert_eq!(Format::Bf16.round(65_536.0 + 257.0), 66_048.0);
}

/// Rotated to patches at the same offset, any query and key have the same score, in every model with whole steps between
/// patches: the beginning of the grid does not matter.
#[test]
fn scores_depend_on_the_offset_of_patches_alone() {
    let models: [Box<dyn PatchModel>; 13] = [
        Box::new(Flux1),
        Box::new(Flux2 { picture: 1 }),
        Box::new(HunyuanVideo),
        Box::new(ZImage { caption_tokens: 9 }),
        Box::new(Wan),
        Box::new(QwenImage { picture: 2 }),
        Box::new(Cosmos::default()),
        Box::new(Ideogram4),
        Box::new(Qwen2Vl { start: 3 }),
        Box::new(Qwen3Vl { start: 3 }),
        Box::new(DinoV3 { head_dim: 128 }),
        Box::new(Eva::default()),
        Box::new(Sam2),
    ];
    let grid = Grid::new(9, 9, 9).unwrap();
    let [near, far] = [0, 3].map(|place| Patch {
        frame: place,
        row: place,
        column: place,
    });
    for model in models {
        let rope = model.rope().unwrap();
        let component = |place: usize| ((place * 7919) % 1000) as f64 / 500.0 - 1.0;
        let query: Vec<f64> = (0..rope.head_dim()).map(component).collect();
        let key: Vec<f64> = (3..rope.head_dim() + 3).map(component).collect();
        let score = |from: Patch| {
            let to = Patch {
                frame: from.frame + 2,
                row: from.row + 5,
                column: from.column + 1,
            };
            let [from, to] = [from, to].map(|patch| model.position(grid, patch));
            rope.score((&from, &query), (&to, &key)).unwrap()
        };
        let (one, other) = (score(near), score(far));
        assert!((one - other).abs() < 1e-9, "{one} and {other}");
        let still = rope.score(
            (&[0.0; 4][..rope.n_axes()], &query),
            (&[0.0; 4][..rope.n_axes()], &key),
        );
        assert!(
            (one - still.unwrap()).abs() > 1e-3,
            "{one} without a rotation"
        );
    }
}
