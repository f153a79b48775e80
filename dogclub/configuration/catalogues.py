"""The compiled catalogues of the program's messages: `django.mo` beside each `dogclub/locale/*/LC_MESSAGES/django.po`.

They are built like Python's own compiled files: by the first start after a catalogue has changed, in a checkout, and
with the wheel and the image (hatch_build.py, Dockerfile), which nobody changes.
"""

import io
import os
import tempfile
from datetime import UTC, datetime
from gettext import c2py
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

LOCALE = Path(__file__).resolve().parents[1] / "locale"
UNDATED = datetime(2026, 1, 1, tzinfo=UTC)  # a fixed date, since the compiled file would contain the current time
LEFT_TO_RIGHT, END = "\N{LEFT-TO-RIGHT ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


def compile_changed(folder: Path = LOCALE) -> None:
    """Compile the catalogues that have changed since they were compiled."""
    for file in folder.glob("*/LC_MESSAGES/django.po"):
        if has_changed(file):
            compile_catalogue(file)


def compiled(file: Path) -> Path:
    """Return the path of the compiled catalogue."""
    return file.with_suffix(".mo")


def has_changed(file: Path) -> bool:
    """Whether a catalogue is another than the one that was compiled: its time is that of the compiled file."""
    return not compiled(file).exists() or int(file.stat().st_mtime) != int(compiled(file).stat().st_mtime)


def compile_catalogue(file: Path) -> None:
    """Compile a catalogue, for whoever may read it; several processes may do so at once."""
    now = file.stat()
    handle, made = tempfile.mkstemp(prefix="django.mo.", dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as opened:
            opened.write(binary(file))
        Path(made).chmod(now.st_mode)
        os.utime(made, ns=(now.st_atime_ns, now.st_mtime_ns))
        Path(made).replace(compiled(file))
    except BaseException:
        Path(made).unlink()
        raise


def binary(file: Path) -> bytes:
    """Return a catalogue compiled to the .mo format, without fuzzy messages; the same bytes for the same catalogue."""
    from babel.messages.mofile import write_mo  # both take time to load, and are needed once
    from babel.messages.pofile import read_po

    made = io.BytesIO()
    with file.open("rb") as source:
        catalogue = read_po(source)
    if catalogue.locale and catalogue.locale.text_direction == "rtl":
        _isolate_english(catalogue)
    catalogue.creation_date = catalogue.revision_date = UNDATED
    write_mo(made, catalogue)
    return made.getvalue()


def _isolate_english(catalogue: "Catalog") -> None:
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


def translations(message: "Message") -> list[str]:
    """Return the translation as a list of one, or of one for each plural form; "" where it is missing."""
    return [*message.string] if isinstance(message.string, list | tuple) else [message.string or ""]
