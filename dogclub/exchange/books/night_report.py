"""The job that makes the night report as a PDF, stored as a file, with an email if wanted."""

import io
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Night
from dogclub.jobs import Impossible, Kind, Urgency, Work
from games.sheets.pdf import Paper, printed
from leagues.night_report.printable import REPORT, printable
from leagues.night_report.report import report_of


def night_of(work: Work) -> Night:
    """Return the night named in the request. Raises Impossible where it was deleted."""
    night = Night.objects.filter(club=work.job.club, pk=work.asked["night"]).select_related("club", "season").first()
    if night is None:
        raise Impossible(_("That night is gone."))
    return night


def run(work: Work) -> None:
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
    run,
    waits=gettext_lazy("The report will appear here."),
    own_process=True,
    urgency=Urgency.AWAITED,
    longest=timedelta(minutes=10),
)
