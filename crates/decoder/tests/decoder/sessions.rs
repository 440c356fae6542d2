//! A text that is read again: what stays valid is not read twice, and nothing else stays.

use phasor_decoder::{Change, Gap, Session, SessionError, Still};

use crate::support::{assert_close, of_safetensors, read};

const TOKENS: [u32; 10] = [7, 80, 81, 20, 200, 7, 80, 90, 20, 201];

/// Returns the hidden states of a fresh session.
fn fresh(decoder: &phasor_decoder::Decoder, tokens: &[u32], change: &Change) -> Vec<f32> {
    let mut session = Session::default();
    read(&mut session, decoder, tokens, change);
    session.hidden().to_vec()
}

#[test]
fn a_session_gives_what_a_fresh_one_gives() {
    let decoder = of_safetensors("mistral-window").decoder().unwrap();
    let mut session = Session::default();
    let gap = |token, n_positions| Change {
        gap: Some(Gap { token, n_positions }),
        ..Change::default()
    };
    let edited = [&TOKENS[..6], &[99, 100]].concat();
    let changes = [
        (TOKENS.to_vec(), Change::default()),
        (TOKENS.to_vec(), gap(6, 9.0)),
        (TOKENS.to_vec(), gap(6, 50.0)),
        (edited.clone(), Change::default()),
        (
            edited,
            Change {
                still: Still::Every(2),
                ..Change::default()
            },
        ),
        (TOKENS[..3].to_vec(), Change::default()),
        (TOKENS.to_vec(), Change::default()),
    ];
    for (tokens, change) in changes {
        read(&mut session, &decoder, &tokens, &change);
        assert_close(session.hidden(), &fresh(&decoder, &tokens, &change), 1e-4);
    }
}

#[test]
fn only_tokens_after_the_change_are_read_again() {
    let decoder = of_safetensors("llama").decoder().unwrap();
    let mut session = Session::default();
    read(&mut session, &decoder, &TOKENS, &Change::default());
    let before = session.hidden().to_vec();
    let gap = Change {
        gap: Some(Gap {
            token: 6,
            n_positions: 9.0,
        }),
        ..Change::default()
    };
    session.begin(&decoder, &TOKENS, &gap, &[]).unwrap();
    // The states of the first six tokens are there before a layer has run.
    assert_eq!(session.hidden(), &before[..6 * decoder.shape().hidden_size]);
}

#[test]
fn a_pass_that_is_not_finished_leaves_nothing() {
    let decoder = of_safetensors("llama").decoder().unwrap();
    let mut session = Session::default();
    read(&mut session, &decoder, &TOKENS[..5], &Change::default());
    session
        .begin(&decoder, &TOKENS, &Change::default(), &[])
        .unwrap();
    assert!(session.advance(&decoder));
    read(&mut session, &decoder, &TOKENS[..8], &Change::default());
    assert_close(
        session.hidden(),
        &fresh(&decoder, &TOKENS[..8], &Change::default()),
        1e-4,
    );
}

#[test]
fn attention_weights_of_watched_heads_add_up_to_one() {
    let decoder = of_safetensors("mistral-window").decoder().unwrap();
    let mut session = Session::default();
    session
        .begin(&decoder, &TOKENS, &Change::default(), &[(1, 3), (0, 0)])
        .unwrap();
    while session.advance(&decoder) {}
    let heads: Vec<(usize, usize)> = session
        .watched()
        .iter()
        .map(|head| (head.layer, head.head))
        .collect();
    assert_eq!(heads, [(0, 0), (1, 3)]);
    for head in session.watched() {
        let n_queries = TOKENS.len() - head.from;
        assert_eq!(n_queries, TOKENS.len().div_ceil(2));
        let sum = head.on_first + head.by_distance.iter().sum::<f64>();
        assert!((sum - n_queries as f64).abs() < 1e-5, "{sum}");
        // The window of this model has 7 tokens.
        let (near, far) = head.by_distance.split_at(7);
        assert!(near.iter().all(|sum| *sum > 0.0));
        assert!(far.iter().all(|sum| *sum == 0.0));
    }
}

#[test]
fn what_cannot_be_read_is_an_error() {
    let decoder = of_safetensors("llama").decoder().unwrap();
    let mut session = Session::default();
    let error = session
        .begin(&decoder, &[], &Change::default(), &[])
        .unwrap_err();
    assert_eq!(error, SessionError::Empty);
    let error = session
        .begin(&decoder, &[7, 999], &Change::default(), &[])
        .unwrap_err();
    assert_eq!(error.to_string(), "The model has no token 999.");
    let base = Change {
        base: Some(-1.0),
        ..Change::default()
    };
    assert!(session.begin(&decoder, &[7], &base, &[]).is_err());
    // The session is still of use.
    read(&mut session, &decoder, &TOKENS, &Change::default());
    assert_eq!(
        session.hidden(),
        fresh(&decoder, &TOKENS, &Change::default())
    );
}
