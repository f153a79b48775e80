"""Sharing the report of a night."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext

from clubs.language.dates import date_format
from clubs.models import Club, Night
from clubs.web.conditional import conditional
from games.match.printing import requested_paper, sent
from games.sheets.pdf import printed
from leagues.models import ShareLink
from leagues.night_report.picture import picture, picture_answer
from leagues.night_report.print_sheet import REPORT
from leagues.night_report.printable import printable
from leagues.night_report.report import Report, report_of
from leagues.sharing.subject import Paper, Part, Subject


def report_subject(club: Club, night: Night) -> Subject | None:
    """Return what is shared of the night; None before its first match is finished. When and where the club meets next
    is left out.
    """
    report = replace(report_of(night), next="")
    if not report.facts.finished:
        return None
    document = printable(report, club)
    return Subject(
        club=club,
        columns={"kind": ShareLink.Kind.REPORT, "night": night},
        url=f"{club.get_absolute_url()}nights/{night.pk}/report/",
        headline=report.headline,
        about=gettext("Night report, {day}").format(day=date_format(report.facts.day, "l j F")),
        alt=_alt(club, report),
        sees=(
            gettext("This picture, in the chat"),
            gettext("The club’s name and colour"),
            gettext("The report, with everyone’s name, place and total"),
            gettext("The call-outs, chances to win and figures of the night"),
        ),
        sees_not=(
            gettext("The sheets hand by hand"),
            gettext("Other nights, standings and players’ pages"),
            gettext("When and where the club meets next"),
            gettext("Emails and who wrote a score"),
        ),
        edition=(document, report.opening, club.branding),
        page=lambda: Part("leagues/sharing/shown/report.html", _page(report)),
        picture=lambda request: picture_answer(request, club, report),
        paper=Paper(gettext("Download report (PDF)"), lambda request, _: _paper(request, document)),
    )


def _page(report: Report) -> dict[str, Any]:
    return {"heading": report.headline, "report": report}


def _alt(club: Club, report: Report) -> str:
    halves = picture(club, report, "wide")["halves"]
    said = [f"{half['label']}: {half['name']}, {half['total']}".removesuffix(", ") for half in halves]
    return gettext("Picture of the night: {names}.").format(names=". ".join(said))


def _paper(request: HttpRequest, document: Any) -> HttpResponseBase:
    paper = requested_paper(request)

    def made() -> HttpResponse:
        return sent(printed(REPORT, "filled", paper, document))

    return conditional(request, (document, paper), made)
