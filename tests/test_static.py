"""Files that browsers load: style sheets, fonts and icons, their licences, sizes and supported browsers."""

import gzip
import json
import re
from hashlib import sha256
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.template import Context, Template

from tests.server import ROOT

STATIC = ROOT / "dogclub" / "static"
VENDORED = [
    (file.parent, entry)
    for file in (STATIC / "vendor" / "vendor.json", ROOT / "tests" / "browser" / "vendor" / "vendor.json")
    for entry in json.loads(file.read_text())["vendored"]
]


def css(name: str) -> str:
    return (ROOT / "dogclub" / "styles" / name).read_text()


@pytest.mark.parametrize(
    ("folder", "entry"), VENDORED, ids=lambda value: value["name"] if isinstance(value, dict) else ""
)
@pytest.mark.form
def test_vendored_files_are_what_their_list_says(folder: Path, entry: dict[str, object]) -> None:
    assert entry["version"]
    assert entry["licence"]
    files = entry["files"]
    assert isinstance(files, dict)
    for name, digest in files.items():
        path = finders.find(name) if "installed_by" in entry else folder / name
        assert path
        assert sha256(Path(path).read_bytes()).hexdigest() == digest, name


@pytest.mark.parametrize("folder", sorted({folder for folder, _ in VENDORED}), ids=lambda folder: folder.parts[-3])
@pytest.mark.form
def test_nothing_is_vendored_without_being_listed(folder: Path) -> None:
    listed = {name for at, entry in VENDORED if at == folder for name in entry["files"]}
    present = {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()} - {"vendor.json"}
    assert present <= listed
    assert all(
        (folder / entry["licence_file"]).exists() for at, entry in VENDORED if at == folder and "licence_file" in entry
    )


@pytest.mark.form
def test_the_two_blocks_of_dark_tokens_are_equal() -> None:
    media = re.search(r":root:not\(\[data-theme=\"light\"\]\) \{(.*?)\}", css("table/tokens.css"), re.S)
    attribute = re.search(r":root\[data-theme=\"dark\"\] \{(.*?)\}", css("table/tokens.css"), re.S)
    assert media
    assert attribute
    assert media[1].split() == attribute[1].split()


@pytest.mark.form
def test_every_dark_token_is_a_light_one() -> None:
    light, dark = css("table/tokens.css").split("prefers-color-scheme")
    assert set(re.findall(r"(--[\w-]+):", dark)) < set(re.findall(r"(--[\w-]+):", light))


@pytest.mark.form
def test_every_token_and_file_the_styles_use_is_there() -> None:
    styles = "".join(path.read_text() for path in (ROOT / "dogclub" / "styles").rglob("*.css"))
    assert set(re.findall(r"var\((--[\w-]+)", styles)) <= set(re.findall(r"(--[\w-]+):", styles))
    for path in re.findall(r'url\("([^"]+)"\)', styles):
        assert (STATIC / "dogclub" / path).resolve().is_file(), path


@pytest.mark.form
def test_no_field_is_so_small_that_a_phone_zooms_in() -> None:
    """Safari zooms in on fields below 16 px; `max()` in base.css sets this minimum for all that inherit."""
    rule = re.compile(r"([^{};]*\b(?:input|select|textarea)[^{};]*)\{([^{}]*)\}")
    for path in (ROOT / "dogclub" / "styles").rglob("*.css"):
        for selector, body in rule.findall(re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)):
            small = re.search(r"font(?:-size)?:[^;(]*var\(--t-(?:s|xs)\)", body)
            assert small is None or "label" in selector, f"{path.name}: {selector.strip()}"


@pytest.mark.form
def test_what_only_newer_browsers_would_show_is_shown_in_older_ones() -> None:
    """Firefox 115 does not support `:has()`: the design may differ, but no content may be missing."""
    rule = re.compile(r":has\([^{};]*\{[^{}]*\b(?:display: (?!none)|visibility: visible)", re.S)
    for path in (ROOT / "dogclub" / "styles").rglob("*.css"):
        text = path.read_text()
        assert not rule.search(text) or re.search(r"@supports (?:not )?selector\(:has\(\*\)\)", text), path.name


@pytest.mark.form
def test_every_style_sheet_is_part_of_a_bundle() -> None:
    styles = ROOT / "dogclub" / "styles"
    imported = {name for sheet in styles.glob("*.css") for name in re.findall(r'@import "./(.+?)"', sheet.read_text())}
    assert imported == {str(path.relative_to(styles)) for path in styles.rglob("*/*.css")}


@pytest.mark.form
@pytest.mark.parametrize("component", ["btn", "fig"])
def test_a_component_is_styled_in_one_file(component: str) -> None:
    """What surrounds it sets its custom properties, such as `--btn-height`, and does not name it."""
    styles = (ROOT / "dogclub" / "styles").rglob("*.css")
    assert [path.name for path in styles if re.search(rf"\.{component}\b(?!-)", path.read_text())] == [
        f"{component}.css"
    ]


@pytest.mark.form
def test_the_styles_are_no_longer_than_agreed() -> None:
    """`npm run floor` refuses a body that a file repeats; this bounds what is left, and the widths to look at."""
    texts = [path.read_text() for path in (ROOT / "dogclub" / "styles").rglob("*.css")]
    assert sum(text.count("\n") for text in texts) <= 12_600
    assert sum(len(text.encode()) for text in texts) <= 272_302
    bodies = [
        body.split(";") for text in texts for body in re.findall(r"\{([^{}]+)\}", re.sub(r"(?s)/\*.*?\*/", "", text))
    ]
    several = [frozenset(" ".join(each.split()) for each in body) for body in bodies if len(body) > 2]
    assert len(several) - len(set(several)) <= 110
    assert len({condition for text in texts for condition in re.findall(r"@media ([^{]+) \{", text)}) <= 14


def test_the_table_fits_its_budget() -> None:
    """A first visit to an entry page has a budget of 45 kB compressed; these files leave 8 kB for the page and its
    outbox.
    """
    files = [finders.find("django_htmx/htmx-4.min.js"), str(STATIC / "dogclub" / "table.css")]
    fonts = ["public-sans-ascii.woff2", "besley-numerals.woff2"]
    size = sum(len(gzip.compress(Path(str(file)).read_bytes())) for file in files)
    size += sum((STATIC / "vendor" / "fonts" / font).stat().st_size for font in fonts)
    print(f"table.css, htmx and two fonts: {size} bytes")
    assert size <= 37_000


# Features that the oldest supported browsers lack and `npm run floor` (eslint and stylelint) does not detect.
ABOVE_THE_FLOOR = {
    r"AbortSignal\.timeout\(": "Safari 16: hand over a controller's signal, or write AbortSignal.timeout?.()",
    r"(?i)popover": "Chrome 114, Firefox 125, Safari 17: a dialog",
    r"<output|\boutput\b *\{": "a form's reset() puts plain text in its place in WebKit: a place with role=status",
    r"navigationPreload\?*\.enable": "Firefox opens nothing offline then",
}


@pytest.mark.form
@pytest.mark.parametrize(("spelled", "instead"), ABOVE_THE_FLOOR.items())
def test_nothing_asks_for_a_newer_browser(spelled: str, instead: str) -> None:
    sources = [
        *(path for path in (ROOT / "dogclub").rglob("*.[jc]s*") if "static" not in path.parts),
        *(ROOT / "templates").rglob("*.html"),
    ]
    found = [str(path.relative_to(ROOT)) for path in sources if re.search(spelled, path.read_text())]
    assert not found, instead


@pytest.mark.form
def test_every_search_has_a_name_and_every_column_a_head() -> None:
    for path in (ROOT / "templates").rglob("*.html"):
        text = path.read_text()
        assert not re.search(r"<th[^>]*>\s*</th>", text), path
        assert all("aria-label" in form for form in re.findall(r"<form[^>]*role=\"search\"[^>]*>", text)), path


def render(source: str, **context: object) -> str:
    return Template(source).render(Context(context))


@pytest.mark.parametrize(
    ("source", "value", "shown"),
    [
        ("{{ value|minus }}", -7, "−7"),
        ("{{ value|minus }}", 7, "7"),
        ("{{ value|minus }}", None, ""),
        ("{{ value|signed }}", 7, "+7"),
        ("{{ value|signed }}", -2, "−2"),
        ("{{ value|signed }}", 0, "0"),
        ("{{ value|signed }}", None, ""),
        ("{{ value|ordinal }}", 1, "1st"),
        ("{{ value|ordinal }}", 2, "2nd"),
        ("{{ value|ordinal }}", 3, "3rd"),
        ("{{ value|ordinal }}", 11, "11th"),
        ("{{ value|ordinal }}", 12, "12th"),
        ("{{ value|ordinal }}", 22, "22nd"),
        ("{{ value|ordinal }}", 113, "113th"),
        ("{{ value|soft }}", "Otto Pym", "Otto Pym"),
        (
            "{{ value|soft }}",
            "Wilhelmina Featherstonehaugh-Oyelaran",
            "Wilhelmina Feather\u00adstone\u00adhaugh-Oyelaran",
        ),
        ("{{ value|soft }}", "<b>", "&lt;b&gt;"),
    ],
)
def test_figures_are_written_as_drawn(source: str, value: object, shown: str) -> None:
    assert render(source, value=value) == shown


def test_soft_hyphens_only_cut_words_of_more_than_twelve_letters() -> None:
    assert "\u00ad" not in render("{{ name|soft }}", name="Featherstone Featherstone")


def test_an_icon_is_drawn_in_the_page() -> None:
    drawn = render('{% icon "undo-2" %}')
    assert drawn.startswith('<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M9 14 4 9l5-5" />')
    assert drawn.endswith("</svg>")
    assert 'class="icon suit suit-red"' in render('{% icon "heart" "icon suit suit-red" %}')


def test_an_icon_that_is_not_there_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        render('{% icon "cat" %}')


@pytest.mark.form
def test_the_bundles_are_those_of_the_sources() -> None:
    """`npm run build` writes them; CI builds them again and compares every byte."""
    digest = sha256()
    for folder in (ROOT / "dogclub" / "scripts", ROOT / "dogclub" / "styles"):
        sources = (path for path in folder.rglob("*") if path.suffix in (".css", ".js", ".mjs"))
        for name, path in sorted((str(path.relative_to(folder)), path) for path in sources):
            digest.update(f"{name}\0".encode() + path.read_bytes() + b"\0")
    assert (STATIC / "dogclub" / "bundles.sha256").read_text() == f"{digest.hexdigest()}\n", "npm ci && npm run build"
