"""What scripts say comes with the page in its language; in English, their source, nothing has to."""

import json
import re
from typing import Any

import pytest
from django.template import Context, Template
from django.utils import translation

from tests import pseudo
from tests.server import ROOT

BUNDLES = ROOT / "dogclub" / "static" / "dogclub"


def page(script: str) -> str:
    return Template(f'{{% script "{script}" %}}').render(Context())


def messages(script: str) -> Any:
    found = re.search(r'<script id="messages-[\w.]+" type="application/json">(.*?)</script>', page(script))
    return json.loads(found[1]) if found else None


def test_in_english_a_script_comes_alone() -> None:
    assert page("live") == '<script type="module" src="/static/dogclub/live.js"></script>'


def test_in_another_language_what_it_says_comes_before_it() -> None:
    with pseudo.offered(), translation.override(pseudo.CODE):
        assert messages("live")["Live."] == pseudo.pseudo("Live.")
        assert page("live").endswith('<script type="module" src="/static/dogclub/live.js"></script>')


def test_a_number_brings_each_form_of_its_language() -> None:
    with pseudo.offered(), translation.override(pseudo.CODE):
        hours = messages("live")["{count} hour ago"]
    assert hours == {"one": pseudo.pseudo("{count} hour ago"), "other": pseudo.pseudo("{count} hours ago")}


def test_a_table_brings_what_its_later_parts_say_and_no_other_page_s_texts() -> None:
    with pseudo.offered(), translation.override(pseudo.CODE):
        said = messages("dirty_dog.table")
    assert {"Nothing to undo", "Nothing to send", "That was the last hand."} <= said.keys()
    assert "Live." not in said


def test_a_script_that_says_nothing_brings_nothing() -> None:
    with pseudo.offered(), translation.override(pseudo.CODE):
        assert messages("draw") is None


@pytest.mark.parametrize("script", ["dirty_dog.table", "form.table", "live", "wall", "offline"])
def test_every_message_stands_in_its_bundle(script: str) -> None:
    """`npm run build` writes both."""
    late = {"dirty_dog.table": ["table.extras", "dirty_dog.offline"], "form.table": ["table.extras"]}
    code = "".join((BUNDLES / f"{name}.js").read_text() for name in [script, *late.get(script, [])])
    said = json.loads((BUNDLES / "messages.json").read_text())[script]
    assert all(f'"{text}"' in code for each in said for text in each)
