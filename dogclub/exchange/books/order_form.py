"""The form to order a season book."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from clubs.access import Access
from clubs.accounts.adapter import is_mail_sent
from clubs.models import Club, Season
from dogclub.exchange.books.sections.book_request import PARTS, volume

OVER = Q(matches__finished_at__isnull=False) | Q(matches__abandoned_at__isnull=False, matches__rounds__gt=0)

PAPERS = (("a4", "A4"), ("letter", pgettext_lazy("paper size", "Letter")))
ALL = "all"
PAPER = {"invalid_choice": gettext_lazy("Paper is A4 or Letter."), "required": gettext_lazy("Choose A4 or Letter.")}
GONE = {
    "invalid_choice": gettext_lazy("That season is not one of this club’s. Choose another one."),
    "required": gettext_lazy("Choose a season."),
}


class OrderForm(forms.Form):
    """`seasons` come with their number of finished matches; `has_address` adds the question about an email. `newest` is
    the key of the latest season with matches.
    """

    season = forms.ChoiceField(label=gettext_lazy("Season"), error_messages=GONE)
    paper = forms.ChoiceField(
        label=gettext_lazy("Paper"),
        choices=PAPERS,
        error_messages=PAPER,
    )
    mail = forms.BooleanField(label=gettext_lazy("Email me when it’s ready"), required=False)

    def __init__(self, seasons: Sequence[tuple[Season, int]], *, has_address: bool, **more: Any) -> None:
        super().__init__(**more)
        self.newest = next((str(season.pk) for season, count in seasons if count), ALL)
        self.known = {ALL, *(str(season.pk) for season, _ in seasons)}
        choices = [(str(season.pk), _matches(season, count)) for season, count in seasons]
        choice = self.fields["season"]
        assert isinstance(choice, forms.ChoiceField)
        choice.choices = [*choices, (ALL, _("All seasons in one book"))]
        for key, label in PARTS.items():
            self.fields[key] = forms.BooleanField(label=str(label), required=False)
        self.order_fields(["season", *PARTS, "paper", "mail"])
        if not has_address:
            del self.fields["mail"]

    @property
    def asked(self) -> Mapping[str, Any]:
        """The order as the job stores it: {"season": key or None for all, "paper", "parts"}."""
        cleaned = self.cleaned_data
        season = None if cleaned["season"] == ALL else int(cleaned["season"])
        return {"season": season, "paper": cleaned["paper"], "parts": [part for part in PARTS if cleaned[part]]}


def _matches(season: Season, count: int) -> str:
    words = ngettext("{season}, {count} match", "{season}, {count} matches", count)
    return (words if count else _("{season}, no match yet")).format(season=season, count=count)


def order_form(access: Access, **more: Any) -> OrderForm:
    """Return the form with the club's seasons, newest first; one query."""
    rows = access.club.seasons.annotate(over=Count("matches", filter=OVER)).order_by("-starts_on", "-pk")
    seasons = [(each, each.over) for each in rows]
    return OrderForm(seasons, has_address=bool(access.user and access.user.email and is_mail_sent()), **more)


def nothing_in(club: Club, form: OrderForm) -> str:
    """Return an error sentence where the book of a valid order would be empty, else ""."""
    wanted = volume(club, form.asked)
    if wanted is None or wanted.count:
        return ""
    name = wanted.name if wanted.season else club.name
    words = _("{name} has no finished match yet, so its book would be empty. Finish one, or choose another season.")
    return words.format(name=name)
