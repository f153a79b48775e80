"""The jobs that make all score sheets of a night, in the order of the tables, or its report as one PDF."""

import io
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, BinaryIO

from django.http import QueryDict
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from clubs.branding import letterhead
from clubs.language.locales import date_format
from clubs.models import Night, Player
from clubs.models.calendar import club_day
from dogclub.exchange.books.assembly import BookInfo, BookWriter, Mark
from dogclub.exchange.books.blocks import Evening, PrizeNames, match_page
from dogclub.exchange.books.typst_workers import Broken, InThisProcess, PageDocument, TypstWorkers
from dogclub.jobs import Again, Impossible, Kind, Urgency, Work
from games.base.table_game import Unreadable
from games.base.wording import game_name, table_of
from games.entries.match_state import MatchState
from games.match.printing import usual, written
from games.models import Match
from games.paper.geometry import sheet_number
from games.sheets.document import Labels, document
from games.sheets.typst import CONTENT_TYPE, Paper, printed
from leagues.draw.deal import labels
from leagues.draw.setup_form import SetupForm, Table, read_setup_form
from leagues.draw.stored_draw import open_draw, with_stored
from leagues.models import NightDraw
from leagues.night_report.report import REPORT, printable, report_of
from leagues.nights.tables import tables_of
from leagues.trophies import contests
from scoring.base import RuleError
from scoring.records import sheet_for_paper

FEW_SHEETS = 8  # the most sheets that are made within the request
NOTHING = gettext_lazy("There are no entries for this night, so there is no sheet to print.")


def of_night(night: Night) -> Evening:
    """Return the night as an evening with all its matches."""
    matches = list(Match.objects.filter(night=night).values_list("pk", flat=True))
    return Evening(club_day(night.starts_at), night, night.starts_at, matches)


def bind(
    out: BinaryIO, workers: TypstWorkers | InThisProcess, evening: Evening, paper: Paper, moved: Callable[[int], None]
) -> int:
    """Write the PDF with all sheets and return how many there are. Unfinished matches are included as they stand, with
    public entries only; `moved` gets the number of sheets done.
    """
    assert evening.night
    writer, marks, last = BookWriter(out, workers), [], int(evening.started_at.timestamp())
    prizes, printed = PrizeNames(evening.night.club), 1
    pages = ((state, page) for state in evening.states() if (page := match_page(state, prizes, paper)))
    for at, (state, pdf) in enumerate(writer.set(pages)):
        printed += writer.bind(pdf, at, printed)
        marks.append(Mark(", ".join(filter(None, (game_name(state.match), table_of(state.match)))), writer.page(at)))
        last = max(last, written(state))
        moved(at + 1)
    if marks:
        title = _("Score sheets, {date}").format(date=evening.date)
        writer.end(marks, BookInfo(title, f"{evening.night.club.name}, {evening.title}", last))
    return len(marks)


def file_name(night: Night) -> str:
    sheets = slugify(pgettext("file name", "sheets"))
    return f"{sheets}-{club_day(night.starts_at).isoformat()}.pdf"


def run(work: Work) -> None:
    """Make the PDF of the night named in the request. Raises Impossible without matches, Again where it
    cannot be typeset.
    """
    night = night_of(work)
    evening = of_night(night)
    if not evening.matches:
        raise Impossible(NOTHING)
    work.begin([(_("Sheets set"), 100)])
    now = _("sheets of {day}").format(day=date_format(evening.day, "j F"))
    of = len(evening.matches)
    try:
        with tempfile.TemporaryFile() as out, TypstWorkers() as workers:
            paper: Paper = "letter" if work.asked.get("paper") == "letter" else "a4"
            count = bind(out, workers, evening, paper, lambda done: work.move(done, of, now))
            out.seek(0)
            work.keep(out, file_name(night), CONTENT_TYPE)
    except Broken as error:
        raise Again(_("The sheets could not be made. We’ll try again in a moment.")) from error
    work.step_done(str(count))


NIGHT_SHEETS = Kind(
    "night-sheets",
    gettext_lazy("Making the night’s sheets"),
    run,
    waits=gettext_lazy("The sheets will appear here."),
    own_process=True,
    urgency=Urgency.AWAITED,
    longest=timedelta(minutes=10),
)


# Prefilled sheets for tonight: names in seat order, dealers and plan; the results are left to be written in.


NOTHING_DRAWN = gettext_lazy(
    "No table is drawn or playing, so there are no names to print. Draw the tables, or print blank sheets."
)


@dataclass(frozen=True)
class Ready:
    """A sheet to be typeset, and the title of its bookmark."""

    title: str
    match_page: PageDocument


def prefilled(night: Night, paper: Paper) -> list[Ready]:
    """Return the sheets of the draw that is not dealt yet; else those of the dealt tables that are still open.

    Raises Unreadable with a sentence where there is nothing to print.
    """
    stored = open_draw(night)
    dealt = [state for state in tables_of(night) if state.match.is_open]
    if stored is None and not dealt:
        raise Unreadable(NOTHING_DRAWN)
    sheets = list(_drawn(night, stored, paper)) if stored else list(_dealt(night, dealt, paper))
    if not sheets:
        raise Unreadable(_("This game has no printed sheet. Choose another game, or a blank sheet."))
    return sheets


def _dealt(night: Night, states: Sequence[MatchState], paper: Paper) -> Iterator[Ready]:
    prizes = PrizeNames(night.club)
    for state in sorted(states, key=lambda each: (each.match.table, each.match.started_at)):
        if page := match_page(state, prizes, paper, "ready"):
            yield Ready(", ".join(filter(None, (game_name(state.match), table_of(state.match)))), page)


def numbers_drawn(night: Night) -> set[int]:
    """The sheet numbers of the tables that are drawn and not dealt yet."""
    stored, day = open_draw(night), club_day(night.starts_at)
    if stored is None:
        return set()
    return {sheet_number(day, [player.pk for player in table.players]) for table in _setup(night, stored).tables}


def _setup(night: Night, stored: NightDraw) -> SetupForm:
    """The draw as it is stored, whoever came or left since."""
    seated = Player.everybody.in_bulk(stored.seated)
    return read_setup_form(night, list(seated.values()), with_stored(QueryDict(mutable=True), stored), stored)


def _drawn(night: Night, stored: NightDraw, paper: Paper) -> Iterator[Ready]:
    setup = _setup(night, stored)
    for name, table in zip(labels(setup), setup.tables, strict=True):
        try:
            options = setup.options(table)
            page = _page(setup, table, name, options, paper)
        except RuleError as error:
            raise Unreadable(f"{name}: {error.sentence([player.label for player in table.players])}") from error
        if page:
            yield Ready(f"{setup.table_game.name}, {name}", page)


def _page(setup: SetupForm, table: Table, name: str, options: Any, paper: Paper) -> PageDocument | None:
    chosen, engine, night = usual(setup.table_game, options), setup.table_game.engine, setup.night
    if chosen is None:
        return None
    names = [player.label for player in table.players]
    sheet = sheet_for_paper(engine, engine.start(len(names), options), names)
    names_of = contests.names(night.club_id, setup.table_game.key)
    prizes: dict[str, Any] = {f"{rule}_trophy": name for rule, name in names_of.items()}
    about = Labels(
        title=setup.table_game.name,
        club=night.club.name,
        **letterhead(night.club),
        night=date_format(club_day(night.starts_at), "j F Y"),
        table=name.removeprefix("Table "),
        rules=engine.version,
        sheet_number=sheet_number(club_day(night.starts_at), [player.pk for player in table.players]),
        printed_at=int(night.starts_at.timestamp()),
        short={player.label: player.nickname for player in table.players if player.nickname},
        **prizes,
    )
    page = chosen.page(document(sheet, about), fill="ready", paper=paper)
    return PageDocument(chosen.template, page, about.printed_at)


def bind_sheets(night: Night, sheets: Sequence[Ready]) -> bytes:
    """Return the sheets as one PDF without page numbers, since they are single sheets."""
    out = io.BytesIO()
    writer = BookWriter(out, InThisProcess(), numbered=False)
    for at, (_sheet, pdf) in enumerate(writer.set((each, each.match_page) for each in sheets)):
        writer.bind(pdf, at, None)
    marks = [Mark(each.title, writer.page(at)) for at, each in enumerate(sheets)]
    title = _("Sheets for {day}").format(day=date_format(club_day(night.starts_at), "j F Y"))
    writer.end(marks, BookInfo(title, f"{night.club.name}, {night.title}", int(night.starts_at.timestamp())))
    return out.getvalue()


# The job that makes the night report as a PDF, stored as a file, with an email if wanted.


def night_of(work: Work) -> Night:
    """Return the night named in the request. Raises Impossible where it was deleted."""
    night = Night.objects.filter(club=work.job.club, pk=work.asked["night"]).select_related("club", "season").first()
    if night is None:
        raise Impossible(_("That night is gone."))
    return night


def run_report(work: Work) -> None:
    """Make the PDF of the night named in the request. Raises Impossible where the night was deleted."""
    night = night_of(work)
    work.begin([(_("The night told"), 40), (_("The page set"), 60)])
    report = printable(report_of(night), night.club)
    work.step_done()
    paper: Paper = "letter" if work.asked.get("paper") == "letter" else "a4"
    made = printed(REPORT, "filled", paper, report)
    work.keep(io.BytesIO(made.content), made.file_name, made.content_type)
    work.step_done()


NIGHT_REPORT = Kind(
    "night-report",
    gettext_lazy("Making the night report"),
    run_report,
    waits=gettext_lazy("The report will appear here."),
    own_process=True,
    urgency=Urgency.AWAITED,
    longest=timedelta(minutes=10),
)
