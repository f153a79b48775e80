"""Sharing a finished match."""

from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.club_day import club_day
from clubs.language.capitals import capital
from clubs.language.dates import date_format
from clubs.language.figures import minus
from games.base.entry.round_words import rounds_and_callouts, so_many
from games.base.results import counts
from games.base.results.finish import Finish
from games.base.results.titles import game_name, table_of
from games.charts.totals_chart import run_of
from games.entries.match_state import MatchState, load, seats_at
from games.match.picture import picture_answer
from games.match.printing import sheet_answer
from games.models import Match
from games.registry import table_game
from games.sheets.text import listed
from games.table.finish.places import places
from leagues.models import ShareLink
from leagues.sharing.subject import Paper, Part, Subject

CALLED = 9


def match_subject(match: Match) -> Subject | None:
    """Return what is shared of the match; None before it has a result."""
    if match.finished_at is None:
        return None
    state = load(match, seats_at(match)).public
    day = date_format(club_day(match.started_at), "l j F")
    about = ", ".join(filter(None, (game_name(match), day, table_of(match))))
    headline = _result(state)
    return Subject(
        club=match.club,
        columns={"kind": ShareLink.Kind.MATCH, "match": match},
        url=match.get_absolute_url(),
        headline=headline,
        about=about,
        alt=_("Picture of the match: {headline}. {others}").format(headline=headline, others=_others(state)),
        sees=(
            _("This picture, in the chat"),
            _("The club’s name and colour"),
            _("Everyone’s name, place and total"),
            rounds_and_callouts(table_game(match.game).display.round_word, match.rounds),
        ),
        sees_not=(
            _("Other matches or nights"),
            _("Standings and players’ pages"),
            _("Emails and who is coming"),
            _("Who wrote or changed a score"),
        ),
        edition=(match.pk, match.version, match.table, match.club.branding, state.names),
        page=lambda: Part("leagues/sharing/shown/match.html", _page(state)),
        picture=lambda request: picture_answer(request, match),
        paper=Paper(_("Download sheet (PDF)"), lambda request, link: _paper(request, match, link)),
    )


def _paper(request: HttpRequest, match: Match, link: str) -> HttpResponseBase:
    return sheet_answer(request, match, link)


def _page(state: MatchState) -> dict[str, Any]:
    match, game = state.match, table_game(state.match.game)
    display, finish = game.display, game.finish(state)
    where = ", ".join(filter(None, (date_format(club_day(match.started_at), "l j F Y"), table_of(match))))
    seats = len(state.seats)
    order = places(state, finish)
    return {
        "heading": game_name(match),
        "match": match,
        "where": where,
        "facts": f"{capital(counts.players(seats))}, {_played(state)}",
        "style": game.style,
        "finish": finish,
        "winners": listed([place.name for place in order.first]),
        "label": order.label,
        "total": order.first[0].total if order.first else None,
        "places": [*order.first, *order.others],
        "has_reasons": any(place.reason for place in order.others),
        "display": display,
        "sheet": display.sheet(state),
        "callouts": display.callouts(state)[:CALLED],
        "run": run_of(state, display.length(state), display.goal(state)),
    }


def _result(state: MatchState) -> str:
    """Return `Núria Ødegård wins with 70`, `Otto Pym and Bea Marlowe share the win with 34`."""
    order = places(state, Finish())
    if not order.first:
        return _("{game}: nobody wins").format(game=game_name(state.match))
    words = ngettext("{names} wins with {points}", "{names} share the win with {points}", len(order.first))
    if not order.has_winner:
        words = _("{names} are level with {points}")
    return words.format(names=listed([place.name for place in order.first]), points=minus(order.first[0].total))


def _played(state: MatchState) -> str:
    """Return `20 hands`."""
    return so_many(table_game(state.match.game).display.round_word, state.match.rounds)


def _others(state: MatchState) -> str:
    """Return `Wilhelmina 67, Otto 63.`: what the picture says of the other players, for its text alternative."""
    order = places(state, table_game(state.match.game).finish(state))
    return ", ".join(f"{place.name} {minus(place.total)}" for place in order.others) + "."
