"""Parsing of numbers, notes and times from forms, and the entry id that makes a repeated submission harmless."""

import re
import uuid
from datetime import UTC, datetime

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.base.table_game import Unreadable

NUMBER = re.compile(r"[0-9]{1,4}", re.ASCII)
BIG = 10**9


def entry_id(form: QueryDict, place: int = 0) -> uuid.UUID:
    """Return the id that the page was given for its entry; further entries of the form (`place` from 1) get ids derived
    from it. Raises Unreadable.
    """
    try:
        first = uuid.UUID(form.get("entry", ""))
    except ValueError as error:
        raise Unreadable(_("The page was not sent completely. Reload it and tap again.")) from error
    return first if not place else uuid.uuid5(first, str(place))


def whole_number(form: QueryDict, field: str, message: str | Promise, *, most: int = BIG) -> int:
    """Return the number in a hidden field that our own page filled. Raises Unreadable with `message` if it is missing,
    no number or above `most`.
    """
    text = form.get(field, "")
    if not (text.isascii() and text.isdecimal()) or len(text) > 10 or int(text) > most:
        raise Unreadable(message, field)
    return int(text)


def version(form: QueryDict) -> int:
    """Return the version of the match that the page showed. Raises Unreadable."""
    return whole_number(form, "version", _("The page was not sent completely. Reload it and tap again."))


def line_number(form: QueryDict) -> int:
    """Return the number of the line that the page was to write. Raises Unreadable."""
    return whole_number(form, "number", _("The page was not sent completely. Reload it and tap again."))


def typed(form: QueryDict, field: str, message: str | Promise) -> int | None:
    """Return a number of up to four digits that a person typed; None if the field is empty. Raises Unreadable with
    `message`.
    """
    text = form.get(field, "").strip()
    if not text:
        return None
    if not NUMBER.fullmatch(text):
        raise Unreadable(message, field)
    return int(text)


def reason(form: QueryDict, longest: int = 300) -> str:
    """Return the note that is stored with an entry, spaces collapsed. Raises Unreadable if it is too long or
    unprintable.
    """
    text = " ".join(form.get("note", "").split())
    if len(text) > longest:
        message = _("At most {most} characters, please: this has {count}.").format(most=longest, count=len(text))
        raise Unreadable(message, "note")
    if not text.isprintable():
        raise Unreadable(_("This note contains an unprintable character. Please type it again."), "note")
    return text


def moment(form: QueryDict) -> datetime | None:
    """Return the time by the tablet's own clock, sent in milliseconds since 1970; None if that is missing or
    implausible.
    """
    text = form.get("at", "")
    return datetime.fromtimestamp(int(text) / 1000, UTC) if re.fullmatch(r"[1-9][0-9]{11,12}", text) else None
