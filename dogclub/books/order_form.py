"""The order for a season book."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from clubs.models import Season
from dogclub.books.book_request import PARTS

PAPERS = (("a4", "A4"), ("letter", "Letter"))
ALL = "all"
PAPER = {"invalid_choice": "Paper is A4 or Letter.", "required": "Choose A4 or Letter."}
GONE = {"invalid_choice": "That season is not one of this club’s. Choose another one.", "required": "Choose a season."}


class OrderForm(forms.Form):
    """`seasons` come with how many finished matches each has; only who has an address is asked about a letter. `newest`
    is the last season that has something to tell."""

    season = forms.ChoiceField(label="Which season", error_messages=GONE)
    paper = forms.ChoiceField(
        label="Paper",
        choices=PAPERS,
        error_messages=PAPER,
    )
    mail = forms.BooleanField(label="Send me an e-mail when it is done", required=False)

    def __init__(self, seasons: Sequence[tuple[Season, int]], *, has_address: bool, **more: Any) -> None:
        super().__init__(**more)
        self.newest = next((str(season.pk) for season, count in seasons if count), ALL)
        self.known = {ALL, *(str(season.pk) for season, _ in seasons)}
        choices = [(str(season.pk), f"{season.name}, {_matches(count)}") for season, count in seasons]
        choice = self.fields["season"]
        assert isinstance(choice, forms.ChoiceField)
        choice.choices = [*choices, (ALL, "All seasons in one book")]
        for key, label in PARTS.items():
            self.fields[key] = forms.BooleanField(label=label, required=False)
        self.order_fields(["season", *PARTS, "paper", "mail"])
        if not has_address:
            del self.fields["mail"]

    @property
    def asked(self) -> Mapping[str, Any]:
        """As the job keeps it."""
        said = self.cleaned_data
        season = None if said["season"] == ALL else int(said["season"])
        return {"season": season, "paper": said["paper"], "parts": [part for part in PARTS if said[part]]}


def _matches(count: int) -> str:
    return "1 match" if count == 1 else f"{count} matches"
