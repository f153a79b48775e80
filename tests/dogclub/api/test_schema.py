"""Every operation of the OpenAPI document against the house, by a machine that wishes it ill."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from http import HTTPStatus
from io import BytesIO
from typing import Any
from uuid import uuid4

import hypothesis
import pytest
import schemathesis
from django.core.cache import cache
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from django.test import override_settings
from django.utils import timezone
from hypothesis import HealthCheck, Phase
from pytest_django import DjangoDbBlocker
from schemathesis.config import (
    ChecksConfig,
    GenerationConfig,
    PositiveDataAcceptanceConfig,
    ProjectConfig,
    ProjectsConfig,
    SchemathesisConfig,
)
from schemathesis.core.parameters import ParameterLocation
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.schemas import OpenApiSchema

from clubs.api_keys import keys
from clubs.branding.logo import keep_logo, read_logo
from clubs.models import Club, Confirm, Membership, Night, Role, Scope
from dogclub.imports.review.dry_run import dry_run
from dogclub.models import ImportBatch, Job
from dogclub.webhooks import management
from dogclub.webhooks.events import EVENTS
from games.entries.confirmation import sheet_version
from games.entries.drafts import Author
from games.entries.match_state import load
from games.models import Comment
from games.photos.keeping import put
from games.photos.reading import read_photo
from games.scoring_device.lock import take
from leagues.models import ShareLink, Trophy
from leagues.playoffs.deal import begin
from leagues.sharing.links import fingerprint
from scoring.dirty_dog import Options
from tests.dogclub.api.kennel import Kennel, a_kennel
from tests.factory import a_match, a_member
from tests.pictures import a_picture

# Building these tests takes seconds: they are built where they run, and `./test` does not even import this file.
pytestmark = [pytest.mark.django_db, pytest.mark.thorough, pytest.mark.timeout(1200)]  # all operations in one test
Case = schemathesis.Case[Any]
EXAMPLES = 4
OLD = b"""date,player,total
2024-03-12,Bea Marlowe,52
2024-03-12,B. Marlow,-7
2024-03-12,Otto Pym,12
2024-03-13,Bea Marlowe,many
2024-03-13,Otto Pym,3
"""
SEED = 20261122
# What no JSON Schema can say is refused with 412 or 422: another edition, the rules of a game, seasons that overlap.
FINE = ["2xx", "3xx", "401", "403", "404", "409", "412", "422", "429", "5xx"]
CHECKS = ChecksConfig(positive_data_acceptance=PositiveDataAcceptanceConfig(expected_statuses=FINE))
CONFIG = SchemathesisConfig(
    seed=SEED,
    projects=ProjectsConfig(
        default=ProjectConfig(
            checks=CHECKS,
            generation=GenerationConfig(max_examples=EXAMPLES, deterministic=True, with_security_parameters=False),
        )
    ),
)
SETTINGS = hypothesis.settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
SCHEMA = schemathesis.pytest.from_fixture("schema")
Ids = dict[str, Any]


@dataclass(frozen=True)
class World:
    """A club with one of everything; `ids` stand in the paths of operations, `went_well` is what was reached, `sheet`
    the version of the sheet that waits to be confirmed, `token` a key of the club, `member` one of somebody who plays.
    """

    kennel: Kennel
    token: str
    member: str
    ids: Ids
    sheet: int
    went_well: set[str] = field(default_factory=set)


def a_world() -> World:
    kennel = a_kennel()
    fresh = a_match(kennel.club, kennel.players[:5], hands=0)
    stopped = a_match(kennel.club, kennel.players[:5], hands=0, abandoned_at=timezone.now())
    coming = Night.objects.create(club=kennel.club, starts_at=timezone.now() + timedelta(days=9))
    complete = a_match(kennel.club, kennel.players[:5], plan=(1, 2), seed=6, confirm=Confirm.EVERY_SEAT)
    take(fresh.pk, uuid4(), None, "“by the window”")
    playoff = begin(kennel.club, kennel.night, "dirty-dog", [kennel.players[:4], kennel.players[4:]], 1, Options())
    waiting, failed, done = (a_job(kennel, state) for state in (Job.State.QUEUED, Job.State.FAILED, Job.State.DONE))
    bone = kennel.club.trophies.get(rule=Trophy.Rule.HAND)
    one = {"job": waiting, "match": fresh, "night": kennel.night, "player": kennel.players[0], "playoff": playoff}
    more = {"season": kennel.season, "trophy": bone}
    special = {"abandon_match": fresh, "reopen_match": stopped, "print_sheet": kennel.finished, "job_file": done}
    special |= {"confirm_match": complete, "retry_job": failed, "call_off_night": coming, "call_on_night": coming}
    special |= {"import": an_import(kennel), "undo_import": an_import(kennel, ImportBatch.State.DONE)}
    special |= {"hook": management.add(kennel.club, None, "https://dogs.example/told", list(EVENTS))}
    special |= {"edit_comment": a_comment(kennel), "delete_comment": a_comment(kennel), "share-link": a_link(kennel)}
    put(kennel.finished, read_photo(BytesIO(a_picture()), len(a_picture())), Author(None))
    keep_logo(kennel.club, read_logo(BytesIO(a_picture()), len(a_picture())))
    special |= {"read_photo": kennel.finished, "remove_photo": kennel.finished, "put_photo": kennel.finished}
    ids = {name: row.pk if isinstance(row.pk, int) else str(row.pk) for name, row in {**one, **more, **special}.items()}
    return World(kennel, kennel.program().token, a_member_key(kennel), ids, sheet_version(load(complete)))


def a_member_key(kennel: Kennel) -> str:
    user = a_member(kennel.club, Role.ORGANISER)
    Membership.objects.filter(user=user).update(player=kennel.players[0])
    return keys.make("a test", Scope.ORGANISE, of=user, by=None)[1]


def a_comment(kennel: Kennel) -> Comment:
    Club.objects.filter(pk=kennel.club.pk).update(has_comments=True)
    row: Comment = Comment.objects.create(night=kennel.night, player=kennel.players[0], text="A recount, please.")
    return row


def a_link(kennel: Kennel) -> ShareLink:
    about = {"kind": ShareLink.Kind.MATCH, "match": kennel.finished, "fingerprint": fingerprint("a test")}
    row: ShareLink = ShareLink.objects.create(club=kennel.club, **about)
    return row


def a_job(kennel: Kennel, state: str) -> Job:
    job = Job.objects.create(club=kennel.club, kind="rebuild", state=state)
    if state == Job.State.DONE:
        job.file = default_storage.save(f"jobs/{job.pk}/result", ContentFile(b"a book"))
        job.file_name, job.content_type, job.size = "book.pdf", "application/pdf", 6
        job.sha256 = hashlib.sha256(b"a book").hexdigest()
        job.save()
    return job


def an_import(kennel: Kennel, state: str = ImportBatch.State.ASKING) -> ImportBatch:
    """Of a game that may go in, and one that may not."""
    row = ImportBatch(club=kennel.club, source="csv", file_name="old.csv", state=state)
    row.found = dry_run(row, BytesIO(OLD), lambda *_: None)
    row.save(force_insert=True)
    return row


@contextmanager
def one_connection() -> Iterator[None]:
    """Between two requests the house looks after its connections; here they all share one transaction."""
    ends = (request_started, request_finished)
    for signal in ends:
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in ends:
            signal.connect(close_old_connections)


@pytest.fixture(scope="module")
def schema(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> OpenApiSchema:
    with django_db_blocker.unblock():
        return schemathesis.openapi.from_wsgi("/api/v1/schema", get_wsgi_application(), config=CONFIG)


@pytest.fixture(scope="module")
def world(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[World]:
    files = override_settings(MEDIA_ROOT=tmp_path_factory.mktemp("files"))
    with files, django_db_blocker.unblock(), one_connection(), transaction.atomic():
        yield a_world()
        transaction.set_rollback(True)


def at_home(case: Case, world: World) -> None:
    """Good paths and bodies speak of what is there, so that more comes of them than 404."""
    if is_good(case, ParameterLocation.PATH):
        case.path_parameters.update(places(case, world))
    if is_good(case, ParameterLocation.QUERY):
        case.query.pop("cursor", None)  # only the house can make one
    body: Any = case.body
    if isinstance(body, dict) and is_good(case, ParameterLocation.BODY):
        players = [player.pk for player in world.kennel.players]
        about: dict[str, Any] = {"player": players[1], "players": players[:5], "night": world.kennel.night.pk}
        about |= {"seat": 2, "sheet": world.sheet} if body.get("sheet") else {}
        about |= {"names": {"B. Marlow": players[0]}, "mends": [{"line": 5, "column": "total", "value": "12"}]}
        case.body = {**body, **{key: value for key, value in about.items() if key in body}}


def is_good(case: Case, where: ParameterLocation) -> bool:
    return case.meta is None or not case.meta.is_negative_at(where)


def places(case: Case, world: World) -> Ids:
    """What each name in the path stands for."""
    found = {"slug": "kennel", "game": "dirty-dog", "player": world.kennel.players[0].pk}
    shelf = next((part for part in case.operation.path.split("/{id}")[0].split("/")[::-1] if part), "")
    found["id"] = world.ids.get(SHELVES.get(shelf, ""))
    found["id"] = world.ids.get(case.operation.definition.raw["operationId"], found["id"])
    return {name: value for name, value in found.items() if name in case.path_parameters}


SHELVES = {f"{word}s": word for word in ("hook", "import", "job", "night", "player", "playoff", "season")}
BY_OWNERS = {"PATCH /api/v1/clubs/{slug}/settings"}  # no key is an owner
BY_CHANCE_NEVER = {
    "PUT /api/v1/clubs/{slug}/logo",
    "PATCH /api/v1/clubs/{slug}/nights/{id}/series",
}  # a picture, a series
SHELVES |= {"matches": "match", "trophies": "trophy", "share-links": "share-link"}
# A club's key stands for no member.
OF_A_MEMBER = {"read_emails", "change_emails", "add_night_comment", "add_match_comment", "edit_comment"}
OF_A_MEMBER |= {"delete_comment", "list_night_comments", "list_match_comments"}
OF_A_MEMBER |= {"list_share_links", "make_share_link", "revoke_share_link"}


@pytest.fixture(autouse=True)
def name_of_old(request: pytest.FixtureRequest) -> None:
    """Schemathesis 4.32 asks for an attribute that pytest 9.2 calls `nodeid`."""
    request.node._nodeid = request.node.nodeid


@SCHEMA.parametrize()
@SETTINGS
def test_every_operation_keeps_its_word(case: Case, world: World) -> None:
    """No 5xx, no status, body, header or media type that the document does not tell, and nothing bad taken in."""
    cache.clear()
    at_home(case, world)
    with transaction.atomic():
        is_own = case.operation.definition.raw["operationId"] in OF_A_MEMBER
        token = world.member if is_own else world.token
        headers = {"Authorization": f"Bearer {token}", "Accept-Encoding": "identity"}
        response = case.call(headers=headers)
        case.validate_response(response, headers=headers)
        transaction.set_rollback(True)
    if response.status_code < HTTPStatus.MULTIPLE_CHOICES:
        world.went_well.add(case.operation.label)


def test_every_operation_went_well_at_least_once(world: World, schema: OpenApiSchema) -> None:
    """Else nothing was said about what it answers. Runs after the others."""
    if world.went_well:
        everything = {found.ok().label for found in schema.get_all_operations() if isinstance(found, Ok)}
        assert everything - world.went_well == BY_OWNERS | BY_CHANCE_NEVER
