"""Hidden forms on the table's page, submitted by buttons outside the entry form."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.entries.match_state import MatchState


@dataclass(frozen=True)
class Form:
    """A hidden form and its fields. With `is_post` it writes an entry; otherwise it loads the page again with these
    fields.
    """

    id: str
    fields: Sequence[tuple[str, str]]
    is_post: bool = False

    @property
    def inputs(self) -> SafeString:
        """The fields as HTML. A page has some twenty, and a template would take most of its rendering time for them."""
        fields = (f'name="{escape(name)}" value="{escape(value)}"' for name, value in self.fields)
        return SafeString("".join(f'<input type="hidden" {field}>' for field in fields))


def free_number(state: MatchState) -> int:
    """Return the line of the next entry: the one that an undo freed, else a new one."""
    return state.live[-1].number + 1 if state.live else 1


def entry_fields(state: MatchState, what: str, number: int, **more: str) -> list[tuple[str, str]]:
    """Return (name, value) pairs that make a form safe to send twice: entry id, line number, and the version of the
    match on the page.
    """
    fields = {"what": what, "entry": str(uuid.uuid4()), "number": str(number), "version": str(state.match.version)}
    return [*fields.items(), *more.items()]


def post_form(name: str, state: MatchState, what: str, number: int, fields: Sequence[tuple[str, str]] = ()) -> Form:
    """Return the form that writes an entry of kind `what` on line `number`."""
    return Form(name, [*entry_fields(state, what, number), *fields], is_post=True)


def undo_label(step: str) -> str:
    """Return the label of the undo button with the step it takes back; "" if there is none."""
    return _("Undo: {what}").format(what=step) if step else ""


def undo_form(state: MatchState) -> list[Form]:
    """Return the form of the undo button in a list; an empty list if there is no entry to undo."""
    return [post_form("undo", state, "undo", state.live[-1].number)] if state.live else []
