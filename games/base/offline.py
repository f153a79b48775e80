"""Blank forms with which the tablet keeps the score while the server does not answer; they are sent with the page.

The script fills in the line number and counts the rounds; the server alone validates a form, once it is sent.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base.wording import before_first, numbered
from games.entries.match_state import MatchState

STOP_EARLY = gettext_lazy("Stop early, by agreement?")


@dataclass(frozen=True)
class OfflineForm:
    """A blank entry form, to be used up to `times` (None: any number of times).

    `what` is the kind of form, as `TableGame.drafts` reads it. `rows` is its template, `keys` that of the buttons
    in its head and `footer` that of the part below it; all three read the mapping `more`. `turn` is the round's
    number (0: not counted), `word` what is counted, `about` a subtitle and `entry_label` the name of such an entry.
    `number` is its line on the sheet. `due` is the sum of all figures; the last player gets the rest. `go` is the
    label of the main button, `incomplete_label` its text until the form is complete. `styles` are the CSS classes
    of the page and of the form. With `is_secret` a half-entered form is not shared with other devices.
    """

    what: str
    rows: str
    styles: tuple[str, str]
    turn: int
    word: str
    about: str
    as_of: str
    number: int
    incomplete_label: str
    entry_label: str = field(default_factory=lambda: _("Round"))
    go: str = field(default_factory=lambda: _("Save"))
    keys: str = ""
    footer: str = ""
    due: int | None = None
    times: int | None = None
    is_secret: bool = False
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class OfflineAction:
    """The form of a table action for a tablet whose server does not answer.

    `what` is the kind of entry it writes, `rows` its template, `entry_label` the name of such an entry, with {} for
    what was chosen. `page_states` lists the states of the page in which it is offered; empty: all but the finished
    match. `availability` says when it may be used although entries wait to be sent: "always", "beside" (if only
    such actions wait), or "alone" (if nothing waits). `script_data` is data for the game's script.
    """

    what: str
    title: str
    about: str
    rows: str
    entry_label: str
    go: str = field(default_factory=lambda: _("Save"))
    page_states: Sequence[str] = ()
    availability: str = "always"
    script_data: Mapping[str, Any] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)


def no_offline_action(_state: MatchState) -> OfflineAction | None:
    """Return None, for an action that writes nothing or that only the server can offer."""
    return None


def as_of(word: str, number: int) -> str:
    """“Totals as of the last contact, round 4”"""
    when = numbered(word, number) if number else before_first(word)
    return _("Totals as of the last contact, {round}").format(round=when)
