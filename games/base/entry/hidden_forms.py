"""Hidden forms of the table's page: what a key outside the entry form sends."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.entries.match_state import MatchState


@dataclass(frozen=True)
class Form:
    """Hidden fields; the keys of the pads send them. `is_post` writes, otherwise the page is only shown again."""

    id: str
    fields: Sequence[tuple[str, str]]
    is_post: bool = False

    @property
    def inputs(self) -> SafeString:
        """The fields as HTML: a screen has some twenty, and a template would take most of its time for them."""
        fields = (f'name="{escape(name)}" value="{escape(value)}"' for name, value in self.fields)
        return SafeString("".join(f'<input type="hidden" {field}>' for field in fields))


def free_number(state: MatchState) -> int:
    """The line the next entry is written on: the one an undo made free, else a new one."""
    return state.live[-1].number + 1 if state.live else 1


def entry_fields(state: MatchState, what: str, number: int, **more: str) -> list[tuple[str, str]]:
    """What makes an entry safe to send twice: its own id, the line it is for, the version of the match it saw."""
    fields = {"what": what, "entry": str(uuid.uuid4()), "number": str(number), "version": str(state.match.version)}
    return [*fields.items(), *more.items()]


def post_form(name: str, state: MatchState, what: str, number: int, fields: Sequence[tuple[str, str]] = ()) -> Form:
    """Writes an entry for line `number`."""
    return Form(name, [*entry_fields(state, what, number), *fields], is_post=True)


def undo_label(step: str) -> str:
    """On the undo button: what it takes back; "" where nothing is."""
    return _("Undo: {what}").format(what=step) if step else ""


def undo_form(state: MatchState) -> list[Form]:
    """The form the undo key sends; none where nothing stands."""
    return [post_form("undo", state, "undo", state.live[-1].number)] if state.live else []
