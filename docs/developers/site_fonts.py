"""Make the fonts that a first visit fetches from their npm packages: `python site_fonts.py NODE_MODULES FOLDER`.

NODE_MODULES holds @fontsource-variable/public-sans and /besley in the versions of dogclub/static/vendor/vendor.json;
FOLDER gets the woff2 files. Run it to take a new version or other letters, and put the digests into vendor.json. What
makes them small moves no point by more than 0.003 em, a twentieth of a pixel in the text of a page:

* coordinates are on a grid of 1/500 em, where the source has 1/2000;
* kerning is that of weight 400, in steps of 0.004 em, and glyphs that are kerned alike share a class;
* a point moves with its neighbours over the weights where that is within 1/500 em of its own way;
* without hinting, names, and tables a browser works out by itself (HVAR, STAT, GDEF).
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
# Of German, French, Spanish, Dutch and Portuguese, with their quotation marks.
WEST = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 !&'()+,-./:;?\xa0·×–—‘’“”…−"
    "¡«»¿ÀÁÂÃÄÇÈÉÊÍÑÓÔÕÖÚÜßàáâãäæçèéêëíîïñóôõöùúûüŒœ‚„"
)
NUMERALS = " +/0123456789:–−"
GRID = 500  # units to the em
STEP = 2  # of them, for kerning

Kerning = Mapping[tuple[str, str], int]


def opened(source: Path, weight: float | tuple[float, float]) -> TTFont:
    return instancer.instantiateVariableFont(TTFont(source, recalcTimestamp=False), {"wght": weight})


def cut(font: TTFont, characters: str, features: list[str]) -> None:
    """To these characters, on the grid."""
    options = subset.Options(hinting=False, notdef_outline=False, layout_features=features)
    options.drop_tables += ["STAT", "HVAR", "MVAR", "gasp"]
    cutter = subset.Subsetter(options)
    cutter.populate(text=characters)
    cutter.subset(font)
    font["name"].names = []
    scale_upem(font, GRID)


def woff2(font: TTFont) -> bytes:
    if "GDEF" in font:
        del font["GDEF"]
    font.flavor = "woff2"
    held = io.BytesIO()
    font.save(held)
    return held.getvalue()


def kerning(font: TTFont) -> Kerning:
    """Between each two glyphs, at the lightest weight. The first table that covers a pair decides."""
    pairs: dict[tuple[str, str], int] = {}
    glyphs = font.getGlyphOrder()
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            for first, held in table_pairs(getattr(table, "ExtSubTable", table), glyphs):
                for second, value in held.items():
                    pairs.setdefault((first, second), value)
    return pairs


def table_pairs(table: Any, glyphs: list[str]) -> Iterable[tuple[str, dict[str, int]]]:
    """Each first glyph with the second ones, those that it is not moved from too."""
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
    return getattr(value, "XAdvance", 0) or 0


def alike(pairs: Kerning, side: int) -> list[list[str]]:
    """Glyphs that are kerned alike on this side."""
    rows = defaultdict(list)
    for pair, value in pairs.items():
        rows[pair[side]].append((pair[1 - side], value))
    classes = defaultdict(list)
    for glyph, row in sorted(rows.items()):
        classes[tuple(sorted(row))].append(glyph)
    return list(classes.values())


def kern_alike(font: TTFont, pairs: Kerning) -> None:
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
    for glyph, variations in font["gvar"].variations.items():
        points, control = font["glyf"]._getCoordinatesAndControls(glyph, font["hmtx"].metrics)
        for variation in variations:
            all_deltas = iup_delta(variation.coordinates, points, control.endPts)
            kept = iup_delta_optimize(all_deltas, points, control.endPts, tolerance=1)
            variation.coordinates = [delta and (round(delta[0]), round(delta[1])) for delta in kept]


def west(source: Path) -> bytes:
    font = opened(source, (400, 700))
    cut(font, WEST, ["kern", "tnum"])
    kern_alike(font, kerning(font))
    move_with_neighbours(font)
    return woff2(font)


def numerals(source: Path) -> bytes:
    """Of one width. The zero of that width has no weights in the source: it is the other one, in the middle."""
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
