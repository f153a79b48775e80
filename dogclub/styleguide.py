"""`/styleguide/`: every component in every state, made from the templates that pages use. Only with DEBUG."""

from types import SimpleNamespace
from typing import Any

from django import forms
from django.contrib.messages.constants import DEFAULT_TAGS
from django.contrib.messages.storage.base import Message
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.base.options import OptionField
from games.dirty_dog.entry_rows import EntryRow, Key

LONG = "Maximiliana-Konstantina von Featherstonehaugh"
KEYS = {
    "open": Key(0, "taps"),
    "bid": Key(1, "taps", "is-bid"),
    "bid and took": Key(2, "taps", "is-on", is_on=True),
    "took, missed": Key(3, "taps", "is-miss"),
    "filled in": Key(4, "taps", "is-auto"),
    "settles it": Key(5, "taps", "is-fit"),
    "barred": Key(6, "", "is-barred"),
}
BUTTONS = ("", "btn-main", "btn-big", "btn-main btn-big", "is-set", "btn-danger", "btn-undo")
CHOICES = (("short", "Short"), ("long", "A long answer"))


class Fields(forms.Form):
    """One field of each kind."""

    name = forms.CharField(label="Name", help_text="As the club calls this player.", initial="Bela")
    place = forms.CharField(label="Place", required=False)
    day = forms.DateField(label="Day", widget=forms.DateInput(attrs={"type": "date"}), initial="2026-11-26")
    at = forms.TimeField(label="Starts", widget=forms.TimeInput(attrs={"type": "time"}), initial="19:30")
    layout = forms.ChoiceField(label="Layout", choices=CHOICES)
    note = forms.CharField(label="Note", widget=forms.Textarea(attrs={"rows": 3}), required=False)
    is_open = forms.BooleanField(label="Everybody may read it", required=False, help_text="Nobody needs to sign in.")


@require_safe
def styleguide(request: HttpRequest) -> HttpResponse:
    return render(request, "dogclub/styleguide.html", _states())


def _states() -> dict[str, Any]:
    """What the components are shown with."""
    return {
        "figures": [0, 7, -5, 64, 102, -110],
        "marks": ["", "top", "low"],
        "names": ["Bela", LONG, "Núria 🐕", "شيماء"],
        "steps": (1, 5),
        "choices": [("1", "One day", True, False), ("7", "A week", False, False), ("0", "Barred", False, True)],
        "keys": [(EntryRow(0, "Bela", "Bela", 0, "", [key]).pad, words) for words, key in KEYS.items()],
        "totals": [
            SimpleNamespace(name="Bela", place=1, total=102, mark="top"),
            SimpleNamespace(name=LONG, note="a latecomer", place=2, total=64, mark=""),
            SimpleNamespace(name="Núria 🐕", place=3, total=-5, mark="low"),
        ],
        "form": Fields(),
        "refused": Fields({"name": "", "day": "26 November", "at": "half past", "layout": "wide"}, auto_id="wrong_%s"),
        "options": [
            OptionField("deal", "check", "Deal in turn", "Who deals is next.", "1", ""),
            OptionField("end", "choice", "Ends", "", "short", "", answers=CHOICES),
            OptionField("hands", "number", "Number of hands", "", "0", "", "Enter 1 to 200.", least=1, most=200),
            OptionField("why", "text", "Reason", "Shown in the history.", "", ""),
        ],
        "messages": [Message(level, f"A message of the level {tag}.") for level, tag in DEFAULT_TAGS.items()],
        "buttons": BUTTONS,
        "pages": Paginator(range(30), 10).page(2),
    }
