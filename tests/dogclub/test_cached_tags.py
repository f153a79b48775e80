"""Values that are the same on every page are computed once: translations, URLs, number formats."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from datetime import date
from decimal import Decimal
from functools import partial
from unittest import mock
from uuid import uuid4

import pytest
from django.template import Context, base, engines
from django.template.loader import render_to_string
from django.test import override_settings
from django.urls import NoReverseMatch, reverse, set_script_prefix
from django.utils import formats, translation
from django.utils.safestring import SafeString

from clubs.language import catalogue
from clubs.language.active import Active, get_language, gettext
from dogclub.templatetags import cached_tags
from dogclub.web import templates


@pytest.fixture(autouse=True)
def _nothing_known() -> Iterator[None]:
    cached_tags._address.cache_clear()
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
    with mock.patch.object(real, "gettext", looked_up), mock.patch.object(cached_tags, "gettext", looked_up):
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


def test_a_part_is_drawn_once_for_its_values_and_language() -> None:
    part = page('{% include_known "_shared/menu.html" club=club here=here reads=reads is_member=reads %}')
    with mock.patch.object(cached_tags, "render_to_string", wraps=render_to_string) as drawn:
        guest, member = part(club="/c/a/", here="", reads=False), part(club="/c/a/", here="", reads=True)
        assert ("Nights" in guest, "Nights" in member) == (False, True)
        assert part(club="/c/a/", here="", reads=True) == member
        assert part(club="/c/b/", here="", reads=True) != member
        with translation.override("de"):
            assert "Heute" in part(club="/c/a/", here="", reads=True)
    assert drawn.call_count == 4


def test_a_part_sees_nothing_but_its_values_and_tells_a_number_from_a_text() -> None:
    part = page('{% include_known "_shared/languages.html" languages=languages language=code %}')
    numbers, truths = ((1, "one"),), (("1", "one"),)
    assert 'value="1"' in part(languages=numbers, code="1")
    assert "selected" in part(languages=truths, code="1")
    assert "selected" not in part(languages=truths, code=1, language="1")


def test_a_part_is_drawn_once_for_all_rows_and_has_the_id_of_each() -> None:
    part = page('{% include_known "games/match/_files.html" match=match club="a" game="g" rev="2" member=True %}')
    one, other = uuid4(), uuid4()
    with mock.patch.object(cached_tags, "render_to_string", wraps=render_to_string) as drawn:
        for pk in (one, other, one):
            assert part(match=pk).count(f"/m/{pk}/") == 7
            assert str(cached_tags.PLACEHOLDER) not in part(match=pk)
    assert drawn.call_count == 1


def test_a_part_tells_no_two_rows_apart() -> None:
    part = page('{% include_known "_shared/appearance.html" theme=one other=other %}')
    same = uuid4()
    assert part(one=same, other=same)
    with pytest.raises(TypeError, match="2 rows"):
        part(one=same, other=uuid4())


@pytest.mark.parametrize("value", [["a"], {"a": 1}, 4.5, object()])
def test_what_may_change_under_way_is_no_value_of_a_part(value: object) -> None:
    part = page('{% include_known "_shared/appearance.html" theme=theme %}')
    with pytest.raises(TypeError):
        part(theme=value)


@pytest.mark.parametrize("value", ["<b>", SafeString("<b>"), 7, True, None, 4.5, Decimal("4.50"), date(2026, 1, 2)])
def test_a_value_is_written_as_django_writes_it(value: object) -> None:
    for autoescape in (True, False):
        context = Context({}, autoescape=autoescape, use_l10n=False)
        assert base.render_value_in_context(value, context) == templates._any_value(value, context)


@pytest.mark.parametrize("language", ["en-gb", "en", "de", "fr", "es", "nl", "pt", "ar"])
def test_a_message_is_the_same_in_one_map_as_in_every_catalogue(language: str) -> None:
    with translation.override(language):
        current = vars(translation.trans_real)["_active"].value
        messages = [key for key, _ in current._catalog.items()]
        plain = [message for message in messages if isinstance(message, str)]
        counted = [message[0] for message in messages if isinstance(message, tuple)]
        for message in [*plain[:400], *counted[:400], "nobody says this"]:
            assert current.gettext(message) == type(current).gettext(current, message)


def test_a_text_may_become_a_value() -> None:
    text = page('{% translate "Tonight" as when %}{{ when }}{% translate what %}')
    assert text(what="Nights") == "TonightNights"


def test_an_address_is_put_together_once_for_what_it_is_made_of() -> None:
    link = page('{% url "manage" slug %}{% url "account" as mine %}{{ mine }}')
    with mock.patch("dogclub.templatetags.cached_tags.reverse", wraps=reverse) as put_together:
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
    with mock.patch("dogclub.templatetags.cached_tags.reverse", wraps=reverse) as put_together:
        for pk in (one, other, one):
            assert link(pk=pk) == f"/m/{pk}/" + f"/m/{pk}/tags/3/" + f"/m/{pk}/sheet.pdf"
    assert put_together.call_count == 3


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
    with translation.override("en-gb"), mock.patch.object(translation.trans_real.TranslationCatalog, "get") as catalog:
        assert translation.gettext("Tonight") == "Tonight"
    assert catalog.call_count == 0


def test_settings_of_languages_that_a_test_changes_leave_no_language_behind() -> None:
    with translation.override("de"):
        with override_settings(LANGUAGES=[("en-gb", "English"), ("de", "Deutsch")]):
            assert get_language() == translation.get_language() == "en-gb"
            translation.activate("de")
        assert get_language() == translation.get_language() == "en-gb"
    assert gettext("Tonight") == translation.gettext("Tonight") == "Tonight"


def test_a_language_follows_its_request_into_another_thread_and_no_other_does() -> None:
    active = Active()
    assert not hasattr(active, "value")
    german = active.value = translation.trans_real.translation("de")
    current: partial[object] = partial(getattr, active, "value", "none")
    with ThreadPoolExecutor(1) as threads:
        assert threads.submit(current).result() == "none"
        assert threads.submit(copy_context().run, current).result() is german
        assert threads.submit(copy_context().run, active.code).result() == "de"
    del active.value
    assert not hasattr(active, "value")
