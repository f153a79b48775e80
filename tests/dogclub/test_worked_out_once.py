"""What is the same on every page is worked out once: texts a language, addresses, how numbers are written."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any
from unittest import mock

import pytest
from django.template import engines
from django.urls import NoReverseMatch, reverse, set_script_prefix
from django.utils import formats, translation

from clubs.language import catalogue
from dogclub.templatetags import worked_out_once


@pytest.fixture(autouse=True)
def _nothing_known() -> Iterator[None]:
    worked_out_once._address.cache_clear()
    with translation.override("en-gb"):
        yield
    set_script_prefix("/")


def page(source: str) -> Callable[..., str]:
    template = engines["django"].from_string(source)
    return lambda **values: template.render(values)


@pytest.mark.parametrize(
    ("source", "english", "german"),
    [
        ('{% translate "Tonight" %}', "Tonight", "Heute"),
        ("{% blocktranslate trimmed %}\n  Tonight\n{% endblocktranslate %}", "Tonight", "Heute"),
    ],
)
def test_a_text_is_looked_up_once_a_language(source: str, english: str, german: str) -> None:
    text, lookups = page(source), spied("gettext")
    with lookups as looked_up:
        assert [text() for _ in range(3)] == [english] * 3
        with translation.override("de"):
            assert [text() for _ in range(3)] == [german] * 3
        assert text() == english
    assert looked_up.call_count == 2


def spied(name: str) -> Any:
    """Counts what Django's translation is asked."""
    real = translation._trans  # type: ignore[attr-defined]
    return mock.patch.object(real, name, wraps=getattr(real, name))


def test_a_text_with_values_says_each_of_them() -> None:
    text = page("{% blocktranslate count n=n %}{{ n }} card{% plural %}{{ n }} cards{% endblocktranslate %}")
    assert [text(n=n) for n in (1, 2, 1)] == ["1 card", "2 cards", "1 card"]
    named = page("{% blocktranslate with name=who %}Bid of {{ name }}{% endblocktranslate %}")
    assert [named(who=who) for who in ("Ann", "<Bo>")] == ["Bid of Ann", "Bid of &lt;Bo&gt;"]


def test_a_text_may_become_a_value() -> None:
    text = page('{% translate "Tonight" as when %}{{ when }}{% translate what %}')
    assert text(what="Nights") == "TonightNights"


def test_an_address_is_put_together_once_for_what_it_is_made_of() -> None:
    link = page('{% url "manage" slug %}{% url "account" as mine %}{{ mine }}')
    with mock.patch("dogclub.templatetags.worked_out_once.reverse", wraps=reverse) as put_together:
        assert {link(slug="kennel") for _ in range(3)} == {"/c/kennel/manage/" + "/account/"}
        assert "/c/pound/manage/" in link(slug="pound")
    assert put_together.call_count == 3


def test_an_address_begins_where_the_house_stands() -> None:
    link = page('{% url "account" %}')
    before = link()
    set_script_prefix("/dogs/")
    assert link() == f"/dogs{before}"


def test_an_address_nobody_knows_is_an_error_or_an_empty_value() -> None:
    with pytest.raises(NoReverseMatch):
        page('{% url "manage" %}')()
    assert page('{% url "manage" as none %}[{{ none }}]')() == "[]"


def test_numbers_are_written_as_python_does_without_asking_for_a_format() -> None:
    numbers = page("{{ n }} {{ x }}")
    with translation.override("de"), mock.patch.object(formats, "get_format", wraps=formats.get_format) as asked:
        assert numbers(n=12345, x=4.5) == "12345 4.5"
    assert asked.call_count == 0


def test_texts_that_a_page_says_by_the_dozen_are_made_once_a_language() -> None:
    make = mock.Mock(side_effect=lambda: translation.gettext("Tonight"))
    said = catalogue.once_a_language(make)
    assert (said(), said()) == ("Tonight", "Tonight")
    with translation.override("de"):
        assert (said(), said()) == ("Heute", "Heute")
    assert make.call_count == 2


def test_english_is_looked_up_in_one_place_alone() -> None:
    catalogue.connect()  # a test that changed the languages made Django read the catalogues again
    with translation.override("en-gb"), mock.patch.object(translation.trans_real.TranslationCatalog, "get") as catalog:
        assert translation.gettext("Tonight") == "Tonight"
    assert catalog.call_count == 0


def test_a_language_follows_its_request_into_another_thread_and_no_other_does() -> None:
    active = catalogue.Active()
    assert not hasattr(active, "value")
    active.value = "de"
    spoken: partial[str] = partial(getattr, active, "value", "none")
    with ThreadPoolExecutor(1) as threads:
        assert threads.submit(spoken).result() == "none"
        assert threads.submit(copy_context().run, spoken).result() == "de"
    del active.value
    assert not hasattr(active, "value")
