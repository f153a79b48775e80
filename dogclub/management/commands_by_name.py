"""Django's command runner with usage texts that show the command as it is typed, and only its own options."""

from functools import partial
from typing import Any

from django.core.management import ManagementUtility
from django.core.management.base import BaseCommand, CommandParser

from dogclub.configuration.places import PROGRAM
from dogclub.management.overview import NAMES

OF_EVERY_COMMAND = {
    *("--version", "--verbosity", "--settings", "--pythonpath", "--traceback"),
    *("--no-color", "--force-color", "--skip-checks"),
}


class CommandsByName(ManagementUtility):
    """Django's ManagementUtility, with `./run backup` instead of `manage.py backup` in usage texts; Django's common
    options are not listed for Dog Club's commands.
    """

    def __init__(self, argv: list[str]) -> None:
        super().__init__(argv)
        self.prog_name = PROGRAM

    def fetch_command(self, subcommand: str) -> BaseCommand:
        command = super().fetch_command(subcommand)
        if type(command).__module__.startswith("dogclub."):
            command.suppressed_base_arguments = OF_EVERY_COMMAND
        command.create_parser = partial(_parser, command.create_parser)  # type: ignore[method-assign]
        return command


def _parser(made: Any, prog_name: str, subcommand: str, **options: Any) -> CommandParser:
    parser: CommandParser = made(prog_name, subcommand, **options)
    parser.prog = f"{PROGRAM} {NAMES.get(subcommand, subcommand)}"
    return parser
