"""Rebuild the vendored print fonts from their npm packages: `python build.py NODE_MODULES SITE_FONTS`.

SITE_FONTS is the folder with the site's own woff2 subsets, so that paper and screen have the same letters. Run it only
to update a font; the result is committed, with `vendor.json` and `coverage.json`.
"""

import hashlib
import io
import json
import sys
from collections.abc import Iterable
from pathlib import Path

from django.utils.translation import gettext as _
from fontTools import subset
from fontTools.merge import Merger
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.varLib import instancer

HERE = Path(__file__).parent
WEIGHT = 500  # one weight for all fallback fonts, between 400 and 600
SCRIPTS = (
    *("arabic", "armenian", "bengali", "ethiopic", "georgian", "gujarati", "gurmukhi", "hebrew", "kannada"),
    *("khmer", "lao", "malayalam", "myanmar", "sinhala", "tamil", "telugu", "thai"),
)
SPACES = {0x20, 0xA0}  # kept out, else a combining mark could be set on a space of this font
LATIN = ("latin", "latin-ext", "vietnamese", "cyrillic", "cyrillic-ext", "greek", "greek-ext")


def level_1(codec: str, rows: Iterable[int], cells: range) -> set[int]:
    """The commonly used characters of a national character set: its first level, row by row."""
    decoded = (bytes((row, cell)).decode(codec, "ignore") for row in rows for cell in cells)
    return {ord(char) for char in decoded if len(char) == 1}


def common_ideographs() -> set[int]:
    """The code points of the commonly used Chinese, Taiwanese and Japanese ideographs."""
    chinese = level_1("gb2312", range(0xB0, 0xD8), range(0xA1, 0xFF))
    taiwanese = level_1("big5", range(0xA4, 0xC7), range(0x40, 0xFF))
    japanese = level_1("euc_jp", range(0xB0, 0xD0), range(0xA1, 0xFF))
    return chinese | taiwanese | japanese


def kana() -> set[int]:
    """The code points of kana, CJK punctuation and full-width forms."""
    return {*range(0x3000, 0x3040), *range(0x3040, 0x3100), *range(0xFF01, 0xFFE7)}


def hangul() -> set[int]:
    """The code points of the commonly used Hangul syllables."""
    return level_1("euc_kr", range(0xB0, 0xC9), range(0xA1, 0xFF))


def plain(source: Path, *, weight: int | None = None) -> TTFont:
    """A woff2 as an uncompressed TrueType font, at one weight."""
    font = TTFont(source)
    if weight is not None and "fvar" in font:
        font = instancer.instantiateVariableFont(font, {"wght": weight})
    return reread(font)


def reread(font: TTFont) -> TTFont:
    """The font saved uncompressed and loaded again."""
    font.flavor = None
    held = io.BytesIO()
    font.save(held)
    held.seek(0)
    return TTFont(held)


def thin(font: TTFont, codes: Iterable[int], *, layout: bool = True) -> TTFont:
    """The font reduced to these code points; without `layout`, without OpenType features."""
    options = subset.Options(hinting=False, notdef_outline=True, name_IDs=[1, 2, 3, 4, 5, 6, 13, 14])
    options.layout_features = ["*"] if layout else []
    options.drop_tables += ["DSIG", "STAT", "MVAR", "HVAR", "avar", "gasp", "vhea", "vmtx", "BASE", "VORG"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=set(codes) & set(font.getBestCmap()))
    cutter.subset(font)
    return reread(font)


def merge(fonts: list[TTFont], folder: Path) -> TTFont:
    """The fonts as one; `folder` is for temporary files."""
    paths = []
    for at, font in enumerate(fonts):
        paths.append(folder / f"part-{at}.ttf")
        font.save(paths[-1])
    merged = fonts[0] if len(paths) == 1 else Merger().merge([str(path) for path in paths])
    for path in paths:
        path.unlink()
    return reread(merged)


def name(font: TTFont, family: str, weight: int) -> None:
    """Set family, weight and fixed dates in the font, so that its bytes do not depend on the time."""
    style = "SemiBold" if weight == 600 else "Medium" if weight == 500 else "Regular"
    table = font["name"]
    for key, text in ((1, family), (2, "Regular"), (4, f"{family} {style}"), (6, f"{family} {style}".replace(" ", ""))):
        table.setName(text, key, 3, 1, 0x409)
    for key in (16, 17):
        table.removeNames(nameID=key)
    font["OS/2"].usWeightClass = weight
    font["head"].created = font["head"].modified = 3_800_000_000  # fixed, so that every run gives the same bytes
    font.recalcTimestamp = False


def slices(modules: Path, package: str, codes: set[int]) -> list[TTFont]:
    """The needed parts of a font that is split into a hundred files; removes the code points it found from `codes`."""
    parts = []
    for path in sorted((modules / "@fontsource" / package / "files").glob(f"{package}-[0-9]*-{WEIGHT}-normal.woff2")):
        font = plain(path)
        held = codes & set(font.getBestCmap())
        codes -= held
        if held:
            parts.append(thin(font, held, layout=package == "noto-emoji"))
    return parts


def version(modules: Path, package: str) -> str:
    """The version of an npm package."""
    return str(json.loads((modules / "@fontsource" / package / "package.json").read_text())["version"])


def script_fonts(modules: Path) -> Iterable[tuple[str, str, list[TTFont]]]:
    """Yield (package, family, parts) for each script."""
    files = modules / "@fontsource"
    font = plain(files / f"ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-{WEIGHT}-normal.woff2")
    family = font["name"].getBestFamilyName().removesuffix(" Medium")
    yield "ibm-plex-sans-arabic", family, [thin(font, font.getBestCmap().keys() - SPACES)]
    for script in SCRIPTS:
        path = files / f"noto-sans-{script}/files/noto-sans-{script}-{script}-{WEIGHT}-normal.woff2"
        font = plain(path)
        yield f"noto-sans-{script}", f"Noto Sans {script.title()}", [thin(font, font.getBestCmap())]
    parts = [plain(files / f"noto-sans/files/noto-sans-{part}-{WEIGHT}-normal.woff2") for part in LATIN]
    yield "noto-sans", _("Noto Sans"), [thin(font, font.getBestCmap()) for font in parts]
    font = plain(files / f"noto-sans/files/noto-sans-devanagari-{WEIGHT}-normal.woff2")
    yield "noto-sans", _("Noto Sans Devanagari"), [thin(font, font.getBestCmap())]


def sliced_fonts(modules: Path) -> Iterable[tuple[str, str, list[TTFont]]]:
    """Yield (package, family, parts) of the fonts that are split into many files."""
    yield "noto-emoji", _("Noto Emoji"), slices(modules, "noto-emoji", set(range(0x200D, 0x1FFFF)))
    yield "noto-sans-kr", _("Noto Sans KR"), slices(modules, "noto-sans-kr", hangul())
    ideographs = common_ideographs()
    for region in ("sc", "jp", "tc"):  # each takes the ideographs that the one before it lacks
        package = f"noto-sans-{region}"
        parts = slices(modules, package, ideographs)
        extra = slices(modules, package, kana()) if region == "jp" else []
        yield package, f"Noto Sans {region.upper()}", parts + extra
    signs = plain(next((modules / "@fontsource/noto-sans-symbols-2/files").glob("*symbols-400-normal.woff2")))
    yield "noto-sans-symbols-2", _("Noto Sans Symbols 2"), [thin(signs, range(0x2190, 0x2C00), layout=False)]


def house_fonts(site: Path) -> Iterable[tuple[str, str, int, list[TTFont]]]:
    """Yield (package, family, weight, parts) of the site's own fonts."""
    besley = [plain(site / f"besley-{part}.woff2") for part in ("numerals", "latin", "latin-ext")]
    scale_upem(besley[0], besley[1]["head"].unitsPerEm)  # the site's subset has other units per em
    yield "besley", "Besley", 600, besley
    for weight in (400, 600):
        parts = [plain(site / f"public-sans-{part}.woff2", weight=weight) for part in ("ascii", "latin", "latin-ext")]
        yield "public-sans", _("Public Sans"), weight, parts


def ranges(codes: Iterable[int]) -> list[list[int]]:
    """The code points as [first, last] ranges."""
    spans: list[list[int]] = []
    for code in sorted(codes):
        if spans and code == spans[-1][1] + 1:
            spans[-1][1] = code
        else:
            spans.append([code, code])
    return spans


def main(modules: Path, site: Path) -> None:
    scripts = [(p, f, WEIGHT, parts) for p, f, parts in (*script_fonts(modules), *sliced_fonts(modules))]
    vendored, covered = [], set[int]()
    for package, family, weight, parts in (*house_fonts(site), *scripts):
        font = merge(parts, HERE)
        name(font, family, weight)
        file = HERE / f"{family.replace(' ', '')}-{weight}.ttf"
        font.save(file)
        covered |= set(font.getBestCmap())
        own = package in ("besley", "public-sans")
        vendored.append(
            {
                "family": family,
                "weight": weight,
                "file": file.name,
                "package": f"@fontsource-variable/{package}" if own else f"@fontsource/{package}",
                "version": "5.3.0" if own else version(modules, package),
                "licence": "OFL-1.1",
                "glyphs": font["maxp"].numGlyphs,
                "bytes": file.stat().st_size,
                "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
            }
        )
    (HERE / "vendor.json").write_text(json.dumps({"fonts": vendored}, indent=1) + "\n")
    (HERE / "coverage.json").write_text(json.dumps(ranges(covered), separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
