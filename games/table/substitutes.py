"""The page on which somebody takes over a seat in mid-match, and on which that is taken back."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from clubs.fields import NameField
from clubs.language.terms import capital
from clubs.models import Player
from clubs.players.search import by_name
from games import ledger
from games.access import MatchAccess, match_view
from games.base.form_parsing import named
from games.base.table_game import Unreadable
from games.base.wording import line_of, numbered, round_of, substitution_in_words, title
from games.entries.match_state import MatchState, is_final, load
from games.models import Match, Substitution
from games.registry import table_game
from games.table.new_match import busy, take_over
from scoring.base import Illegal

STAYS, TAKEN = "stays", "taken"
NEW_NAME = "new"


class SubstituteForm(forms.Form):
    """Who takes over which seat from which round on, and whose result it is."""

    seat = forms.TypedChoiceField(
        coerce=int,
        label=gettext_lazy("Who stops playing"),
        error_messages={"required": gettext_lazy("Choose who stops playing.")},
    )
    player = forms.ChoiceField(label=gettext_lazy("Who takes over"))
    name = NameField(label=gettext_lazy("Name of a new player"), max_length=60, required=False)
    number = forms.IntegerField(min_value=1, max_value=999)
    result = forms.ChoiceField(
        label=gettext_lazy("The result counts for"),
        initial=STAYS,
        choices=(
            (STAYS, gettext_lazy("whoever had the seat")),
            (TAKEN, gettext_lazy("whoever takes over")),
        ),
        help_text=gettext_lazy("Place, standings and trophies. Each round counts for whoever played it."),
    )

    def __init__(self, state: MatchState, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.state = state
        seats = [state.seats[seat] for seat in state.sheet.active_seats]
        names = [(seat.position, state.substitutes.playing(seat).label) for seat in seats]
        self.fields["seat"].choices = [("", ""), *names]  # type: ignore[attr-defined]
        self.players = {str(player.pk): player for player in free_players(state)}
        choices = [(key, player.label) for key, player in self.players.items()]
        self.fields["player"].choices = [  # type: ignore[attr-defined]
            ("", ""),
            *choices,
            (NEW_NAME, _("A new player")),
        ]
        word = table_game(state.match.game).display.round_word
        self.fields["number"].label = FIRST_ROUND.get(word, FIRST_ROUND["round"])
        self.fields["number"].initial = round_of(state.sheet, len(state.sheet.lines) + (not is_final(state.sheet)))

    def clean(self) -> dict[str, Any]:
        answers: dict[str, Any] = super().clean() or {}
        if answers.get("player") == NEW_NAME and not answers.get("name"):
            self.add_error("name", _("Enter the name of the new player."))
        return answers

    def takeover(self) -> ledger.Takeover:
        """What a valid form says; a new player becomes a guest of the club. Raises Unreadable."""
        answers = self.cleaned_data
        key, club = answers["player"], self.state.match.club
        player = named(club, answers["name"]) if key == NEW_NAME else self.players[key]
        number = line_of(self.state.sheet, answers["number"])
        return ledger.Takeover(answers["seat"], player, number, answers["result"] == TAKEN)


FIRST_ROUND = {
    "hand": gettext_lazy("First hand of the new player"),
    "game": gettext_lazy("First game of the new player"),
    "year": gettext_lazy("First year of the new player"),
    "round": gettext_lazy("First round of the new player"),
}


def free_players(state: MatchState) -> Sequence[Player]:
    """The active players of the club who may take over a seat: they play at no table now; who left this seat may."""
    match, substitutes = state.match, state.substitutes
    here = {substitutes.playing(seat).pk for seat in state.seats}
    fixed = {seat.player_id for seat in state.seats if not substitutes.at(seat.position)}
    others = busy(match) if match.is_open else set()
    rows = Player.objects.filter(club=match.club_id, is_active=True)
    return list(by_name(rows.exclude(pk__in=here | fixed | others)))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@match_view("correct")
def substitutes(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponse:
    """Show who took over which seat, and the form for one more; POST saves it."""
    state = load(match)
    form = SubstituteForm(state, request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            row = take_over(state, form.takeover(), access.writer)
        except (Illegal, Unreadable, ledger.Refused) as error:
            form.add_error(None, error.message if isinstance(error, Illegal | Unreadable) else str(error))
        else:
            messages.success(request, _in_words(load(Match.objects.get(pk=match.pk)), row))
            return redirect("table" if match.is_open else "match", match.pk)
    context = {
        "access": access.club_access,
        "here": "more",
        "match": match,
        "title": title(match),
        "form": form,
        "rows": [(row, _in_words(state, row), _is_last(state, row)) for row in state.substitutes.rows],
        "now": capital(numbered(table_game(match.game).display.round_word, form.fields["number"].initial)),
        "back": "table" if match.is_open else "match",
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if request.method == "POST" else HTTPStatus.OK
    return render(request, "games/table/substitutes.html", context, status=status)


def _in_words(state: MatchState, row: Substitution) -> str:
    return substitution_in_words(state, row, table_game(state.match.game).display.round_word)


def _is_last(state: MatchState, row: Substitution) -> bool:
    """Whether nobody has taken over the same seat since, so that it can be taken back."""
    return state.substitutes.at(row.position)[-1] == row


@require_POST
@match_view("correct")
def take_back(request: HttpRequest, match: Match, access: MatchAccess, key: int) -> HttpResponse:
    """Take a substitution back."""
    get_object_or_404(Substitution, match=match, pk=key)
    try:
        if ledger.end_substitution(match.pk, key, by=access.writer):
            messages.success(request, _("Taken back: the seat is played as before."))
    except (Illegal, ledger.Refused) as error:
        messages.error(request, error.message if isinstance(error, Illegal) else str(error))
    return redirect("substitutes", match.pk)
