"""The night report as a picture for chats: who took the trophies, or else who won and who came last."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _

from clubs.language.locales import date_format, minus
from clubs.language.terms import capital
from clubs.models import Club
from clubs.responses import conditional
from games.base import wording
from games.match.printing import SHAPES, Shape, club_colour, one_of, picture_logo, sent_picture
from games.registry import table_game
from games.sheets.layout_words import listed
from games.sheets.typst import LAYOUTS, careful, each_text
from leagues.night_report.facts import NightFacts, Passing, Sitting, Table
from leagues.night_report.report import Report

TEMPLATE = LAYOUTS / "picture_report.typ"
MARKS = {"winner": "top", "loser": "low"}


def report_picture_answer(request: HttpRequest, club: Club, report: Report) -> HttpResponseBase:
    """Return a PNG in the shape that the query parameter `shape` names: wide or square. Raises BadRequest for any
    other.
    """
    data = night_picture(club, report, one_of(request, "shape", SHAPES, "wide"))
    name = f"night-{report.facts.day.isoformat()}"
    return conditional(request, ("picture", data), lambda: sent_picture(TEMPLATE, data, name))


def night_picture(club: Club, report: Report, shape: Shape) -> Mapping[str, Any]:
    """Return the input of `picture_report.typ`, with all texts reduced to what its fonts can show. Needs a finished
    match in the night.
    """
    night = report.facts
    data = {
        "shape": shape,
        "colour": club_colour(club),
        "title": _("{club}, night report").format(club=club.name),
        "club": club.name,
        "logo": picture_logo(club),
        "game": _("Night report"),
        "day": date_format(night.day, "l j F Y"),
        "halves": [_passing(night, each) for each in night.main] or _without_trophies(night.finished[0]),
        "callout": "",
        "words": _figures(night),
        "facts": _what(night),
    }
    return dict(each_text(careful, data))


def _passing(night: NightFacts, passing: Passing) -> dict[str, str]:
    total = _total_of(night, passing)
    words = _("keeps it") if passing.is_kept else _("first holder")
    if passing.before and not passing.is_kept:
        words = _("takes it from {player}").format(player=passing.before)
    return {"label": passing.trophy, "name": passing.full, "note": words, "total": total, "mark": MARKS[passing.kind]}


def _total_of(night: NightFacts, passing: Passing) -> str:
    """Return the total with which the trophy was won or lost; "" if the play-off as a whole decided."""
    for table in night.finished:
        sitting = table.named(passing.player)
        took = sitting and (sitting.is_winner if passing.kind == "winner" else sitting.is_loser)
        if sitting and took and table.game == passing.game:
            return minus(sitting.total)
    return ""


def _without_trophies(table: Table) -> list[dict[str, str]]:
    """Return the winners of the most important table, and who came last if the game has losers."""
    halves = [(_("Winner"), "top", table.winners), (_("Last place"), "low", table.losers)]
    return [_half(label, mark, sittings, table) for label, mark, sittings in halves if sittings] or [
        {"label": table.heading, "name": _("No winner"), "note": "", "total": "", "mark": "top"}
    ]


def _half(label: str, mark: str, sittings: Sequence[Sitting], table: Table) -> dict[str, str]:
    names = listed([each.full for each in sittings])
    return {"label": label, "name": names, "note": table.heading, "total": minus(sittings[0].total), "mark": mark}


def _figures(night: NightFacts) -> str:
    """Return `Fourteen players, four matches, 52 hands.`"""
    players, matches = len(night.players), len(night.tables)
    rounds = sum(table.rounds for table in night.tables)
    words = {table.word for table in night.tables}
    word = words.pop() if len(words) == 1 else "round"
    return f"{capital(wording.players(players))}, {wording.matches(matches)}, {wording.rounds(rounds, word)}."


def _what(night: NightFacts) -> str:
    """Return `Dirty Dog, two groups and two final tables`."""
    games = listed(list(dict.fromkeys(table_game(table.game).name for table in night.tables)))
    if not night.groups:
        return games
    finals = len(night.tables) - night.groups
    words = _("{games}, {groups} and {finals}") if finals else _("{games}, {groups}")
    return words.format(games=games, groups=wording.groups(night.groups), finals=wording.final_tables(finals))
