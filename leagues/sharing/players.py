"""Sharing a player's own page, or two players against each other, without the names of others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.template.defaultfilters import floatformat
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.locales import comma_separated, listed, minus, with_unit
from clubs.language.terms import as_object
from clubs.models import Club, Player, Season
from clubs.models.calendar import club_day
from clubs.responses import conditional
from games.base.statistics import Figure
from games.base.table_game import TableGame
from games.charts.plots import AVERAGE_OF
from games.match.printing import SHAPES, TEMPLATE, Shape, club_colour, one_of, picture_logo, sent_picture
from games.registry import TABLE_GAMES
from games.sheets.typst import careful, each_text
from games.statistics import queries
from games.statistics.meetings import Balance
from games.statistics.queries import Summary, Whose, chosen_rules
from leagues.models import ShareLink
from leagues.sharing.links import Part, Subject
from leagues.standings.queries import ALL
from leagues.statistics.player import totals_chart
from leagues.statistics.two_players import meetings_in_words, two_players_context
from leagues.trophies.holders import holders

# Sharing a player’s own page: the player's figures, without the names of others.


ROWS = 6
SAYS = gettext_lazy("Total of each match, and the average of the last five")


@dataclass(frozen=True)
class Played:
    """A game that the player has played; `figures` are (label, number, unit) as text. Points are those of `whose`, by
    one set of rules.
    """

    game: TableGame
    summary: Summary
    whose: Whose
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
    wins = _("no win yet")
    if first.summary.wins:
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
        page=lambda: Part("leagues/sharing/shown/player.html", _player_page(player, games, held)),
        picture=lambda request: _player_picture_answer(request, club, player, first, held),
    )


def _games(player: Player) -> list[Played]:
    """Return the games, the one played most first."""
    played = queries.summaries(player)
    order = sorted(
        (game for game in TABLE_GAMES if game.key in played), key=lambda game: played[game.key].matches, reverse=True
    )
    return [_played(player, game, played[game.key]) for game in order]


def _played(player: Player, game: TableGame, everything: Summary) -> Played:
    choice = chosen_rules(player, None, game.key, everything)
    summary = choice.on(everything)
    return Played(game, summary, choice.whose, _player_figures(player, game, summary))


def _player_figures(player: Player, game: TableGame, summary: Summary) -> list[tuple[str, str, str]]:
    """Return the figures at the head of the player’s page as (label, number, unit)."""
    main = game.player_statistics(player, summary).main
    return [(figure.label, _number(figure), figure.unit) for figure in main if figure.value is not None]


def _number(figure: Figure) -> str:
    return minus(str(floatformat(figure.value, figure.decimals)))


def _player_page(player: Player, games: Sequence[Played], held: Sequence[str]) -> dict[str, Any]:
    seats = queries.run(games[0].whose, games[0].game.key, queries.RUN + AVERAGE_OF - 1)
    return {
        "heading": player.name,
        "player": player,
        "held": held,
        "games": games,
        "chart": totals_chart(seats, SAYS),
        "charted": games[0],
    }


def _player_picture_answer(
    request: HttpRequest, club: Club, player: Player, first: Played, held: Sequence[str]
) -> HttpResponseBase:
    data = player_picture(club, player, first, held, one_of(request, "shape", SHAPES, "wide"))
    return conditional(request, ("picture", data), lambda: sent_picture(TEMPLATE, data, "player"))


def player_picture(club: Club, player: Player, first: Played, held: Sequence[str], shape: Shape) -> Mapping[str, Any]:
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
            {"place": "", "name": label, "total": with_unit(number, unit), "mark": "", "note": ""}
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
    names = [_("the {trophy}").format(trophy=as_object(trophy)) for trophy in trophies]
    return _("Holds {trophies}.").format(trophies=listed(names))


def _in_short(figures: Sequence[tuple[str, str, str]]) -> str:
    return f"{comma_separated(f'{label} {with_unit(number, unit)}' for label, number, unit in figures[:ROWS])}."


# Sharing two players against each other: who finished ahead, how often, and their last meetings.


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
    headline, balance = two_players_headline(one, other, found["tally"]), found["tally"]
    return Subject(
        club=club,
        columns=columns,
        url=f"{club.get_absolute_url()}head-to-head/?{_query(columns)}",
        headline=headline,
        about=f"{_against(one, other)}, {found['covers']}",
        alt=_("Picture of two players: {headline}. {player} {ahead}, {other} {behind}, level {level}.").format(
            headline=headline, player=one.label, other=other.label, **_two_players_figures(balance)
        ),
        sees=SEES,
        sees_not=SEES_NOT,
        edition=(one.label, other.label, club.branding, found["covers"], found["met"]),
        page=lambda: Part("leagues/sharing/shown/two_players.html", _two_players_page(one, other, found)),
        picture=lambda request: _two_players_picture_answer(request, club, one, other, chosen, season, found),
    )


def two_players_query(subject: Subject) -> str:
    """Return the query string of the pair: `player=1&against=4&game=dirty-dog&season=2`."""
    return _query(subject.columns)


def _query(columns: Mapping[str, Any]) -> str:
    season = columns["season"]
    asked = {"player": columns["player"].pk, "against": columns["opponent"].pk}
    game = {} if columns["game"] == ALL else {"game": columns["game"]}
    return urlencode(asked | game | ({"season": season.pk} if season else {}))


def two_players_headline(one: Player, other: Player, balance: Balance) -> str:
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


def _two_players_figures(balance: Balance) -> dict[str, int]:
    return {"ahead": balance.ahead, "behind": balance.behind, "level": balance.level}


def _two_players_page(one: Player, other: Player, found: Mapping[str, Any]) -> dict[str, Any]:
    return {**found, "heading": _against(one, other), "one": one, "other": other}


def _two_players_picture_answer(
    request: HttpRequest,
    club: Club,
    one: Player,
    other: Player,
    game: TableGame | None,
    season: Season | None,
    found: Mapping[str, Any],
) -> HttpResponseBase:
    shape = one_of(request, "shape", SHAPES, "wide")
    data = two_players_picture(club, one, other, game.name if game else _("All games"), season, found, shape)
    return conditional(request, ("picture", data), lambda: sent_picture(TEMPLATE, data, "head-to-head"))


def two_players_picture(
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
        "words": found["recent"] or two_players_headline(one, other, balance) + ".",
        "facts": meetings_in_words(balance.matches),
    }
    return dict(each_text(careful, data))


def _row(name: str, times: int) -> dict[str, str]:
    return {"place": "", "name": name, "total": str(times), "mark": "", "note": ""}
