"""The management page: links to all settings of a club in groups, each with its current state."""

from dataclasses import dataclass

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.language.locales import date_format
from clubs.models import ApiKey, Club, Invitation, Role, SpectatorLink
from dogclub.models import Chat, ImportBatch, Job, Webhook
from games.base.house_rules import usual_label
from games.base.names import listed
from games.registry import TABLE_GAMES
from leagues.sharing import links


@dataclass(frozen=True)
class Line:
    """A link to a settings page; `state` is its state in words, `is_wrong` whether that needs attention, `role` who may
    see it.
    """

    route: str
    label: str
    state: str
    role: Role = Role.ORGANISER
    is_wrong: bool = False


@require_safe
@club_view(Role.ORGANISER)
def manage(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    groups = (
        (_("People"), _people(club)),
        (pgettext("heading", "Play"), _play(club)),
        (_("Data"), _data(club)),
        (_("Connections"), _programs(club)),
    )
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
    invited = ngettext("{count} open invitation", "{count} open invitations", open_ones).format(count=open_ones)
    return [
        Line(
            "people",
            _("Members and roles"),
            ngettext("{count} person signs in", "{count} people sign in", members).format(count=members),
        ),
        Line(
            "players",
            _("Players"),
            ngettext("{count} active player", "{count} active players", players).format(count=players)
            if players
            else _("Nobody active"),
        ),
        Line("invitation-new", _("Invitations"), invited if open_ones else _("None open")),
        Line("watch-new", _("Watch links"), _links(watched)),
        Line("share-links", _("Shared links"), _links(shared)),
    ]


def _play(club: Club) -> list[Line]:
    ahead = club.nights.filter(starts_at__gt=timezone.now(), called_off_at=None).order_by("starts_at").first()
    season = club.seasons.order_by("-starts_on").first()
    next_night = _("None planned")
    if ahead:
        next_night = _("Next: {day}").format(day=date_format(timezone.localtime(ahead.starts_at), "j F"))
    trophies = club.trophies.filter(retired_at=None).count()
    return [
        Line("nights", _("Nights"), next_night),
        Line(
            "seasons", _("Seasons and points"), str(season) if season else _("None yet: everything counts in All time")
        ),
        Line(
            "trophies",
            _("Trophies"),
            ngettext("{count} trophy", "{count} trophies", trophies).format(count=trophies)
            if trophies
            else pgettext("links, keys", "None"),
        ),
        Line("house-rules", _("House rules"), _house_rules(club)),
        Line("batch", _("Enter old sheets"), _("Sheet by sheet, from paper")),
        Line("removed-matches", _("Removed matches"), _removed(club)),
        Line("comment-settings", _("Comments"), _("By members") if club.has_comments else _("Off"), Role.OWNER),
        Line("club-terms", _("Terminology"), _terms(club)),
        Line("club-branding", _("Name, logo and colour"), _branding(club)),
        Line("club-settings", _("Settings"), _("Name, history, confirming"), Role.OWNER),
    ]


def _house_rules(club: Club) -> str:
    names = [name for game in TABLE_GAMES if (name := usual_label(club, game))]
    return listed(names) if names else _("As written")


def _removed(club: Club) -> str:
    count = club.removed_matches.count()
    can_be_taken_back = ngettext("{count} can be taken back", "{count} can be taken back", count).format(count=count)
    return can_be_taken_back if count else pgettext("links, keys", "None")


def _terms(club: Club) -> str:
    count = len(club.terms)
    renamed = ngettext("{count} term renamed", "{count} terms renamed", count).format(count=count)
    return renamed if count else _("Names of games, trophies and call-outs")


def _branding(club: Club) -> str:
    if club.logo and club.colour:
        return _("Name, logo, {colour}").format(colour=club.colour)
    if club.colour:
        return _("Name, {colour}").format(colour=club.colour)
    return _("Name, logo") if club.logo else _("Name; no logo or colour yet")


def _data(club: Club) -> list[Line]:
    failed = Job.objects.filter(club=club, state=Job.State.FAILED).count()
    imports = ImportBatch.objects.filter(club=club).count()
    jobs = _("Season book, tables, files")
    if failed:
        jobs = ngettext("{count} export failed", "{count} exports failed", failed).format(count=failed)
    brought = ngettext("{count} import so far", "{count} imports so far", imports).format(count=imports)
    return [
        Line("imports", _("Import"), brought if imports else _("Old games")),
        Line("exchange", _("Import and export"), jobs, is_wrong=bool(failed)),
        Line("archive", _("Archive"), _("The whole club in one file"), Role.OWNER),
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
    count = paused or standing.count()
    hooks = ngettext("{count} webhook", "{count} webhooks", count)
    if paused:
        hooks = ngettext("{count} webhook stopped", "{count} webhooks stopped", count)
    has_keys = ngettext("{count} key", "{count} keys", keys).format(count=keys)
    return [
        Line("keys", _("API keys"), has_keys if keys else pgettext("links, keys", "None")),
        Line(
            "webhooks",
            _("Webhooks"),
            hooks.format(count=count) if count else pgettext("links, keys", "None"),
            is_wrong=bool(paused),
        ),
        _chat(club),
        Line("feeds", _("Calendar and feeds"), _("Nights for a calendar, results for a feed reader"), Role.MEMBER),
    ]


def _chat(club: Club) -> Line:
    chat = Chat.objects.filter(club=club).first()
    state = pgettext("links, keys", "None")
    if chat:
        state = _("Stopped") if chat.paused_at else _("Posts to {service}").format(service=chat.get_service_display())
    return Line("chat", _("Chat"), state, is_wrong=bool(chat and chat.paused_at))


def _links(number: int) -> str:
    if not number:
        return pgettext("links, keys", "None")
    return ngettext("{count} link", "{count} links", number).format(count=number)
