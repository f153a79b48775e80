"""Sharing a player’s own page: the player's figures, without the names of others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.template.defaultfilters import floatformat
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.club_day import club_day
from clubs.language.figures import minus
from clubs.models import Club, Player
from clubs.web.conditional import conditional
from games.base.results.statistics import Figure
from games.base.table_game import TableGame
from games.charts.dots_chart import AVERAGE_OF
from games.match.picture import SHAPES, TEMPLATE, Shape, club_colour, picture_logo, sent_picture
from games.match.printing import one_of
from games.registry import TABLE_GAMES
from games.sheets.pdf import careful, each_text
from games.statistics import queries
from games.statistics.queries import Summary
from leagues.models import ShareLink
from leagues.sharing.subject import Part, Subject
from leagues.statistics.matches_chart import totals_chart
from leagues.trophies.holders import holders

ROWS = 6
SAYS = gettext_lazy("Total of each match, and the average of the last five")


@dataclass(frozen=True)
class Played:
    """A game that the player has played; `figures` are (label, number, unit) as text."""

    game: TableGame
    summary: Summary
    figures: Sequence[tuple[str, str, str]]


def player_subject(club: Club, player: Player) -> Subject | None:
    """Return what is shared of the player; None before the first result, and for players who left or were merged into
    another.
    """
    games = _games(player)
    if not games or player.is_former or player.merged_into_id:
        return None
    first = games[0]
    held = [str(holder.trophy) for holder in holders(club.pk) if holder.player == player]
    wins = ngettext("{count} win", "{count} wins", first.summary.wins).format(count=first.summary.wins)
    return Subject(
        club=club,
        columns={"kind": ShareLink.Kind.PLAYER, "player": player},
        url=f"{club.get_absolute_url()}players/{player.pk}/",
        headline=_("{player}: {wins} in {matches} of {game}").format(
            player=player.label, wins=wins, matches=_matches(first.summary.matches), game=first.game.name
        ),
        about=_("{player}, all time").format(player=player.label),
        alt=_("Picture of a player: {player}, {wins}. {in_short}").format(
            player=player.label, wins=wins, in_short=_in_short(first.figures)
        ),
        sees=(
            _("This picture, in the chat"),
            _("The club’s name and colour"),
            _("Your name, and the trophies you hold"),
            _("Your figures in each game"),
        ),
        sees_not=(
            _("Names of other players"),
            _("Matches, nights and standings"),
            _("Your email and nights you came to"),
            _("Your rating"),
        ),
        edition=(
            player.label,
            club.branding,
            held,
            [(each.game.key, each.summary, each.figures) for each in games],
        ),
        page=lambda: Part("leagues/sharing/shown/player.html", _page(player, games, held)),
        picture=lambda request: _picture_answer(request, club, player, first, held),
    )


def _games(player: Player) -> list[Played]:
    """Return the games, the one played most first."""
    played = queries.summaries(player)
    order = sorted(
        (game for game in TABLE_GAMES if game.key in played), key=lambda game: played[game.key].matches, reverse=True
    )
    return [Played(game, played[game.key], _figures(player, game, played[game.key])) for game in order]


def _figures(player: Player, game: TableGame, summary: Summary) -> list[tuple[str, str, str]]:
    """Return the figures at the head of the player’s page as (label, number, unit)."""
    main = game.player_statistics(player, summary).main
    return [(figure.label, _number(figure), figure.unit) for figure in main if figure.value is not None]


def _number(figure: Figure) -> str:
    return minus(str(floatformat(figure.value, figure.decimals)))


def _page(player: Player, games: Sequence[Played], held: Sequence[str]) -> dict[str, Any]:
    seats = queries.run(player, games[0].game.key, queries.RUN + AVERAGE_OF - 1)
    return {
        "heading": player.name,
        "player": player,
        "held": held,
        "games": games,
        "chart": totals_chart(seats, SAYS),
        "charted": games[0],
    }


def _picture_answer(
    request: HttpRequest, club: Club, player: Player, first: Played, held: Sequence[str]
) -> HttpResponseBase:
    data = picture(club, player, first, held, one_of(request, "shape", SHAPES, "wide"))
    return conditional(request, ("picture", data), lambda: sent_picture(TEMPLATE, data, "player"))


def picture(club: Club, player: Player, first: Played, held: Sequence[str], shape: Shape) -> Mapping[str, Any]:
    """Return the input of `picture.typ`, with all texts reduced to what its fonts can show: wins, and figures of the
    game played most.
    """
    summary = first.summary
    since = club_day(summary.first_at).year if summary.first_at else None
    data = {
        "shape": shape,
        "colour": club_colour(club),
        "title": f"{club.name}, {player.label}",
        "club": club.name,
        "logo": picture_logo(club),
        "game": first.game.name,
        "day": _("since {year}").format(year=since) if since else "",
        "winner": player.label,
        "total": str(summary.wins),
        "mark": "",
        "label": ngettext("win", "wins", summary.wins),
        "rows": [
            {"place": "", "name": label, "total": f"{number} {unit}".strip(), "mark": "", "note": ""}
            for label, number, unit in first.figures[:ROWS]
        ],
        "callout": "",
        "words": _holds(held) if held else _("{matches} so far.").format(matches=_matches(summary.matches)),
        "facts": _("All time"),
    }
    return dict(each_text(careful, data))


def _matches(count: int) -> str:
    return ngettext("{count} match", "{count} matches", count).format(count=count)


def _holds(trophies: Sequence[str]) -> str:
    first, *rest = trophies
    words = _("Holds the {trophy} and the {other}.") if rest else _("Holds the {trophy}.")
    return words.format(trophy=first, other=_(" and the ").join(rest))


def _in_short(figures: Sequence[tuple[str, str, str]]) -> str:
    return ", ".join(f"{label} {number} {unit}".strip() for label, number, unit in figures[:ROWS]) + "."
