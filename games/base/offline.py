"""What the tablet goes on with by itself while the club's server does not answer: blank forms that came with the page.

The script writes the line of the sheet into such a form and counts the turn on; what the form says is decided by the
server alone, when it hears of it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from games.base.entry.round_words import before_first, numbered
from games.entries.match_state import MatchState


@dataclass(frozen=True)
class OfflineForm:
    """A form with nothing in it, to be used up to `times` (None: for as long as they play).

    `what` is the kind of form, as `drafts` knows it; `rows` is its template, `keys` that of the keys in its head and
    `beside` of what stands below it; all find the rest in `more`. `turn` is the number of the round (0: it is not
    counted), `word` what it is a number of, `entry_label` what such an entry is called. `due` is what all figures add
    up to, where the last player gets the rest. `go` is the main key, `asks` what stands there before the form is full;
    `styles` are those of the page and of its form; what `is_secret` leaves the tablet only when it is written.
    """

    what: str
    rows: str
    styles: tuple[str, str]
    turn: int
    word: str
    about: str
    as_of: str
    number: int
    asks: str
    entry_label: str = field(default_factory=lambda: _("Round"))
    go: str = field(default_factory=lambda: _("Save"))
    keys: str = ""
    beside: str = ""
    due: int | None = None
    times: int | None = None
    is_secret: bool = False
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class OfflineAction:
    """A question beside the rounds on one form, for a tablet that cannot ask: `what` is the kind of entry it writes,
    `rows` its template.

    `entry_label` is what such an entry is called, with {} for what was chosen; `on` are the screens it belongs to, all
    where none is named. `holds` says when it may be asked though the sheet moved on: always, behind other such
    questions ("beside"), or only while nothing waits ("alone"). `brings` is what the game's script goes on with.
    """

    what: str
    title: str
    about: str
    rows: str
    entry_label: str
    go: str = field(default_factory=lambda: _("Save"))
    on: Sequence[str] = ()
    holds: str = "always"
    brings: Mapping[str, Any] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)


def no_offline_action(_state: MatchState) -> OfflineAction | None:
    """A question that writes nothing, or that only the server can ask."""
    return None


def as_of(word: str, number: int) -> str:
    """“Totals as of the last contact, round 4”"""
    when = numbered(word, number) if number else before_first(word)
    return _("Totals as of the last contact, {round}").format(round=when)
