"""Values that are the same on every page are computed once: translations and URLs."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest import mock
from uuid import uuid4

import pytest
from django.template import engines
from django.urls import NoReverseMatch, reverse, set_script_prefix
from django.utils import translation

from dogclub.speedups import templates


@pytest.fixture(autouse=True)
def _nothing_known() -> Iterator[None]:
    templates._address.cache_clear()
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
    text = page(source)
    with lookups() as looked_up:
        assert [text() for _ in range(3)] == [english] * 3
        with translation.override("de"):
            assert [text() for _ in range(3)] == [german] * 3
        assert text() == english
    assert looked_up.call_count == 2


@contextmanager
def lookups() -> Iterator[mock.Mock]:
    """A mock that counts the messages looked up, by Django's function or by ours."""
    real = translation._trans  # type: ignore[attr-defined]
    looked_up = mock.Mock(side_effect=real.gettext)
    with mock.patch.object(real, "gettext", looked_up), mock.patch.object(templates, "gettext", looked_up):
        yield looked_up


def test_a_text_with_values_says_each_of_them() -> None:
    text = page("{% blocktranslate count n=n %}{{ n }} card{% plural %}{{ n }} cards{% endblocktranslate %}")
    assert [text(n=n) for n in (1, 2, 1)] == ["1 card", "2 cards", "1 card"]
    named = page("{% blocktranslate with name=who %}Bid of {{ name }}{% endblocktranslate %}")
    assert [named(who=who) for who in ("Ann", "<Bo>")] == ["Bid of Ann", "Bid of &lt;Bo&gt;"]


def test_a_text_with_values_but_no_number_is_looked_up_once_a_language() -> None:
    text = page("{% blocktranslate %}Bid of {{ name }}{% endblocktranslate %}")
    with lookups() as looked_up:
        assert [text(name=name) for name in ("Ann", "5 %", None)] == ["Bid of Ann", "Bid of 5 %", "Bid of None"]
        with translation.override("de"):
            assert [text(name=name) for name in ("Ann", "<Bo>")] == ["Ansage von Ann", "Ansage von &lt;Bo&gt;"]
        assert text() == "Bid of "
    assert looked_up.call_count == 2


def test_a_text_may_become_a_value() -> None:
    text = page('{% translate "Tonight" as when %}{{ when }}{% translate what %}')
    assert text(what="Nights") == "TonightNights"


def test_an_address_is_put_together_once_for_what_it_is_made_of() -> None:
    link = page('{% url "manage" slug %}{% url "account" as mine %}{{ mine }}')
    with mock.patch("dogclub.speedups.templates.reverse", wraps=reverse) as put_together:
        assert {link(slug="kennel") for _ in range(3)} == {"/c/kennel/manage/" + "/account/"}
        assert "/c/pound/manage/" in link(slug="pound")
    assert put_together.call_count == 3


def test_an_address_begins_where_the_house_stands() -> None:
    link = page('{% url "account" %}')
    before = link()
    set_script_prefix("/dogs/")
    assert link() == f"/dogs{before}"


def test_an_address_of_another_row_differs_in_its_id_alone() -> None:
    link = page('{% url "match" pk %}{% url "tags" pk 3 %}{% url "sheet-pdf" pk as pdf %}{{ pdf }}')
    one, other = uuid4(), uuid4()
    with mock.patch("dogclub.speedups.templates.reverse", wraps=reverse) as put_together:
        for pk in (one, other, one):
            assert link(pk=pk) == f"/m/{pk}/" + f"/m/{pk}/tags/3/" + f"/m/{pk}/sheet.pdf"
    assert put_together.call_count == 3


def test_an_address_nobody_knows_is_an_error_or_an_empty_value() -> None:
    with pytest.raises(NoReverseMatch):
        page('{% url "manage" %}')()
    assert page('{% url "manage" as none %}[{{ none }}]')() == "[]"
