"""The job that makes all score sheets of a night as one PDF, in the order of the tables."""

import tempfile
from collections.abc import Callable
from typing import BinaryIO

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.club_day import club_day
from clubs.language.dates import date_format
from clubs.models import Night
from dogclub.books.pdf.assembly import BookWriter
from dogclub.books.pdf.closing import BookInfo, Mark
from dogclub.books.pdf.typst_workers import Broken, InThisProcess, TypstWorkers
from dogclub.books.sections.match_pages import PrizeNames, match_page
from dogclub.books.sections.nights_in_order import Evening
from dogclub.jobs import Again, Impossible, Kind, Urgency, Work
from games.base.results.titles import game_name, table_of
from games.match.sheet_document import written
from games.models import Match
from games.sheets.pdf import CONTENT_TYPE, Paper

FEW = 8  # the most sheets that are made within the request
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
    return f"sheets-{club_day(night.starts_at).isoformat()}.pdf"


def run(work: Work) -> None:
    """Make the PDF of the night named in the request. Raises Impossible without matches, Again where it
    cannot be typeset.
    """
    night = Night.objects.filter(club=work.job.club, pk=work.asked["night"]).select_related("club").first()
    if night is None:
        raise Impossible(_("That night is gone."))
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
)
