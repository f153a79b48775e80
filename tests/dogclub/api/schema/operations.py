"""One operation of the OpenAPI document against the house, by a machine that wishes it ill."""

from http import HTTPStatus
from typing import Any

import hypothesis
import schemathesis
from django.core.cache import cache
from django.db import transaction
from hypothesis import HealthCheck, Phase
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
from schemathesis.pytest.lazy import LazySchema
from schemathesis.specs.openapi.schemas import OpenApiSchema

from tests.databases import POSTGRESQL
from tests.dogclub.api.schema.world import Ids, World

Case = schemathesis.Case[Any]
EXAMPLES = 4
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
# What each file of this folder tries, by the document's headings.
PARTS = {
    "clubs": ["Clubs", "Comments", "Players", "Problems", "Scoring", "Share links", "Start"],
    "matches": ["Entries", "Matches", "Sheets"],
    "nights": ["Nights", "Play-offs", "Results", "Seasons", "Trophies"],
    "programs": ["Imports", "Jobs", "Webhooks"],
}
BY_OWNERS = {"PATCH /api/v1/clubs/{slug}/settings"}  # no key is an owner
A_PICTURE, A_SERIES = "PUT /api/v1/clubs/{slug}/logo", "PATCH /api/v1/clubs/{slug}/nights/{id}/series"
A_PHOTO = "PUT /api/v1/clubs/{slug}/players/{id}/photo"
BY_CHANCE_NEVER = {A_PHOTO, A_PICTURE, A_SERIES}
SHELVES = {f"{word}s": word for word in ("hook", "import", "job", "night", "player", "playoff", "season")}
SHELVES |= {"matches": "match", "trophies": "trophy", "share-links": "share-link"}
# A club's key stands for no member.
OF_A_MEMBER = {"read_emails", "change_emails", "add_night_comment", "add_match_comment", "edit_comment"}
OF_A_MEMBER |= {"delete_comment", "list_night_comments", "list_match_comments"}
OF_A_MEMBER |= {"my_page", "put_member_photo"}
OF_A_MEMBER |= {"list_share_links", "make_share_link", "revoke_share_link"}


def operations(part: str) -> LazySchema:
    """Built where they run, which takes seconds: `./test` does not even import the files that ask for them."""
    return schemathesis.pytest.from_fixture("schema").include(tag=PARTS[part])


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
        is_about_terms = case.operation.definition.raw["operationId"] == "change_terms"
        about |= {"names": {"sbr": "Pech"} if is_about_terms else {"B. Marlow": players[0]}}
        about |= {"mends": [{"line": 5, "column": "total", "value": "12"}]}
        case.body = {**body, **{key: value for key, value in about.items() if key in body}}


def is_good(case: Case, where: ParameterLocation) -> bool:
    return case.meta is None or not case.meta.is_negative_at(where)


def is_refused_for_its_body(case: Case) -> bool:
    elsewhere = (ParameterLocation.PATH, ParameterLocation.QUERY, ParameterLocation.HEADER)
    return not is_good(case, ParameterLocation.BODY) and all(is_good(case, each) for each in elsewhere)


def places(case: Case, world: World) -> Ids:
    """What each name in the path stands for."""
    found = {"slug": "kennel", "game": "dirty-dog", "player": world.kennel.players[0].pk}
    shelf = next((part for part in case.operation.path.split("/{id}")[0].split("/")[::-1] if part), "")
    found["id"] = world.ids.get(SHELVES.get(shelf, ""))
    found["id"] = world.ids.get(case.operation.definition.raw["operationId"], found["id"])
    return {name: value for name, value in found.items() if name in case.path_parameters}


def keeps_its_word(case: Case, world: World) -> None:
    """No 5xx, no status, body, header or media type that the document does not tell, and nothing bad taken in.

    On PostgreSQL without what is refused for its body alone: it is read before any row is, and SQLite's run has it.
    """
    if POSTGRESQL and is_refused_for_its_body(case):
        return
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


def never_went_well(part: str, world: World, schema: OpenApiSchema) -> set[str]:
    """Of these nothing was said about what they answer. To be called after all of its operations were tried."""
    labels = {each.label for each in every_operation(schema) if set(each.tags or ()) & set(PARTS[part])}
    return labels - world.went_well - BY_OWNERS - BY_CHANCE_NEVER


def every_operation(schema: OpenApiSchema) -> list[Any]:
    return [each.ok() for each in schema.get_all_operations() if isinstance(each, Ok)]
