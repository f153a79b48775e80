"""`./run messages`: collects the program's messages into the catalogues of all languages, and compiles these.
`./run messages --check` lists what is missing in each language, and changes nothing.

Collecting needs xgettext and msgmerge (Debian's gettext), as in Django; Babel compiles, so a checkout needs no tool for
that, which every start does where a catalogue has changed (dogclub/configuration/catalogues.py).
"""

import contextlib
import re
import shutil
import tempfile
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from babel import Locale
from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.core.management.commands import makemessages
from django.core.management.utils import popen_wrapper
from django.test.utils import override_settings

from clubs.language.properties import FILE, areas, of
from dogclub.configuration.catalogues import compile_catalogue, translations
from dogclub.configuration.environment import CODE, IS_INSTALLED
from dogclub.help.library import FOR_MEMBERS
from games.rules import DOCS, source

NOT_OURS = [
    *("tests/*", "docs/*", "benchmarks/*", "build/*", "deploy/*", "security/*", "var/*", "node_modules/*", ".*"),
    *("dogclub/static/*", "dogclub/locale/*"),  # licence texts, which are not templates; the catalogues themselves
]
PAGES = ("*.md", "rules/*.md")
SCRIPTS = CODE / "dogclub" / "scripts"
# Of a new language: its catalogue's header and its properties, which docs/developers/translating.md describes.
HEADER = """\
# Dog Club in {name}: docs/developers/translating.md and docs/developers/languages/{code}.md say how.
msgid ""
msgstr ""
"Project-Id-Version: Dog Club\\n"
"Report-Msgid-Bugs-To: \\n"
"Language: {code}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
{plurals}"""
TEMPLATE = """\
# {name} beside its catalogue: docs/developers/translating.md says what each key is for.
name = "{own}"
covers = []
ordinal = "{{}}."
syllables = ''
nouns = {{}}
articles = []
"""
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
        parser.add_argument(
            "--check", action="store_true", help="lists what is missing in each language; exit status 1"
        )

    def handle(self, *args: Any, add: str | None, only_compile: bool, check: bool, **options: Any) -> None:
        if check:
            self._check()
            return
        if not only_compile:
            collect([*languages(), *([add] if add else [])])
        if add:
            begin(add)
        for language in languages():
            compile_catalogue(catalogue(language))
            self.stdout.write(f"{language}: {state(catalogue(language))}")

    def _check(self) -> None:
        """List the messages and the help pages that are not translated. Raises CommandError where there are any."""
        with tempfile.TemporaryDirectory() as folder:
            now = messages_of_the_source(Path(folder))
        incomplete = 0
        for code in [code for code, _ in settings.TRANSLATED_LANGUAGES]:
            missing, pages = now - translated_messages(code), outdated_pages(code)
            incomplete += self._list(code, missing, pages, len(now))
        for code in [code for code, _ in settings.PARTIAL_LANGUAGES]:
            wanted = messages_of_areas(code)
            incomplete += self._list(code, wanted - translated_messages(code), [], len(wanted))
        if incomplete:
            raise CommandError(f"{incomplete} languages are not complete.")

    def _list(self, code: str, missing: set[Any], pages: list[str], wanted: int) -> bool:
        """Print what a language lacks; return whether it lacks anything."""
        self.stdout.write(f"{code}: messages missing: {len(missing)} of {wanted}, pages missing: {len(pages)}")
        for line in [*map(repr, sorted(map(str, missing))), *pages]:
            self.stdout.write(f"  {line}")
        return bool(missing or pages)


def messages_of_the_source(folder: Path) -> set[Any]:
    """Return the ids of all messages that xgettext finds in the source; `folder` is empty, and used for scratch."""
    with override_settings(LOCALE_PATHS=[folder]):
        collect(["de"])
        return {each.id for each in entries(catalogue("de"))}


def translated_messages(language: str) -> set[Any]:
    """Return the ids of the messages that a language's catalogue translates, with every plural form."""
    return {each.id for each in entries(catalogue(language)) if not each.fuzzy and all(translations(each))}


def messages_of_areas(language: str) -> set[Any]:
    """Return the ids of the messages in the areas that a partial language covers, by the files they stand in."""
    covered = [areas()[name] for name in of(language).covers or ()]
    return {each.id for each in entries(catalogue(language)) if any(_is_in(each, area) for area in covered)}


def _is_in(message: Message, area: Mapping[str, Sequence[str]]) -> bool:
    files = [file for file, _ in message.locations]
    besides = [file for file in files if not any(fnmatch(file, pattern) for pattern in area.get("except", ()))]
    return any(fnmatch(file, pattern) for file in besides for pattern in area["files"])


def begin(language: str) -> None:
    """Give a new catalogue its header, and the language a file of properties to fill in."""
    file, told = catalogue(language), Locale.parse(language)
    forms = re.search(r'^"Plural-Forms: [^"]*"$', text := file.read_text("utf-8"), re.MULTILINE)
    header = HEADER.format(name=told.english_name, code=language, plurals=forms[0] if forms else "")
    file.write_text(header + text[text.index("\n\n") :], "utf-8")
    properties = file.parents[1] / FILE
    if not properties.exists():
        properties.write_text(TEMPLATE.format(name=told.english_name, own=told.display_name), "utf-8")


def outdated_pages(language: str) -> list[str]:
    """Return the English pages for members without a translation of what they say now, as paths below docs."""
    files = [file for folder in FOR_MEMBERS for pattern in PAGES for file in sorted((DOCS / folder).glob(pattern))]
    return [file.relative_to(DOCS).as_posix() for file in files if not is_up_to_date(file, language)]


def is_up_to_date(file: Path, language: str) -> bool:
    folder, _, name = file.relative_to(DOCS).as_posix().partition("/")
    page = source(DOCS / folder, name, language)
    return page.language == language and not page.is_older


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
