"""Every API operation on a match, its entries and its sheets."""

import pytest
from schemathesis.specs.openapi.schemas import OpenApiSchema

from tests.dogclub.api.schema.operations import SETTINGS, Case, keeps_its_word, never_went_well, operations
from tests.dogclub.api.schema.world import World

pytestmark = [pytest.mark.django_db, pytest.mark.thorough, pytest.mark.both_databases]


@operations("matches").parametrize()
@SETTINGS
def test_every_operation_keeps_its_word(case: Case, world: World) -> None:
    keeps_its_word(case, world)


def test_every_operation_went_well_at_least_once(world: World, schema: OpenApiSchema) -> None:
    """Runs after the tests of the operations; passes without a check when it runs alone."""
    if world.went_well:
        assert never_went_well("matches", world, schema) == set()
