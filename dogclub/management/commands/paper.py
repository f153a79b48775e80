"""`./run paper`: writes a blank sheet to print; needs no database."""

from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from dogclub.management.clear_errors import unwritable
from games.base.table_game import TableGame
from games.match.printing import blank
from games.registry import TABLE_GAMES
from games.sheets.typst import Paper, printed
from scoring.dirty_dog import DIRTY_DOG

PAPERS: dict[str, Paper] = {"a4": "a4", "letter": "letter"}


class Command(BaseCommand):
    help = "Writes a blank sheet as PDF, with the marks by which a photo of it can be read."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the PDF to write")
        parser.add_argument("--game", default=DIRTY_DOG.key, help=f"one of {', '.join(_games())}")
        parser.add_argument("--players", required=True, metavar="NUMBER")
        parser.add_argument("--layout", help="the game’s first if left out: rev1 or rev2 of Dirty Dog")
        parser.add_argument("--paper", default="a4", help="a4 or letter")

    def handle(
        self, *args: Any, file: Path, game: str, players: str, layout: str | None, paper: str, **options: Any
    ) -> None:
        table_game = _games().get(game)
        if table_game is None:
            raise CommandError(f"There is no sheet for a game “{game}”: choose {_either(_games())}.")
        prints = {each.key: each for each in table_game.prints}
        chosen = table_game.prints[0] if layout is None else prints.get(layout)
        if chosen is None:
            raise CommandError(f"{table_game.engine.name} has no layout “{layout}”: choose {_either(prints)}.")
        if paper not in PAPERS:
            raise CommandError(f"There is no paper “{paper}”: choose {_either(PAPERS)}.")
        least, most = table_game.engine.seats
        if players not in map(str, range(least, most + 1)):
            raise CommandError(f"{table_game.engine.name} is for {least} to {most} players, not for “{players}”.")
        sheet = printed(chosen, "blank", PAPERS[paper], blank(table_game.engine, int(players)))
        try:
            file.write_bytes(sheet.content)
        except OSError as error:
            raise unwritable(file, error) from error


def _games() -> dict[str, TableGame]:
    """The games with a printed sheet, by key."""
    return {each.key: each for each in TABLE_GAMES if each.prints}


def _either(choices: Iterable[str]) -> str:
    *others, last = choices
    return f"{', '.join(others)} or {last}" if others else last
