"""Every API operation on imports, jobs and webhooks."""

import pytest
from schemathesis.specs.openapi.schemas import OpenApiSchema

from tests.dogclub.api.schema.operations import (
    PARTS,
    SETTINGS,
    Case,
    every_operation,
    keeps_its_word,
    never_went_well,
    operations,
)
from tests.dogclub.api.schema.world import World

pytestmark = [pytest.mark.django_db, pytest.mark.thorough]


@operations("programs").parametrize()
@SETTINGS
def test_every_operation_keeps_its_word(case: Case, world: World) -> None:
    keeps_its_word(case, world)


def test_every_operation_went_well_at_least_once(world: World, schema: OpenApiSchema) -> None:
    """Runs after the tests of the operations; passes without a check when it runs alone."""
    if world.went_well:
        assert never_went_well("programs", world, schema) == set()


def test_every_operation_is_tried_in_one_of_these_files(schema: OpenApiSchema) -> None:
    tried = [tag for tags in PARTS.values() for tag in tags]
    assert sorted(tried) == sorted({tag for each in every_operation(schema) for tag in each.tags or ()})
