//! The words of a shell command.

/// Returns the words of a command as a POSIX shell splits it: without quotation marks, comments and
/// the ends of continued lines. No command has as many words as the largest number.
pub(super) fn words(text: &str) -> Vec<String> {
    let mut splitter = Splitter::default();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match (splitter.quote, letter) {
            (Some('\''), '\'') | (Some('"'), '"') => splitter.quote = None,
            (Some('"'), '\\') => {
                let escaped = letters.next_if(|next| "\"\\$`\n".contains(*next));
                splitter.push_escaped(escaped, true);
            }
            (Some(_), _) => splitter.word.push(letter),
            (None, '\'' | '"') => {
                splitter.quote = Some(letter);
                splitter.is_word = true;
            }
            (None, '\\') => splitter.push_escaped(letters.next(), false),
            (None, '#') if !splitter.is_word => {
                while letters.next_if(|next| *next != '\n').is_some() {}
            }
            (None, _) if letter.is_whitespace() => splitter.end(),
            (None, _) => {
                splitter.word.push(letter);
                splitter.is_word = true;
            }
        }
    }
    splitter.end();
    splitter.words
}

const MOST: usize = 20_000;

#[derive(Default)]
struct Splitter {
    words: Vec<String>,
    word: String,
    /// Whether a word has begun, which may still be empty.
    is_word: bool,
    quote: Option<char>,
}

impl Splitter {
    /// Adds what follows a backslash. A line that continues leaves nothing; inside of quotation
    /// marks, a backslash before another letter stays.
    fn push_escaped(&mut self, escaped: Option<char>, is_quoted: bool) {
        match escaped {
            Some('\n') => {}
            Some(letter) => {
                self.word.push(letter);
                self.is_word = true;
            }
            None if is_quoted => self.word.push('\\'),
            None => {}
        }
    }

    fn end(&mut self) {
        if self.is_word && self.words.len() < MOST {
            self.words.push(std::mem::take(&mut self.word));
        }
        self.word.clear();
        self.is_word = false;
    }
}
