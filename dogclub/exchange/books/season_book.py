"""The job that makes a season book: collects results, draws charts, typesets page by page, and joins all into
one file.
"""

import tempfile
from dataclasses import dataclass, field
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from dogclub.exchange.books import blocks, front, index
from dogclub.exchange.books.assembly import BookInfo, BookWriter, Mark
from dogclub.exchange.books.blocks import PrizeNames
from dogclub.exchange.books.index import sections_of
from dogclub.exchange.books.order_form import Volume, volume
from dogclub.exchange.books.pdf_writer import parse_pdf
from dogclub.exchange.books.typst_workers import Broken, PageDocument, TypstWorkers
from dogclub.jobs import Again, Impossible, Kind, Urgency, Work
from games.sheets.typst import CONTENT_TYPE
from leagues.standings import race

COVER, INDEX, FRONT, NIGHTS = 0, 1, 2, 10  # positions of documents; players and call-outs follow the nights
STEPS = [
    (gettext_lazy("Results gathered"), 4),
    (gettext_lazy("Charts drawn"), 4),
    (gettext_lazy("Sheets set"), 84),
    (gettext_lazy("Bound into one file"), 8),
]


@dataclass
class SeasonBook:
    """A book in the making. `printed` is the number of the next page, `place` the position of the next document,
    `sheets` the first page of each match.
    """

    work: Work
    volume: Volume
    writer: BookWriter
    printed: int = 1
    place: int = NIGHTS
    sheets: dict[UUID, int] = field(default_factory=dict)
    marks: list[Mark] = field(default_factory=list)

    def make(self) -> int:
        """Make the book and return its number of pages, without the cover."""
        nights = blocks.evenings(self.volume)
        season = race.read(self.volume.club, self.volume.season.pk if self.volume.season else None)
        boards = front.boards(self.volume)
        self.work.step_done(ngettext("{count} night", "{count} nights", len(nights)).format(count=len(nights)))
        pack = index.dogs(self.volume, season, boards)
        opening = [
            front.standings(self.volume, season, boards),
            front.trophies(self.volume),
            front.hall_of_fame(self.volume),
        ]
        calls = front.calls(self.volume)
        rows = index.Index(self.volume, nights, blocks.to_come(self.volume))
        rows.dogs = [(player.label, None) for player in pack.players if "dogs" in self.volume.parts]
        rows.rest = [(heading(document), None) for document in (*opening, calls) if document]
        self.work.step_done(str(pack.charts + sum(map(charts, opening))))
        self._open(front.cover(self.volume, nights), rows, opening)
        self._nights(rows, nights)
        self._dogs(rows, pack)
        if calls:
            rows.rest[-1] = (heading(calls), self._marked(self.writer.workers.one(calls), heading(calls)))
        self.work.step_done(str(len(self.sheets)))
        return self._end(rows)

    def _open(self, first: PageDocument, rows: index.Index, opening: list[PageDocument]) -> None:
        """Add the cover and the sections that need no page numbers of others. The index is typeset here only to learn
        its length.
        """
        every = [(COVER, first), (INDEX, rows.document()), *enumerate(opening, start=FRONT)]
        for place, pdf in self.writer.set(every):
            if place == COVER:
                self.writer.bind(pdf, place, None)
            elif place == INDEX:
                self.printed += len(parse_pdf(pdf).pages)
            else:
                title = heading(opening[place - FRONT])
                rows.rest[place - FRONT] = (title, self._marked(pdf, title, place))

    def _bind(self, pdf: bytes, place: int | None = None) -> tuple[int, int]:
        """Add a document, and return its first page as printed and as an object number."""
        if place is None:
            place, self.place = self.place, self.place + 1
        at = self.printed
        self.printed += self.writer.bind(pdf, place, at)
        return at, self.writer.page(place)

    def _marked(self, pdf: bytes, title: str, place: int | None = None) -> int:
        at, page = self._bind(pdf, place)
        self.marks.append(Mark(title, page))
        return at

    def _nights(self, rows: index.Index, nights: list[blocks.Evening]) -> None:
        """Add the nights page by page as they are typeset; between two pages the book can be cancelled."""
        wants_sheets = "sheets" in self.volume.parts
        of, done = self.volume.count if wants_sheets else len(nights), 0
        for sections, pdf in self.writer.set(sections_of(self.volume, nights, PrizeNames(self.volume.club))):
            at, page = self._bind(pdf)
            for section in sections:
                if section.at not in rows.nights:
                    rows.nights[section.at] = at
                    self.marks.append(Mark(section.night, page))
                if section.state:
                    self.sheets[section.state.match.pk] = at
                    self.marks[-1].below.append(Mark(section.title, page))
                done += bool(section.state) or not wants_sheets
            now = _("sheets of {day}") if wants_sheets else _("report of {day}")
            self.work.move(min(done, of), of, now.format(day=sections[-1].evening.date))

    def _dogs(self, rows: index.Index, pack: index.Dogs) -> None:
        documents = ((at, pack.document(pack.players[at], self.sheets)) for at in range(len(rows.dogs)))
        marks = []
        for at, pdf in self.writer.set(documents):
            name = pack.players[at].label
            printed, page = self._bind(pdf)
            rows.dogs[at] = (name, printed)
            marks.append(Mark(name, page))
            self.work.report_progress(_("the page of {player}").format(player=name))
        if marks:
            self.marks.append(Mark(_("The dogs"), marks[0].page, marks))

    def _end(self, rows: index.Index) -> int:
        rows.pages = self.printed - 1
        self.writer.bind(self.writer.workers.one(rows.document()), INDEX, 1)
        self.marks.insert(0, Mark(_("What is in it"), self.writer.page(INDEX)))
        title = _("The Book of {name}").format(name=self.volume.name if self.volume.season else self.volume.club.name)
        info = BookInfo(title, f"{self.volume.club.name}, {self.volume.name}", self.volume.timestamp, unnumbered=1)
        self.writer.end(self.marks, info)
        return rows.pages


def heading(document: PageDocument) -> str:
    """Return the heading of a section."""
    return str(document.page["heading"])


def charts(document: PageDocument) -> int:
    """Return how many charts a section has."""
    return sum(each["kind"] == "chart" for each in document.page["blocks"])


def run(work: Work) -> None:
    """Make the book that was ordered. Raises Impossible where it would be empty, Again where typesetting fails."""
    club = work.job.club
    chosen = volume(club, work.asked) if club else None
    if chosen is None:
        raise Impossible(_("That season is gone. Choose another one."))
    if not chosen.count:
        words = _("{season} has no finished match yet, so its book would be empty. Play one first.")
        raise Impossible(words.format(season=chosen.name))
    work.begin(STEPS)
    try:
        with tempfile.TemporaryFile() as out, TypstWorkers() as workers:
            pages = SeasonBook(work, chosen, BookWriter(out, workers)).make()
            size = out.tell()
            out.seek(0)
            digest = work.keep(out, chosen.file_name, CONTENT_TYPE)
    except Broken as error:
        raise Again(_("The pages could not be made. We’ll try again in a moment.")) from error
    work.result.update(pages=pages, sha256=digest, size=size)
    work.step_done(ngettext("{count} page", "{count} pages", pages).format(count=pages))


SEASON_BOOK = Kind(
    "season-book",
    gettext_lazy("Making the season book"),
    run,
    waits=gettext_lazy("The book will appear under Matches."),
    own_process=True,
    urgency=Urgency.BULK,
)
