"""What a form says in numbers, and the id that makes sending it twice the same as sending it once."""

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
    """The id the page was given for what it writes; further entries of one form have ids of their own."""
    try:
        first = uuid.UUID(form.get("entry", ""))
    except ValueError as error:
        raise Unreadable(_("The page was not sent completely. Reload it and tap again.")) from error
    return first if not place else uuid.uuid5(first, str(place))


def whole_number(form: QueryDict, field: str, message: str | Promise, *, most: int = BIG) -> int:
    """A number of ours that stands in the form; nobody types it."""
    text = form.get(field, "")
    if not (text.isascii() and text.isdecimal()) or len(text) > 10 or int(text) > most:
        raise Unreadable(message, field)
    return int(text)


def version(form: QueryDict) -> int:
    """The version of the match this page showed."""
    return whole_number(form, "version", _("The page was not sent completely. Reload it and tap again."))


def line_number(form: QueryDict) -> int:
    """The line of the sheet this page meant to write."""
    return whole_number(form, "number", _("The page was not sent completely. Reload it and tap again."))


def typed(form: QueryDict, field: str, message: str | Promise) -> int | None:
    """A number somebody typed; None where nothing stands."""
    text = form.get(field, "").strip()
    if not text:
        return None
    if not NUMBER.fullmatch(text):
        raise Unreadable(message, field)
    return int(text)


def reason(form: QueryDict, longest: int = 300) -> str:
    """A note in the writer's own words, kept with the entry."""
    text = " ".join(form.get("note", "").split())
    if len(text) > longest:
        message = _("At most {most} characters, please: this has {count}.").format(most=longest, count=len(text))
        raise Unreadable(message, "note")
    if not text.isprintable():
        raise Unreadable(_("This note contains an unprintable character. Please type it again."), "note")
    return text


def moment(form: QueryDict) -> datetime | None:
    """The tablet's own clock, in milliseconds, where it has one worth the name."""
    text = form.get("at", "")
    return datetime.fromtimestamp(int(text) / 1000, UTC) if re.fullmatch(r"[1-9][0-9]{11,12}", text) else None
