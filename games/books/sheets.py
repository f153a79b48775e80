"""A match on paper: the document of its sheet, and the leaf it becomes in a book."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.utils.formats import date_format

from games.book import Book
from games.books.crew import Leaf
from games.confirmed import in_brief
from games.league import shelf
from games.rooms import room
from games.rooms.base import Room
from games.sheets.document import Document, Labels, document
from games.sheets.pdf import Fill, Paper
from games.sheets.prints import Print
from games.titles import day, game_name
from leagues.models import Club, Trophy
from scoring.records import sheet_json


def usual(here: Room, options: Any) -> Print | None:
    """The first sheet of a game that suits what was agreed; None for a game that is not printed."""
    return next((each for each in here.prints if each.suits(options)), None)


def document_of(book: Book, link: str, trophies: Mapping[str, str]) -> Document:
    """The sheet as everybody may read it; `trophies` are names by the rule they pass by."""
    match = book.match
    labels = Labels(
        title=game_name(match),
        club=match.club.name,
        night=date_format(day(match.started_at), "j F Y"),
        date=day(match.started_at).isoformat(),
        table=match.table,
        link=link,
        version=match.version,
        rules=match.rule_version,
        confirmed=in_brief(book),
        **{f"{rule}_trophy": name for rule, name in trophies.items()},
        printed_at=written(book),
        short={seat.player.label: seat.player.nickname for seat in book.seats if seat.player.nickname},
    )
    return document(sheet_json(book.engine, book.public.sheet, book.names), labels)


def written(book: Book) -> int:
    """Unix time of the last thing written down."""
    return int((book.history[-1].received_at if book.history else book.match.started_at).timestamp())


@dataclass
class Shelf:
    """What is played for in a club, by game; each is read once for a whole book."""

    club: Club
    _known: dict[str, list[Trophy]] = field(default_factory=dict)

    def prizes(self, book: Book) -> dict[str, str]:
        match = book.match
        if not match.for_trophy:
            return {}
        if match.game not in self._known:
            had = shelf.on_shelf(self.club.pk, match.game)
            self._known[match.game] = [*had, *shelf.missing(self.club.pk, match.game, had)]
        over = match.finished_at or match.started_at
        return {trophy.rule: trophy.name for trophy in self._known[match.game] if trophy.counts(over)}


def leaf(book: Book, shelf: Shelf, paper: Paper, fill: Fill = "filled") -> Leaf | None:
    """The page of a match, with room for the number of the page.

    Its link is written out: to look it up would load every page of the house into a process that sets paper.
    """
    chosen = usual(room(book.match.game), book.options)
    if chosen is None:
        return None
    told = document_of(book, f"{settings.BASE_URL}/m/{book.match.pk}/", shelf.prizes(book))
    page = chosen.page(told, fill=fill, paper=paper)
    return Leaf(chosen.template, {**page, "folio": True}, written(book))
