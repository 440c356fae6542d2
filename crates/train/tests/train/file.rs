//! A trained racer as files.

use phasor_figures::Spec;
use phasor_figures::length::training_race::Racer;
use phasor_report::Subject;
use phasor_report::checkpoint::{Header, Heads, Kind, Plan};
use phasor_train::entrant::{Entrant, config, weights};
use safetensors::SafeTensors;

#[test]
fn a_racer_is_saved_in_a_format_that_others_read() {
    let entrant = Entrant::new(&Spec::default().course(), Racer::Rope, None).unwrap();
    let (file, config) = (weights(entrant.race()), config(entrant.race(), "10000"));
    let tensors = SafeTensors::deserialize(&file).unwrap();
    let dim = entrant.race().design().dim;
    let query = tensors
        .tensor("model.layers.0.self_attn.q_proj.weight")
        .unwrap();
    assert_eq!(query.shape(), [dim, dim]);
    // The file has a row for each output, the trainer a column, and the columns of queries come first.
    let groups = entrant.race().parameters().groups();
    let mut groups = groups.map(|(name, _, group)| (name, group.clone()));
    let (_, qkv) = groups.find(|(name, _)| name.ends_with(".qkv")).unwrap();
    let number = |row: usize, column: usize| {
        let first = 4 * (row * dim + column);
        f32::from_le_bytes(query.data()[first..first + 4].try_into().unwrap())
    };
    assert_eq!(number(3, 5), qkv[(5, 3)]);
    let names = tensors.names();
    for name in ["model.embed_tokens.weight", "lm_head.weight"] {
        assert!(names.contains(&name));
    }

    let json: serde_json::Value = serde_json::from_str(&config).unwrap();
    assert_eq!(
        (&json["rope_theta"], &json["head_dim"]),
        (&10_000.into(), &12.into())
    );
}

#[test]
fn the_room_of_models_opens_a_saved_racer() {
    let entrant = Entrant::new(&Spec::default().course(), Racer::Rope, None).unwrap();
    let (file, config) = (weights(entrant.race()), config(entrant.race(), "10000"));
    let subject = Subject::read(&config).unwrap();
    let size = file.len() as u64;
    let header = Header::read(
        &file[..Header::n_bytes(&file[..8], size).unwrap() as usize],
        size,
    );
    let mut plan = Plan::new(&[header.unwrap()], &Heads::new(&subject, None).unwrap()).unwrap();
    for (read_idx, read) in plan.reads().to_vec().into_iter().enumerate() {
        let bytes = &file[read.start as usize..read.end as usize];
        plan.take(read_idx, bytes).unwrap();
    }
    let norms = plan.norms().unwrap();
    // A head of 12 components has six pairs.
    assert_eq!(norms.by_pair(Kind::Query).len(), 6);
}
