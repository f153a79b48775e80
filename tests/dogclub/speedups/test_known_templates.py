"""A template with a constant name is looked up once, however many pages extend or include it."""

from collections.abc import Callable, Mapping
from unittest import mock

import pytest
from django.template import Context, Engine
from django.template.base import NodeList
from django.test import override_settings

TEMPLATES = {
    "base.html": "[{% block a %}A{% endblock %}|{% block b %}B{% endblock %}]",
    "middle.html": '{% extends "base.html" %}{% block a %}middle {{ block.super }}{% endblock %}',
    "page.html": '{% extends "middle.html" %}{% block b %}{% include "part.html" with n=7 %}{{ n }}{% endblock %}',
    "part.html": "part {{ n }} ",
    "other.html": "other {{ n }} ",
    "named.html": "{% include name %}",
    "only.html": '{% include "part.html" only %}',
    "child.html": "{% extends name %}{% block a %}child{% endblock %}",
    "flat.html": "<{% block a %}A{% endblock %}>",
}


def engine(templates: Mapping[str, str] = TEMPLATES) -> Engine:
    return Engine(
        loaders=[("django.template.loaders.locmem.Loader", templates)],
        builtins=["dogclub.speedups.templates"],
    )


def page(name: str, on: Engine) -> Callable[..., str]:
    template = on.get_template(name)
    return lambda **values: template.render(Context(values))


def test_parents_and_parts_are_looked_up_once() -> None:
    on = engine()
    shown = page("page.html", on)
    with mock.patch.object(on, "find_template", wraps=on.find_template) as looked_up:
        assert {shown(n=n) for n in (1, 1, 1)} == {"[middle A|part 7 1]"}
        assert shown(n=2) == "[middle A|part 7 2]"
    assert looked_up.call_count == 3


def test_a_name_that_is_a_value_is_looked_up_each_time() -> None:
    on = engine()
    part, child = page("named.html", on), page("child.html", on)
    assert [part(name=name, n=1) for name in ("part.html", "other.html", "part.html")] == [
        "part 1 ",
        "other 1 ",
        "part 1 ",
    ]
    assert [child(name=name) for name in ("base.html", "flat.html", "base.html")] == [
        "[child|B]",
        "<child>",
        "[child|B]",
    ]


def test_only_hides_what_stands_outside() -> None:
    assert page("only.html", engine())(n=1) == "part  "


def test_the_blocks_of_a_parent_are_collected_once() -> None:
    shown = page("page.html", engine())
    shown()
    with mock.patch.object(NodeList, "get_nodes_by_type") as collected:
        assert shown(n=1) == "[middle A|part 7 1]"
    assert collected.call_count == 0


@pytest.mark.parametrize("debug", [True, False])
def test_a_template_that_was_edited_is_read_again_with_debug_alone(debug: bool) -> None:
    with override_settings(DEBUG=debug):
        templates = dict(TEMPLATES)
        shown = page("page.html", engine(templates))
        assert shown(n=1) == "[middle A|part 7 1]"
        templates["part.html"] = "edited "
        assert shown(n=1) == ("[middle A|edited 1]" if debug else "[middle A|part 7 1]")
