"""What depends on a few values alone, or on the language, is rendered once for them."""

from collections.abc import Callable
from unittest import mock
from uuid import uuid4

import pytest
from django.template import engines
from django.template.loader import render_to_string
from django.utils import formats, translation

from clubs.language import terms
from dogclub.templatetags import parts


def page(source: str) -> Callable[..., str]:
    template = engines["django"].from_string(source)
    return lambda **values: template.render(values)


def test_a_part_is_drawn_once_for_its_values_and_language() -> None:
    part = page('{% include_known "_shared/menu.html" club=club here=here reads=reads is_member=reads %}')
    with mock.patch.object(parts, "render_to_string", wraps=render_to_string) as drawn:
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
    with mock.patch.object(parts, "render_to_string", wraps=render_to_string) as drawn:
        for pk in (one, other, one):
            assert part(match=pk).count(f"/m/{pk}/") == 7
            assert str(parts.PLACEHOLDER) not in part(match=pk)
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


def test_texts_that_a_page_says_by_the_dozen_are_made_once_a_language() -> None:
    make = mock.Mock(side_effect=lambda: translation.gettext("Tonight"))
    said = terms.once_a_language(make)
    assert (said(), said()) == ("Tonight", "Tonight")
    with translation.override("de"):
        assert (said(), said()) == ("Heute", "Heute")
    assert make.call_count == 2


def test_numbers_are_written_as_python_does_without_asking_for_a_format() -> None:
    numbers = page("{{ n }} {{ x }}")
    with translation.override("de"), mock.patch.object(formats, "get_format", wraps=formats.get_format) as asked:
        assert numbers(n=12345, x=4.5) == "12345 4.5"
    assert asked.call_count == 0
