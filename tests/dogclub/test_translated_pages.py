"""Translations of Help, the rules and the glossary: each is complete and up to date with the English page, and is
served.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext
from markdown_it.token import Token

from dogclub.help.library import FOLDERS, FOR_MEMBERS, PICTURES, Page, key_of, page_of, pages, read
from dogclub.help.markdown import parsed
from games.rules import DOCS, ENGLISH, Text, digest, languages, rules_of, source, text_of
from scoring import ENGINES
from scoring.base import Engine
from tests.factory import a_club, a_member
from tests.server import ROOT

TRANSLATED = [
    (folder, language, file.relative_to(DOCS / folder / language).as_posix())
    for folder in FOLDERS
    for language in languages()
    for file in sorted((DOCS / folder / language).rglob("*.md"))
]
RULE = re.compile(r"[A-Z]{2}-\d+")
FIGURES = re.compile(r"[-−+]?\d+( × \d+)*")
each_page = pytest.mark.parametrize(
    ("folder", "language", "name"), [pytest.param(*each, id="/".join(each)) for each in TRANSLATED]
)


def shape(page: Page) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield each block's type and the parts that are the same in every language: rule numbers, figures, addresses."""
    for token in parsed(page.markdown):
        yield token.type + token.tag, RULE.findall(token.content)
        if FIGURES.fullmatch(token.content):
            yield "figures", [token.content]
        yield from (("address", [address]) for address in sorted(_addresses(page, token)))


def _addresses(page: Page, block: Token) -> Iterator[str]:
    for token in block.children or ():
        if address := str(token.attrGet("href") or ""):
            path, mark, anchor = address.partition("#")
            yield address if address.startswith(("#", "https:")) else key_of(page, path) + mark + anchor
        if token.type == "image":
            yield str(token.attrGet("src")).rpartition(PICTURES)[2]


@pytest.mark.translations
@pytest.mark.parametrize("language", languages())
def test_every_page_for_members_is_translated(language: str) -> None:
    keys = [key for key in pages(ENGLISH) if key.startswith(FOR_MEMBERS)]
    assert len(keys) > 40
    assert [key for key in keys if pages(language)[key].language != language] == []


def labels(language: str) -> set[str]:
    """The messages of the app in a language, in lower case, with the name of each game where one comes."""
    code = languages()[0] if language == ENGLISH else language
    with (ROOT / "dogclub" / "locale" / code / "LC_MESSAGES" / "django.po").open("rb") as file:
        forms = [each.id if language == ENGLISH else each.string for each in read_po(file)]
    texts = {text for each in forms for text in ([each] if isinstance(each, str) else each or ())}
    named = {text.replace("{game}", engine.name) for text in texts for engine in ENGINES}
    return {text.replace("\N{SOFT HYPHEN}", "").casefold() for text in texts | named}


@pytest.mark.parametrize(
    "language", [ENGLISH, *(pytest.param(each, marks=pytest.mark.translations) for each in languages())]
)
def test_a_way_through_the_menus_names_the_labels_of_the_app(language: str) -> None:
    """Such as *Manage → Settings*."""
    known = labels(language)
    for page in pages(language).values():
        text = " ".join(page.markdown.split()) if page.key.startswith(FOR_MEMBERS) else ""
        for way in re.findall(r"\*+([^*|]+ → [^*|]+)\*+", text):
            assert [each for each in way.split(" → ") if each.casefold() not in known | {"⋯"}] == [], page.key


@pytest.mark.translations
@each_page
def test_a_translation_is_of_the_english_page_as_it_is_now(folder: str, language: str, name: str) -> None:
    now = digest((DOCS / folder / name).read_text())
    assert source(DOCS / folder, name, language).english == now, (
        f"{folder}/{name} changed: say the change in {language}/{name} too, then write english: {now} at its top"
    )


@pytest.mark.translations
@each_page
def test_a_translation_has_the_parts_of_the_english_page(folder: str, language: str, name: str) -> None:
    english, own = (page_of(DOCS / folder, Path(name), each) for each in (ENGLISH, language))
    assert own.language == language
    assert [*shape(own)] == [*shape(english)]


@pytest.mark.translations
@pytest.mark.parametrize("language", languages())
def test_translations_have_the_anchors_of_the_english_pages(language: str) -> None:
    for key in pages(ENGLISH):
        english, own = (read(key, each) for each in (ENGLISH, language))
        assert [part.anchor for part in own.parts] == [part.anchor for part in english.parts], key
        assert own.title


@pytest.mark.translations
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.key)
def test_the_rules_have_the_same_articles_in_every_language(engine: Engine[Any], language: str) -> None:
    english = text_of(DOCS / "at-the-table" / "rules" / f"{engine.key}.md")
    with translation.override(language):
        own = rules_of(engine.key)
    assert own is not None
    assert articles(own) == articles(english)


def articles(text: Text) -> list[tuple[str, str, list[str]]]:
    """Anchor, rule number and kinds of blocks of each article."""
    return [
        (article.anchor, article.key.partition(" ")[2] or article.key, [block.kind for block in article.blocks])
        for section in text.sections
        for article in section.articles
    ]


def test_help_speaks_the_readers_language_and_finds_its_words(client: Client) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    page = client.get("/help/at-the-table/score-a-hand/").content.decode()
    assert "<h1>Eine Runde aufschreiben</h1>" in page
    assert 'id="start-the-match"' in page
    assert 'href="/help/at-the-table/late-leave-redeal/#stop-before-the-end"' in page
    assert "is in English" not in page
    assert (
        'href="/help/at-the-table/score-a-hand/"' in client.get("/help/", {"q": "Runde aufschreiben"}).content.decode()
    )


def test_a_page_that_nobody_translated_is_english_and_says_so(client: Client) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    page = client.get("/help/running-it/backups/").content.decode()
    with translation.override("de"):
        assert gettext("This page is in English.") in page
    assert '<div lang="en-gb">' in page
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = ENGLISH
    assert "This page is in English." not in client.get("/help/running-it/backups/").content.decode()


def test_a_translation_of_an_earlier_page_says_so_and_one_with_other_headings_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / "de").mkdir()
    (tmp_path / "hand.md").write_text("# A hand\n\n## Bids\n")
    (tmp_path / "de" / "hand.md").write_text(
        f"---\nenglish: {digest('# An earlier hand')}\n---\n# Runde\n\n## Ansagen\n"
    )
    assert source(tmp_path, "hand.md", "de").is_older
    source.cache_clear()
    (tmp_path / "hand.md").write_text("# A hand\n\n## Trump\n\n## Bids\n")
    assert source(tmp_path, "hand.md", "de").language == ENGLISH


def test_a_page_says_that_the_english_one_has_changed(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    address, key = "/help/at-the-table/score-a-hand/", "at-the-table/score-a-hand"
    with translation.override("de"):
        older = gettext("This page is older than the English one, which has changed since.")
    for is_older in (False, True):
        found = {**pages("de"), key: replace(pages("de")[key], is_older=is_older)}
        monkeypatch.setattr("dogclub.help.library.pages", lambda _language, found=found: found)
        assert (older in client.get(address).content.decode()) is is_older


@pytest.mark.django_db
def test_members_read_the_rules_in_their_language(client: Client) -> None:
    club = a_club()
    client.force_login(a_member(club))
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "fr"
    page = client.get("/c/kennel/rules/").content.decode()
    assert 'id="DD-18"' in page
    assert "La Règle" in page
    assert "is in English" not in page


@pytest.mark.translations
@pytest.mark.parametrize("language", languages())
def test_a_word_of_the_games_is_the_one_the_app_says(language: str) -> None:
    """For each English word, the translation of some message contains the word that the page gives."""
    english, own = (first_cells(pages(each)["at-the-table/terms"]) for each in (ENGLISH, language))
    pairs = {word.removesuffix(")"): said for said, _, word in (cell.rpartition(" (") for cell in own)}
    assert [*pairs] == english
    with (ROOT / "dogclub" / "locale" / language / "LC_MESSAGES" / "django.po").open("rb") as file:
        messages = [
            ("".join(message.id).casefold(), "".join(message.string or ()).casefold()) for message in read_po(file)
        ]
    unsaid = {
        (word, said)
        for word, said in pairs.items()
        if not any(word.casefold() in message and said.casefold() in translated for message, translated in messages)
    }
    assert unsaid == set()


def first_cells(page: Page) -> list[str]:
    """The first cell of each row below the head of a table."""
    tokens = parsed(page.markdown)
    rows = [at for at, token in enumerate(tokens) if token.type == "tr_open" and tokens[at + 1].type == "td_open"]
    return [tokens[row + 2].content for row in rows]
