//! Answers questions to a model, one layer at a time.

use phasor_decoder::gpu::GpuDecoder;
use phasor_decoder::{Change, OptionError, Session, SessionError, Surroundings};
use phasor_figures::length::real_model::{Answer, ModelTest};
use phasor_params::choice::Choice as _;
use phasor_text::number::Grouped;

use super::graphics::{self, Adapters, GraphicsError};
use super::model::{Model, Outcome, Text};

/// The most tokens of a reader's text.
const MOST_TOKENS: usize = 512;

/// The reason why a question has no answer. Its `Display` is one sentence.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum QuestionError {
    /// There is no such test, or it takes minutes.
    #[error("The test `{0}` is not computed here.")]
    Test(String),
    /// The options are not accepted.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// The text is not read.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// The text is too long.
    #[error("The text has {} tokens; {MOST_TOKENS} are read here at most.", Grouped(*.0 as u64))]
    Long(usize),
    /// The text is too short.
    #[error("The text must have at least two tokens, of which the second can be predicted.")]
    Short,
    /// Numbers overflow.
    #[error("Numbers overflow in this model, so it has no answer.")]
    Overflow,
}

/// A model, and the question that it is at.
#[derive(Debug)]
pub struct Runner {
    model: Model,
    /// A session for each text, so that what stays the same is not read again.
    sessions: Vec<Session>,
    /// What the model as published makes of the last texts.
    published: Option<(ModelTest, Vec<Text>, Outcome)>,
    work: Option<Work>,
    /// The model on the GPU; without, it runs on the processor.
    gpu: Option<GpuDecoder>,
    /// Why the GPU was given up during the last question.
    gpu_loss: Option<GraphicsError>,
}

/// A question that is being answered.
#[derive(Debug)]
struct Work {
    test: ModelTest,
    texts: Vec<Text>,
    /// The change; a gap in it begins where the copy of each list begins.
    change: Change,
    /// Whether the model is read as it was published.
    is_reference: bool,
    /// The text that is being read.
    place: usize,
}

/// How far an answer is.
#[derive(Debug)]
pub enum Progress {
    /// So much of the work is done, from 0 to 1.
    Share(f64),
    /// The answer.
    Done(Answer),
    /// There is no question.
    Idle,
}

impl Runner {
    /// Wraps a model.
    #[must_use]
    pub fn new(model: Model) -> Self {
        Self {
            model,
            sessions: Vec::new(),
            published: None,
            work: None,
            gpu: None,
            gpu_loss: None,
        }
    }

    /// Runs the model on the GPU from now on.
    ///
    /// # Errors
    /// [`GraphicsError`] if there is none of these adapters, or it does not compute the same; then the model runs on the
    /// processor.
    pub async fn use_gpu(&mut self, adapters: Adapters) -> Result<(), GraphicsError> {
        self.gpu = None;
        self.gpu = Some(graphics::open(&self.model, adapters).await?);
        Ok(())
    }

    /// Runs the model on the processor from now on.
    pub fn use_processor(&mut self) {
        self.gpu = None;
    }

    /// Returns whether the model runs on the GPU.
    #[must_use]
    pub fn is_on_gpu(&self) -> bool {
        self.gpu.is_some()
    }

    /// Returns why the GPU was given up during the last question, if it was.
    #[must_use]
    pub fn gpu_loss(&self) -> Option<&GraphicsError> {
        self.gpu_loss.as_ref()
    }

    /// Begins to answer a question, in place of one that is not yet answered. `test` is the name of a [`ModelTest`], `options`
    /// are those of `phasor run`.
    ///
    /// # Errors
    /// [`QuestionError`] if the question has no answer.
    pub fn begin(&mut self, test: &str, text: &str, options: &str) -> Result<(), QuestionError> {
        let mut tests = ModelTest::all().filter(|one| *one != ModelTest::Length);
        let found = tests.find(|one| one.word().name == test);
        let test = found.ok_or_else(|| QuestionError::Test(test.to_owned()))?;
        let texts = self.model.texts(test, text);
        let n_tokens = texts
            .iter()
            .map(|text| text.tokens.len())
            .max()
            .unwrap_or(0);
        if n_tokens > MOST_TOKENS {
            return Err(QuestionError::Long(n_tokens));
        }
        if matches!(test, ModelTest::Text | ModelTest::Heads) && n_tokens < 2 {
            return Err(QuestionError::Short);
        }
        let around = Surroundings {
            declared_length: self.model.checkpoint().config().max_position_embeddings,
            n_before: (test == ModelTest::Copying).then_some(0),
        };
        let change = Change::of_options(options, &around)?;
        let is_known = self
            .published
            .as_ref()
            .is_some_and(|(known_test, known, _)| (*known_test, known) == (test, &texts));
        let work = Work {
            test,
            texts,
            change,
            is_reference: !is_known,
            place: 0,
        };
        self.sessions
            .resize_with(work.texts.len(), Session::default);
        begin_text(&mut self.sessions, &self.model, &work)?;
        self.work = Some(work);
        self.gpu_loss = None;
        Ok(())
    }

    /// Lets the text go through one more layer, or on the GPU through all of them. If the GPU fails, the processor goes on. A
    /// caller that drops the future drops the question.
    ///
    /// # Errors
    /// [`QuestionError`] if a number of the change is outside its range, which ends the question.
    pub async fn advance(&mut self) -> Result<Progress, QuestionError> {
        let Some(mut work) = self.work.take() else {
            return Ok(Progress::Idle);
        };
        if self.read_on(work.place).await {
            work.place += 1;
            if work.place == work.texts.len() {
                let outcome = self.outcome(&work).await?;
                if !work.is_reference {
                    let (.., published) = self.published.as_ref().expect("it was read before");
                    return Ok(Progress::Done(self.model.answer(&outcome, published)));
                }
                self.published = Some((work.test, work.texts.clone(), outcome));
                work.is_reference = false;
                work.place = 0;
            }
            begin_text(&mut self.sessions, &self.model, &work)?;
        }
        let share = work.share();
        self.work = Some(work);
        Ok(Progress::Share(share))
    }

    /// Reads on in a text, and returns whether it is read to its end.
    async fn read_on(&mut self, place: usize) -> bool {
        let session = self.sessions.get_mut(place);
        let session = session.expect("every text has a session");
        if let Some(gpu) = &self.gpu {
            match session.read_on(gpu).await {
                Ok(()) => return true,
                Err(error) => {
                    self.gpu = None;
                    self.gpu_loss = Some(error.into());
                }
            }
        }
        !session.advance(self.model.decoder())
    }

    /// Returns what the model makes of texts that are read.
    async fn outcome(&self, work: &Work) -> Result<Outcome, QuestionError> {
        let mut states = self.sessions.iter().flat_map(Session::hidden);
        if !states.all(|state| state.is_finite()) {
            return Err(QuestionError::Overflow);
        }
        let gpu = self.gpu.as_ref();
        Ok(self
            .model
            .outcome(work.test, &work.texts, &self.sessions, gpu)
            .await)
    }
}

impl Work {
    /// Returns the share of texts that are read.
    fn share(&self) -> f64 {
        let n_texts = self.texts.len() as f64;
        let before = if self.is_reference { 0.0 } else { n_texts };
        (before + self.place as f64) / (2.0 * n_texts)
    }
}

/// Begins to read the next text of a question.
fn begin_text(sessions: &mut [Session], model: &Model, work: &Work) -> Result<(), SessionError> {
    let (session, text) = (sessions.get_mut(work.place), work.texts.get(work.place));
    let (session, text) = session.zip(text).expect("every text has a session");
    let mut change = match work.is_reference {
        true => Change::default(),
        false => work.change.clone(),
    };
    if let Some(gap) = &mut change.gap {
        gap.token = text.first;
    }
    let watched = model.watched(work.test);
    session.begin(model.decoder(), &text.tokens, &change, &watched)
}
