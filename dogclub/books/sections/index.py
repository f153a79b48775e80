"""The contents: nights with winner and loser, players, and the other sections, each with its page."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.club_day import club_day
from clubs.language.capitals import capital
from clubs.language.dates import date_format
from clubs.language.figures import minus
from clubs.models import Night
from dogclub.books.pdf.typst_workers import PageDocument
from dogclub.books.sections import blocks
from dogclub.books.sections.blocks import column
from dogclub.books.sections.book_request import Volume
from dogclub.books.sections.nights_in_order import Evening
from games.base.entry.names import listed
from games.consequences.recipients import LOSER, WINNER
from games.models import Seat
from leagues.models import Award
from leagues.night_report.chapters.wording import shorter
from leagues.trophies import catalogue
from leagues.trophies.holders import live

DUMMY = "000"


@dataclass
class Index:
    """`nights`, `dogs` and `rest` get their page numbers while the book is made; until then DUMMY has about the same
    width.
    """

    volume: Volume
    evenings: Sequence[Evening]
    later: Sequence[Night]
    nights: dict[int, int] = field(default_factory=dict)
    dogs: list[tuple[str, int | None]] = field(default_factory=list)
    rest: list[tuple[str, int | None]] = field(default_factory=list)
    pages: int = 0

    def document(self) -> PageDocument:
        """Return the document of the contents, with the page numbers known so far."""
        page_blocks = [self._nights()]
        rest = blocks.listed(_("And the rest"), _shown(self.rest))
        if self.dogs:
            page_blocks.append(blocks.columns([blocks.listed(_("The dogs"), _shown(self.dogs))], [rest, self._note()]))
        else:
            page_blocks += [rest, self._note()]
        facts = {_("Pages"): str(self.pages or DUMMY)}
        return blocks.section(
            self.volume, _("What is in it"), page_blocks, facts, note=_("Set in Besley and Public Sans.")
        )

    def _note(self) -> blocks.Block:
        has = [words for part, words in _HAS.items() if part in self.volume.parts]
        words = _("Each night has {parts}.").format(parts=listed(map(str, has))) if has else ""
        return blocks.words(words, quiet=True)

    def _nights(self) -> blocks.Block:
        names = catalogue.names(self.volume.club.pk, self.volume.main.key)
        taken = _taken(self.volume)
        columns = [
            column(gettext_lazy("Night"), 20, "soft"),
            *_heads(names),
            column(gettext_lazy("Page"), 14, "page", end=True),
        ]
        wide = len(columns) - 2
        rows = [self._row(at, each, taken, wide) for at, each in enumerate(self.evenings)]
        rows += [
            [_date(club_day(night.starts_at), self.volume), _("to come"), *[""] * (wide - 1), ""]
            for night in self.later
        ]
        return blocks.table(_("The nights"), columns, rows)

    def _row(self, at: int, each: Evening, taken: dict[object, dict[str, tuple[str, str]]], wide: int) -> list[str]:
        by_game = taken.get(each.night.pk if each.night else each.day, {})
        cells = [*by_game.get(WINNER, ("", "")), *by_game.get(LOSER, ("", ""))][:wide]
        return [_date(each.day, self.volume), *cells, str(self.nights.get(at, DUMMY))]


_HAS = {"reports": gettext_lazy("its report"), "sheets": gettext_lazy("its sheets as they were written")}


def _heads(names: dict[str, str]) -> list[blocks.Column]:
    """Return the columns for winner and loser, under the names of the club's trophies."""
    top, low = names.get(WINNER, _("Winner")), names.get(LOSER, _("Loser"))
    return [
        column(_head(top), "rest", "name"),
        column(gettext_lazy("Total"), 16, "figure", end=True),
        column(_head(low), "rest"),
        column(gettext_lazy("Total"), 16, "figure", end=True),
    ]


def _head(trophy: str) -> str:
    return capital(shorter(trophy))


def _shown(rows: Sequence[tuple[str, int | None]]) -> list[tuple[str, str]]:
    return [(words, DUMMY if page is None else str(page)) for words, page in rows]


def _date(when: date, volume: Volume) -> str:
    return str(date_format(when, "j M" if volume.days[0].year == volume.days[1].year else "j M y"))


def _taken(volume: Volume) -> dict[object, dict[str, tuple[str, str]]]:
    """Return by night (or by day, without one) and rule the last winner and their total. Two queries."""
    about = {"trophy__game": volume.main.key, "trophy__club": volume.club, "trophy__rule__in": (WINNER, LOSER)}
    rows = live().filter(**about).exclude(match=None, playoff=None)
    rows = rows.select_related("trophy", "player", "match", "playoff").order_by("awarded_at", "pk")
    totals = _totals(volume)
    by_night: dict[object, dict[str, tuple[str, str]]] = {}
    for award in rows:
        key = _evening(award)
        total = totals.get((award.match_id or award.playoff_id, award.player_id))
        by_night.setdefault(key, {})[award.trophy.rule] = (award.player.label, "" if total is None else minus(total))
    return by_night


def _evening(award: Award) -> object:
    if award.match:
        return award.match.night_id or club_day(award.match.started_at)
    return award.playoff.night_id if award.playoff else None


def _totals(volume: Volume) -> dict[tuple[object, int], int]:
    """Return the total by (match, player), and by (play-off, player) for the final tables."""
    seats = Seat.objects.filter(match__in=volume.matches, match__game=volume.main.key).order_by(
        "match__started_at", "pk"
    )
    named = seats.values_list("match", "match__fixture__playoff", "player", "total", "match__fixture__stage")
    totals: dict[tuple[object, int], int] = {}
    for match, playoff, player, total, stage in named:
        totals[match, player] = total
        if playoff and stage != "group":
            totals[playoff, player] = total
    return totals
