#!/usr/bin/env python3
"""Rebuild assets/fonts from the published npm packages, and the table of their advances.

    python3 -m venv ~/fonts-venv
    ~/fonts-venv/bin/pip install fonttools==4.68.0 brotli==1.2.1
    ~/fonts-venv/bin/python tools/site/fonts.py

This needs npm on the PATH, only for `npm pack`, which downloads. With the versions
pinned here, every run writes the same bytes.
"""
import string
import subprocess
import sys
import tarfile
import tempfile
import textwrap
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "assets" / "fonts"
ADVANCES = ROOT / "crates" / "draw" / "src" / "advances.rs"
INTER = "inter-ui@4.1.1"
LITERATA = "@fontsource-variable/literata@5.3.0"

ASCII = range(0x20, 0x7F)
# The characters of our own texts; every glyph counts towards the byte budget. Browsers take all
# other characters from a font of the system.
PROSE = "\u00a0–—‘’“”…"
SANS = [*ASCII, *map(ord, PROSE + "·×÷±°²³¹⁰⁴⁵⁶⁷⁸⁹⁻−≈≤≥←→↑↓θλπ")]
BOLD = [*map(ord, string.ascii_letters + string.digits + " .,:?=()+-/%−·×÷°²³¹⁰⁴⁵⁶⁷⁸⁹⁻θ’“”\u00a0")]
SERIF = [*map(ord, string.ascii_letters + string.digits + " ,.:?!-()’—")]
# Signs as wide as a digit keep columns of numbers aligned. Inter also widens hyphens, which tears words apart.
TABULAR = {*map(ord, string.digits + "+<>=−×÷±≈≤≥")}
NAMES = [0, 1, 2, 4, 5, 6, 13, 14]  # the entries of the name table that we keep


def download(package, folder):
    """Unpack an npm package below folder and return its root."""
    done = subprocess.run(["npm", "pack", "--silent", package], cwd=folder,
                          check=True, capture_output=True, text=True)
    root = folder / package.rpartition("@")[0].replace("/", "-")
    with tarfile.open(folder / done.stdout.split()[-1]) as archive:
        archive.extractall(root, filter="data")
    return root / "package"


def cut(font, unicodes, features):
    """Keep only the wanted characters and layout features; drop hinting."""
    missing = [c for c in unicodes if c not in font.getBestCmap()]
    if missing:
        sys.exit("not in this font: " + " ".join(f"U+{c:04X}" for c in missing))
    options = subset.Options(layout_features=features, hinting=False,
                             name_IDs=NAMES, name_languages=[0x409],
                             notdef_outline=True, glyph_names=False,
                             drop_tables=["STAT", "gasp", "vhea", "vmtx"])
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=unicodes)
    narrow(font)
    cutter.subset(font)
    return font


def tabular(font):
    """Return the substitutions of tabular figures, each from glyphs to glyphs."""
    table = font["GSUB"].table
    places = {place for record in table.FeatureList.FeatureRecord if record.FeatureTag == "tnum"
              for place in record.Feature.LookupListIndex}
    parts = [part for place in places for part in table.LookupList.Lookup[place].SubTable]
    return [getattr(part, "ExtSubTable", part) for part in parts]


def narrow(font):
    """Let tabular figures change only figures and signs of arithmetic."""
    if "GSUB" not in font:
        return
    kept = {name for code, name in font.getBestCmap().items() if code in TABULAR}
    for part in tabular(font):
        part.mapping = {old: new for old, new in part.mapping.items() if old in kept}


def label(font, family, style, weight):
    """Put every weight into one family; the OS/2 weight distinguishes them."""
    table = font["name"]
    for number, text in ((1, family), (2, style), (4, f"{family} {style}"),
                         (6, f"{family}-{style}")):
        table.setName(text, number, 3, 1, 0x409)
    table.names = [n for n in table.names if n.nameID in NAMES]
    font["OS/2"].usWeightClass = weight


def save(font, stem, *kinds):
    for kind in kinds:
        path = OUT / f"{stem}.{kind}"
        font.flavor = None if kind == "ttf" else kind
        font.save(path)
        print(f"{path.name:28}{path.stat().st_size:7,} bytes")


def advances(*fonts):
    """Write how far each character of our labels moves to the right, for code that has no browser.

    Figures are tabular on pages. In files they are proportional, which is narrower.
    """
    lines = ["//! How far each character moves to the right, in thousandths of the font size, as `tools/site/fonts.py` reads it",
             "//! from our fonts: the characters, and the advance of each.", ""]
    for name, doc, font in fonts:
        glyphs, metrics = font.getBestCmap(), font["hmtx"].metrics
        wide = {old: new for part in tabular(font) for old, new in part.mapping.items()}
        units = font["head"].unitsPerEm
        codes = sorted(glyphs)
        text = "".join(map(chr, codes)).replace("\\", "\\\\").replace('"', '\\"').replace("\u00a0", "\\u{a0}")
        widths = [round(1000 * metrics[wide.get(glyphs[code], glyphs[code])][0] / units) for code in codes]
        rows = textwrap.wrap(", ".join(map(str, widths)) + ",", width=92)
        lines += [f"/// {doc}", f"pub(crate) const {name}: (&str, &[u16]) = (",
                  f'    "{text}",', "    &[", *(f"        {row}" for row in rows), "    ],", ");", ""]
    ADVANCES.write_text("\n".join(lines), "utf-8")


def licence(source, name, *copyright_lines):
    body = source.read_text("utf-8").partition("\n")[2].strip()
    (OUT / name).write_text("\n".join([*copyright_lines, "", body, ""]), "utf-8")


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        inter, literata = (download(p, folder) for p in (INTER, LITERATA))

        cuts = []
        for style, weight, wanted, features in (
                ("Regular", 400, SANS, ["kern", "tnum"]), ("SemiBold", 600, BOLD, ["tnum"])):
            font = TTFont(inter / "web" / f"Inter-{style}.woff2", recalcTimestamp=False)
            cut(font, wanted, features)
            label(font, "Inter", style, weight)
            save(font, f"phasor-sans-{weight}", "woff2", "ttf")
            cuts.append(font)
        regular, bold = cuts
        advances(("REGULAR", "Inter at weight 400.", regular), ("BOLD", "Inter at weight 600.", bold))

        file = literata / "files" / "literata-latin-opsz-normal.woff2"
        font = instancer.instantiateVariableFont(
            TTFont(file, recalcTimestamp=False), {"opsz": 40, "wght": 500})
        cut(font, SERIF, ["kern"])
        label(font, "Literata", "Medium", 500)
        save(font, "phasor-serif-500", "woff2")

        licence(inter / "LICENSE.txt", "LICENSE-Inter.txt",
                "Copyright (c) 2016 The Inter Project Authors (https://github.com/rsms/inter)",
                "Copyright (c) 2016-2018 The Inter Project Authors (me@rsms.me)")
        licence(literata / "LICENSE", "LICENSE-Literata.txt",
                "Copyright 2017 The Literata Project Authors "
                "(https://github.com/googlefonts/literata)")


if __name__ == "__main__":
    main()
