"""Every route of the house against everybody who might try it. A route without a row here fails the build.

A row is "METHOD route-name" and what each of EVERYBODY gets, in that order. Rows that want a body or a query name
it in BODIES or QUERIES; routes whose arguments cannot be told from their path name them in ARGUMENTS.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from games.league.merging import merge
from games.models import Award, Fixture, Hook, Import, Job, Match, TabletPass
from leagues.models import (
    Club,
    Invitation,
    Key,
    Membership,
    Merge,
    Night,
    Player,
    Playoff,
    Scope,
    Season,
    SpectatorLink,
    User,
)
from leagues.tokens import seal
from tests.games.exports import taken_along
from tests.routes_api import API
from tests.routes_live import LIVE, LIVE_ARGUMENTS
from tests.routes_second_factor import SECOND_FACTOR

EVERYBODY = ("anonymous", "stranger", "spectator", "tablet", "member", "scorekeeper", "organiser", "owner")
UNSAFE = ("PUT", "PATCH", "DELETE")


@dataclass(frozen=True)
class World:
    """One club in the middle of an evening, and a stranger who owns another."""

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
    name: str
    path: str
    methods: tuple[str, ...]


def everybody(status: int) -> str:
    return " ".join([str(status)] * len(EVERYBODY))


def routes(patterns: Any = None, path: str = "", space: str = "") -> Iterator[Route]:
    """All of them, out of the URL conf."""
    for each in get_resolver().url_patterns if patterns is None else patterns:
        here = f"{path}{each.pattern}"
        if isinstance(each, URLResolver):
            yield from routes(each.url_patterns, here, f"{space}{each.namespace}:" if each.namespace else space)
        elif isinstance(each, URLPattern):
            yield Route(f"{space}{each.name or here}", here, ("GET", "POST", *_more(each.callback)))


def _more(view: Any) -> tuple[str, ...]:
    """What an API view takes beside GET and POST."""
    known = getattr(view, "actions", None) or dir(getattr(view, "cls", None))
    return tuple(method for method in UNSAFE if method.lower() in known)


def a_merge(world: World) -> Merge:
    """Somebody who was in the book twice."""
    twin = Player.everybody.create(club=world.club, name="Rex again")
    return merge(twin, world.players[4], None)


def a_night(world: World) -> Night:
    """The first of the club, or one that is on right now."""
    return world.club.nights.first() or Night.objects.create(club=world.club, starts_at=timezone.now())


def a_playoff(world: World) -> Playoff:
    """The evening's match as the only group so far."""
    found, _ = Playoff.objects.get_or_create(club=world.club, kind=Playoff.Kind.GROUPS, game=world.match.game)
    Fixture.objects.get_or_create(playoff=found, stage=Fixture.Stage.GROUP, match=world.match)
    return found


def a_tournament(world: World) -> Playoff:
    """A knock-out whose first match is the evening's."""
    found, _ = Playoff.objects.get_or_create(club=world.club, kind=Playoff.Kind.KNOCKOUT, game=world.match.game)
    for number, pair in enumerate((world.players[:2], world.players[2:4]), 1):
        players = [player.pk for player in pair]
        Fixture.objects.get_or_create(playoff=found, stage=Fixture.Stage.ROUND, number=number, players=players)
    return found


def a_hook(world: World) -> Hook:
    secret, url = "whsec_bm9ib2R5IGxpc3RlbnMgaGVyZQ==", "https://dogs.example/told"
    return Hook.objects.get_or_create(club=world.club, url=url, secret=secret)[0]


def a_job(world: World) -> Job:
    """Something an organiser asked for, that waits."""
    return Job.objects.get_or_create(club=world.club, kind="rebuild")[0]


Arguments = Callable[[World], dict[str, Any]]


def a_season_of(club: Club) -> int:
    days = {"starts_on": "2026-09-01", "ends_on": "2026-12-31"}
    return Season.objects.get_or_create(club=club, name="Autumn 2026", defaults=days)[0].pk


def a_key(club: Club) -> Key:
    fields = {"club": club, "scope": Scope.RESULTS, "label": "Otto’s spreadsheet", "tail": "0pZe"}
    return Key.objects.get_or_create(fingerprint="a" * 64, defaults=fields)[0]


def an_import(world: World) -> Import:
    """Looked at, with nothing in it that could go in."""
    found: dict[str, list[Any]] = {"notes": [], "names": [], "guesses": [], "matches": []}
    return Import.objects.get_or_create(club=world.club, file_name="old.csv", state="asking", found=found)[0]


def an_archive(world: World) -> Import:
    """One that was put back here, though the club has gone on since."""
    tables = ("nights", "seasons", "playoffs", "trophies", "players", "merges")
    made: dict[str, list[int]] = {name: [] for name in tables}
    fields = {"done_at": timezone.now(), "made": made, "found": {}}
    return Import.objects.get_or_create(
        club=world.club, source="whole-archive", state="done", file_name="old.zip", defaults=fields
    )[0]


JOBS = [f"{of}{name}" for of in ("", "api-") for name in ("job", "job-cancel", "job-retry", "job-file")]
HOOKS = [f"{of}{name}" for of in ("", "api-") for name in ("hook", "hook-resume", "hook-test")]
IMPORT = ("import", "import-answer", "import-mend", "import-confirm", "import-undo")
IMPORTS = [f"{of}{name}" for of in ("", "api-") for name in IMPORT]
ARGUMENTS: dict[str, Arguments] = {
    **{
        name: lambda world: {"pk": an_import(world).pk}
        for name in ("import-drop", "api-import-names", "api-import-problems", *IMPORTS)
    },
    **{
        name: lambda world: {"pk": an_archive(world).pk}
        for name in ("archive-found", "archive-confirm", "archive-drop", "archive-undo")
    },
    "cell": lambda world: {"number": 1, "seat": 0},
    **{name: lambda world: {"pk": a_hook(world).pk} for name in ("hook-remove", *HOOKS)},
    **{name: lambda world: {"pk": a_job(world).pk} for name in JOBS},
    "season": lambda world: {"pk": a_season_of(world.club)},
    "season-close": lambda world: {"pk": a_season_of(world.club)},
    "season-delete": lambda world: {"pk": a_season_of(world.club)},
    "season-scheme": lambda world: {"pk": a_season_of(world.club), "game": "dirty-dog"},
    "correct": lambda world: {"number": 1},
    "insert": lambda world: {"number": 1, "verb": "void"},
    "tags": lambda world: {"number": 1},
    "take-back": lambda world: {"number": 1},
    "verb": lambda world: {"verb": "late"},
    "trophy": lambda world: {"pk": world.award.trophy_id},
    "trophy-edit": lambda world: {"pk": world.award.trophy_id},
    "trophy-pass": lambda world: {"pk": world.award.trophy_id},
    "trophy-retire": lambda world: {"pk": world.award.trophy_id},
    "award-withdraw": lambda world: {"pk": world.award.trophy_id, "award": world.award.pk},
    "api-trophy": lambda world: {"pk": world.award.trophy_id},
    "api-trophy-pass": lambda world: {"pk": world.award.trophy_id},
    "api-season": lambda world: {"pk": a_season_of(world.club)},
    "api-attendance": lambda world: {"pk": a_night(world).pk, "player": world.players[0].pk},
    "api-record-schema": lambda world: {"game": "dirty-dog"},
    "api-problem": lambda world: {"code": "conflict"},
    "key-revoke": lambda world: {"pk": a_key(world.club).pk},
    "my-key-revoke": lambda world: {"pk": a_key(world.club).pk},
    "join": lambda world: {"token": seal(world.invitation.pk, "join")},
    "watch": lambda world: {"token": seal(world.link.pk, "watch")},
    **taken_along.ARGUMENTS,
    **LIVE_ARGUMENTS,
    "tablet": lambda world: {"token": seal(world.tablet.pk, "tablet")},
    "membership": lambda world: {"pk": world.membership.pk},
    "merge-undo": lambda world: {"pk": a_merge(world).pk},
    "membership-end": lambda world: {"pk": world.membership.pk},
    "club-hand-over": lambda world: {"pk": world.membership.pk},
    "night-join": lambda world: {"player": world.players[0].pk},
    "invitation": lambda world: {"pk": world.invitation.pk},
    "invitation-revoke": lambda world: {"pk": world.invitation.pk},
    "watch-link": lambda world: {"pk": world.link.pk},
    "watch-revoke": lambda world: {"pk": world.link.pk},
    "handover-revoke": lambda world: {"tablet": world.tablet.pk},
    **{
        name: lambda world: {"pk": a_playoff(world).pk}
        for name in ("playoff", "playoff-call-off", "playoff-deal", "playoff-decide", "playoff-wall")
    },
    "playoff-pull": lambda world: {"pk": a_playoff(world).pk, "group": 1},
    **{
        name: lambda world: {"pk": a_tournament(world).pk}
        for name in ("tournament", "tournament-decide", "tournament-play", "api-playoff")
    },
    "pull-withdraw": lambda world: {"pk": a_playoff(world).pk, "pull": 1},
    "account_confirm_email": lambda world: {"key": "worn-out"},
    "account_reset_password_from_key": lambda world: {"uidb36": "1", "key": "worn-out"},
    "mfa_edit_webauthn": lambda world: {"pk": 1},
    "mfa_remove_webauthn": lambda world: {"pk": 1},
}

BODIES: dict[str, dict[str, Any]] = {
    "POST tournament-play": {"round": "1", "number": "2"},
    "POST tournament-decide": {"round": "1", "number": "2"},
    "POST theme": {"theme": "dark", "next": "/"},
    "POST demo-sign-in": {"role": "owner"},
}

QUERIES: dict[str, str] = {
    "GET blank-pdf": "?players=5",
}


def arguments(route: Route, world: World) -> dict[str, Any]:
    """The route's own, or what its path says: a slug is the club, m/ a match, players/ a player."""
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


# fmt: off
#                      anonymous, stranger, spectator, tablet, member, scorekeeper, organiser, owner
EXPECTED: dict[str, str] = {
    **API,
    # the front and the doors
    "GET health-live": everybody(200),
    "POST health-live": everybody(405),
    "GET health-ready": everybody(200),
    "POST health-ready": everybody(405),
    "GET metrics": everybody(403),  # asked here under a name that is not this machine's
    "POST metrics": everybody(405),
    "GET theme": everybody(405),
    "POST theme": everybody(302),
    "GET front": "200 302 200 200 302 302 302 302",
    "POST front": everybody(405),
    "GET demo-sign-in": everybody(405),
    "POST demo-sign-in": everybody(404),
    "GET start": everybody(200),
    "POST start": everybody(200),
    "GET start-players": "302 404 302 302 403 403 200 200",
    "POST start-players": "302 404 302 302 403 403 200 200",
    "GET account": "302 200 302 302 200 200 200 200",
    "POST account": "302 200 302 302 200 200 200 200",
    "GET code": everybody(200),
    "POST code": everybody(200),
    "GET join": everybody(200),
    "POST join": "200 302 200 200 302 302 302 302",
    "GET watch": everybody(302),
    "POST watch": everybody(405),
    # the club's people
    "GET players": "302 404 302 302 200 200 200 200",
    "POST players": everybody(405),
    "GET player-new": "302 404 302 302 403 200 200 200",
    "POST player-new": "302 404 302 302 403 200 200 200",
    "GET player-edit": "302 404 302 302 403 403 200 200",
    "POST player-edit": "302 404 302 302 403 403 200 200",
    "GET player-rest": everybody(405),
    "POST player-rest": "302 404 302 302 403 403 302 302",
    "GET player-welcome": everybody(405),
    "POST player-welcome": "302 404 302 302 403 403 302 302",
    "GET player-account": "302 404 302 302 403 403 200 200",
    "POST player-account": "302 404 302 302 403 403 422 422",
    "GET player-former": "302 404 302 302 403 403 200 200",
    "POST player-former": "302 404 302 302 403 403 422 422",
    "GET player-delete": "302 404 302 302 403 403 200 200",
    "POST player-delete": "302 404 302 302 403 403 422 422",
    "GET merge": "302 404 302 302 403 403 200 200",
    "POST merge": "302 404 302 302 403 403 422 422",
    "GET merge-undo": everybody(405),
    "POST merge-undo": "302 404 302 302 403 403 302 302",
    "GET people": "302 404 302 302 403 403 200 200",
    "POST people": everybody(405),
    "GET membership": "302 404 302 302 403 403 403 200",
    "POST membership": "302 404 302 302 403 403 403 200",
    "GET membership-end": everybody(405),
    "POST membership-end": "302 404 302 302 403 403 403 302",
    "GET club-hand-over": everybody(405),
    "POST club-hand-over": "302 404 302 302 403 403 403 302",
    "GET invitation-new": "302 404 302 302 403 403 200 200",
    "POST invitation-new": "302 404 302 302 403 403 200 200",
    "GET invitation": "302 404 302 302 403 403 200 200",
    "POST invitation": everybody(405),
    "GET invitation-revoke": everybody(405),
    "POST invitation-revoke": "302 404 302 302 403 403 302 302",
    "GET watch-new": "302 404 302 302 403 403 200 200",
    "POST watch-new": "302 404 302 302 403 403 200 200",
    "GET watch-link": "302 404 302 302 403 403 200 200",
    "POST watch-link": everybody(405),
    "GET watch-revoke": everybody(405),
    "POST watch-revoke": "302 404 302 302 403 403 302 302",
    "GET club-settings": "302 404 302 302 403 403 403 200",
    "POST club-settings": "302 404 302 302 403 403 403 200",
    "GET keys": "302 404 302 302 403 403 200 200",
    "POST keys": everybody(405),
    "GET key-new": everybody(405),
    "POST key-new": "302 404 302 302 403 403 422 422",
    "GET key-revoke": everybody(405),
    "POST key-revoke": "302 404 302 302 403 403 302 302",
    "GET my-keys": "302 200 302 302 200 200 200 200",
    "POST my-keys": everybody(405),
    "GET my-key-new": everybody(405),
    "POST my-key-new": "302 422 302 302 422 422 422 422",
    "GET my-key-revoke": everybody(405),
    "POST my-key-revoke": "302 404 302 302 404 404 404 404",
    "GET club-leave": "302 404 302 302 200 200 200 200",
    "POST club-leave": "302 404 302 302 302 302 302 302",
    # nights
    "GET nights": "302 404 302 302 200 200 200 200",
    "POST nights": everybody(405),
    "GET night-new": "302 404 302 302 403 403 200 200",
    "POST night-new": "302 404 302 302 403 403 200 200",
    "GET night-edit": "302 404 302 302 403 403 200 200",
    "POST night-edit": "302 404 302 302 403 403 200 200",
    "GET night-call-off": everybody(405),
    "POST night-call-off": "302 404 302 302 403 403 302 302",
    "GET night": "302 404 200 302 200 200 200 200",
    "POST night": everybody(405),
    "GET night-setup": "302 404 302 302 403 200 200 200",
    "POST night-setup": "302 404 302 302 403 200 200 200",
    "GET night-arrive": everybody(405),
    "POST night-arrive": "302 404 302 302 403 302 302 302",
    "GET night-join": "302 404 302 302 403 200 200 200",
    "POST night-join": everybody(405),
    "GET night-comings": "302 404 302 302 403 200 200 200",
    "POST night-comings": everybody(405),
    "GET night-leave": everybody(405),
    "POST night-leave": "302 404 302 302 403 302 302 302",
    "GET night-expect": everybody(405),
    "POST night-expect": "302 404 302 302 403 302 302 302",
    "GET night-close": everybody(405),
    "POST night-close": "302 404 302 302 403 302 302 302",
    # matches
    "GET abandon": "302 404 302 302 403 403 200 200",
    "POST abandon": "302 404 302 302 403 403 302 302",
    "GET finish": "302 404 302 302 302 302 302 302",
    "POST finish": everybody(405),
    "GET paper-entry": "302 404 302 200 403 200 200 200",
    "POST paper-entry": "302 404 302 422 403 422 422 422",
    "GET reopen": everybody(405),
    "POST reopen": "302 404 302 302 403 403 302 302",
    "GET glossary": "302 404 302 302 200 200 200 200",
    "POST glossary": everybody(405),
    "GET batch": "302 404 302 302 403 200 200 200",
    "POST batch": "302 404 302 302 403 200 200 200",
    "GET match-new": "302 404 302 302 403 200 200 200",
    "POST match-new": "302 404 302 302 403 200 200 200",
    "GET rules": "302 404 302 302 200 200 200 200",
    "POST rules": everybody(405),
    "GET cell": "302 404 200 200 200 200 200 200",
    "POST cell": everybody(405),
    "GET correct": "302 404 302 200 403 200 200 200",
    "POST correct": "302 404 302 422 403 422 422 422",
    "GET insert": "302 404 302 200 403 200 200 200",
    "POST insert": "302 404 302 422 403 422 422 422",
    "GET history": "302 404 200 200 200 200 200 200",
    "POST history": everybody(405),
    "GET take-back": "302 404 302 200 403 200 200 200",
    "POST take-back": "302 404 302 422 403 422 422 422",
    "GET table": "302 404 302 200 403 200 200 200",
    "POST table": "302 404 302 422 403 422 422 422",
    "GET tags": "302 404 302 200 403 200 200 200",
    "POST tags": "302 404 302 422 403 422 422 422",
    "GET asides": "302 404 302 200 403 200 200 200",
    "POST asides": " ".join(["405"] * 8),
    "GET verb": "302 404 302 200 403 200 200 200",
    "POST verb": "302 404 302 422 403 422 422 422",
    "GET undo": everybody(405),
    "POST undo": "302 404 302 422 403 422 422 422",
    "GET club": "302 404 200 302 200 200 200 200",
    "POST club": everybody(405),
    "GET matches": "302 404 302 302 200 200 200 200",
    "POST matches": everybody(405),
    "GET night-report": "302 404 302 302 200 200 200 200",
    "POST night-report": everybody(405),
    "GET night-report-pdf": "302 404 302 302 200 200 200 200",
    "POST night-report-pdf": "302 404 302 302 302 302 302 302",
    # books
    "GET book": "302 404 302 302 200 200 200 200",
    "POST book": "302 404 302 302 422 422 422 422",
    "GET night-sheets": "302 404 302 302 302 302 302 302",
    "POST night-sheets": "302 404 302 302 302 302 302 302",
    "GET night-paper": "302 404 302 302 302 302 302 302",
    "POST night-paper": everybody(405),
    "GET paper": "302 404 200 302 200 200 200 200",
    "POST paper": everybody(405),
    "GET blank-pdf": "302 404 200 302 200 200 200 200",
    "POST blank-pdf": everybody(405),
    "GET player": "302 404 302 302 200 200 200 200",
    "POST player": everybody(405),
    **taken_along.EXPECTED,
    # seasons and standings
    "GET standings": "302 404 302 302 200 200 200 200",
    "POST standings": everybody(405),
    "GET seasons": "302 404 302 302 200 200 200 200",
    "POST seasons": everybody(405),
    "GET season-new": "302 404 302 302 403 403 200 200",
    "POST season-new": "302 404 302 302 403 403 422 422",
    "GET season": "302 404 302 302 403 403 200 200",
    "POST season": "302 404 302 302 403 403 422 422",
    "GET season-close": everybody(405),
    "POST season-close": "302 404 302 302 403 403 302 302",
    "GET season-delete": "302 404 302 302 403 403 200 200",
    "POST season-delete": "302 404 302 302 403 403 302 302",
    "GET season-scheme": "302 404 302 302 403 403 200 200",
    "POST season-scheme": "302 404 302 302 403 403 422 422",
    "GET ratings": "302 404 302 302 200 200 200 200",
    "POST ratings": everybody(405),
    "GET club-records": "302 404 302 302 200 200 200 200",
    "POST club-records": everybody(405),
    "GET player-versus": "302 404 302 302 200 200 200 200",
    "POST player-versus": everybody(405),
    "GET match": "302 404 200 200 200 200 200 200",
    "POST match": everybody(405),
    "GET record": "302 404 200 200 200 200 200 200",
    "POST record": everybody(405),
    "GET sheet-pdf": "302 404 200 200 200 200 200 200",
    "POST sheet-pdf": everybody(405),
    "GET wall": "302 404 200 200 200 200 200 200",
    "POST wall": everybody(405),
    "GET playoffs": "302 404 302 302 200 200 200 200",
    "POST playoffs": everybody(405),
    "GET tournament-new": "302 404 302 302 403 403 200 200",
    "POST tournament-new": "302 404 302 302 403 403 422 422",
    "GET tournament": "302 404 200 302 200 200 200 200",
    "POST tournament": everybody(405),
    "GET tournament-decide": everybody(405),
    "POST tournament-decide": "302 404 302 302 403 403 302 302",
    "GET tournament-play": everybody(405),
    "POST tournament-play": "302 404 302 302 403 302 302 302",
    "GET playoff": "302 404 200 302 200 200 200 200",
    "POST playoff": everybody(405),
    "GET playoff-wall": "302 404 200 302 200 200 200 200",
    "POST playoff-wall": everybody(405),
    "GET playoff-pull": "302 404 302 302 403 302 302 302",
    "POST playoff-pull": "302 404 302 302 403 302 302 302",
    "GET pull-withdraw": everybody(405),
    "POST pull-withdraw": "302 404 302 302 403 404 404 404",
    "GET playoff-deal": everybody(405),
    "POST playoff-deal": "302 404 302 302 403 422 422 422",
    "GET playoff-decide": everybody(405),
    "POST playoff-decide": "302 404 302 302 403 403 302 302",
    "GET playoff-call-off": "302 404 302 302 403 403 200 200",
    "POST playoff-call-off": "302 404 302 302 403 403 302 302",
    "GET demo-remove": everybody(405),
    "POST demo-remove": "302 404 302 302 403 403 403 404",
    "GET handover": "302 404 302 200 403 200 200 200",
    "POST handover": "302 404 302 302 403 302 302 302",
    "GET handover-revoke": everybody(405),
    "POST handover-revoke": "302 404 302 403 403 302 302 302",
    "GET tablet-code": everybody(200),
    "POST tablet-code": everybody(200),
    "GET tablet": everybody(200),
    "POST tablet": everybody(302),
    # in and out
    "GET office": "302 404 302 302 200 200 200 200",
    "POST office": everybody(405),
    "GET rebuild": everybody(405),
    "POST rebuild": "302 404 302 302 403 403 302 302",
    "GET job": "302 404 302 302 403 403 200 200",
    "POST job": everybody(405),
    "GET job-cancel": everybody(405),
    "POST job-cancel": "302 404 302 302 403 403 302 302",
    "GET job-retry": everybody(405),
    "POST job-retry": "302 404 302 302 403 403 302 302",
    "GET job-file": "302 404 302 302 403 403 404 404",
    "POST job-file": everybody(405),
    "GET hooks": "302 404 302 302 403 403 200 200",
    "POST hooks": everybody(405),
    "GET hook-new": everybody(405),
    "POST hook-new": "302 404 302 302 403 403 422 422",
    "GET hook": "302 404 302 302 403 403 200 200",
    "POST hook": everybody(405),
    "GET hook-remove": everybody(405),
    "POST hook-remove": "302 404 302 302 403 403 302 302",
    "GET hook-resume": everybody(405),
    "POST hook-resume": "302 404 302 302 403 403 302 302",
    "GET hook-test": everybody(405),
    "POST hook-test": "302 404 302 302 403 403 302 302",
    "GET archive": "302 404 302 302 403 403 403 200",
    "POST archive": "302 404 302 302 403 403 403 302",
    "GET archive-restore": everybody(405),
    "POST archive-restore": "302 404 302 302 403 403 403 422",
    "GET archive-found": "302 404 302 302 403 403 403 200",
    "POST archive-found": everybody(405),
    "GET archive-confirm": everybody(405),
    "POST archive-confirm": "302 404 302 302 403 403 403 422",
    "GET archive-drop": everybody(405),
    "POST archive-drop": "302 404 302 302 403 403 403 302",
    "GET archive-undo": everybody(405),
    "POST archive-undo": "302 404 302 302 403 403 403 422",
    "GET imports": "302 404 302 302 403 403 200 200",
    "POST imports": "302 404 302 302 403 403 422 422",
    "GET import": "302 404 302 302 403 403 200 200",
    "POST import": everybody(405),
    "GET import-answer": everybody(405),
    "POST import-answer": "302 404 302 302 403 403 422 422",
    "GET import-mend": everybody(405),
    "POST import-mend": "302 404 302 302 403 403 422 422",
    "GET import-confirm": everybody(405),
    "POST import-confirm": "302 404 302 302 403 403 422 422",
    "GET import-drop": everybody(405),
    "POST import-drop": "302 404 302 302 403 403 302 302",
    "GET import-undo": "302 404 302 302 403 403 302 302",
    "POST import-undo": "302 404 302 302 403 403 302 302",
    # trophies
    "GET trophies": "302 404 302 302 200 200 200 200",
    "POST trophies": everybody(405),
    "GET trophy": "302 404 302 302 200 200 200 200",
    "POST trophy": everybody(405),
    "GET trophy-new": "302 404 302 302 403 403 200 200",
    "POST trophy-new": "302 404 302 302 403 403 422 422",
    "GET trophy-edit": "302 404 302 302 403 403 200 200",
    "POST trophy-edit": "302 404 302 302 403 403 422 422",
    "GET trophy-pass": "302 404 302 302 403 403 200 200",
    "POST trophy-pass": "302 404 302 302 403 403 422 422",
    "GET trophy-retire": everybody(405),
    "POST trophy-retire": "302 404 302 302 403 403 302 302",
    "GET award-withdraw": "302 404 302 302 403 403 200 200",
    "POST award-withdraw": "302 404 302 302 403 403 422 422",
    # programs
    # accounts, which are allauth's
    "GET account_login": "200 302 200 200 302 302 302 302",
    "POST account_login": "200 302 200 200 302 302 302 302",
    "GET account_logout": "302 200 302 302 200 200 200 200",
    "POST account_logout": everybody(302),
    "GET account_inactive": everybody(200),
    "POST account_inactive": everybody(405),
    "GET account_signup": "200 302 200 200 302 302 302 302",
    "POST account_signup": "200 302 200 200 302 302 302 302",
    "GET account_reauthenticate": "302 200 302 302 200 200 200 200",
    "POST account_reauthenticate": "302 200 302 302 200 200 200 200",
    "GET account_email": "302 200 302 302 200 200 200 200",
    "POST account_email": everybody(302),
    "GET account_email_verification_sent": everybody(200),
    "POST account_email_verification_sent": everybody(405),
    "GET account_change_password": "302 200 302 302 200 200 200 200",
    "POST account_change_password": "302 200 302 302 200 200 200 200",
    "GET account_set_password": everybody(302),
    "POST account_set_password": everybody(302),
    "GET account_reset_password": everybody(200),
    "POST account_reset_password": everybody(200),
    "GET account_confirm_login_code": everybody(302),
    "POST account_confirm_login_code": everybody(302),
    "GET account_confirm_email": everybody(200),
    "POST account_confirm_email": everybody(404),
    "GET account_reset_password_from_key_done": everybody(200),
    "POST account_reset_password_from_key_done": everybody(405),
    "GET account_reset_password_from_key": everybody(200),
    "POST account_reset_password_from_key": everybody(200),
    "GET account_reset_password_done": everybody(200),
    "POST account_reset_password_done": everybody(405),
    "GET account_request_login_code": "200 302 200 200 302 302 302 302",
    "POST account_request_login_code": "200 302 200 200 302 302 302 302",
    **SECOND_FACTOR,
    **LIVE,
}
# fmt: on
