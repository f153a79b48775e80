"""The list of all buttons, menu entries and form labels, one a line, which translators start with: `python -m
tests.labels` prints it.
"""

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import django
from django.forms.fields import Field
from django.forms.forms import BaseForm
from django.forms.utils import pretty_name
from django.urls import get_resolver

from tests.server import ROOT

PACKAGES = ("clubs.", "games.", "leagues.", "dogclub.")
MENUS = (
    *("masthead.html", "menu.html", "bottom_bar.html", "bottom_links.html", "colophon.html", "appearance.html"),
    *("more_links.html", "club_links.html", "own_links.html"),
)
KINDS = ("Buttons", "Menus", "Form labels")
COMMENT = re.compile(r"\{% comment %\}.*?\{% endcomment %\}|\{#.*?#\}", re.S)
MARKED = re.compile(r'\{% translate "([^"]*)".*?%\}')
PLURAL = re.compile(r"\{% plural %\}.*?(?=\{% endblocktranslate %\})", re.S)
OTHERWISE = re.compile(r"\{% (?:else|elif\b.*?) %\}")
VALUE, TAG = re.compile(r"\{\{.*?\}\}", re.S), re.compile(r"\{%.*?%\}", re.S)
UNSEEN = re.compile(r'<span\s+class="vh"\s*>.*?</span>|<svg.*?</svg>', re.S)
BUTTON = re.compile(r'<(button|summary)\b[^>]*>(.*?)</\1>|<(a)\s[^>]*class="btn\b[^>]*>(.*?)</a>', re.S)
LINK = re.compile(r"<a\s[^>]*>(.*?)</a>", re.S)
LABEL = re.compile(r"<(label|legend)\b[^>]*>(.*?)</\1>", re.S)
SCRIPTED = re.compile(r'\bbutton\((?:gettext\()?"([^"]+)"')


def listing() -> str:
    """The expected content of the list: a heading for each kind, then its labels in alphabetical order."""
    labels = {"Buttons": set(_buttons()), "Menus": set(_menus()), "Form labels": set(_form_labels())}
    return "\n".join(f"# {kind}\n\n" + "\n".join(sorted(labels[kind] - {""})) + "\n" for kind in KINDS)


def _templates() -> Iterator[tuple[Path, str]]:
    for path in sorted((ROOT / "templates").rglob("*.html")):
        source = PLURAL.sub("", MARKED.sub(r"\1", COMMENT.sub("", path.read_text())))
        source = OTHERWISE.sub(" / ", source)
        yield path, TAG.sub("", VALUE.sub("…", source))


def _seen(markup: str) -> str:
    """The visible text of the markup; "" if it consists only of values."""
    text = " ".join(re.sub(r"<[^>]*>", " ", UNSEEN.sub("", markup)).replace("&amp;", "&").split())
    return text.strip(" />") if re.search(r"[A-Za-z]", text) else ""


def _buttons() -> Iterator[str]:
    for _, source in _templates():
        yield from (_seen(found[2] or found[4] or "") for found in BUTTON.finditer(source))
    for script in sorted((ROOT / "dogclub" / "scripts").rglob("*.js")):
        yield from SCRIPTED.findall(script.read_text())


def _menus() -> Iterator[str]:
    for path, source in _templates():
        if path.name in MENUS:
            yield from (_seen(found[1]) for found in LINK.finditer(source))


def _form_labels() -> Iterator[str]:
    for _, source in _templates():
        yield from (_seen(found[2]) for found in LABEL.finditer(source))
    list(get_resolver().url_patterns)  # imports every view, and with it every form
    for form in _forms(BaseForm):
        fields: dict[str, Field] = getattr(form, "base_fields", {})
        yield from (str(field.label or pretty_name(name)) for name, field in fields.items())


def _forms(parent: type[BaseForm]) -> Iterator[type[BaseForm]]:
    for form in parent.__subclasses__():
        if form.__module__.startswith(PACKAGES):
            yield form
        yield from _forms(form)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    sys.stdout.write(listing())
