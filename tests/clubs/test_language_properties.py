"""What a language has beside its catalogue: dogclub/locale/<language>/language.toml."""

import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import formats, translation

from clubs.language.locales import listed, ordinal
from clubs.language.properties import ENGLISH, FILE, NEEDED, of, read
from dogclub.management.commands import messages

LOCALE = Path(settings.LOCALE_PATHS[0])
WHOLE = "name = 'Suomi'\nordinal = '{}.'\nsyllables = ''\nnouns = {}\narticles = []\n"


@pytest.mark.parametrize("language", messages.languages())
def test_every_language_with_a_catalogue_has_what_it_needs(language: str) -> None:
    """`read` names what is lacking; a guide with a word list is in docs/developers/languages."""
    found = read(LOCALE / language)
    assert all(getattr(found, key) is not None for key in NEEDED)
    assert {each.gender for each in found.articles} == {*(found.nouns or {})}
    assert Path(f"docs/developers/languages/{language}.md").exists()


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("name = 'Suomi'\nordinal = '{}.'\n", r"lacks \['syllables', 'nouns', 'articles'\]"),
        (WHOLE + "noun_frist = true", r"has unknown \['noun_frist'\]"),
        (WHOLE.replace("'{}.'", "'{}{}'"), "ordinal is not usable"),
        (WHOLE.replace("syllables = ''", "syllables = '['"), "syllables is not usable"),
    ],
)
def test_what_a_new_language_lacks_is_named(tmp_path: Path, written: str, said: str) -> None:
    (tmp_path / FILE).write_text(written)
    with pytest.raises(ValueError, match=said):
        read(tmp_path)


def test_what_a_new_language_begins_with_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "fi" / "LC_MESSAGES" / "django.po"
    file.parent.mkdir(parents=True)
    plurals = '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"'
    file.write_text(f'# SOME DESCRIPTIVE TITLE.\nmsgid ""\nmsgstr ""\n{plurals}\n\nmsgid "Undo"\nmsgstr ""\n')
    monkeypatch.setattr(messages, "catalogue", lambda language: file)
    messages.begin("fi")
    assert (read(tmp_path / "fi").name, read(tmp_path / "fi").covers) == ("suomi", [])
    assert "Dog Club in Finnish" in file.read_text() and plurals in file.read_text()
    assert [each.id for each in messages.entries(file)] == ["Undo"]


def test_a_language_without_a_file_has_the_properties_of_english() -> None:
    assert of("en") == of("tlh") == ENGLISH


@pytest.mark.parametrize(
    "language", [code for code, _ in (*settings.TRANSLATED_LANGUAGES, *settings.PARTIAL_LANGUAGES)]
)
def test_a_figure_of_a_drawing_has_a_point_in_every_language(language: str) -> None:
    with translation.override(language):
        assert (formats.localize(1234.5), formats.get_format("DECIMAL_SEPARATOR")) == ("1234.5", ".")
    assert f"clubs.language.formats.{language}.formats" in sys.modules


@pytest.mark.parametrize(
    ("names", "both"), [(["Ann", "Elena"], "Ann ed Elena"), (["Ann", "Otto"], "Ann e Otto"), (["Elena"], "Elena")]
)
def test_italian_joins_a_list_by_how_the_last_name_sounds(names: list[str], both: str) -> None:
    with translation.override("it"):
        assert (listed(names), ordinal(1), ordinal(3)) == (both, "1º", "3º")
