"""Messages of scripts are delivered with the page or later, in its language; English, their source, needs none."""

import json
import re
from typing import Any

import pytest
from django.template import Context, Template
from django.test import Client
from django.utils import translation
from django.utils.translation import ngettext

from dogclub.app.script_messages import translated
from tests import pseudo
from tests.server import ROOT

BUNDLES = ROOT / "dogclub" / "static" / "dogclub"
SAID = json.loads((BUNDLES / "messages.json").read_text())
CODES = {text: str(code) for messages in SAID.values() for code, text, *_ in messages}


def page(script: str) -> str:
    return Template(f'{{% script "{script}" %}}').render(Context())


def messages(script: str) -> Any:
    found = re.search(r'<script id="messages-[\w.]+" type="application/json">(.*?)</script>', page(script))
    return json.loads(found[1]) if found else None


def late(script: str) -> str:
    """The address of the messages of the script's parts that are loaded later; "" for none."""
    found = re.search(r'data-says="(.+)"', page(script))
    return found[1] if found else ""


def test_in_english_a_script_comes_alone() -> None:
    assert page("live") == '<script type="module" src="/static/dogclub/live.js"></script>'


def test_in_another_language_what_it_says_comes_before_it() -> None:
    with pseudo.offered(), translation.override(pseudo.CODE):
        assert messages("live")[CODES["Live."]] == pseudo.pseudo("Live.")
        assert page("live").endswith('<script type="module" src="/static/dogclub/live.js"></script>')


def test_a_number_brings_each_form_of_its_language() -> None:
    with pseudo.offered(), translation.override(pseudo.CODE):
        hours = messages("live")[CODES["{count} hour ago"]]
    assert hours == {"one": pseudo.pseudo("{count} hour ago"), "other": pseudo.pseudo("{count} hours ago")}


def test_a_table_brings_what_it_says_at_first_and_no_other_page_s_texts() -> None:
    with pseudo.offered(), translation.override(pseudo.CODE):
        said = messages("dirty_dog.table")
    assert CODES["Nothing to undo"] in said
    assert not said.keys() & {CODES[text] for text in ("Nothing to send", "That was the last hand.", "Live.")}


def test_what_the_later_parts_say_comes_in_a_file_that_a_browser_keeps(client: Client) -> None:
    with translation.override("de"):
        first, address = messages("dirty_dog.table"), late("dirty_dog.table")
    answer = client.get(address)
    assert answer.json()[CODES["Nothing to send"]] == "Nichts zu senden"
    assert not answer.json().keys() & first.keys()
    assert {"immutable", "public"} < set(answer["Cache-Control"].split(", "))


def test_a_page_of_another_build_gets_today_s_and_keeps_them_not(client: Client) -> None:
    answer = client.get("/script-messages/de/dirty_dog.table.late.000000000000.json")
    assert answer.json()[CODES["Nothing to send"]] == "Nichts zu senden"
    assert answer["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("name", ["xx/dirty_dog.table.late", "de/dirty_dog.table", "de/cat.late"])
def test_no_other_file_is_there(client: Client, name: str) -> None:
    assert client.get(f"/script-messages/{name}.000000000000.json").status_code == 404


def test_what_is_the_same_in_english_is_not_sent() -> None:
    with translation.override("de"):
        assert CODES["Floater."] not in messages("dirty_dog.table")


def test_every_text_has_a_code_of_its_own() -> None:
    assert len(set(CODES.values())) == len(CODES)


def test_a_script_that_says_nothing_brings_nothing() -> None:
    with pseudo.offered(), translation.override(pseudo.CODE):
        assert messages("draw") is None


@pytest.mark.parametrize("script", ["dirty_dog.table", "form.table", "live", "wall", "offline"])
def test_every_message_stands_in_its_bundle(script: str) -> None:
    """`npm run build` writes both."""
    code = (BUNDLES / f"{script}.js").read_text()
    assert all(f'"{text}"' in code for _, *texts in SAID[script] for text in texts)


@pytest.mark.parametrize(
    ("script", "parts"),
    [("dirty_dog.table", ["table.extras", "dirty_dog.offline"]), ("form.table", ["table.extras"])],
)
def test_every_later_message_stands_in_a_later_part(script: str, parts: list[str]) -> None:
    code = "".join((BUNDLES / f"{name}.js").read_text() for name in parts)
    assert all(f'"{text}"' in code for _, *texts in SAID[f"{script}.late"] for text in texts)


@pytest.mark.parametrize("language", ["de", "es", "fr", "nl", "pt"])
def test_one_thing_is_said_in_the_singular(language: str) -> None:
    with translation.override(language):
        one = ngettext("{count} entry to send", "{count} entries to send", 1)
        said = translated("form.table.late")[int(CODES["{count} entry to send"])]
    assert isinstance(said, dict)
    assert said["one"] == one
