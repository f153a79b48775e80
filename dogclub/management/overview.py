"""`./run help`: the commands a club needs, by subject, on one screen; `help all` lists Django's too."""

from functools import partial
from typing import Any

from django.core.management import ManagementUtility, load_command_class
from django.core.management.base import BaseCommand, CommandParser

from dogclub.configuration.environment import IS_INSTALLED, PROGRAM
from dogclub.management.clear_errors import stop
from dogclub.operations.health.database import obstacle

IN_A_CHECKOUT = """Dog Club

  ./run                  start on this machine: http://localhost:8000
  ./run --lan            start for the tablets of this network as well
  ./run --port 9000      start on another port
  ./run COMMAND --help   what a command takes
"""
INSTALLED = """Dog Club

  dogclub start                 start on this machine: http://localhost:8000
  dogclub start --lan           start for the tablets of this network as well
  dogclub start --port 9000     start on another port
  dogclub COMMAND --help        what a command takes
"""
SUBJECTS = {
    "Score": ("score", "paper", "read_sheet", "rescore"),
    "Clubs": ("demo", "export", "import"),
    "Keep": ("backup", "restore", "move", "migrate", "upgrade"),
    "Run": ("serve", "changepassword", "signout", "bounces", "check", "messages", "shell", "sbom"),
}
OF_DJANGO = {
    "check": "Says what is wrong with the settings; with --deploy, what is still open on a server.",
    "migrate": "Brings the database up to date, which every start does as well.",
    "shell": "Opens a Python shell with everything loaded.",
}
NAMES = {"upgrade": "upgrade-from-0.1", "read_sheet": "read-sheet"}  # as they are typed, by their modules
# called by other commands, for developers, or only says what to use
INTERNAL = {"job", "start", "collectstatic", "runserver", "createsuperuser", "sentences"}


def overview() -> str:
    """Return the text of the overview."""
    lines = [INSTALLED if IS_INSTALLED else IN_A_CHECKOUT]
    for subject, commands in SUBJECTS.items():
        lines.append(f"{subject}:")
        lines += [f"  {NAMES.get(command, command):<18}{_about(command)}" for command in commands]
    return "\n".join([*lines, "", f"Everything Django brings along: {PROGRAM} help all", ""])


def _about(command: str) -> str:
    return OF_DJANGO.get(command) or load_command_class("dogclub", command).help


# Django's command runner with usage texts that show the command as it is typed, and only its own options.


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
        if trouble := obstacle(self.argv[1:]):
            stop(trouble)
        command = super().fetch_command(subcommand)
        if type(command).__module__.startswith("dogclub."):
            command.suppressed_base_arguments = OF_EVERY_COMMAND
        command.create_parser = partial(_parser, command.create_parser)  # type: ignore[method-assign]
        return command


def _parser(made: Any, prog_name: str, subcommand: str, **options: Any) -> CommandParser:
    parser: CommandParser = made(prog_name, subcommand, **options)
    parser.prog = f"{PROGRAM} {NAMES.get(subcommand, subcommand)}"
    return parser
