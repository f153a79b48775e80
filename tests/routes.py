"""All routes with the arguments, body and query to request them with; tests/routes_expected.py has the expected
statuses.

Routes that need a body or a query are listed in BODIES or QUERIES, those whose arguments do not follow from their path
in ARGUMENTS.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import uuid4

from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from clubs.calendar.answers import answer_token
from clubs.links.tokens import sign
from clubs.members.password_link import password_token
from clubs.models import ApiKey, Club, Invitation, Membership, Merge, Night, Player, Scope, Season, SpectatorLink, User
from dogclub.models import ImportBatch, Job, Reminder, SheetReading, Webhook
from dogclub.notify.reminders.email import off_token
from games.entries.drafts import Author
from games.ledger import remove
from games.models import Comment, Match, RemovedMatch, TabletPass
from leagues.models import Award, Fixture, Playoff, ShareLink
from leagues.players.merge import merge
from leagues.sharing.links import fingerprint
from tests.dogclub.exchange.exports import taken_along
from tests.factory import a_match
from tests.routes_live import LIVE_ARGUMENTS

UNSAFE = ("PUT", "PATCH", "DELETE")


@dataclass(frozen=True)
class World:
    """The objects that routes are requested for: a club in the middle of an evening, and a stranger who owns another
    club.
    """

    club: Club
    match: Match
    players: list[Player]
    people: dict[str, User]
    membership: Membership
    invitation: Invitation
    link: SpectatorLink
    tablet: TabletPass
    award: Award


class Route(NamedTuple):
    """A route's name with namespace, its path pattern, and the methods to request it with."""

    name: str
    path: str
    methods: tuple[str, ...]


def routes(patterns: Any = None, path: str = "", space: str = "") -> Iterator[Route]:
    """All routes of the URL configuration."""
    for each in get_resolver().url_patterns if patterns is None else patterns:
        here = f"{path}{each.pattern}"
        if isinstance(each, URLResolver):
            yield from routes(each.url_patterns, here, f"{space}{each.namespace}:" if each.namespace else space)
        elif isinstance(each, URLPattern):
            yield Route(f"{space}{each.name or here}", here, ("GET", "POST", *_more(each.callback)))


def _more(view: Any) -> tuple[str, ...]:
    """The methods other than GET and POST that an API view accepts."""
    known = getattr(view, "actions", None) or dir(getattr(view, "cls", None))
    return tuple(method for method in UNSAFE if method.lower() in known)


def a_merge(world: World) -> Merge:
    """The merge of a player who was listed twice."""
    twin = Player.everybody.create(club=world.club, name="Rex again")
    return merge(twin, world.players[4], None)


def a_night(world: World) -> Night:
    """The club's first night, or a new one that starts now."""
    return world.club.nights.first() or Night.objects.create(club=world.club, starts_at=timezone.now(), series=uuid4())


def a_playoff(world: World) -> Playoff:
    """A play-off whose only group is the world's match."""
    found, _ = Playoff.objects.get_or_create(club=world.club, kind=Playoff.Kind.GROUPS, game=world.match.game)
    Fixture.objects.get_or_create(playoff=found, stage=Fixture.Stage.GROUP, match=world.match)
    return found


def a_tournament(world: World) -> Playoff:
    """A knock-out with two pairs drawn and nothing played."""
    found, _ = Playoff.objects.get_or_create(club=world.club, kind=Playoff.Kind.KNOCKOUT, game=world.match.game)
    for number, pair in enumerate((world.players[:2], world.players[2:4]), 1):
        players = [player.pk for player in pair]
        Fixture.objects.get_or_create(playoff=found, stage=Fixture.Stage.ROUND, number=number, players=players)
    return found


def a_hook(world: World) -> Webhook:
    secret, url = "whsec_bm9ib2R5IGxpc3RlbnMgaGVyZQ==", "https://dogs.example/told"
    return Webhook.objects.get_or_create(club=world.club, url=url, defaults={"secret": secret})[0]


def a_job(world: World) -> Job:
    """A job that is waiting to run."""
    return Job.objects.get_or_create(club=world.club, kind="rebuild")[0]


def a_comment(world: World) -> Comment:
    """A comment by a player without an account."""
    return a_night(world).comments.get_or_create(player=world.players[0], text="Keep the cone warm.")[0]


Arguments = Callable[[World], dict[str, Any]]


def a_season_of(club: Club) -> int:
    days = {"starts_on": "2026-09-01", "ends_on": "2026-12-31"}
    return Season.objects.get_or_create(club=club, name="Autumn 2026", defaults=days)[0].pk


def a_key(club: Club) -> ApiKey:
    fields = {"club": club, "scope": Scope.RESULTS, "label": "Otto’s spreadsheet", "tail": "0pZe"}
    return ApiKey.objects.get_or_create(fingerprint="a" * 64, defaults=fields)[0]


def a_result(world: World) -> Match:
    """A finished match."""
    found = world.club.matches.filter(finished_at__isnull=False).first()
    return found or a_match(world.club, world.players[:3], plan=(1, 2), table="9")


def a_removed_match(world: World) -> RemovedMatch:
    """A match without a result that was removed."""
    found: RemovedMatch | None = world.club.removed_matches.first()
    return found or remove(a_match(world.club, world.players[:3], hands=0).pk, "entered twice", Author(None))


def a_share_link(world: World) -> ShareLink:
    """A share link with the token `shown`, made by the organiser if the world has one."""
    about = {"club": world.club, "kind": "match", "created_by": world.people.get("organiser", world.people["owner"])}
    found, _ = ShareLink.objects.get_or_create(
        fingerprint=fingerprint("shown"), defaults={**about, "match": a_result(world)}
    )
    return found


def a_token(world: World) -> dict[str, Any]:
    a_share_link(world)
    return {"token": "shown"}


def an_import(world: World) -> ImportBatch:
    """An import whose dry run found nothing to import."""
    found: dict[str, list[Any]] = {"notes": [], "names": [], "guesses": [], "matches": []}
    return ImportBatch.objects.get_or_create(club=world.club, file_name="old.csv", state="asking", found=found)[0]


def an_archive(world: World) -> ImportBatch:
    """An archive that was restored here, though the club has changed since."""
    tables = ("nights", "seasons", "playoffs", "trophies", "players", "merges")
    made: dict[str, list[int]] = {name: [] for name in tables}
    fields = {"done_at": timezone.now(), "made": made, "found": {}}
    return ImportBatch.objects.get_or_create(
        club=world.club, source="whole-archive", state="done", file_name="old.zip", defaults=fields
    )[0]


def a_reading(world: World) -> SheetReading:
    """A photo of a sheet in which nothing could be read."""
    found = {"sheet": None, "record": None, "cells": [], "problems": [{"code": "no-sheet", "message": ""}]}
    about = {"image": b"photo", "width": 3, "height": 4, "found": found}
    row: SheetReading = SheetReading.objects.get_or_create(club=world.club, state="refused", defaults=about)[0]
    return row


JOBS = [f"{of}{name}" for of in ("", "api-") for name in ("job", "job-cancel", "job-retry", "job-file")]
HOOKS = [f"{of}{name}" for of in ("", "api-") for name in ("webhook", "webhook-resume", "webhook-test")]
IMPORT = ("import", "import-answer", "import-mend", "import-confirm", "import-undo")
IMPORTS = [f"{of}{name}" for of in ("", "api-") for name in IMPORT]
ARGUMENTS: dict[str, Arguments] = {
    **{
        name: lambda world: {"pk": an_import(world).pk}
        for name in (
            "import-drop",
            "import-format",
            "import-season",
            "api-import-names",
            "api-import-problems",
            *IMPORTS,
        )
    },
    **{
        name: lambda world: {"pk": an_archive(world).pk}
        for name in ("archive-found", "archive-confirm", "archive-drop", "archive-undo")
    },
    **{
        name: lambda world: {"pk": a_reading(world).pk}
        for name in ("sheet-reading", "sheet-reading-answer", "api-sheet-photo")
    },
    "sheet-reading-picture": lambda world: {"pk": a_reading(world).pk, "which": "image"},
    "import-template": lambda world: {"game": "dirty-dog"},
    "cell": lambda world: {"number": 1, "seat": 0},
    **{name: lambda world: {"pk": a_hook(world).pk} for name in ("webhook-remove", *HOOKS)},
    **{name: lambda world: {"pk": a_job(world).pk} for name in JOBS},
    "help-page": lambda world: {"key": "organising/run-a-night"},
    "help-rules": lambda world: {"game": "dirty-dog"},
    **{name: lambda world: {"pk": a_removed_match(world).pk} for name in ("match-take-back", "api-match-take-back")},
    "season": lambda world: {"pk": a_season_of(world.club)},
    "season-close": lambda world: {"pk": a_season_of(world.club)},
    "season-delete": lambda world: {"pk": a_season_of(world.club)},
    "season-scheme": lambda world: {"pk": a_season_of(world.club), "game": "dirty-dog"},
    "correct": lambda world: {"number": 1},
    "insert": lambda world: {"number": 1, "action": "void"},
    "tags": lambda world: {"number": 1},
    "take-back": lambda world: {"number": 1},
    "substitute-take-back": lambda world: {"key": 1},
    "action": lambda world: {"action": "late"},
    "trophy": lambda world: {"pk": world.award.trophy_id},
    "trophy-edit": lambda world: {"pk": world.award.trophy_id},
    "trophy-pass": lambda world: {"pk": world.award.trophy_id},
    "trophy-retire": lambda world: {"pk": world.award.trophy_id},
    "award-withdraw": lambda world: {"pk": world.award.trophy_id, "award": world.award.pk},
    "api-trophy": lambda world: {"pk": world.award.trophy_id},
    "api-trophy-pass": lambda world: {"pk": world.award.trophy_id},
    "api-season": lambda world: {"pk": a_season_of(world.club)},
    "api-house-rules": lambda world: {"game": "dirty-dog"},
    "api-season-points": lambda world: {"pk": a_season_of(world.club), "game": "dirty-dog"},
    "api-night-answers": lambda world: {"pk": a_night(world).pk},
    "api-night-answer": lambda world: {"pk": a_night(world).pk},
    **{name: lambda world: {"pk": a_comment(world).pk} for name in ("comment-delete", "comment-edit", "api-comment")},
    "api-attendance": lambda world: {"pk": a_night(world).pk, "player": world.players[0].pk},
    "api-record-schema": lambda world: {"game": "dirty-dog"},
    "api-problem": lambda world: {"code": "conflict"},
    "key-revoke": lambda world: {"pk": a_key(world.club).pk},
    "my-key-revoke": lambda world: {"pk": a_key(world.club).pk},
    "join": lambda world: {"token": sign(world.invitation.pk, "join")},
    "watch": lambda world: {"token": sign(world.link.pk, "watch")},
    "share-match": lambda world: {"pk": a_result(world).pk},
    **{
        name: lambda world: {"slug": a_result(world).club.slug}
        for name in ("share-standings", "standings-picture", "api-standings-picture")
    },
    "share-revoke": lambda world: {"pk": a_share_link(world).pk},
    "api-share-link": lambda world: {"pk": a_share_link(world).pk},
    **dict.fromkeys(("shared", "shared-picture", "shared-pdf"), a_token),
    "password-link": lambda world: {"token": password_token(world.membership, world.people["owner"])},
    "answer-link": lambda world: {"token": answer_token(a_night(world), world.membership)},
    "answer-ics": lambda world: {"token": answer_token(a_night(world), world.membership)},
    "reminders-off": lambda world: {"token": off_token(world.membership, Reminder.Kind.NIGHT)},
    "reminders-address": lambda world: {"token": "nobody:sealed:this"},
    **taken_along.ARGUMENTS,
    **LIVE_ARGUMENTS,
    "tablet": lambda world: {"token": sign(world.tablet.pk, "tablet")},
    "membership": lambda world: {"pk": world.membership.pk},
    "merge-undo": lambda world: {"pk": a_merge(world).pk},
    "membership-end": lambda world: {"pk": world.membership.pk},
    "membership-password": lambda world: {"pk": world.membership.pk},
    "club-hand-over": lambda world: {"pk": world.membership.pk},
    "api-two-players": lambda world: {"other": world.players[1].pk},
    "club-logo": lambda world: {"key": "0123456789abcdef"},
    **dict.fromkeys(("member-photo", "member-face"), lambda world: {"key": "0123456789abcdef"}),
    "night-join": lambda world: {"player": world.players[0].pk},
    "invitation": lambda world: {"pk": world.invitation.pk},
    "invitation-revoke": lambda world: {"pk": world.invitation.pk},
    "watch-link": lambda world: {"pk": world.link.pk},
    "watch-revoke": lambda world: {"pk": world.link.pk},
    "handover-revoke": lambda world: {"tablet": world.tablet.pk},
    **{
        name: lambda world: {"pk": a_playoff(world).pk}
        for name in ("playoff", "playoff-call-off", "playoff-deal", "playoff-decide", "playoff-line", "playoff-wall")
    },
    "playoff-pull": lambda world: {"pk": a_playoff(world).pk, "group": 1},
    **{
        name: lambda world: {"pk": a_tournament(world).pk}
        for name in ("tournament", "tournament-decide", "tournament-play", "api-playoff")
    },
    "pull-withdraw": lambda world: {"pk": a_playoff(world).pk, "pull": 1},
    "account_confirm_email": lambda world: {"key": "worn-out"},
    "account_reset_password_from_key": lambda world: {"uidb36": "1", "key": "worn-out"},
    "session-end": lambda world: {"pk": 1},
    "mfa_edit_webauthn": lambda world: {"pk": 1},
    "mfa_remove_webauthn": lambda world: {"pk": 1},
}

BODIES: dict[str, dict[str, Any]] = {
    "POST tournament-play": {"round": "1", "number": "2"},
    "POST tournament-decide": {"round": "1", "number": "2", "do": "keep"},
    "POST playoff-decide": {"do": "keep"},
    "POST reminders-off": {"do": "off"},
    "POST theme": {"theme": "dark", "next": "/"},
    "POST language": {"language": "en-gb", "next": "/"},
    "POST demo-sign-in": {"role": "owner"},
}

QUERIES: dict[str, str] = {
    "GET blank-pdf": "?players=5",
}


def arguments(route: Route, world: World) -> dict[str, Any]:
    """The route's own arguments, or those its path implies: a slug is the club, m/ a match, players/ a player."""
    found: dict[str, Any] = {}
    if "<slug:slug>" in route.path:
        found["slug"] = world.club.slug
    if "m/<uuid:pk>" in route.path or "matches/<uuid:pk>" in route.path:
        found["pk"] = world.match.pk
    if "players/<int:pk>" in route.path:
        found["pk"] = world.players[0].pk
    if "nights/<int:pk>" in route.path:
        found["pk"] = a_night(world).pk
    return {**found, **(own(world) if (own := ARGUMENTS.get(route.name)) else {})}


def address_of(route: Route, world: World) -> str:
    """The route's URL with its arguments; fail if it needs arguments that are not listed."""
    try:
        return reverse(route.name, kwargs=arguments(route, world))
    except NoReverseMatch:
        assert "<" not in route.path and "(" not in route.path, f"{route.name} needs a line in ARGUMENTS"
        return f"/{route.path}"
