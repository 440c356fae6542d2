//! Compares every scheme of the core with transformers, torch and exact arithmetic.

use phasor_encoding::absolute::{Integer, LengthNormalised, shift_matrix};
use phasor_encoding::scaling::{Dynamic, Linear, Ntk, Proportional};
use phasor_encoding::{
    Absolute, Alibi, AxialRope, Binary, ClippedDistance, Direction, EncodingError, Frequencies,
    Head, Join, LearnedTable, Mask, Matrix, Order, Pairing, Rope, Scaling, Scheme, SectionOrder,
    Shaw, Sinusoidal, T5Bias, T5Buckets, TransformerXl, Yarn,
};
use serde_json::Value;

use crate::support::{
    assert_close, assert_relative, each_case, frequencies, number, numbers, rows,
};

fn whole(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

fn wholes(value: &Value) -> Vec<usize> {
    value.as_array().unwrap().iter().map(whole).collect()
}

fn matrix(value: &Value) -> Matrix {
    Matrix::from_rows(rows(value)).unwrap()
}

fn pairing(case: &Value) -> Pairing {
    match case["params"]["pairing"].as_str() {
        Some("half_split") => Pairing::HalfSplit,
        Some("interleaved") => Pairing::Interleaved,
        other => panic!("no pairing {other:?}"),
    }
}

#[track_caller]
fn assert_matrix(got: &Matrix, expected: &Value, tolerance: f64) {
    let expected = matrix(expected);
    assert_eq!(got.shape(), expected.shape());
    assert_close(got.values(), expected.values(), tolerance);
}

#[test]
fn absolute() {
    each_case("absolute", |case| match case["params"]["kind"].as_str() {
        Some("integer" | "length_normalised" | "binary_stretched") => counted(case),
        Some("sinusoidal_part") => one_part(case),
        Some("shift") => shifted(case),
        Some("learned") => learned(case),
        Some("learned_size") => {
            let (n_positions, dim) = (whole(&case["input"]["n_positions"]), &case["input"]["dim"]);
            let zeros = Matrix::from_fn(n_positions, whole(dim), |_, _| 0.0);
            let count = LearnedTable::new(zeros).unwrap().parameter_count();
            assert_eq!(count, whole(&case["expected"]["parameter_count"]));
        }
        other => panic!("no reader for {other:?}"),
    });
}

/// Checks the exact schemes, at whole positions also through the type of any scheme.
fn counted(case: &Value) {
    let (params, tolerance) = (&case["params"], number(&case["tolerance"]["abs"]));
    let dim = whole(&params["dim"]);
    let expected = rows(&case["expected"]["codes"]);
    for (&position, expected) in numbers(&case["input"]["positions"]).iter().zip(&expected) {
        let (code, scheme) = match params["kind"].as_str() {
            Some("integer") => (Integer.encode(position, dim), Absolute::Integer),
            Some("length_normalised") => {
                let scheme = LengthNormalised::new(whole(&params["seq_len"])).unwrap();
                let code = scheme.encode(position, dim);
                (code, Absolute::LengthNormalised(scheme))
            }
            _ => {
                let scheme = Binary::new(whole(&params["bits"]) as u32).unwrap();
                let code = scheme.stretched(position as u64, dim).unwrap();
                (code, Absolute::Binary(scheme))
            }
        };
        assert_close(&code, expected, tolerance);
        if position.fract() == 0.0 {
            let code = scheme.encode(position as u64, dim).unwrap();
            assert_close(&code, expected, tolerance);
        }
    }
}

fn one_part(case: &Value) {
    let tolerances = numbers(&case["tolerance"]["abs"]);
    for (order, name) in [
        (Order::SinesOnly, "sines_only"),
        (Order::CosinesOnly, "cosines_only"),
    ] {
        let encoding = Sinusoidal::new(frequencies(case), order);
        let expected = rows(&case["expected"][name]);
        for (row, &position) in numbers(&case["input"]["positions"]).iter().enumerate() {
            assert_close(&encoding.encode(position), &expected[row], tolerances[row]);
        }
        assert_eq!(encoding.shift(1.0), None);
    }
}

fn shifted(case: &Value) {
    let (expected, tolerance) = (&case["expected"], number(&case["tolerance"]["matrix_abs"]));
    let offset = number(&case["input"]["offset"]);
    let frequencies = frequencies(case);
    for (pair_idx, &inv_freq) in frequencies.inv_freq().iter().enumerate() {
        let pair = Matrix::from_rows(shift_matrix(inv_freq, offset).map(Vec::from)).unwrap();
        assert_matrix(&pair, &expected["pairs"][pair_idx], tolerance);
    }
    let concatenated = Sinusoidal::new(frequencies.clone(), Order::Concatenated);
    let moves = concatenated.shift(offset).unwrap();
    assert_matrix(&moves, &expected["concatenated"], tolerance);
    let interleaved = Sinusoidal::new(frequencies, Order::Interleaved);
    let moves = interleaved.shift(offset).unwrap();
    assert_matrix(&moves, &expected["interleaved"], tolerance);
    let moved = rows(&expected["moved_interleaved"]);
    let tolerances = numbers(&case["tolerance"]["moved_abs"]);
    for (row, &position) in numbers(&case["input"]["positions"]).iter().enumerate() {
        let code = moves.apply(&interleaved.encode(position)).unwrap();
        assert_close(&code, &moved[row], tolerances[row]);
        let code = interleaved.encode(position + offset);
        assert_close(&code, &moved[row], tolerances[row]);
    }
}

fn learned(case: &Value) {
    let table = LearnedTable::new(matrix(&case["input"]["table"])).unwrap();
    let expected = rows(&case["expected"]["codes"]);
    for (&position, expected) in wholes(&case["input"]["positions"]).iter().zip(&expected) {
        assert_eq!(table.encode(position).unwrap(), expected);
    }
    let outside = table.encode(whole(&case["expected"]["first_refused"]));
    assert!(matches!(outside, Err(EncodingError::OutsideTable { .. })));
}

#[test]
fn relative() {
    each_case("relative", |case| match case["params"]["kind"].as_str() {
        Some("alibi_slopes") => slopes(case),
        Some("alibi_bias") => alibi_bias(case),
        Some("t5_buckets") => buckets(case),
        Some("shaw_index") => {
            let clipped = ClippedDistance::new(whole(&case["params"]["clip"]) as u32);
            let size = ["n_queries", "n_keys"].map(|name| whole(&case["input"][name]));
            let rows = clipped.matrix(size[0], size[1]);
            assert_matrix(&rows, &case["expected"]["rows"], 0.0);
            assert_eq!(clipped.n_rows(), whole(&case["expected"]["n_rows"]));
        }
        Some("shaw") => shaw_terms(case),
        Some("transformer_xl") => xl_terms(case),
        other => panic!("no reader for {other:?}"),
    });
}

fn slopes(case: &Value) {
    let relative = number(&case["tolerance"]["rel"]);
    let expected = rows(&case["expected"]["slopes"]);
    for (n_heads, expected) in wholes(&case["input"]["n_heads"]).iter().zip(&expected) {
        let alibi = Alibi::new(*n_heads).unwrap();
        assert_eq!(alibi.slopes().len(), expected.len());
        for (&slope, &expected) in alibi.slopes().iter().zip(expected) {
            assert_relative(slope, expected, relative);
        }
    }
}

/// For the keys that a causal mask leaves, MPT's bias is that of the last query, and BLOOM's equals
/// it up to a constant.
fn alibi_bias(case: &Value) {
    let [n_heads, length] = ["n_heads", "length"].map(|name| whole(&case["input"][name]));
    let (expected, tolerance) = (&case["expected"], number(&case["tolerance"]["abs"]));
    let alibi = Alibi::new(n_heads).unwrap();
    for head in 0..n_heads {
        let bias = alibi.matrix(head, length, length).unwrap();
        assert_matrix(&bias, &expected["bidirectional"][head], tolerance);
        let last = bias.row(length - 1);
        assert_close(last, &numbers(&expected["mpt"][head]), tolerance);
        let bloom = numbers(&expected["bloom"][head]);
        let bloom: Vec<f64> = bloom.iter().map(|bias| bias - bloom[length - 1]).collect();
        assert_close(last, &bloom, tolerance);
        for (query, row) in bias.rows().enumerate() {
            let line = numbers(&expected["causal"][head][query]);
            assert_close(&row[..=query], &line[..=query], tolerance);
        }
    }
}

fn t5_buckets(params: &Value, bidirectional: bool) -> T5Buckets {
    let direction = match bidirectional {
        true => Direction::Bidirectional,
        false => Direction::Causal,
    };
    let [n_buckets, max_distance] = ["n_buckets", "max_distance"].map(|name| whole(&params[name]));
    T5Buckets::new(n_buckets, max_distance, direction).unwrap()
}

fn buckets(case: &Value) {
    let params = &case["params"];
    let buckets = t5_buckets(params, params["bidirectional"].as_bool().unwrap());
    let [first, last] = ["first", "last"].map(|name| number(&case["input"][name]));
    let runs = rows(&case["expected"]["runs"]);
    assert_eq!(runs[0][0], first);
    let mut ends: Vec<f64> = runs[1..].iter().map(|run| run[0]).collect();
    ends.push(last + 1.0);
    for (run, end) in runs.iter().zip(ends) {
        for relative in run[0] as i64..end as i64 {
            assert_eq!(buckets.bucket(relative), run[1] as usize, "{relative}");
        }
    }
}

fn shaw_terms(case: &Value) {
    let (input, expected) = (&case["input"], &case["expected"]);
    let clipped = ClippedDistance::new(whole(&case["params"]["clip"]) as u32);
    let shaw = Shaw::new(clipped, matrix(&input["keys"]), matrix(&input["values"])).unwrap();
    let (queries, weights) = (rows(&input["queries"]), rows(&input["weights"]));
    let (scores, sums) = (
        rows(&expected["score_terms"]),
        rows(&expected["value_sums"]),
    );
    for (query, row) in queries.iter().enumerate() {
        let relative = |key: usize| key as i64 - query as i64;
        let terms = (0..queries.len()).map(|key| shaw.score_term(row, relative(key)).unwrap());
        let terms: Vec<f64> = terms.collect();
        let tolerance = number(&case["tolerance"]["score_abs"]);
        assert_close(&terms, &scores[query], tolerance);
        let mut sum = vec![0.0; row.len()];
        for (key, weight) in weights[query].iter().enumerate() {
            for (sum, value) in sum.iter_mut().zip(shaw.value_term(relative(key))) {
                *sum += weight * value;
            }
        }
        assert_close(&sum, &sums[query], number(&case["tolerance"]["value_abs"]));
    }
}

fn xl(params: &Value, weight: &Value, u: &Value, v: &Value) -> TransformerXl {
    let weight = matrix(weight);
    let frequencies = Frequencies::new(number(&params["base"]), weight.n_columns()).unwrap();
    let code = Sinusoidal::new(frequencies, Order::Concatenated);
    TransformerXl::new(code, weight, numbers(u), numbers(v)).unwrap()
}

fn xl_terms(case: &Value) {
    let (input, expected) = (&case["input"], &case["expected"]);
    let xl = xl(&case["params"], &input["weight"], &input["u"], &input["v"]);
    let n_before = whole(&case["params"]["n_before"]);
    let tolerance = number(&case["tolerance"]["abs"]);
    let names = ["content", "position", "content_bias", "position_bias"];
    let expected = names.map(|name| rows(&expected[name]));
    for (query, query_row) in rows(&input["queries"]).iter().enumerate() {
        for (key, key_row) in rows(&input["keys"]).iter().enumerate() {
            let relative = key as i64 - (query + n_before) as i64;
            let terms = xl.terms(query_row, key_row, relative).unwrap();
            let at = |term: usize| expected[term][query][key];
            assert_close(&[terms.content], &[at(0)], tolerance);
            assert_close(&[terms.position], &[at(1)], tolerance);
            assert_close(&[terms.content_bias], &[at(2)], tolerance);
            assert_close(&[terms.position_bias], &[at(3)], tolerance);
        }
    }
}

#[test]
fn rotary() {
    each_case("rotary", |case| match case["params"]["kind"].as_str() {
        Some("partial") => partial(case),
        Some("matrix") => {
            let rotation = partial_rope(case).matrix(number(&case["input"]["position"]));
            let tolerance = number(&case["tolerance"]["abs"]);
            assert_matrix(&rotation, &case["expected"]["matrix"], tolerance);
        }
        Some("table") => table(case),
        Some("yarn") => yarn(case),
        Some("axial") => several_axes(&axial(case), case),
        Some("mrope") => {
            let rope = mrope(case);
            let axes: Vec<usize> = rope.axis_of_pair().collect();
            assert_eq!(axes, wholes(&case["expected"]["axis_of_pair"]));
            several_axes(&rope, case);
        }
        Some("scaling") => scaling(case),
        other => panic!("no reader for {other:?}"),
    });
}

fn partial_rope(case: &Value) -> Rope {
    let params = &case["params"];
    let frequencies = Frequencies::new(number(&params["base"]), whole(&params["rotary_dim"]));
    let rope = Rope::new(frequencies.unwrap(), pairing(case));
    rope.with_head_dim(whole(&params["head_dim"])).unwrap()
}

fn partial(case: &Value) {
    let (input, expected) = (&case["input"], &case["expected"]);
    let rope = partial_rope(case);
    let (query, key) = (numbers(&input["query"]), numbers(&input["key"]));
    let tolerances = numbers(&case["tolerance"]["abs"]);
    for (row, &position) in numbers(&input["positions"]).iter().enumerate() {
        let turned = rope.rotate(position, &query).unwrap();
        assert_close(&turned, &rows(&expected["rotated"])[row], tolerances[row]);
        let turned = rope.matrix(position).apply(&query).unwrap();
        assert_close(&turned, &rows(&expected["rotated"])[row], tolerances[row]);
    }
    let scores = numbers(&expected["scores"]);
    let tolerances = numbers(&case["tolerance"]["score_abs"]);
    for (row, place) in rows(&input["places"]).iter().enumerate() {
        let score = rope.score((place[0], &query), (place[1], &key)).unwrap();
        assert_close(&[score], &[scores[row]], tolerances[row]);
        let by_offset = rope.score_curve(&query, &key, (place[1] - place[0], 1.0), 1);
        assert_close(&by_offset.unwrap(), &[scores[row]], tolerances[row]);
    }
}

fn table(case: &Value) {
    let rope = Rope::new(frequencies(case), Pairing::HalfSplit);
    let table = rope.table(whole(&case["input"]["seq_len"]));
    let tolerance = number(&case["tolerance"]["abs"]);
    for (got, name) in [(table.cos(), "cos"), (table.sin(), "sin")] {
        assert_close(got, matrix(&case["expected"][name]).values(), tolerance);
    }
}

fn yarn(case: &Value) {
    let (params, expected, tolerance) = (&case["params"], &case["expected"], &case["tolerance"]);
    let rule = Scaling::Yarn(Yarn {
        factor: number(&params["factor"]),
        original_max_position_embeddings: number(&params["original_max_position_embeddings"]),
        ..Yarn::default()
    });
    let (base, dim) = (number(&params["base"]), whole(&params["dim"]));
    let scaled = rule.apply(base, dim, None).unwrap();
    let factor = number(&expected["attention_factor"]);
    let relative = number(&tolerance["attention_factor_rel"]);
    assert_relative(scaled.attention_factor(), factor, relative);
    let relative = number(&tolerance["inv_freq_rel"]);
    let inv_freq = scaled.frequencies().inv_freq().iter();
    for (&got, expected) in inv_freq.zip(numbers(&expected["inv_freq"])) {
        assert_relative(got, expected, relative);
    }
    let by_rule = scaled.rope(pairing(case)).unwrap();
    let given = Rope::new(scaled.frequencies().clone(), pairing(case));
    let given = given.with_attention_factor(factor).unwrap();
    let (x, tolerances) = (numbers(&case["input"]["x"]), numbers(&tolerance["abs"]));
    let rotated = rows(&expected["rotated"]);
    for (row, &position) in numbers(&case["input"]["positions"]).iter().enumerate() {
        for rope in [&by_rule, &given] {
            let turned = rope.rotate(position, &x).unwrap();
            assert_close(&turned, &rotated[row], tolerances[row]);
        }
    }
}

fn axial(case: &Value) -> AxialRope {
    let params = &case["params"];
    let sections = wholes(&params["sections"]);
    AxialRope::axial(number(&params["base"]), &sections, pairing(case)).unwrap()
}

fn mrope(case: &Value) -> AxialRope {
    let params = &case["params"];
    let sections = wholes(&params["sections"]);
    let order = match params["order"].as_str() {
        Some("contiguous") => SectionOrder::Contiguous,
        Some("interleaved") => SectionOrder::Interleaved,
        other => panic!("no order {other:?}"),
    };
    let dim = 2 * sections.iter().sum::<usize>();
    let frequencies = Frequencies::new(number(&params["base"]), dim).unwrap();
    AxialRope::mrope(&frequencies, &sections, order, pairing(case)).unwrap()
}

fn several_axes(rope: &AxialRope, case: &Value) {
    let x = numbers(&case["input"]["x"]);
    let tolerances = numbers(&case["tolerance"]["abs"]);
    let expected = rows(&case["expected"]["rotated"]);
    for (row, position) in rows(&case["input"]["positions"]).iter().enumerate() {
        let turned = rope.rotate(position, &x).unwrap();
        assert_close(&turned, &expected[row], tolerances[row]);
    }
}

fn scaling(case: &Value) {
    let (params, expected) = (&case["params"], &case["expected"]);
    let factor = || number(&params["factor"]);
    let rule = match params["rule"].as_str() {
        Some("ntk") => Scaling::Ntk(Ntk { factor: factor() }),
        Some("linear") => Scaling::Linear(Linear { factor: factor() }),
        Some("dynamic") => Scaling::Dynamic(Dynamic {
            factor: factor(),
            max_position_embeddings: number(&params["max_position_embeddings"]),
        }),
        Some("proportional") => Scaling::Proportional(Proportional {
            partial_rotary_factor: number(&params["partial_rotary_factor"]),
            factor: params["factor"].as_f64().unwrap_or(1.0),
        }),
        other => panic!("no rule {other:?}"),
    };
    let seq_len = params["seq_len"].as_u64().map(|seq_len| seq_len as usize);
    let dim = whole(&params["dim"]);
    let scaled = rule.apply(number(&params["base"]), dim, seq_len).unwrap();
    let relative = number(&case["tolerance"]["base_rel"]);
    let frequencies = scaled.frequencies();
    assert_relative(frequencies.base(), number(&expected["base"]), relative);
    let turning = frequencies.inv_freq().iter().filter(|&&entry| entry > 0.0);
    assert_eq!(turning.count(), whole(&expected["n_turning"]));
    let relative = number(&case["tolerance"]["inv_freq_rel"]);
    let pairs = wholes(&case["input"]["pair_idx"]);
    for (pair_idx, expected) in pairs.into_iter().zip(numbers(&expected["inv_freq"])) {
        let got = frequencies.inv_freq()[pair_idx];
        match expected == 0.0 {
            true => assert_eq!(got, 0.0),
            false => assert_relative(got, expected, relative),
        }
    }
}

/// Checks a head with every scheme, with the tokens and projections of the file.
#[test]
fn attention() {
    each_case("attention", |case| {
        let (params, input) = (&case["params"], &case["input"]);
        let [query, key, value] = ["query", "key", "value"].map(|name| matrix(&input[name]));
        let mut head = Head::new(query, key, value).unwrap();
        if let Some(scale) = params["scale"].as_f64() {
            head = head.with_scale(scale).unwrap();
        }
        let mask = match params["causal"].as_bool().unwrap() {
            true => Mask::Causal,
            false => Mask::None,
        };
        let first_position = params["first_position"].as_u64().unwrap_or(0);
        let scheme = scheme(params, input);
        let tokens = matrix(&input["tokens"]);
        let got = head.attend(&tokens, &scheme, mask, first_position).unwrap();
        let (expected, tolerance) = (&case["expected"], &case["tolerance"]);
        let bound = number(&tolerance["scores_abs"]);
        let rows = expected["scores"].as_array().unwrap().iter();
        let scores: Vec<&Value> = rows.flat_map(|row| row.as_array().unwrap()).collect();
        assert_eq!(got.scores.values().len(), scores.len());
        for (&score, expected) in got.scores.values().iter().zip(scores) {
            match expected.is_null() {
                true => assert_eq!(score, f64::NEG_INFINITY),
                false => assert_close(&[score], &[number(expected)], bound),
            }
        }
        let bound = number(&tolerance["weights_abs"]);
        assert_matrix(&got.weights, &expected["weights"], bound);
        let bound = number(&tolerance["output_abs"]);
        assert_matrix(&got.output, &expected["output"], bound);
    });
}

fn scheme(params: &Value, input: &Value) -> Scheme {
    let base = || number(&params["base"]);
    let head = || whole(&params["head"]);
    match params["scheme"].as_str() {
        Some("nope") => Scheme::NoPe,
        Some("sinusoidal") => Scheme::Absolute {
            encoding: Absolute::Sinusoidal(Sinusoidal::new(
                Frequencies::new(base(), whole(&params["code_dim"])).unwrap(),
                Order::Interleaved,
            )),
            join: match params["join"].as_str() {
                Some("sum") => Join::Sum,
                _ => Join::Concatenate,
            },
        },
        Some("rope") => {
            let head_dim = input["query"].as_array().unwrap().len();
            let frequencies = Frequencies::new(base(), head_dim).unwrap();
            Scheme::Rope(Rope::new(frequencies, Pairing::HalfSplit))
        }
        Some("alibi") => Scheme::Alibi {
            alibi: Alibi::new(whole(&params["n_heads"])).unwrap(),
            head: head(),
        },
        Some("t5") => {
            let buckets = t5_buckets(params, !params["causal"].as_bool().unwrap());
            let bias = T5Bias::new(buckets, matrix(&input["learned"])).unwrap();
            Scheme::T5 { bias, head: head() }
        }
        Some("shaw") => {
            let clipped = ClippedDistance::new(whole(&params["clip"]) as u32);
            let keys = matrix(&input["relative_keys"]);
            let values = matrix(&input["relative_values"]);
            Scheme::Shaw(Shaw::new(clipped, keys, values).unwrap())
        }
        Some("transformer_xl") => {
            let (projection, u, v) = (&input["projection"], &input["u"], &input["v"]);
            Scheme::TransformerXl(xl(params, projection, u, v))
        }
        other => panic!("no scheme {other:?}"),
    }
}
