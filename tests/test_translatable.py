"""Everything the program says can be translated: texts are marked, collected and compiled."""

import io
import os
import re
from gettext import GNUTranslations
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError

from dogclub.configuration import catalogues
from dogclub.management.commands import messages
from tests.pseudo import SLOT
from tests.server import ROOT
from tests.test_house_rules import CODE, TRACKED, text
from tests.unmarked_python import ENGLISH, marked_texts
from tests.unmarked_python import unmarked_text as texts_of_python
from tests.unmarked_scripts import unmarked_text as texts_of_scripts
from tests.unmarked_templates import unmarked_text

LETTERS = [path for path in TRACKED if path.parts[0] == "templates" and path.suffix == ".txt"]
# Day and month names, thousands separators and capital letters in the English way; only for logs and column names.
ENGLISH_ALONE = re.compile(r":[^{}\"]*%-?[AaBb]|:,\}|\[(?::1|0)\]\.upper|\.capitalize\(|import capfirst")
MESSAGE = re.compile(r"\{% blocktranslate.*?(?=\{% endblocktranslate)", re.DOTALL)
JOINED = re.compile(r"""["'][;,] ["']\.join""")
# A time zone, the name of a form’s field, an error for programs, a statement of SQL, the value of a field.
NOT_SENTENCES = {
    "clubs/time_zone.py",
    "games/ledger/bulk.py",
    "games/match/printing.py",
    "games/paper/layout.py",
    "leagues/standings/schemes.py",
}
FOR_PROGRAMS = {
    "clubs/models/calendar.py",
    "dogclub/exchange/books/assembly.py",
    "dogclub/exchange/exports/match_tables.py",
    "leagues/models/playoff.py",
    "leagues/series/pattern.py",
}
SOME = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Hello"
msgstr "Hallo"

#, fuzzy
msgid "Perhaps"
msgstr "Vielleicht"

msgid "Not yet"
msgstr ""

msgid "{count} hand"
msgid_plural "{count} hands"
msgstr[0] "{count} Hand"
msgstr[1] ""
"""

ARABIC = """
msgid ""
msgstr "Language: ar\\nContent-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=n==1 ? 1 : n>1 ? 2 : 0;\\n"

msgid "Hello"
msgstr "مرحبًا"

msgid "Not yet."
msgstr ""

msgid "{count} thing"
msgid_plural "{count} things"
msgstr[0] ""
msgstr[1] ""
msgstr[2] ""
"""


@pytest.mark.form
def test_no_text_of_an_email_is_without_its_mark() -> None:
    assert not {str(path): texts for path in LETTERS if (texts := unmarked_text(text(path)))}


@pytest.mark.translations
def test_every_marked_text_of_python_is_in_a_catalogue() -> None:
    """The collector passes over a mark inside an f-string: give such a text a name first."""
    file = Path("dogclub/locale/de/LC_MESSAGES/django.mo")
    with file.open("rb") as opened:
        keys: dict[Any, str] = vars(GNUTranslations(opened))["_catalog"]
    known = {(key[0] if isinstance(key, tuple) else key).split("\4")[-1] for key in keys}
    code = [path for path in CODE if path.parts[0] in ("clubs", "dogclub", "games", "leagues", "scoring")]
    assert {str(path): texts for path in code if (texts := marked_texts(text(path)) - known)} == {}


@pytest.mark.form
def test_what_is_said_is_written_as_its_language_writes_it() -> None:
    """Use `capital`, `date_format` and `grouped` of clubs/language; what commands print is English."""
    translatable = (path for path in CODE if not ENGLISH.search(str(path)))
    ours = (path for path in translatable if not {"language", "scoring", "fonts"} & {*path.parts})
    assert {str(path) for path in ours if ENGLISH_ALONE.search(text(path))} == FOR_PROGRAMS


@pytest.mark.form
def test_signs_between_texts_are_in_messages() -> None:
    """French has a blank before them, and Arabic another comma: use `clauses`, `comma_separated`, `labelled` and
    `introducing` of clubs/language/locales.py.
    """
    translatable = (path for path in CODE if path.parts[0] in ("clubs", "games", "leagues") or "notify" in path.parts)
    assert {str(path) for path in translatable if JOINED.search(text(path))} == NOT_SENTENCES
    between = re.compile(r"(?:\}\}|endblocktranslate %\})[:;] \{\{")
    unmarked = {str(path) for path in LETTERS if between.search(MESSAGE.sub("", text(path)))}
    assert not unmarked


@pytest.mark.parametrize(
    ("template", "found"),
    [
        ("<p>Hand {{ number }}</p>", ["Hand …"]),
        ('{% include "a.html" with title="Who plays" other=_("Who waits") look="btn main" %}', ["Who plays"]),
        ("<p>{% translate 'Hand' %} {{ number }}</p>", []),
        ("{% blocktranslate trimmed %}Hand <b>{{ number }}</b>{% endblocktranslate %} of", ["… of"]),
        ('<button aria-label="Undo {{ what }}">{% icon "undo" %}</button>', ["Undo …"]),
        ("{% comment %}Not shown.{% endcomment %}<script>const word = 1</script>7 &middot;", []),
    ],
)
def test_what_is_not_marked_is_named(template: str, found: list[str]) -> None:
    assert unmarked_text(template) == found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('title = "Who has arrived?"', ["Who has arrived?"]),
        ('title = _("Who has arrived?")', []),
        ('text = f"{name} deals."', ["{} deals."]),
        ('text = _("{name} deals").format(name=f"Player {seat}")', []),
        ('text = Message("{player} deals.", player=f"Seat {seat}")', []),
        ('"""What this does."""\nlog.info("Began anew.")\nraise ValueError("Nobody deals.")', ["Nobody deals."]),
        ('messages.info(request, "Too late.")\nlogger.info("Began %s.", name)', ["Too late."]),
        ('text = f"{size} MB is too large; {most} MB is the most."', ["{} MB is too large; {} MB is the most."]),
        (
            'text = f"{name} is closed. Reopen it."\nother = f"“{name}” is a number from 1."',
            ["{} is closed. Reopen it.", "“{}” is a number from 1."],
        ),
        ('KEY = "seat"\nQUERY = "SELECT name FROM clubs"\nassert found, "Nothing was found."', []),
    ],
)
def test_what_is_not_marked_in_python_is_named(source: str, found: list[str]) -> None:
    assert [text for _, text in texts_of_python(source)] == found


@pytest.mark.form
def test_no_text_of_a_script_is_without_its_mark() -> None:
    """Put gettext or ngettext of table/gettext.js around the text."""
    paths = [*Path("dogclub/scripts").rglob("*.js"), *Path("dogclub/app").glob("*.js")]
    assert not {str(path): texts for path in paths if (texts := texts_of_scripts(path.read_text()))}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('say("Not now.", why)', ["Not now."]),
        ('say(gettext("Not now."), why)', []),
        ("const words = `Hand ${hand} saved here`", ["Hand … saved here"]),
        ('ngettext("{count} hand to go", "{count} hands to go", hands) // what is left', []),
        ('button.closest(".pad button.num"); element("p", { className: "quiet small" })', []),
    ],
)
def test_what_is_not_marked_in_a_script_is_named(source: str, found: list[str]) -> None:
    assert texts_of_scripts(source) == found


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> set[Any]:
    """The ids of all messages that xgettext finds in the source."""
    return messages.messages_of_the_source(tmp_path_factory.mktemp("locale"))


@pytest.mark.needs("gettext")
def test_templates_python_engines_and_scripts_are_collected(collected: set[Any]) -> None:
    assert {"Language", "{names} and {last}", "seat {number}", "Nothing to send"} <= collected


@pytest.mark.translations
@pytest.mark.needs("gettext")
def test_a_catalogue_has_what_the_program_says_and_nothing_else(collected: set[Any]) -> None:
    """`./run messages` writes the catalogues again."""
    for language in messages.languages():
        assert {each.id for each in messages.entries(messages.catalogue(language))} == collected


def test_a_catalogue_is_compiled_where_it_has_changed(tmp_path: Path) -> None:
    file = tmp_path / "de" / "LC_MESSAGES" / "django.po"
    file.parent.mkdir(parents=True)
    file.write_text(SOME)
    catalogues.compile_changed(tmp_path)
    made = catalogues.compiled(file)
    first = made.stat().st_ino
    catalogues.compile_changed(tmp_path)
    assert (made.stat().st_ino, made.read_bytes()) == (first, catalogues.binary(file))
    file.write_text(SOME.replace("Hallo", "Guten Tag"))
    os.utime(file, (0, 0))  # as a copy of an older file would have it
    catalogues.compile_changed(tmp_path)
    assert b"Guten Tag" in made.read_bytes()
    assert [each.name for each in sorted(file.parent.iterdir())] == ["django.mo", "django.po"]


def test_whoever_may_read_a_catalogue_may_read_the_compiled_one(tmp_path: Path) -> None:
    """`./run` starts with a umask of 077."""
    file = tmp_path / "django.po"
    file.write_text(SOME)
    file.chmod(0o644)
    catalogues.compile_catalogue(file)
    assert catalogues.compiled(file).stat().st_mode == file.stat().st_mode


@pytest.mark.translations
def test_every_language_there_is_to_choose_is_complete_or_said_to_be_partial() -> None:
    complete = {code for code, _ in settings.TRANSLATED_LANGUAGES}
    partial = {code for code, _ in settings.PARTIAL_LANGUAGES}
    assert (complete | partial, complete & partial) == (set(messages.languages()), set())
    for language in complete | partial:
        done, _, every = messages.state(messages.catalogue(language)).removesuffix(" messages").partition(" of ")
        assert (done == every) == (language in complete), language


def test_a_translation_names_what_its_message_names() -> None:
    every = (entry for name in messages.languages() for entry in messages.entries(messages.catalogue(name)))
    for each in (entry for entry in every if not entry.fuzzy):
        forms = [{*SLOT.findall(text)} for text in catalogues.translations(each) if text]
        of_one_number = {0: 0, 1: 0, 6: 3}.get(len(forms), 1)  # “a hand” and “two hands” may omit the number
        wanted = {*SLOT.findall(each.id if isinstance(each.id, str) else each.id[-1])}
        assert all(slots == wanted for slots in forms[of_one_number:]), each.id
        assert all(slots <= wanted for slots in forms[:of_one_number]), each.id


@pytest.mark.form
def test_french_signs_have_their_narrow_space() -> None:
    """The space before a colon, semicolon, ! and ? and inside « » is a non-breaking one, so that no line begins with a
    sign.
    """
    pages = [(str(page), page.read_text()) for page in sorted((ROOT / "docs").glob("*/fr/**/*.md"))]
    entries = messages.entries(messages.catalogue("fr"))
    said = [*pages, *((str(each.id), text) for each in entries for text in catalogues.translations(each))]
    assert len(pages) > 50
    assert [name for name, text in said if re.search(r"[^|:\s-] [:;!?»](?!\S)|« ", text)] == []


QUOTED = re.compile(r"“([A-Z][^”{}%]+)”")


@pytest.mark.form
@pytest.mark.parametrize("language", messages.languages())
def test_a_quoted_label_is_that_of_its_button(language: str) -> None:
    """Where an English message quotes another message, its translation quotes that of the other."""
    entries = messages.entries(messages.catalogue(language))
    said = [(each.id, each.string) for each in entries if isinstance(each.id, str) and isinstance(each.string, str)]
    labels = {english: own.casefold() for english, own in said if own}
    quoting = [(each, quoted) for each in labels for quoted in QUOTED.findall(each) if quoted in labels]
    assert [(each, quoted) for each, quoted in quoting if labels[quoted] not in labels[each]] == []


NEVER = re.compile(r"^\| ([\w -]+)[^|]*\| [^|]*?[,;] never \*([^*]+)\*(?! alone)", re.MULTILINE)


@pytest.mark.form
def test_no_message_has_a_word_that_the_guide_of_its_language_forbids() -> None:
    """“standings | clasificación, never *tabla*” is about the messages whose English has the first word of the row."""
    found, rules = [], 0
    for language in messages.languages():
        guide = (ROOT / "docs" / "developers" / "languages" / f"{language}.md").read_text()
        entries = messages.entries(messages.catalogue(language))
        for english, word in NEVER.findall(guide):
            rules += 1
            about = [each for each in entries if re.search(rf"\b{english.strip()}\b", str(each.id), re.IGNORECASE)]
            said = [(language, word, each.id, text) for each in about for text in catalogues.translations(each)]
            found += [each for each in said if re.search(rf"\b{word}\b", each[-1], re.IGNORECASE)]
    assert rules > 1
    assert found == []


@pytest.mark.parametrize(("number", "said"), [(1, "\u2066{count} thing\u2069"), (2, "\u2066{count} things\u2069")])
def test_english_stands_apart_in_a_language_from_right_to_left(tmp_path: Path, number: int, said: str) -> None:
    file = tmp_path / "django.po"
    file.write_text(ARABIC)
    catalogue = GNUTranslations(io.BytesIO(catalogues.binary(file)))
    assert catalogue.gettext("Hello") == "مرحبًا"
    assert catalogue.gettext("Not yet.") == "\u2066Not yet.\u2069"
    assert catalogue.ngettext("{count} thing", "{count} things", number) == said


def test_a_machine_without_gettext_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(CommandError, match="apt install gettext"):
        messages.collect(["de"])


def test_a_catalogue_says_how_much_of_it_is_done(tmp_path: Path) -> None:
    file = tmp_path / "django.po"
    file.write_text(SOME)
    assert messages.state(file) == "1 of 4 messages"
    assert b"Hallo" in catalogues.binary(file)
    assert b"Vielleicht" not in catalogues.binary(file)


@pytest.mark.needs("gettext")
def test_what_a_language_lacks_is_listed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lacking = {"de": {"Undo"}, "fr": set[str](), "it": {"Help"}}
    monkeypatch.setattr(messages, "messages_of_the_source", lambda folder: {"Undo", "Help"})
    monkeypatch.setattr(
        messages, "translated_messages", lambda language: {"Undo", "Help"} - lacking.get(language, set())
    )
    monkeypatch.setattr(messages, "outdated_pages", lambda language: ["history/privacy.md"] if language == "fr" else [])
    monkeypatch.setattr(messages, "messages_of_areas", lambda language: {"Help"} if language == "it" else set())
    with pytest.raises(CommandError, match="3 languages are not complete"):
        call_command("messages", check=True)
    said = capsys.readouterr().out
    assert "de: messages missing: 1 of 2, pages missing: 0\n  'Undo'\n" in said
    assert "fr: messages missing: 0 of 2, pages missing: 1\n  history/privacy.md\n" in said
    assert "it: messages missing: 1 of 1, pages missing: 0\n  'Help'\n" in said
    assert "ar: messages missing: 0 of 0, pages missing: 0\n" in said
