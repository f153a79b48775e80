"""`./run help`: the commands a club needs, by subject, on one screen; `help all` lists Django's too."""

from django.core.management import load_command_class

from dogclub.configuration.places import IS_INSTALLED, PROGRAM

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
    "Score": ("score", "rescore"),
    "Clubs": ("demo", "export", "import"),
    "Keep": ("backup", "restore", "migrate", "upgrade"),
    "Translate": ("messages",),
    "Run": ("serve", "signout", "bounces", "check", "shell", "sbom"),
}
OF_DJANGO = {
    "check": "Says what is wrong with the settings; with --deploy, what is still open on a server.",
    "migrate": "Brings the database up to date, which every start does as well.",
    "shell": "Opens a Python shell with everything loaded.",
}
NAMES = {"upgrade": "upgrade-from-0.1"}
INTERNAL = {"job", "start"}  # called by other commands only


def overview() -> str:
    """Return the text of the overview."""
    lines = [INSTALLED if IS_INSTALLED else IN_A_CHECKOUT]
    for subject, commands in SUBJECTS.items():
        lines.append(f"{subject}:")
        lines += [f"  {NAMES.get(command, command):<18}{_about(command)}" for command in commands]
    return "\n".join([*lines, "", f"Everything Django brings along: {PROGRAM} help all", ""])


def _about(command: str) -> str:
    return OF_DJANGO.get(command) or load_command_class("dogclub", command).help
