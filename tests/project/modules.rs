//! Finds which files of the library use which others. Every path in the source is followed through re-exports to
//! the file that defines its item; method calls are not followed.

use std::collections::{BTreeMap, BTreeSet};

/// Names that `::` joins. The path of a module starts at the root.
type Path = Vec<String>;

/// For each file the files that it uses, each with one path in its source that leads there.
pub(crate) type Arrows = BTreeMap<String, BTreeMap<String, String>>;

/// One name that a `use` imports.
struct Import {
    name: String,
    path: Path,
    is_public: bool,
}

/// One module: a file, or a block inside a file.
#[derive(Default)]
struct Module {
    file: String,
    imports: Vec<Import>,
    defined: BTreeSet<String>,
    /// Paths in the code, including single names.
    used: BTreeSet<Path>,
}

/// The target of a path.
enum Target {
    Module(Path),
    ItemOf(Path),
    /// An item of another crate.
    Foreign,
}

/// The modules of a library.
pub(crate) struct Library(BTreeMap<Path, Module>);

/// The keywords before the name of an item.
const KINDS: [&str; 8] = [
    "fn", "struct", "enum", "union", "trait", "type", "const", "static",
];

impl Library {
    /// Creates a library from files, each with its name below `src` and its source.
    pub(crate) fn new(files: &[(String, String)]) -> Self {
        let mut library = Self(BTreeMap::new());
        for (file, source) in files {
            let names = file.trim_end_matches(".rs").split('/').map(str::to_owned);
            let path = names.filter(|name| name != "mod" && name != "lib");
            library.read(path.collect(), file, &tokens(source));
        }
        library
    }

    fn read(&mut self, path: Path, file: &str, tokens: &[&str]) {
        let file = file.to_owned();
        let mut module = Module {
            file,
            ..Module::default()
        };
        let mut place = 0;
        while let Some(rest) = tokens.get(place..).filter(|rest| !rest.is_empty()) {
            place += match *rest {
                // `impl Iterator + use<'a>` imports nothing.
                ["use", next, ..] if next != "<" => {
                    let is_public = place > 0 && ["pub", ")"].contains(&tokens[place - 1]);
                    1 + read_use(&rest[1..], &[], is_public, &mut module.imports)
                }
                ["mod", _, ";", ..] => 3,
                ["mod", name, "{", ..] => {
                    let length = length_of_braces(&rest[2..]);
                    self.read(below(&path, name), &module.file, &rest[3..1 + length]);
                    2 + length
                }
                [kind, name, ..] if KINDS.contains(&kind) && is_name(name) && name != "fn" => {
                    module.defined.insert(name.to_owned());
                    2
                }
                // A field, a method, or a part of a type that is already counted.
                ["." | "::", name, ..] if is_name(name) => 2,
                [name, ..] if is_name(name) => {
                    let path = path_at(rest);
                    let length = 2 * path.len() - 1;
                    module.used.insert(path);
                    length
                }
                _ => 1,
            };
        }
        self.0.insert(path, module);
    }

    /// Returns what `path` names in the module `from`, or `None` if that module has no such name.
    fn resolve(&self, from: &[String], path: &[String], depth: usize) -> Option<Target> {
        // The look-up of a crate that is imported by its own name would never end.
        if depth > 16 {
            return None;
        }
        let mut here = from.to_vec();
        for name in path {
            match name.as_str() {
                "crate" => here.clear(),
                "self" => {}
                "super" => drop(here.pop()),
                name => match self.look_up(&here, name, depth)? {
                    Target::Module(module) => here = module,
                    found => return Some(found),
                },
            }
        }
        Some(Target::Module(here))
    }

    fn look_up(&self, module: &[String], name: &str, depth: usize) -> Option<Target> {
        let child = below(module, name);
        if self.0.contains_key(&child) {
            return Some(Target::Module(child));
        }
        let here = self.0.get(module)?;
        if let Some(import) = here.imports.iter().find(|import| import.name == name) {
            let target = self.resolve(module, &import.path, depth + 1);
            return Some(target.unwrap_or(Target::Foreign));
        }
        let is_here = here.defined.contains(name);
        is_here.then(|| Target::ItemOf(module.to_vec()))
    }

    /// Returns which files use which others.
    pub(crate) fn arrows(&self) -> Arrows {
        let mut arrows = Arrows::new();
        for (from, module) in &self.0 {
            let imports = module.imports.iter();
            let imports = imports.filter(|import| !self.is_passed_on(from, module, import));
            let used = module.used.iter().filter(|path| path.len() > 1);
            for path in imports.map(|import| &import.path).chain(used) {
                let Some(Target::ItemOf(to)) = self.resolve(from, path, 0) else {
                    continue;
                };
                let file = &self.0[&to].file;
                if *file != module.file {
                    let to = arrows.entry(module.file.clone()).or_default();
                    to.entry(file.clone()).or_insert_with(|| path.join("::"));
                }
            }
        }
        arrows
    }

    /// Returns whether a module re-exports an item that is defined below it and does not use it.
    fn is_passed_on(&self, from: &[String], module: &Module, import: &Import) -> bool {
        let target = self.resolve(from, &import.path, 0);
        let is_below = matches!(target, Some(Target::ItemOf(to)) if to.starts_with(from));
        let is_used = |path: &Path| path.first() == Some(&import.name);
        import.is_public && is_below && !module.used.iter().any(is_used)
    }

    /// Returns the paths through modules of the library that lead nowhere, because this reader does not
    /// understand something in the source.
    pub(crate) fn lost(&self) -> Vec<String> {
        let mut lost = Vec::new();
        for (from, module) in &self.0 {
            let imports = module.imports.iter().map(|import| &import.path);
            for path in imports.chain(&module.used) {
                let start = self.resolve(from, &path[..1], 0);
                let is_ours = matches!(start, Some(Target::Module(_)));
                if is_ours && self.resolve(from, path, 0).is_none() {
                    lost.push(format!("{}: {}", module.file, path.join("::")));
                }
            }
        }
        lost
    }
}

/// Returns the files of each circle.
pub(crate) fn circles(arrows: &Arrows) -> BTreeSet<BTreeSet<String>> {
    let reached: BTreeMap<&str, BTreeSet<&str>> = arrows
        .keys()
        .map(|file| (file.as_str(), reached(arrows, file)))
        .collect();
    let circle = |(file, others): (&&str, &BTreeSet<&str>)| {
        let is_back = |other: &&&str| reached.get(*other).is_some_and(|all| all.contains(file));
        let circle = others.iter().filter(is_back);
        circle.map(|other| (*other).to_owned()).collect()
    };
    let circles = reached.iter().map(circle);
    circles
        .filter(|circle: &BTreeSet<String>| !circle.is_empty())
        .collect()
}

fn reached<'a>(arrows: &'a Arrows, file: &'a str) -> BTreeSet<&'a str> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![file]);
    while let Some(file) = open.pop() {
        let next = arrows.get(file).into_iter().flat_map(BTreeMap::keys);
        for next in next.map(String::as_str) {
            if reached.insert(next) {
                open.push(next);
            }
        }
    }
    reached
}

fn below(module: &[String], name: &str) -> Path {
    [module, &[name.to_owned()]].concat()
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Returns the path at the beginning of the tokens.
fn path_at(tokens: &[&str]) -> Path {
    let mut path = vec![tokens[0].to_owned()];
    let mut rest = &tokens[1..];
    while let ["::", name, after @ ..] = rest
        && is_name(name)
    {
        path.push((*name).to_owned());
        rest = after;
    }
    path
}

/// Reads one tree of a `use` with the path `above` before it, and returns its number of tokens.
fn read_use(tokens: &[&str], above: &[String], is_public: bool, out: &mut Vec<Import>) -> usize {
    let (mut path, mut place) = (above.to_vec(), 0);
    loop {
        let (name, length) = match tokens[place..] {
            ["{", ..] => {
                place += 1;
                while tokens[place] != "}" {
                    place += match tokens[place] {
                        "," => 1,
                        _ => read_use(&tokens[place..], &path, is_public, out),
                    };
                }
                return place + 1;
            }
            [name, "::", ..] => {
                path.push(name.to_owned());
                place += 2;
                continue;
            }
            ["self", "as", name, ..] => (name, 3),
            ["self", ..] => (above.last().map_or("", String::as_str), 1),
            [last, "as", name, ..] => {
                path.push(last.to_owned());
                (name, 3)
            }
            [name, ..] => {
                path.push(name.to_owned());
                (name, 1)
            }
            [] => return place,
        };
        let name = name.to_owned();
        out.push(Import {
            name,
            path,
            is_public,
        });
        return place + length;
    }
}

/// Returns the number of tokens from an opening brace to the matching closing one.
fn length_of_braces(tokens: &[&str]) -> usize {
    let mut depth = 0;
    let end = tokens.iter().position(|token| {
        depth += i32::from(*token == "{") - i32::from(*token == "}");
        depth == 0
    });
    end.map_or(tokens.len(), |end| end + 1)
}

/// Returns the words and signs of `source`, without comments, literals and lifetimes.
fn tokens(source: &str) -> Vec<&str> {
    let (mut tokens, mut rest) = (Vec::new(), source);
    while let Some(first) = rest.chars().next() {
        let is_sign = |c: char| !c.is_alphanumeric() && c != '_';
        let passed = if rest.starts_with("//") {
            rest.find('\n')
        } else if rest.starts_with("/*") {
            rest.find("*/").map(|end| end + 2)
        } else {
            length_of_literal(rest)
        };
        let length = passed.unwrap_or_else(|| {
            let length = match first {
                _ if rest.starts_with("::") || rest.starts_with("..") => 2,
                _ if is_sign(first) => first.len_utf8(),
                _ => rest.find(is_sign).unwrap_or(rest.len()),
            };
            tokens.extend((!first.is_whitespace()).then(|| &rest[..length]));
            length
        });
        rest = &rest[length..];
    }
    tokens
}

/// Returns the length of the string, character or lifetime at the beginning of `rest`.
fn length_of_literal(rest: &str) -> Option<usize> {
    let start = rest.find(|c: char| !"bcr".contains(c))?;
    let body = &rest[start..];
    let n_hashes = body.find(|c: char| c != '#')?;
    if rest[..start].ends_with('r') && body[n_hashes..].starts_with('"') {
        let end = format!("\"{}", "#".repeat(n_hashes));
        let inside = start + n_hashes + 1;
        return Some(inside + rest[inside..].find(&end)? + end.len());
    }
    let quote = body.chars().next().filter(|c| ['"', '\''].contains(c))?;
    let mut is_escaped = false;
    let end = body[1..].find(|c| {
        let is_end = c == quote && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        is_end
    });
    let inside = &body[1..];
    if quote == '\'' && !inside.starts_with('\\') && inside.chars().nth(1) != Some('\'') {
        let end = inside.find(|c: char| !c.is_alphanumeric() && c != '_');
        return Some(start + 1 + end.unwrap_or(inside.len()));
    }
    Some(start + 1 + end? + 1)
}
