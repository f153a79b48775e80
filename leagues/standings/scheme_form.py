"""How a season counts, as a plain form: a scheme in, a scheme out."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from clubs.models import Player
from scoring.base import Malformed
from scoring.standings import TIE_BREAKS, Scheme, scheme_from_json

WAYS = {
    "wins": "Wins: one point for each win, nothing else",
    "places": "Places: points for coming, and more for the first few",
    "flat": "Flat: points for coming, and more for the winner alone",
    "totals": "Totals: the total of each match is its points",
    "sum": "Added up: the points of each game’s own table",
}
EACH = {"match": "every match", "night": "of every night the best match"}
SHARED = {"average": "share the points of the places they take up", "full": "all get the points of that place"}
CARDS = {value: str(value) for value in range(2, 11)} | {11: "Jack", 12: "Queen", 13: "King", 14: "Ace"}
ASKED = 6
NUMBER = {"invalid": "Write a whole number.", "required": "Write a number; 0 for none."}
CHOOSE = {"required": "Choose one of them.", "invalid_choice": "Choose one of them."}
PLACES = "Write whole numbers with commas between them, like 5, 3, 2."
LIST = re.compile(r"[\s,;/]+")


class NumberField(forms.IntegerField):
    def __init__(self, low: int = 0, high: int = 1000, **kwargs: Any) -> None:
        wrong = {
            **NUMBER,
            "min_value": "At least %(limit_value)s, please.",
            "max_value": "At most %(limit_value)s, please.",
        }
        super().__init__(min_value=low, max_value=high, error_messages=wrong, **kwargs)


class SchemeForm(forms.Form):
    """`level` are players who share a place that cards are pulled for."""

    way = forms.ChoiceField(label="Points come from", widget=forms.RadioSelect, error_messages=CHOOSE)
    coming = NumberField(-1000, label="For coming")
    places = forms.CharField(
        label="More for 1st, 2nd, 3rd …",
        max_length=200,
        help_text="Numbers with commas: 5, 3, 2",
        error_messages={"required": PLACES},
    )
    win = NumberField(-1000, label="More for a win", help_text="Where only the winner gets more.")
    loser = NumberField(-1000, label="For the Cone of Shame", help_text="Usually less than nothing: -1")
    shared = forms.ChoiceField(label="Those who share a place", choices=list(SHARED.items()), error_messages=CHOOSE)
    each = forms.ChoiceField(label="What counts", choices=list(EACH.items()), error_messages=CHOOSE)
    best = NumberField(label="Only the best so many count", help_text="0: all of them.")
    drop = NumberField(label="The lowest so many do not count", help_text="0: all count.")
    minimum = NumberField(label="Ranked from so many matches on", help_text="0: from the first.")

    def __init__(self, *args: Any, scheme: Scheme, across: bool, level: Sequence[Player] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.across, self.level, self.before = across, level, scheme
        ways = {key: words for key, words in WAYS.items() if key != ("totals" if across else "sum")}
        self.fields["way"].choices = list(ways.items())  # type: ignore[attr-defined]
        self._ask_tie_breaks()
        self._ask_cards()
        self.initial = self._filled(scheme)

    def _ask_tie_breaks(self) -> None:
        choices = [("", "nothing more"), *((metric.key, metric.asks) for metric in TIE_BREAKS)]
        for at in range(1, ASKED + 1):
            label = "When points are level, ask first" if at == 1 else f"Then, {at}."
            self.fields[f"ask_{at}"] = forms.ChoiceField(
                label=label, choices=choices, required=False, error_messages=CHOOSE
            )

    def _ask_cards(self) -> None:
        choices = [("", "no card"), *CARDS.items()]
        for player in self.level:
            label = f"The card {player.label} pulled"
            self.fields[f"card_{player.pk}"] = forms.ChoiceField(
                label=label, choices=choices, required=False, error_messages=CHOOSE
            )

    def _filled(self, scheme: Scheme) -> dict[str, Any]:
        initial = {name: getattr(scheme, name) for name in ("way", "coming", "win", "loser", "shared", "each")}
        initial |= {name: getattr(scheme, name) for name in ("best", "drop", "minimum")}
        initial["places"] = ", ".join(map(str, scheme.places))
        initial |= {f"ask_{at}": key for at, key in enumerate(scheme.tie_breaks, 1)}
        return initial | {f"card_{player}": card for player, card in scheme.pulls.items()}

    def clean_places(self) -> list[int]:
        text = self.cleaned_data["places"].replace("\N{MINUS SIGN}", "-")
        words = [word for word in LIST.split(text.strip()) if word]
        if not words or not all(re.fullmatch(r"-?[0-9]{1,4}", word) for word in words):
            raise ValidationError(PLACES)
        return [int(word) for word in words]

    def clean(self) -> dict[str, Any]:
        if not self.errors:
            try:
                self.cleaned_data["scheme"] = scheme_from_json(self._said(self.cleaned_data), across=self.across)
            except Malformed as error:
                self.add_error(_field(error.field), error.message)
        return self.cleaned_data

    def _said(self, data: Mapping[str, Any]) -> dict[str, Any]:
        tie_breaks = [data[f"ask_{at}"] for at in range(1, ASKED + 1)]
        pulls = {str(player): card for player, card in self.before.pulls.items()}
        for player in self.level:
            pulls.pop(str(player.pk), None)
            if card := data[f"card_{player.pk}"]:
                pulls[str(player.pk)] = int(card)
        plain = {name: data[name] for name in self.fields if not name.startswith(("ask_", "card_"))}
        return plain | {"tie_breaks": [key for key in tie_breaks if key], "pulls": pulls}


def _field(name: str | None) -> str | None:
    return {"tie_breaks": "ask_1", "pulls": None}.get(name or "", name)
