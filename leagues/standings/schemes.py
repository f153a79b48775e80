"""The form for a scheme, including the order of its tie-breaks."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import Access, club_view
from clubs.calendar.seasons import SeasonClosed
from clubs.models import Club, Player, Role, Season
from clubs.queries import serialised
from clubs.responses import is_following
from games.base.form_parsing import WHOLE
from games.consequences.league import LOSER, league
from games.registry import table_game
from games.statistics.queries import AS_WRITTEN
from leagues import standings
from leagues.models import Standing
from leagues.standings import Table
from leagues.standings.queries import ALL, RulesPlayed, game_key, rules_played
from leagues.standings.update import check_points_open, save_scheme
from leagues.standings.wording import example, game_title, hundredths
from scoring.base import Malformed
from scoring.messages import translated
from scoring.standings import METRICS, TIE_BREAKS, Scheme, scheme_from_json, scheme_to_json
from scoring.standings.metrics import Metric

WAYS = {
    "wins": gettext_lazy("Wins: one point for each win, nothing else"),
    "places": gettext_lazy("Places: points for taking part, and more for the first few"),
    "flat": gettext_lazy("Flat: points for taking part, and more for the winner alone"),
    "totals": gettext_lazy("Totals: the total of each match is its points"),
    "sum": gettext_lazy("Sum: the points of each game’s own table"),
}
ANY_RULES = "any"
AGGREGATES = {
    "sum": gettext_lazy("the sum of the points"),
    "average": gettext_lazy("the average of the points"),
    "percentage": gettext_lazy("the percentage of what a winner gets"),
}
EACH = {"match": gettext_lazy("every match"), "night": gettext_lazy("the best match of each night")}
SHARED = {
    "average": gettext_lazy("share the points of the places they occupy"),
    "full": gettext_lazy("each get the full points of that place"),
}
CARDS = {value: str(value) for value in range(2, 11)} | {
    11: gettext_lazy("Jack"),
    12: gettext_lazy("Queen"),
    13: gettext_lazy("King"),
    14: gettext_lazy("Ace"),
}
# The ways of counting that use a field; fields not listed are used by all.
APPLIES = {
    "coming": ("places", "flat"),
    "places": ("places",),
    "win": ("flat",),
    "loser": ("places", "flat"),
    "shared": ("places",),
}
NUMBER = {"invalid": WHOLE, "required": gettext_lazy("Enter a number; 0 for none.")}
CHOOSE = {"required": gettext_lazy("Choose one of them."), "invalid_choice": gettext_lazy("Choose one of them.")}
PLACES = gettext_lazy("Enter whole numbers separated by commas, like 5, 3, 2.")
KEYS = [metric.key for metric in TIE_BREAKS]
STEPS = {"up": -1, "down": 1}
LIST = re.compile(r"[\s,;/]+")


class NumberField(forms.IntegerField):
    def __init__(self, low: int = 0, high: int = 1000, **kwargs: Any) -> None:
        wrong: dict[str, Any] = {
            **NUMBER,
            "min_value": gettext_lazy("At least %(limit_value)s, please."),
            "max_value": gettext_lazy("At most %(limit_value)s, please."),
        }
        super().__init__(min_value=low, max_value=high, error_messages=wrong, **kwargs)


class SchemeForm(forms.Form):
    """A scheme as a form. `across` is for the table across all games; `level` are players who share a place, for whom
    pulled cards can be entered.
    """

    way = forms.ChoiceField(label=gettext_lazy("Points come from"), widget=forms.RadioSelect, error_messages=CHOOSE)
    coming = NumberField(-1000, label=gettext_lazy("For taking part"))
    places = forms.CharField(
        label=gettext_lazy("More for 1st, 2nd, 3rd …"),
        max_length=200,
        help_text=gettext_lazy("Separated by commas: 5, 3, 2"),
        error_messages={"required": PLACES},
    )
    win = NumberField(
        -1000, label=gettext_lazy("More for a win"), help_text=gettext_lazy("Where only the winner gets more.")
    )
    loser = NumberField(
        -1000, label=gettext_lazy("For the Cone of Shame"), help_text=gettext_lazy("Usually negative: -1")
    )
    rules = forms.ChoiceField(
        label=gettext_lazy("Totals that count"),
        required=False,
        error_messages=CHOOSE,
        help_text=gettext_lazy("Totals by different rules do not compare, neither as points nor as tie-breaks."),
    )
    shared = forms.ChoiceField(
        label=gettext_lazy("Players who share a place"), choices=list(SHARED.items()), error_messages=CHOOSE
    )
    each = forms.ChoiceField(
        label=gettext_lazy("Matches that count"), choices=list(EACH.items()), error_messages=CHOOSE
    )
    aggregate = forms.ChoiceField(
        label=gettext_lazy("Players are ranked by"),
        choices=list(AGGREGATES.items()),
        initial="sum",
        required=False,
        error_messages=CHOOSE,
        help_text=gettext_lazy("With an average or a percentage, ask for some matches below."),
    )
    best = NumberField(label=gettext_lazy("Count only the best …"), help_text=gettext_lazy("0: count all."))
    drop = NumberField(label=gettext_lazy("Leave out the lowest …"), help_text=gettext_lazy("0: leave out none."))
    minimum = NumberField(
        label=gettext_lazy("Ranked after … matches"), help_text=gettext_lazy("0: after the first match.")
    )

    def __init__(
        self,
        *args: Any,
        scheme: Scheme,
        across: bool,
        level: Sequence[Player] = (),
        last_prize: str = "",
        played: Sequence[RulesPlayed] = (),
        **kwargs: Any,
    ) -> None:
        """`last_prize` is the club's name for the trophy of last place in this game, "" for the usual one; `played` are
        the rules of its matches.
        """
        super().__init__(*args, **kwargs)
        if last_prize:
            self.fields["loser"].label = gettext("For {trophy}").format(trophy=last_prize)
        self.across, self.level, self.before = across, level, scheme
        ways = {key: words for key, words in WAYS.items() if key != ("totals" if across else "sum")}
        self.fields["way"].choices = list(ways.items())  # type: ignore[attr-defined]
        self._ask_rules(played)
        self._ask_cards()
        self.initial = self._filled(scheme)

    @property
    def chosen_tie_breaks(self) -> list[Metric]:
        """The chosen tie-breaks, in order."""
        keys = self.data.getlist("ask") if isinstance(self.data, QueryDict) else self.before.tie_breaks
        return [METRICS[key] for key in keys if key in KEYS]

    @property
    def other_tie_breaks(self) -> list[Metric]:
        return [metric for metric in TIE_BREAKS if metric not in self.chosen_tie_breaks]

    @property
    def shown(self) -> list[tuple[forms.BoundField, str]]:
        """Each field with the CSS classes of the ways of counting that it belongs to."""
        return [(field, " ".join(f"for-{way}" for way in APPLIES.get(field.name, ()))) for field in self]

    def _ask_rules(self, played: Sequence[RulesPlayed]) -> None:
        known = {each.key or AS_WRITTEN: each.label for each in played}
        if self.before.rules is not None:
            known.setdefault(self.before.rules or AS_WRITTEN, gettext("Other rules"))
        if self.across or not known:
            del self.fields["rules"]
            return
        choices = {ANY_RULES: gettext("of all matches, by whatever rules"), **known}
        self.fields["rules"].choices = list(choices.items())  # type: ignore[attr-defined]

    def _ask_cards(self) -> None:
        choices = [("", gettext("no card")), *CARDS.items()]
        for player in self.level:
            label = gettext("Card pulled by {player}").format(player=player.label)
            self.fields[f"card_{player.pk}"] = forms.ChoiceField(
                label=label, choices=choices, required=False, error_messages=CHOOSE
            )

    def _filled(self, scheme: Scheme) -> dict[str, Any]:
        initial = {name: getattr(scheme, name) for name in ("way", "coming", "win", "loser", "shared", "each")}
        initial |= {name: getattr(scheme, name) for name in ("aggregate", "best", "drop", "minimum")}
        initial["places"] = ", ".join(map(str, scheme.places))
        initial["rules"] = ANY_RULES if scheme.rules is None else scheme.rules or AS_WRITTEN
        return initial | {f"card_{player}": card for player, card in scheme.pulls.items()}

    def clean_places(self) -> list[int]:
        text = self.cleaned_data["places"].replace("\N{MINUS SIGN}", "-")
        words = [word for word in LIST.split(text.strip()) if word]
        if not words or not all(re.fullmatch(r"-?[0-9]{1,4}", word) for word in words):
            raise ValidationError(PLACES)
        return [int(word) for word in words]

    def clean(self) -> dict[str, Any]:
        if isinstance(self.data, QueryDict) and not {*self.data.getlist("ask")} <= {*KEYS}:
            self.add_error(None, gettext("Choose the tie-breaks from the list."))
        if not self.errors:
            try:
                self.cleaned_data["scheme"] = scheme_from_json(self._scheme_json(self.cleaned_data), across=self.across)
            except Malformed as error:
                self.add_error(_field(error.field), translated(error.message))
        return self.cleaned_data

    def _scheme_json(self, data: Mapping[str, Any]) -> dict[str, Any]:
        pulls = {str(player): card for player, card in self.before.pulls.items()}
        for player in self.level:
            pulls.pop(str(player.pk), None)
            if card := data[f"card_{player.pk}"]:
                pulls[str(player.pk)] = int(card)
        plain = {name: data[name] for name in self.fields if not name.startswith("card_")}
        asked = plain.pop("rules", "") or ANY_RULES
        plain["rules"] = {ANY_RULES: None, AS_WRITTEN: ""}.get(asked, asked)
        plain["aggregate"] = plain["aggregate"] or self.before.aggregate
        return plain | {"tie_breaks": [metric.key for metric in self.chosen_tie_breaks], "pulls": pulls}


def _field(name: str | None) -> str | None:
    return {"tie_breaks": None, "pulls": None}.get(name or "", name)


def reordered(form: QueryDict) -> QueryDict:
    """Return the form after a tap on the list of tie-breaks: `up:wins`, `down:wins`, `off:wins`, `add:wins`."""
    do, _, key = form.get("do", "").partition(":")
    order = [each for each in form.getlist("ask") if each in KEYS]
    if do == "add" and key in KEYS and key not in order:
        order.append(key)
    elif key in order:
        at = order.index(key)
        order.remove(key)
        if do in STEPS:
            order.insert(max(at + STEPS[do], 0), key)
    changed = form.copy()
    changed.setlist("ask", order)
    return changed


# The page on which an organiser changes the scheme of a season's table, with a preview of the result.


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.ORGANISER)
@serialised
def season_scheme(request: HttpRequest, club: Club, access: Access, pk: int, game: str) -> HttpResponse:
    """`do` is `look` for the preview, `save` to save the scheme, or `up:wins` and the like to change the list of
    tie-breaks.
    """
    season = get_object_or_404(Season.objects.select_related("club"), club=club, pk=pk)
    key = game_key(game)
    scheme = standings.scheme_of(Table(season.pk, key), {season.pk: season.schemes})
    posted: QueryDict | None = request.POST if request.method == "POST" else None
    moves = posted is not None and ":" in posted.get("do", "")
    posted = reordered(posted) if posted is not None and moves else posted
    level, last_prize = _level(season, key, scheme), _last_prize(club, key)
    played = rules_played(club, season, key)
    form = SchemeForm(posted, scheme=scheme, across=not key, level=level, last_prize=last_prize, played=played)
    is_fine = form.is_valid()
    if is_fine:
        try:
            check_points_open(season)
        except SeasonClosed as error:
            form.add_error(None, str(error))
    if is_fine and not season.closed_at and request.POST.get("do") == "save":
        save_scheme(season, key, form.cleaned_data["scheme"])
        messages.success(request, _changed(season, key))
        return redirect(f"{reverse('standings', args=[club.slug])}?season={season.pk}&game={key or ALL}")
    wanted = form.cleaned_data["scheme"] if is_fine else scheme
    is_looking = is_fine and not (season.closed_at or moves or is_following(request))
    context = {
        "access": access,
        "here": "standings",
        "season": season,
        "title": game_title(key),
        "form": form,
        "example": example(wanted) if is_fine or not form.is_bound else (),
        "preview": _preview(season, key, wanted) if is_looking else None,
    }
    status = 422 if form.is_bound and form.errors and not moves else 200
    return render(request, "leagues/standings/scheme.html", context, status=status)


def _last_prize(club: Club, key: str) -> str:
    """Return the club's name for the trophy of last place; "" across all games, or if the name is a usual one."""
    name = league().prize_names(club.pk, key).get(LOSER, "") if key else ""
    return name if key and name not in table_game(key).trophies else ""


def _level(season: Season, game: str, scheme: Scheme) -> list[Player]:
    """Return the players who can be given a pulled card: those who share a place, or have pulled one before."""
    if not scheme.asks_for_cards:
        return []
    rows = list(Standing.objects.filter(season=season, game=game, place__isnull=False).select_related("player"))
    places = [row.place for row in rows]
    return [row.player for row in rows if places.count(row.place) > 1 or row.player_id in scheme.pulls]


def _changed(season: Season, game: str) -> str:
    if not game:
        words = _("{season}: the table across all games was recalculated. The tables of the games stay.")
        return words.format(season=season.name)
    across = standings.scheme_of(Table(season.pk, ""), {season.pk: season.schemes})
    words = _("{season}: the table of {game} was recalculated.")
    if across.way == "sum":
        words = _("{season}: the table of {game} was recalculated, and with it the table across all games.")
    return words.format(season=season.name, game=game_title(game))


def _preview(season: Season, game: str, scheme: Scheme) -> list[dict[str, object]]:
    """Return the rows of the table under this scheme, each with the current place and points."""
    rows = standings.trial(season, game, {**season.schemes, game: scheme_to_json(scheme)})
    now = {row.player_id: row for row in Standing.objects.filter(season=season, game=game)}
    players = Player.objects.in_bulk([row.line.player for row in rows])
    return [
        {
            "place": row.place,
            "player": players[row.line.player],
            "points": hundredths(row.line.points),
            "now": now[row.line.player].place if row.line.player in now else None,
            "points_now": hundredths(now[row.line.player].points) if row.line.player in now else "",
        }
        for row in rows
    ]
