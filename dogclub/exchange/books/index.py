"""The contents: nights with winner and loser, players, and the other sections, each with its page."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.language.locales import comma_separated, date_format, labelled, minus, ordinal
from clubs.language.terms import capital
from clubs.models import Night, Player
from clubs.models.calendar import club_day
from dogclub.exchange.books import blocks
from dogclub.exchange.books.blocks import Evening, PrizeNames, column, match_page
from dogclub.exchange.books.order_form import Volume
from dogclub.exchange.books.typst_workers import PageDocument
from games.base.names import listed
from games.base.wording import game_name, table_of
from games.consequences.league import LOSER, WINNER
from games.entries.match_state import MatchState
from games.match.printing import usual
from games.models import Seat
from games.registry import table_game
from leagues.models import Award, Standing
from leagues.night_report.report import REPORT, Report, printable, report_of
from leagues.standings.queries import Board
from leagues.standings.race import Growth, SeasonResults
from leagues.standings.results import Table, scheme_in
from leagues.standings.wording import FIGURES, ranking_figure
from leagues.trophies import contests
from leagues.trophies.contests import shorter
from leagues.trophies.holders import live
from scoring.standings.scheme import Scheme

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
        names = contests.names(self.volume.club.pk, self.volume.main.key)
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


# The sections of a night: its report, which separates it from the night before, then every sheet.


@dataclass(frozen=True)
class NightSection:
    """What a document is about: `at` is the position of the evening in the book; `state` the match, None for the
    report. `night` and `title` are the texts of their bookmarks.
    """

    at: int
    evening: Evening
    night: str
    title: str = ""
    state: MatchState | None = None


Part = tuple[Sequence[NightSection], PageDocument]  # a document with the nights and matches that it is about


@dataclass(frozen=True)
class SingleMatch:
    """A night of one match that may share a page: the pages of its own, which it has otherwise, and what `layout` shows
    of it.
    """

    pages: Sequence[Part]
    layout: Path
    shown: Mapping[str, Any]

    @property
    def section(self) -> NightSection:
        return self.pages[-1][0][0]


def sections_of(volume: Volume, evenings: list[Evening], prizes: PrizeNames) -> Iterator[Part]:
    """Yield each document with what it is about. Two nights of one match in a row share a page where the layout of
    their sheets allows it; only one night and the one before are in memory.
    """
    before: SingleMatch | None = None
    for at, each in enumerate(evenings):
        report = report_of(each.night) if each.night and "reports" in volume.parts else None
        states = _states(each, report)
        pages = list(_pages(volume, NightSection(at, each, _night(each, report)), report, states, prizes))
        single = _single(volume, pages, report)
        if before and single and before.layout == single.layout:
            yield (before.section, single.section), _shared(volume, before, single)
            before = None
            continue
        if before:
            yield from before.pages
        before = single
        if single is None:
            yield from pages
    if before:
        yield from before.pages


def _night(each: Evening, report: Report | None) -> str:
    return labelled(each.date, report.headline) if report else comma_separated((each.date, each.title))


def _pages(
    volume: Volume, section: NightSection, report: Report | None, states: list[MatchState], prizes: PrizeNames
) -> Iterator[Part]:
    """Yield the report of a night and its sheets, each on pages of its own."""
    if "reports" in volume.parts:
        yield [section], _report(volume, report) if report else _day(volume, section.evening, states)
    for state in states if "sheets" in volume.parts else ():
        if page := match_page(state, prizes, volume.paper):
            yield [replace(section, title=_title(state), state=state)], page


def _single(volume: Volume, pages: Sequence[Part], report: Report | None) -> SingleMatch | None:
    """Return the night if it has one sheet, and that may share a page."""
    sheets = [(section.state, page) for (section, *_more), page in pages if section.state]
    if len(sheets) != 1:
        return None
    ((state, sheet),) = sheets
    chosen = usual(table_game(state.match.game), state.options)
    layout = chosen.shared(sheet.page) if chosen else None
    if layout is None:
        return None
    each = pages[-1][0][0].evening
    if report:
        printed = printable(report, volume.club)
        said, date = printed["report"], printed["labels"]["night"]
        shown = {part: said[part] for part in ("headline", "prose", "numbers")}
        shown |= {"tables": [*said["finals"], *said["groups"]], "date": date}
    else:
        places = [{"place": place, "name": name, "total": total, "mark": ""} for place, name, total in _rows(state)]
        tables = [{"title": _title(state), "rows": places}]
        shown = {"headline": each.title, "prose": [], "numbers": [], "tables": tables, "date": each.date}
    return SingleMatch(pages, layout, {**shown, "sheet": sheet.page})


def _shared(volume: Volume, *nights: SingleMatch) -> PageDocument:
    """The page of several nights."""
    document = blocks.section(volume, _("The nights"), ())
    page = {**document.page, "nights": [night.shown for night in nights]}
    return replace(document, template=nights[0].layout, page=page)


def _states(each: Evening, report: Report | None) -> list[MatchState]:
    """Return the matches that the report has loaded, or load them."""
    if report is None:
        return list(each.states())
    wanted = set(each.matches)
    read = [shown.state for shown in (*report.groups, *report.finals) if shown.state.match.pk in wanted]
    order = {match: at for at, match in enumerate(each.order)}
    return sorted(read, key=lambda state: order[state.match.pk])


def _report(volume: Volume, report: Report) -> PageDocument:
    printed = printable(report, volume.club)
    page = REPORT.page(printed, fill="filled", paper=volume.paper)
    imprint = f"{volume.club.name}, {volume.name}"
    note = "" if report.night.season_id and volume.season and volume.season.closed_at else page["note"]
    return PageDocument(
        REPORT.template, {**page, "imprint": imprint, "note": note, "folio": True}, printed["labels"]["printed_at"]
    )


ROWS = (
    column(gettext_lazy("Place"), 16, "soft"),
    column(gettext_lazy("Player"), "rest", "name"),
    column(gettext_lazy("Total"), 20, "figure", end=True),
)


def _day(volume: Volume, each: Evening, states: list[MatchState]) -> PageDocument:
    """The section of a day without a night in the calendar: its results table by table."""
    tables = [blocks.table(_title(state), ROWS, _rows(state)) for state in states]
    return blocks.section(volume, each.title, tables, {_("Day"): each.date})


def _title(state: MatchState) -> str:
    return ", ".join(filter(None, (game_name(state.match), table_of(state.match))))


def _rows(state: MatchState) -> list[list[str]]:
    places = {seat: rank.place for rank in state.engine.ranks(state.sheet) for seat in rank.seats}
    order = sorted(state.sheet.totals, key=lambda seat: (places.get(seat, len(places) + 1), seat))
    return [[str(places.get(seat, "")), state.names[seat], minus(state.sheet.totals[seat])] for seat in order]


# A page for every player: results of the season, and the page of each sheet.


PLAYER_ROWS = (
    column(gettext_lazy("Night"), 26, "soft"),
    column(gettext_lazy("Game"), "rest", "name"),
    column(gettext_lazy("Table"), "rest"),
    column(gettext_lazy("Place"), 22, end=True),
    column(gettext_lazy("Total"), 18, "figure", end=True),
    column(gettext_lazy("Page"), 14, "page", end=True),
)


@dataclass(frozen=True)
class Dogs:
    """All players of the book's matches, by name, with what is loaded for all of them at once."""

    volume: Volume
    players: Sequence[Player]
    rows: Mapping[int, Standing]
    growth: Growth
    leader: int | None
    scheme: Scheme

    @property
    def charts(self) -> int:
        """How many players have a chart."""
        return sum(self._has_chart(player) for player in self.players)

    def _has_chart(self, player: Player) -> bool:
        return self.growth.has_shape and player.pk in self.growth.points

    def document(self, player: Player, pages: Mapping[UUID, int]) -> PageDocument:
        """The page of a player; `pages` maps matches to the page of their sheet, where the book has sheets."""
        seats = Seat.objects.filter(player=player, match__in=self.volume.matches).select_related("match", "match__club")
        played = list(seats.order_by("match__started_at", "match"))
        page_blocks = [blocks.table(_("Night by night"), PLAYER_ROWS, [_row(seat, pages) for seat in played])]
        if taken := _taken_by_player(self.volume, player):
            page_blocks.append(blocks.words(taken, title=_("Took home")))
        if self._has_chart(player):
            page_blocks.insert(0, self._chart(player))
        return blocks.section(self.volume, player.label, page_blocks, self._facts(player, len(played)))

    def _facts(self, player: Player, played: int) -> dict[str, str]:
        row = self.rows.get(player.pk)
        if row is None:
            return {_("Matches"): str(played)}
        place = {_("Place"): ordinal(row.place)} if row.place else {}
        figures = {
            str(FIGURES[self.scheme.aggregate]): ranking_figure(row.points, self.scheme),
            _("Matches"): str(played),
            _("Wins"): str(row.wins),
        }
        return place | figures

    def _chart(self, player: Player) -> blocks.Block:
        """The player's points together with the leader's, for comparison."""
        lines = list(dict.fromkeys(each for each in (player.pk, self.leader) if each is not None))
        names = {each.pk: each.label for each in self.players}
        alt = _("Line chart of the points of {label}, night by night, beside the best of the season.").format(
            label=player.label
        )
        game = self.volume.main.name
        what = _("Points in {game}") if self.volume.season else _("Wins in {game}")
        return blocks.chart(what.format(game=game), self.growth.chart(lines, names), alt, share=0.24)


def dogs(volume: Volume, season: SeasonResults, boards: Sequence[Board]) -> Dogs:
    """Load the players of a book with their standings and points."""
    players = (
        Player.everybody.filter(seats__match__in=volume.matches).distinct().order_by("sorted_by", "nickname", "pk")
    )
    board = next((each for each in boards if each.game == volume.main.key), None)
    rows = {row.player_id: row for row in board.rows} if board else {}
    growth = season.growth(Table(volume.season.pk if volume.season else None, volume.main.key))
    best = next((row.player_id for row in board.rows if row.player_id in growth.points), None) if board else None
    scheme = scheme_in(volume.club, volume.season, volume.main.key)
    return Dogs(volume, list(players), rows, growth, best, scheme)


def _row(seat: Seat, pages: Mapping[UUID, int]) -> list[str]:
    match, page = seat.match, pages.get(seat.match_id)
    night, place = date_format(club_day(match.started_at), "j M Y"), ordinal(seat.place)
    if not match.finished_at:
        place = _("not over")
    elif seat.is_winner or seat.is_loser:
        place = (_("{place}, won") if seat.is_winner else _("{place}, lost")).format(place=place)
    return [night, game_name(match), capital(table_of(match)), place, minus(seat.total), str(page) if page else ""]


def _taken_by_player(volume: Volume, player: Player) -> str:
    """Return the trophies won and how often, in words."""
    mine = live().filter(player=player)
    rows = mine.filter(match__in=volume.matches) | mine.filter(playoff__fixtures__match__in=volume.matches)
    times: dict[str, int] = {}
    for award in rows.select_related("trophy").distinct().order_by("trophy", "pk"):
        times[award.trophy.name] = times.get(award.trophy.name, 0) + 1
    often = _("{trophy} {count} times")
    return ", ".join(often.format(trophy=name, count=count) if count > 1 else name for name, count in times.items())
