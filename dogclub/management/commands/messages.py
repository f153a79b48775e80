"""`./run messages`: collects the program's messages into the catalogues of all languages, and compiles these.

Collecting needs xgettext and msgmerge (Debian's gettext), as in Django; Babel compiles, so a checkout needs no tool for
that. A catalogue is `dogclub/locale/<language>/LC_MESSAGES/django.po`; `django.mo` beside it is committed.
"""

import contextlib
import io
import re
import shutil
from argparse import ArgumentParser
from datetime import UTC, datetime
from gettext import c2py
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.core.management.commands import makemessages
from django.core.management.utils import popen_wrapper

from dogclub.configuration.places import CODE, IS_INSTALLED

NOT_OURS = [
    *("tests/*", "docs/*", "benchmarks/*", "build/*", "deploy/*", "security/*", "var/*", "node_modules/*", ".*"),
    *("dogclub/static/*", "dogclub/locale/*"),  # licence texts, which are not templates; the catalogues themselves
]
SCRIPTS = CODE / "dogclub" / "scripts"
UNDATED = datetime(2026, 1, 1, tzinfo=UTC)  # a fixed date, since the compiled file would contain the current time
LEFT_TO_RIGHT, END = "\N{LEFT-TO-RIGHT ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
DATED = re.compile(r'^"POT-Creation-Date:.*\n', re.MULTILINE)


class Collect(makemessages.Command):
    """Django's makemessages, which also reads the messages of the engines (scoring/messages.py) and of the scripts."""

    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=Message:1", "--keyword=counted:1,2"]

    def build_potfiles(self) -> list[str]:
        files: list[str] = super().build_potfiles()
        scripts = sorted(str(path.relative_to(CODE)) for path in SCRIPTS.rglob("*.js"))
        says = ["--language=JavaScript", "--keyword", "--keyword=gettext:1", "--keyword=ngettext:1,2"]
        how = ["--join-existing", "--from-code=UTF-8", "--add-comments=Translators", "--add-location=file", "--no-wrap"]
        for file in files:
            _, errors, status = popen_wrapper(["xgettext", *says, *how, f"--output={file}", *scripts])
            if status:
                raise CommandError(f"xgettext could not read the scripts: {errors}")
        return files


class Command(BaseCommand):
    help = "Collects all messages into the catalogues of each language, and compiles these."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--add", metavar="LANGUAGE", help="begins a catalogue, such as de")
        parser.add_argument("--only-compile", action="store_true", help="leaves the catalogues as they are")

    def handle(self, *args: Any, add: str | None, only_compile: bool, **options: Any) -> None:
        if not only_compile:
            collect([*languages(), *([add] if add else [])])
        for language in languages():
            compiled(language).write_bytes(binary(catalogue(language)))
            self.stdout.write(f"{language}: {state(catalogue(language))}")


def collect(wanted: list[str]) -> None:
    """Update the catalogues of the languages `wanted`: new messages are empty, changed ones fuzzy, removed ones
    deleted. Raises CommandError where the program is installed as a package or gettext is missing.
    """
    if IS_INSTALLED:
        raise CommandError("collects from the source code: call it in a checkout.")
    if shutil.which("xgettext") is None:
        raise CommandError("needs gettext to collect messages. Install it (Debian: apt install gettext) and try again.")
    with contextlib.chdir(CODE):
        call_command(
            Collect(),
            locale=wanted,
            extensions=["html", "txt", "py"],
            ignore_patterns=NOT_OURS,
            add_location="file",
            no_wrap=True,
            no_obsolete=True,
            verbosity=0,
        )
    for language in wanted:
        file = catalogue(language)
        file.write_text(DATED.sub("", file.read_text("utf-8")), "utf-8")


def languages() -> list[str]:
    """Return the names of the folders that have a catalogue, such as `de` and `pt_BR`."""
    return sorted(file.parent.parent.name for file in Path(settings.LOCALE_PATHS[0]).glob("*/LC_MESSAGES/django.po"))


def catalogue(language: str) -> Path:
    """Return the path of a language's catalogue."""
    return Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "django.po"


def compiled(language: str) -> Path:
    """Return the path of the compiled catalogue."""
    return catalogue(language).with_suffix(".mo")


def binary(file: Path) -> bytes:
    """Return a catalogue compiled to the .mo format, without fuzzy messages; the same bytes for the same catalogue."""
    made = io.BytesIO()
    with file.open("rb") as source:
        catalogue = read_po(source)
    if catalogue.locale and catalogue.locale.text_direction == "rtl":
        _isolate_english(catalogue)
    catalogue.creation_date = catalogue.revision_date = UNDATED
    write_mo(made, catalogue)
    return made.getvalue()


def _isolate_english(catalogue: Catalog) -> None:
    """In a right-to-left language, wrap the untranslated (English) messages in left-to-right isolates, so that they do
    not mix with the text around them.
    """
    one = c2py(catalogue.plural_expr)(1)
    for message in catalogue:
        if not message.id or (not message.fuzzy and all(translations(message))):
            continue
        if isinstance(message.id, str):
            message.string = f"{LEFT_TO_RIGHT}{message.id}{END}"
        else:
            texts = (message.id[0] if form == one else message.id[1] for form in range(catalogue.num_plurals))
            message.string = tuple(f"{LEFT_TO_RIGHT}{text}{END}" for text in texts)
        message.flags.discard("fuzzy")


def state(file: Path) -> str:
    """Return how many messages are translated, as "3 of 5 messages"; a message with plurals counts once every
    form is.
    """
    messages = entries(file)
    done = sum(not each.fuzzy and all(translations(each)) for each in messages)
    return f"{done} of {len(messages)} messages"


def entries(file: Path) -> list[Message]:
    """Return the messages of a catalogue, without its header."""
    with file.open("rb") as source:
        return [message for message in read_po(source) if message.id]


def translations(message: Message) -> list[str]:
    """Return the translation as a list of one, or of one for each plural form; "" where it is missing."""
    return [*message.string] if isinstance(message.string, list | tuple) else [message.string or ""]
