//! The one animation clock of a page. It requests a frame only while some task is awake.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;

/// What happens to a task after a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// The task runs again in the next frame.
    Frame,
    /// The task sleeps until it is woken.
    Rest,
}

/// A function that runs in animation frames while it is awake, until the task is dropped.
#[derive(Clone)]
pub struct FrameTask(Rc<Body>);

/// A weak handle to a task.
pub struct Sleeper(Weak<Body>);

struct Body {
    awake: Cell<bool>,
    /// The time of the previous frame in milliseconds, if the task ran in it.
    ran_at: Cell<Option<f64>>,
    run: Box<dyn Fn(f64) -> Next>,
}

/// The longest time between two frames that counts, in seconds, so that an animation continues where
/// it was after the whole page has paused.
const LONGEST_STEP_SECS: f64 = 0.1;

struct Clock {
    tasks: RefCell<Vec<Weak<Body>>>,
    is_requested: Cell<bool>,
    callback: Closure<dyn FnMut(f64)>,
}

thread_local! {
    static CLOCK: Clock = Clock {
        tasks: RefCell::default(),
        is_requested: Cell::new(false),
        callback: Closure::new(frame),
    };
}

impl FrameTask {
    /// Creates a sleeping task. `run` receives the seconds since the previous frame, or 0 after a rest.
    /// In a frame, tasks run in the order in which they were created, so a task can wake a later task
    /// for the same frame.
    pub fn new(run: impl Fn(f64) -> Next + 'static) -> Self {
        let body = Rc::new(Body {
            awake: Cell::new(false),
            ran_at: Cell::new(None),
            run: Box::new(run),
        });
        CLOCK.with(|clock| clock.tasks.borrow_mut().push(Rc::downgrade(&body)));
        Self(body)
    }

    /// Runs the task in the next frame, or in this frame if its turn is still to come.
    pub fn wake(&self) {
        self.0.awake.set(true);
        CLOCK.with(Clock::ask);
    }

    /// Returns a handle that does not keep the task alive.
    #[must_use]
    pub fn sleeper(&self) -> Sleeper {
        Sleeper(Rc::downgrade(&self.0))
    }
}

impl Sleeper {
    /// Wakes the task like [`FrameTask::wake`], and returns whether the task still exists.
    pub fn wake(&self) -> bool {
        let task = self.0.upgrade().map(FrameTask);
        task.as_ref().map(FrameTask::wake).is_some()
    }
}

impl Clock {
    fn ask(&self) {
        if self.is_requested.get() {
            return;
        }
        if let Some(window) = web_sys::window() {
            let callback = self.callback.as_ref().unchecked_ref();
            self.is_requested
                .set(window.request_animation_frame(callback).is_ok());
        }
    }
}

fn frame(now_millis: f64) {
    CLOCK.with(|clock| {
        clock
            .tasks
            .borrow_mut()
            .retain(|task| task.strong_count() > 0);
    });
    let task = |place: usize| CLOCK.with(|clock| clock.tasks.borrow().get(place).cloned());
    // We reset the flag before any task runs, so that a panic in one task does not stop the others.
    CLOCK.with(|clock| clock.is_requested.set(false));
    let mut place = 0;
    // The list is not borrowed while a task runs, because a task may create new ones.
    while let Some(task) = task(place) {
        if let Some(body) = task.upgrade() {
            body.frame(now_millis);
        }
        place += 1;
    }
}

impl Body {
    fn frame(&self, now_millis: f64) {
        if !self.awake.replace(false) {
            return;
        }
        let elapsed = self.ran_at.replace(Some(now_millis)).map_or(0.0, |ran_at| {
            ((now_millis - ran_at) / 1000.0).clamp(0.0, LONGEST_STEP_SECS)
        });
        match (self.run)(elapsed) {
            Next::Frame => {
                self.awake.set(true);
                CLOCK.with(Clock::ask);
            }
            Next::Rest => self.ran_at.set(None),
        }
    }
}
