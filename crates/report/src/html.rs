//! Reports as HTML, for the room and for files.

use std::fmt::Write as _;

use super::block::{Block, Cell, Picture, Remark, Snippet, Table};
use phasor_draw::svg::plain_svg;
use phasor_draw::{PenError, Theme};
use phasor_model_files::Severity;
use phasor_text::escaped;

/// Where the HTML is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In the room, whose script listens to the buttons.
    Room,
    /// In a file without script, so without buttons.
    File,
}

/// Returns the blocks as HTML. All texts are escaped, since they may come from a reader's file.
///
/// ```
/// use phasor_draw::{Scheme, Theme};
/// use phasor_report::{Block, html};
///
/// let blocks = [Block::Text("`rope_theta` is <b>".to_owned())];
/// let html = html::html(&blocks, &Theme::new(Scheme::Light), html::Place::Room)?;
/// assert_eq!(html, "<p><code>rope_theta</code> is &lt;b&gt;</p>\n");
/// # Ok::<(), phasor_draw::PenError>(())
/// ```
///
/// # Errors
/// [`PenError`] if a drawing cannot be written.
pub fn html(blocks: &[Block], theme: &Theme, place: Place) -> Result<String, PenError> {
    let mut out = String::new();
    for block in blocks {
        match block {
            Block::Heading(text) => paragraph("h2", "", text, &mut out),
            Block::Lead(text) => paragraph("p", " class=\"lead\"", text, &mut out),
            Block::Text(text) => paragraph("p", "", text, &mut out),
            Block::Remarks(remarks) => write_remarks(remarks, place, &mut out),
            Block::Table(table) => write_table(table, place, &mut out),
            Block::Picture(picture) => write_picture(picture, theme, &mut out)?,
            Block::Snippet(snippet) => write_snippet(snippet, place, &mut out),
        }
    }
    Ok(out)
}

/// Returns a whole HTML document without script.
///
/// # Errors
/// The same as for [`html`].
pub fn document(title: &str, blocks: &[Block], theme: &Theme) -> Result<String, PenError> {
    const STYLE: &str = "body{font:16px/1.55 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}\
        table{border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{padding:.2rem .8rem .2rem 0;text-align:left;\
        border-bottom:1px solid #ddd}pre{overflow:auto;background:#f5f3ee;padding:.8rem}svg{max-width:100%;height:auto}\
        .lead{font-size:1.25rem}";
    let title = escaped(title);
    let body = html(blocks, theme, Place::File)?;
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n<h1>{title}</h1>\n{body}</html>\n"
    ))
}

// Writing to a String cannot fail, so the results of write! are ignored.

fn paragraph(tag: &str, attributes: &str, text: &str, out: &mut String) {
    let _ = writeln!(out, "<{tag}{attributes}>{}</{tag}>", marked(text));
}

fn write_remarks(remarks: &[Remark], place: Place, out: &mut String) {
    out.push_str("<ul class=\"remarks\">\n");
    for remark in remarks {
        let (severity, key) = (remark.severity.name(), escaped(&remark.key));
        let _ = write!(
            out,
            "<li class=\"{severity}\"><b>{severity}</b> <code>{key}</code> "
        );
        match (remark.line, place) {
            (Some(line), Place::Room) => {
                let _ = write!(
                    out,
                    "<button type=\"button\" data-line=\"{line}\">line {line}</button> "
                );
            }
            (Some(line), Place::File) => {
                let _ = write!(out, "(line {line}) ");
            }
            (None, _) => {}
        }
        out.push_str(&marked(&remark.sentence));
        if let (Some((number, does)), Place::Room) = (&remark.edit, place) {
            let does = escaped(does);
            let what = match remark.severity {
                Severity::Note => "Make it explicit",
                _ => "Fix it",
            };
            let _ = write!(
                out,
                " <button type=\"button\" data-edit=\"{number}\">{what}: {does}</button>"
            );
        }
        out.push_str("</li>\n");
    }
    out.push_str("</ul>\n");
    let can_be_fixed = |remark: &&Remark| remark.edit.is_some() && remark.severity > Severity::Note;
    let fixes = remarks.iter().filter(can_be_fixed).count();
    if fixes > 1 && place == Place::Room {
        let _ = writeln!(
            out,
            "<p><button type=\"button\" data-edit=\"all\">Fix all {fixes}</button></p>"
        );
    }
}

fn write_table(table: &Table, place: Place, out: &mut String) {
    let caption = marked(&table.caption);
    let folds = table.is_long && place == Place::Room;
    if folds {
        let _ = write!(out, "<details><summary>{caption}</summary>");
    }
    let label = escaped(&table.caption);
    let _ = writeln!(
        out,
        "<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"{label}\"><table>"
    );
    if !folds {
        let _ = writeln!(out, "<caption>{caption}</caption>");
    }
    out.push_str("<thead><tr>");
    for name in &table.head {
        let _ = write!(out, "<th scope=\"col\">{}</th>", marked(name));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        out.push_str("<tr>");
        for (place_in_row, cell) in row.iter().enumerate() {
            let (open, close) = match place_in_row {
                0 => ("<th scope=\"row\"", "</th>"),
                _ => ("<td", "</td>"),
            };
            let _ = write!(
                out,
                "{open}{}>{}{close}",
                sort_key(cell),
                content(cell, place)
            );
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
    if folds {
        out.push_str("</details>\n");
    }
}

fn sort_key(cell: &Cell) -> String {
    match &cell.key {
        Some(key) => format!(" data-key=\"{}\"", escaped(key)),
        None => String::new(),
    }
}

fn content(cell: &Cell, place: Place) -> String {
    let text = marked(&cell.text);
    match (cell.model, place) {
        (Some(model), Place::Room) => format!("<a href=\"#model={model}\">{text}</a>"),
        _ => text,
    }
}

fn write_picture(picture: &Picture, theme: &Theme, out: &mut String) -> Result<(), PenError> {
    let texts = (picture.title.as_str(), picture.caption.as_str());
    let drawn = plain_svg(&picture.drawing, theme, texts)?;
    let (name, title, caption) = (
        picture.name,
        escaped(&picture.title),
        marked(&picture.caption),
    );
    let _ = writeln!(
        out,
        "<figure class=\"picture\" data-name=\"{name}\"><p class=\"title\">{title}</p>{drawn}<figcaption>{caption}</figcaption></figure>"
    );
    Ok(())
}

fn write_snippet(snippet: &Snippet, place: Place, out: &mut String) {
    let (label, text) = (escaped(&snippet.label), escaped(&snippet.text));
    let button = match place {
        Place::Room => "<button type=\"button\" data-copy>Copy</button>",
        Place::File => "",
    };
    let _ = writeln!(
        out,
        "<figure class=\"snippet\"><figcaption>{label}{button}</figcaption><pre tabindex=\"0\" aria-label=\"{label}\"><code>{text}</code></pre></figure>"
    );
    if !snippet.remark.is_empty() {
        paragraph("p", " class=\"remark\"", &snippet.remark, out);
    }
}

/// Returns the escaped text with what stands between backticks as code.
fn marked(text: &str) -> String {
    let mut out = String::new();
    for (place, part) in text.split('`').enumerate() {
        let part = escaped(part);
        match place % 2 {
            0 => out.push_str(&part),
            _ => {
                let _ = write!(out, "<code>{part}</code>");
            }
        }
    }
    out
}
