"""Old and new code share a database during an update: migrations only add; columns are dropped one version later."""

import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, models
from django.db.migrations import operations as ops
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.utils import timezone

from clubs.models import Club
from games import ledger
from games.consequences.follow import rebuild
from tests.factory import a_club, a_match, some_players

# The last migration of each package in the previous version; updated with each release. A later migration may drop a
# column that the previous version no longer uses, if it is named below.
BEFORE = {
    "clubs": "0018_club_terms",
    "games": "0008_what_is_due_has_an_index",
    "leagues": "0005_what_is_due_has_an_index",
    "dogclub": "0007_what_is_due_has_an_index",
}
# Operations that `unsafe` cannot judge, by migration, with the reason why the previous code still works.
HARMLESS = {
    ("clubs.0019_standings_clock", "Raw Python operation"): "fills a column that the code before does not know",
    ("leagues.0008_rank_play_offs_again", "Raw Python operation"): "the code before ranks again when it reads, too",
    ("clubs.0020_whose_a_session_is", "Custom state/database change combination"): "says nothing to the database",
    ("clubs.0020_whose_a_session_is", "Raw Python operation"): "adds a column that may be null, and fills it",
    ("clubs.0021_folded_names", "Raw Python operation"): "fills columns that the code before does not know",
    ("clubs.0025_archive_keys", "Remove constraint a_known_scope from model apikey"): "it comes back at once, wider",
    ("clubs.0025_archive_keys", "Create constraint a_known_scope on model apikey"): "refuses none of its scopes",
    ("games.0009_ties_nobody_settled", "Raw Python operation"): "fills a column that the code before does not know",
    ("games.0010_points_by_other_rules", "Custom state/database change combination"): "adds a column with a default",
    ("games.0010_points_by_other_rules", "Raw Python operation"): "fills a column that the code before does not know",
}
ADDS = (ops.CreateModel, ops.AddIndex, ops.RemoveIndex, ops.RenameIndex, ops.AlterModelOptions, ops.AlterModelManagers)


def since() -> list[tuple[str, str]]:
    """Our migrations after those of the previous version, in the order in which they are applied."""
    loader = MigrationLoader(None)
    known = {node for leaf in BEFORE.items() for node in loader.graph.forwards_plan(leaf)}
    return [node for node in plan(loader) if node not in known and node[0] in BEFORE]


def plan(loader: MigrationLoader) -> list[tuple[str, str]]:
    nodes: dict[tuple[str, str], None] = {}
    for leaf in sorted(loader.graph.leaf_nodes()):
        nodes |= dict.fromkeys(loader.graph.forwards_plan(leaf))
    return list(nodes)


def before() -> ProjectState:
    """The models of the previous version."""
    return MigrationLoader(None).project_state(list(BEFORE.items()))


def unsafe(operation: Operation, state: ProjectState, app: str) -> bool:
    """Whether code without this operation may fail; that code names each column it has, and no other."""
    if isinstance(operation, ADDS):
        return False
    if isinstance(operation, ops.AddField):
        field: Any = operation.field
        return not (field.null or field.many_to_many or field.has_db_default())
    if isinstance(operation, ops.AlterField):
        new: Any = operation.field
        old: Any = state.apps.get_model(app, operation.model_name)._meta.get_field(operation.name)
        asks_more = old.null and not new.null and not new.has_db_default()
        return asks_more or column_of(old) != column_of(new)
    return True


def column_of(field: Any) -> tuple[str | None, str]:
    """The field's column name and type; the type of a foreign key is that of its target."""
    return field.db_column, type(field).__name__ if field.remote_field else field.db_type(connection)


def unsafe_since() -> Iterator[tuple[str, str]]:
    loader = MigrationLoader(None)
    for app, name in since():
        migration = loader.get_migration(app, name)
        state = loader.project_state((app, name), at_end=False)
        for operation in migration.operations:
            if unsafe(operation, state, app):
                yield f"{app}.{name}", str(operation.describe())
            operation.state_forwards(app, state)


def test_every_migration_since_the_version_before_only_adds() -> None:
    assert {*unsafe_since()} == HARMLESS.keys()


FIELDS = {
    "may be empty": (models.CharField(max_length=9, null=True), True),
    "has a default of the database": (models.CharField(max_length=9, default="", db_default=""), True),
    "has a default of Python": (models.CharField(max_length=9, default=""), False),
}


@pytest.mark.parametrize(("field", "is_safe"), FIELDS.values(), ids=FIELDS)
def test_a_column_is_added_so_that_others_need_not_name_it(field: Any, *, is_safe: bool) -> None:
    assert unsafe(ops.AddField("club", "motto", field), before(), "clubs") is not is_safe


ALTERED = {
    "the words of a choice": (models.CharField(max_length=10, choices=[("off", "nobody")]), True),
    "shorter": (models.CharField(max_length=6), False),
    "another type": (models.IntegerField(), False),
}


@pytest.mark.parametrize(("field", "is_safe"), ALTERED.values(), ids=ALTERED)
def test_a_column_stays_what_it_was(field: Any, *, is_safe: bool) -> None:
    assert unsafe(ops.AlterField("club", "sharing", field), before(), "clubs") is not is_safe


@pytest.mark.parametrize(
    "operation",
    [
        ops.RemoveField("club", "colour"),
        ops.DeleteModel("Season"),
        ops.RenameField("club", "colour", "paint"),
        ops.RenameModel("Club", "Kennel"),
        ops.AlterModelTable("club", "kennels"),
        ops.RunSQL("SELECT 1"),
    ],
    ids=lambda each: type(each).__name__,
)
def test_what_takes_away_is_refused(operation: Operation) -> None:
    assert unsafe(operation, before(), "clubs")


@pytest.fixture
def old(db: None) -> dict[str, Any]:
    """Models of the previous version, which read and write the tables as they are after all migrations."""
    found = (model for model in before().apps.get_models() if model._meta.app_label in BEFORE)
    return {model._meta.object_name or "": model for model in found}


def columns(table: str) -> tuple[set[str], set[str]]:
    """All columns of a table, and those that an INSERT must name because they are NOT NULL without a default."""
    query = (
        "SELECT column_name, is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO' "
        "FROM information_schema.columns WHERE table_name = %s"
        if connection.vendor == "postgresql"
        else 'SELECT name, "notnull" AND dflt_value IS NULL FROM pragma_table_info(%s)'
    )
    with connection.cursor() as cursor:
        cursor.execute(query, [table])
        found = dict(cursor.fetchall())
    return {*found}, {name for name, is_asked in found.items() if is_asked}


def test_no_table_asks_for_a_column_that_the_code_before_does_not_name(old: dict[str, Any]) -> None:
    for model in old.values():
        table, named = model._meta.db_table, {field.column for field in model._meta.local_concrete_fields}
        there, asked = columns(table)
        assert named <= there, table
        assert asked <= named, table


def test_the_code_before_reads_what_is_written_now(old: dict[str, Any]) -> None:
    club = a_club()
    a_match(club, some_players(club, 5), hands=2)
    read = {name: len(list(model.objects.all())) for name, model in old.items()}
    assert min(read[name] for name in ("Club", "Player", "Match", "Seat", "Entry", "Tally")) >= 1


def test_what_the_code_before_writes_is_read_now(old: dict[str, Any]) -> None:
    """A club with its people, a season, a match with its entries and a job, and a club that the old code changes."""
    kennel = old["Club"].objects.create(slug="old-kennel", name="The Old Kennel")
    user = old["User"].objects.create(email="bea@dogs.example", name="Bea")
    people = [old["Player"].objects.create(club=kennel, name=f"Rex {number}") for number in range(5)]
    old["Membership"].objects.create(club=kennel, user=user, role=4, player=people[0])
    day = timezone.localdate()
    old["Season"].objects.create(club=kennel, name="Autumn", starts_on=day, ends_on=day)
    old["Job"].objects.create(kind="archive", club=kennel, asked_by=user, asked={})

    club = Club.objects.get(slug="old-kennel")
    played = a_match(club, list(club.players.order_by("pk")), hands=None)
    match = old["Match"].objects.get(pk=played.pk)
    match.pk = uuid.uuid4()
    match.save(force_insert=True)
    for name in ("Seat", "Entry"):
        for row in old[name].objects.filter(match_id=played.pk).order_by("pk" if name == "Seat" else "number"):
            row.pk, row.match_id = uuid.uuid4() if name == "Entry" else None, match.pk
            row.save(force_insert=True)
    assert ledger.rescore(match.pk, check=False) is not None
    assert ledger.rescore(match.pk, check=True) == []
    rebuild(club, check=False)

    changed = old["Club"].objects.get(pk=club.pk)
    changed.name = "The Older Kennel"
    changed.save()
    club.refresh_from_db()
    assert (club.name, rebuild(club, check=True)) == ("The Older Kennel", [])
    assert (club.memberships.count(), club.players.count(), club.seasons.count(), club.jobs.count()) == (1, 5, 1, 1)
    assert club.matches.count() == 2
