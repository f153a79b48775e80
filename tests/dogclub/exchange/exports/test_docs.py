"""The columns in docs/developers/exports.md and docs/developers/sheet-layout.md are those of the files."""

import re

import pytest
from django.http import QueryDict

from dogclub.exchange.exports.files import OF_CLUB, OF_MATCH, OF_NIGHT, OF_PLAYER, OF_TROPHY
from dogclub.exchange.exports.layout import AFTER, BEFORE, Part, fields_of
from games.entries.match_state import load
from leagues.models import Trophy
from scoring import ENGINES
from tests.factory import a_bone, a_club, a_match, some_players
from tests.nights import a_night
from tests.server import ROOT

pytestmark = pytest.mark.django_db
EXPORTS = (ROOT / "docs/developers/exports.md").read_text()
LAYOUT = (ROOT / "docs/developers/sheet-layout.md").read_text()


def listed_in(section: str) -> dict[str, str]:
    """The documented columns of each file, from the list below the line that names the address."""
    part = EXPORTS.partition(f"Below `{section}")[2].partition("\nBelow ")[0]
    return dict(re.findall(r"^\* `([\w-]+)`: (.*)$", part, re.MULTILINE))


def test_every_table_is_listed_with_its_columns() -> None:
    club = a_club()
    players = some_players(club, 3)
    match, night = a_match(club, players, plan=(1, 2, 1)), a_night(club)
    trophy: Trophy = a_bone(players[0]).trophy
    asked = QueryDict("")
    found = {
        "/c/<club>/exports/": {table.key: table.grid(club, asked) for table in OF_CLUB},
        "/c/<club>/players/": {table.key: table.grid(players[0], asked) for table in OF_PLAYER},
        "/c/<club>/nights/": {table.key: table.grid(night, asked) for table in OF_NIGHT},
        "/c/<club>/trophies/": {table.key: table.grid(trophy, asked) for table in OF_TROPHY},
        "/m/<match>/files/": {table.key: table.grid(load(match), asked) for table in OF_MATCH},
    }
    for section, grids in found.items():
        listed = listed_in(section)
        assert list(listed) == list(grids), section
        for key, grid in grids.items():
            if key not in ("sheet", "run") and (section, key) != ("/m/<match>/files/", "figures"):
                assert listed[key] == ", ".join(column.title for column in grid.columns), key


def test_the_sheet_layout_names_every_column_of_every_game() -> None:
    shared = set(
        re.findall(r"`(\w+)`", LAYOUT.partition("## Columns of every game")[2].partition("## Columns of a")[0])
    )
    assert {*BEFORE, *AFTER} <= shared
    for game in ENGINES:
        row = next(
            (line for line in LAYOUT.splitlines() if line.startswith(f"| {game.name.replace(chr(39), '’')} |")), ""
        )
        assert row, f"docs/developers/sheet-layout.md has no row for {game.name}"
        each, whole, nested = (set(re.findall(r"`(\w+)`", cell)) for cell in row.split("|")[2:5])
        parts = fields_of(game.key)
        assert each - {"dummy"} == {name for name, part in parts.items() if part is Part.EACH}
        assert nested == {name for name, part in parts.items() if part is Part.NESTED}
        assert whole == set(parts) - each - nested
