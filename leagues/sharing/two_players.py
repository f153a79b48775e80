"""Sharing two players against each other: who finished ahead, how often, and their last meetings."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.models import Club, Player, Season
from clubs.web.conditional import conditional
from games.base.table_game import TableGame
from games.match.picture import SHAPES, TEMPLATE, Shape, club_colour, picture_logo, sent_picture
from games.match.printing import one_of
from games.registry import TABLE_GAMES
from games.sheets.pdf import careful, each_text
from games.statistics.meetings import Balance
from leagues.models import ShareLink
from leagues.sharing.subject import Part, Subject
from leagues.standings.queries import ALL
from leagues.statistics.two_players import meetings_in_words, two_players_context

SEES = (
    gettext_lazy("This picture, in the chat"),
    gettext_lazy("The club’s name and colour"),
    gettext_lazy("Both names, and who finished ahead"),
    gettext_lazy("Day, game and both totals of the last meetings"),
)
SEES_NOT = (
    gettext_lazy("Names of other players"),
    gettext_lazy("Matches, nights and standings"),
    gettext_lazy("Other games and seasons than these"),
    gettext_lazy("Emails and who is coming"),
)


def two_players_subject(club: Club, one: Player, other: Player, season: Season | None, game: str) -> Subject | None:
    """Return what is shared of the two; None before their first meeting, or if one has left or was merged into another.
    `game` is a key or ALL, no season means all time.
    """
    if one == other or any(each.is_former or each.merged_into_id for each in (one, other)):
        return None
    chosen = next((each for each in TABLE_GAMES if each.key == game), None)
    found = two_players_context(one, other, chosen, season)
    if not found["met"] or (chosen is None and game != ALL):
        return None
    columns = {
        "kind": ShareLink.Kind.HEAD_TO_HEAD,
        "player": one,
        "opponent": other,
        "season": season,
        "game": game,
    }
    headline, balance = _headline(one, other, found["tally"]), found["tally"]
    return Subject(
        club=club,
        columns=columns,
        url=f"{club.get_absolute_url()}head-to-head/?{_query(columns)}",
        headline=headline,
        about=f"{_against(one, other)}, {found['covers']}",
        alt=_("Picture of two players: {headline}. {player} {ahead}, {other} {behind}, level {level}.").format(
            headline=headline, player=one.label, other=other.label, **_figures(balance)
        ),
        sees=SEES,
        sees_not=SEES_NOT,
        edition=(one.label, other.label, club.branding, found["covers"], found["met"]),
        page=lambda: Part("leagues/sharing/shown/two_players.html", _page(one, other, found)),
        picture=lambda request: _picture_answer(request, club, one, other, chosen, season, found),
    )


def two_players_query(subject: Subject) -> str:
    """Return the query string of the pair: `player=1&against=4&game=dirty-dog&season=2`."""
    return _query(subject.columns)


def _query(columns: Mapping[str, Any]) -> str:
    season = columns["season"]
    asked = {"player": columns["player"].pk, "against": columns["opponent"].pk}
    game = {} if columns["game"] == ALL else {"game": columns["game"]}
    return urlencode(asked | game | ({"season": season.pk} if season else {}))


def _headline(one: Player, other: Player, balance: Balance) -> str:
    """Return `Núria finished ahead of Bea in 6 of 9 meetings`."""
    words = ngettext(
        "{player} and {other} are level after {count} meeting",
        "{player} and {other} are level after {count} meetings",
        balance.matches,
    )
    if balance.ahead != balance.behind:
        words = ngettext(
            "{player} finished ahead of {other} in {ahead} of {count} meeting",
            "{player} finished ahead of {other} in {ahead} of {count} meetings",
            balance.matches,
        )
    first, second = (other, one) if balance.behind > balance.ahead else (one, other)
    ahead = max(balance.ahead, balance.behind)
    return words.format(player=first.label, other=second.label, ahead=ahead, count=balance.matches)


def _against(one: Player, other: Player) -> str:
    return _("{player} against {other}").format(player=one.label, other=other.label)


def _figures(balance: Balance) -> dict[str, int]:
    return {"ahead": balance.ahead, "behind": balance.behind, "level": balance.level}


def _page(one: Player, other: Player, found: Mapping[str, Any]) -> dict[str, Any]:
    return {**found, "heading": _against(one, other), "one": one, "other": other}


def _picture_answer(
    request: HttpRequest,
    club: Club,
    one: Player,
    other: Player,
    game: TableGame | None,
    season: Season | None,
    found: Mapping[str, Any],
) -> HttpResponseBase:
    shape = one_of(request, "shape", SHAPES, "wide")
    data = picture(club, one, other, game.name if game else _("All games"), season, found, shape)
    return conditional(request, ("picture", data), lambda: sent_picture(TEMPLATE, data, "head-to-head"))


def picture(
    club: Club,
    one: Player,
    other: Player,
    game: str,
    season: Season | None,
    found: Mapping[str, Any],
    shape: Shape,
) -> Mapping[str, Any]:
    """Return the input of `picture.typ`, with all texts reduced to what its fonts can show: first the player who
    finished ahead more often, then the other.
    """
    balance = found["tally"]
    is_level = balance.ahead == balance.behind
    first, second = (other, one) if balance.behind > balance.ahead else (one, other)
    rows = [_row(second.label, min(balance.ahead, balance.behind)), _row(_("Level"), balance.level)]
    data = {
        "shape": shape,
        "colour": club_colour(club),
        "title": f"{club.name}, {_against(one, other)}",
        "club": club.name,
        "logo": picture_logo(club),
        "game": game,
        "day": season.name if season else _("All seasons"),
        "winner": first.label,
        "total": str(max(balance.ahead, balance.behind)),
        "mark": "" if is_level else "top",
        "label": _("times ahead"),
        "rows": rows if balance.level else rows[:1],
        "callout": "",
        "words": found["recent"] or _headline(one, other, balance) + ".",
        "facts": meetings_in_words(balance.matches),
    }
    return dict(each_text(careful, data))


def _row(name: str, times: int) -> dict[str, str]:
    return {"place": "", "name": name, "total": str(times), "mark": "", "note": ""}
