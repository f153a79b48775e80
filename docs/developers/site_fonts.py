"""Makes the fonts that a first visit loads from their npm packages: `python site_fonts.py NODE_MODULES FOLDER`.

NODE_MODULES holds @fontsource-variable/public-sans and /besley in the versions of dogclub/static/vendor/vendor.json;
FOLDER gets the woff2 files. Run it for a new version or for other characters, and put the digests into vendor.json. The
following makes them small and moves no point by more than 0.003 em, a twentieth of a pixel in the text of a page:

* coordinates are on a grid of 1/500 em, where the source has 1/2000;
* kerning is that of weight 400, in steps of 0.004 em, and glyphs with the same kerning share a class;
* a point is interpolated from its neighbours over the weights where that is within 1/500 em of its own position;
* without hinting, names, and tables that a browser can do without (HVAR, STAT, GDEF).
"""

import io
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from fontTools import subset
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.varLib import instancer
from fontTools.varLib.iup import iup_delta, iup_delta_optimize

SANS = "@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2"
BESLEY = "@fontsource-variable/besley/files/besley-latin-wght-normal.woff2"
# The characters of German, French, Spanish, Dutch and Portuguese, with their quotation marks.
WEST = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 !&'()+,-./:;?\xa0·×–—‘’“”…−"
    "¡«»¿ÀÁÂÃÄÇÈÉÊÍÑÓÔÕÖÚÜßàáâãäæçèéêëíîïñóôõöùúûüŒœ‚„"
)
NUMERALS = " +/0123456789:–−"
GRID = 500  # units to the em
STEP = 2  # of kerning, in these units

Kerning = Mapping[tuple[str, str], int]


def opened(source: Path, weight: float | tuple[float, float]) -> TTFont:
    """A font limited to one weight, or to a range of weights."""
    return instancer.instantiateVariableFont(TTFont(source, recalcTimestamp=False), {"wght": weight})


def cut(font: TTFont, characters: str, features: list[str]) -> None:
    """Reduce a font to these characters and scale it to the grid, in place."""
    options = subset.Options(hinting=False, notdef_outline=False, layout_features=features)
    options.drop_tables += ["STAT", "HVAR", "MVAR", "gasp"]
    cutter = subset.Subsetter(options)
    cutter.populate(text=characters)
    cutter.subset(font)
    font["name"].names = []
    scale_upem(font, GRID)


def woff2(font: TTFont) -> bytes:
    """The font as a WOFF2 file."""
    if "GDEF" in font:
        del font["GDEF"]
    font.flavor = "woff2"
    held = io.BytesIO()
    font.save(held)
    return held.getvalue()


def kerning(font: TTFont) -> Kerning:
    """The kerning of each pair of glyphs, at the lightest weight, in grid units. The first table that covers a pair
    decides.
    """
    pairs: dict[tuple[str, str], int] = {}
    glyphs = font.getGlyphOrder()
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            for first, held in table_pairs(getattr(table, "ExtSubTable", table), glyphs):
                for second, value in held.items():
                    pairs.setdefault((first, second), value)
    return pairs


def table_pairs(table: Any, glyphs: list[str]) -> Iterable[tuple[str, dict[str, int]]]:
    """Yield each first glyph with the kerning of the second ones, including zeros."""
    covered = table.Coverage.glyphs
    if table.Format == 1:
        for first, held in zip(covered, table.PairSet, strict=True):
            yield first, {each.SecondGlyph: advance(each.Value1) for each in held.PairValueRecord}
        return
    firsts, seconds = table.ClassDef1.classDefs, table.ClassDef2.classDefs
    for first in covered:
        row = table.Class1Record[firsts.get(first, 0)].Class2Record
        yield first, {second: advance(row[seconds.get(second, 0)].Value1) for second in glyphs}


def advance(value: Any) -> int:
    """The change of the advance width in a value record, 0 where there is none."""
    return getattr(value, "XAdvance", 0) or 0


def alike(pairs: Kerning, side: int) -> list[list[str]]:
    """Groups of glyphs with the same kerning on one side: 0 as the first glyph of a pair, 1 as the second."""
    rows = defaultdict(list)
    for pair, value in pairs.items():
        rows[pair[side]].append((pair[1 - side], value))
    classes = defaultdict(list)
    for glyph, row in sorted(rows.items()):
        classes[tuple(sorted(row))].append(glyph)
    return list(classes.values())


def kern_alike(font: TTFont, pairs: Kerning) -> None:
    """Replace the kerning of a font by these pairs, in steps of STEP and with classes."""
    coarse = {pair: round(value / STEP) * STEP for pair, value in pairs.items()}
    coarse = {pair: value for pair, value in coarse.items() if value}
    rules = [
        f"pos [{' '.join(firsts)}] [{' '.join(seconds)}] {coarse[firsts[0], seconds[0]]};"
        for firsts in alike(coarse, 0)
        for seconds in alike(coarse, 1)
        if (firsts[0], seconds[0]) in coarse
    ]
    text = "languagesystem DFLT dflt;\nfeature kern {\n" + "\n".join(rules) + "\n} kern;"
    del font["GPOS"]
    addOpenTypeFeaturesFromString(font, text, tables=["GPOS"])


def move_with_neighbours(font: TTFont) -> None:
    """Drop the variations of points that can be interpolated from their neighbours."""
    for glyph, variations in font["gvar"].variations.items():
        points, control = font["glyf"]._getCoordinatesAndControls(glyph, font["hmtx"].metrics)
        for variation in variations:
            all_deltas = iup_delta(variation.coordinates, points, control.endPts)
            kept = iup_delta_optimize(all_deltas, points, control.endPts, tolerance=1)
            variation.coordinates = [delta and (round(delta[0]), round(delta[1])) for delta in kept]


def west(source: Path) -> bytes:
    """The font of a page's text for western European languages, as WOFF2."""
    font = opened(source, (400, 700))
    cut(font, WEST, ["kern", "tnum"])
    kern_alike(font, kerning(font))
    move_with_neighbours(font)
    return woff2(font)


def numerals(source: Path) -> bytes:
    """Numerals of one width, as WOFF2. The source's zero of that width has no weights, so the other zero is used,
    centred.
    """
    font = opened(source, 600)
    glyphs, widths = font["glyf"], font["hmtx"].metrics
    digits = {font.getBestCmap()[ord(digit)] for digit in "0123456789"}
    lookups = font["GSUB"].table.LookupList.Lookup
    features = [each.Feature for each in font["GSUB"].table.FeatureList.FeatureRecord if each.FeatureTag == "tnum"]
    tables = [table for at in features[0].LookupListIndex for table in lookups[at].SubTable]
    tabular = {plain: other for table in tables for plain, other in table.mapping.items() if plain in digits}
    width = max(widths[other][0] for plain, other in tabular.items() if plain != "zero")
    for table in font["cmap"].tables:
        for code, glyph in table.cmap.items():
            if glyph in tabular and glyph != "zero":
                table.cmap[code] = tabular[glyph]
    zero, (advance_width, bearing) = glyphs["zero"], widths["zero"]
    shift = (width - advance_width) // 2
    zero.coordinates.translate((shift, 0))
    zero.recalcBounds(glyphs)
    widths["zero"] = (width, bearing + shift)
    cut(font, NUMERALS, [])
    return woff2(font)


def main(modules: Path, folder: Path) -> None:
    (folder / "public-sans-west.woff2").write_bytes(west(modules / SANS))
    (folder / "besley-numerals.woff2").write_bytes(numerals(modules / BESLEY))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
