"""Components: what recurs on pages, each made in one place (ADR 82)."""

from pathlib import Path
from typing import Any

import pytest
from django.template import engines
from django.utils import translation

COMPONENTS = Path(__file__).parents[2] / "templates" / "_shared" / "components"


def shown(source: str, **values: Any) -> str:
    return str(engines["django"].from_string(source).render(values))


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("{% fig 12 %}", '<span class="fig">12</span>'),
        ("{% fig lost %}", '<span class="fig">−7</span>'),
        ("{% fig nothing %}", '<span class="fig"></span>'),
        ('{% fig name "v" %}', '<span class="v fig">&lt;b&gt;-1</span>'),
        ('{% fig 3 "r" tag="td" label="best" %}', '<td data-label="best " class="r fig">3</td>'),
        ('{% fig 3 tag="th" %}', '<th scope="row" class="fig">3</th>'),
        ("{% fig 3 link=name %}", '<a href="&lt;b&gt;-1" class="fig">3</a>'),
        ('{% fig 3 data="left" hidden=True %}', '<span data-left aria-hidden="true" class="fig">3</span>'),
        ("{% fig 3 mark=nothing %}", '<span class="fig mark">3</span>'),
        ('{% fig 3 mark="" %}', '<span class="fig mark">3</span>'),
        ('{% fig 3 mark="low" %}', '<span class="fig mark mark-low">3<span class="vh"> bottom</span></span>'),
        ('{% fig 3 mark="top" says="" %}', '<span class="fig mark mark-top">3</span>'),
        (
            '{% fig 3 mark="top" before="Total" says=", won" %}',
            '<span class="fig mark mark-top"><span class="vh">Total </span>3<span class="vh">, won</span></span>',
        ),
    ],
)
def test_a_figure_is_made_in_one_place(source: str, html: str) -> None:
    assert shown(source, lost=-7, nothing=None, name="<b>-1") == html


def test_the_name_of_a_mark_is_said_in_the_language_of_the_page() -> None:
    with translation.override("de"):
        assert "top" not in shown('{% fig 3 mark="top" %}').replace("mark-top", "")


def test_an_unknown_mark_is_refused() -> None:
    with pytest.raises(KeyError):
        shown('{% fig 3 mark="middle" %}')


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("{% name whose %}", "<bdi>&lt;i&gt;Bela</bdi>"),
        ('{% name "Bela" "name" %}', '<bdi class="name">Bela</bdi>'),
        ('{% name "Bela" tag="b" %}', '<b class="name"><bdi>Bela</bdi></b>'),
        ('{% name "Bela" tag="th" %}', '<th scope="row" class="name"><bdi>Bela</bdi></th>'),
    ],
)
def test_a_name_keeps_its_direction(source: str, html: str) -> None:
    assert shown(source, whose="<i>Bela") == html


def test_a_long_name_may_break() -> None:
    assert "\xad" in shown('{% name "Featherstonehaugh" %}')


def test_each_component_says_what_it_takes() -> None:
    found = {path.name: path.read_text() for path in COMPONENTS.glob("*.html")}
    assert found
    assert [name for name, text in found.items() if not text.startswith("{% comment %}")] == []
