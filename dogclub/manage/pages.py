"""Everything that is set up rather than played, grouped, each line with its present state."""

from dataclasses import dataclass

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.models import ApiKey, Club, Invitation, Role, SpectatorLink
from dogclub.models import ImportBatch, Job, Webhook
from leagues.sharing import links


@dataclass(frozen=True)
class Line:
    """A page to manage something on; `state` in words, `is_wrong` where somebody should look."""

    route: str
    label: str
    state: str
    role: Role = Role.ORGANISER
    is_wrong: bool = False


@require_safe
@club_view(Role.ORGANISER)
def manage(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    groups = (("People", _people(club)), ("Play", _play(club)), ("Data", _data(club)), ("Connections", _programs(club)))
    sections = [
        (title, [(line, reverse(line.route, args=[club.slug])) for line in lines if access.has(line.role)])
        for title, lines in groups
    ]
    return render(request, "dogclub/manage/manage.html", {"access": access, "here": "manage", "sections": sections})


def _people(club: Club) -> list[Line]:
    members = club.memberships.count()
    players = club.players.filter(is_active=True).count()
    open_ones = Invitation.objects.filter(
        club=club, revoked_at=None, uses_left__gt=0, expires_at__gt=timezone.now()
    ).count()
    watched = SpectatorLink.objects.filter(club=club, revoked_at=None).count()
    shared = links.opened(club).count()
    return [
        Line("people", _("Members and roles"), counted(members, "person signs in", "people sign in")),
        Line("players", "Players", counted(players, "active player")),
        Line("invitation-new", "Invitations", counted(open_ones, "open invitation") if open_ones else _("None open")),
        Line("watch-new", _("Watch links"), counted(watched, "link") if watched else "None"),
        Line("share-links", _("Shared links"), counted(shared, "link") if shared else "None"),
    ]


def _play(club: Club) -> list[Line]:
    ahead = club.nights.filter(starts_at__gt=timezone.now(), called_off_at=None).order_by("starts_at").first()
    season = club.seasons.order_by("-starts_on").first()
    next_night = f"Next: {timezone.localtime(ahead.starts_at):%-d %B}" if ahead else _("None planned")
    return [
        Line("nights", "Nights", next_night),
        Line(
            "seasons", _("Seasons and points"), str(season) if season else _("None yet: everything counts in All time")
        ),
        Line("trophies", "Trophies", counted(club.trophies.filter(retired_at=None).count(), "trophy", "trophies")),
        Line("batch", _("Enter old sheets"), _("Sheet by sheet, from paper")),
        Line("comment-settings", "Comments", _("By members") if club.has_comments else "Off", Role.OWNER),
        Line("club-branding", _("Name, logo and colour"), _branding(club)),
        Line("club-settings", "Settings", _("Name, history, confirming"), Role.OWNER),
    ]


def _branding(club: Club) -> str:
    has = [words for words, value in (("logo", club.logo), (club.colour, club.colour)) if value]
    return f"Name, {', '.join(has)}" if has else "Name; no logo or colour yet"


def _data(club: Club) -> list[Line]:
    failed = Job.objects.filter(club=club, state=Job.State.FAILED).count()
    imports = ImportBatch.objects.filter(club=club).count()
    jobs = f"{counted(failed, 'export')} failed" if failed else _("Season book, tables, files")
    return [
        Line("imports", "Import", counted(imports, "import so far", "imports so far") if imports else _("Old games")),
        Line("exchange", _("Import and export"), jobs, is_wrong=bool(failed)),
        Line("archive", "Archive", _("The whole club in one file"), Role.OWNER),
        *(
            []
            if club.is_demo
            else [Line("club-delete", _("Delete club"), _("Can be restored for seven days"), Role.OWNER)]
        ),
    ]


def _programs(club: Club) -> list[Line]:
    standing = Webhook.objects.filter(club=club, removed_at=None)
    paused = standing.exclude(paused_at=None).count()
    in_time = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
    keys = ApiKey.objects.filter(in_time, club=club, revoked_at=None).count()
    hooks = f"{counted(paused, 'webhook')} stopped" if paused else counted(standing.count(), "webhook")
    return [
        Line("keys", _("API keys"), counted(keys, "key") if keys else "None"),
        Line("webhooks", "Webhooks", hooks, is_wrong=bool(paused)),
        Line("feeds", _("Calendar and feeds"), _("Nights for a calendar, results for a feed reader"), Role.MEMBER),
    ]


def counted(number: int, one: str, many: str = "") -> str:
    """`1 webhook`, `2 webhooks`."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"
