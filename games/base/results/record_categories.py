"""The record categories of a game: the seat with the most or least of a figure. Each game lists its own."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base.entry.round_words import numbered
from games.models import Seat
from scoring.messages import Message, Term, terms, translated

IN_THE_BOX: Mapping[str, Term] = terms({"in-the-box": Message("In the box")})
BACK_TO_BACK = Term("back-to-back", Message("Back-to-Back"))  # for keeping a trophy, in any game


BEST = {
    "round": gettext_lazy("Best round"),
    "hand": gettext_lazy("Best hand"),
    "game": gettext_lazy("Best game"),
    "year": gettext_lazy("Best year"),
}


def nothing_more(_seat: Seat) -> str:
    """Return "", the default of `Feat.subject` and `Feat.suffix`."""
    return ""


@dataclass(frozen=True)
class Feat:
    """One record category. `name` is `total` or the key of a feat, and decides who holds the record; `shown` is another
    feat to show instead.

    `subject` says what was done, where the player's name alone is not enough; `suffix` follows the date.
    """

    label: str | Promise
    name: str
    is_least: bool = False
    shown: str = ""
    subject: Callable[[Seat], str] = nothing_more
    suffix: Callable[[Seat], str] = nothing_more

    @property
    def title(self) -> str:
        return str(self.label)

    @property
    def key(self) -> str:
        """The key of the record's seat in `Sums.best`."""
        return f"-{self.name}" if self.is_least else self.name

    def value(self, seat: Seat) -> int:
        """Return the figure to show for a seat."""
        name = self.shown or self.name
        return seat.total if name == "total" else int(seat.feats[name])


def climb(word: str) -> Feat:
    """Return the record for the largest deficit of a later winner; `word` is the game's word for a round."""
    return Feat(gettext_lazy("Biggest climb"), "climb", suffix=partial(_climbed, word))


def _climbed(word: str, seat: Seat) -> str:
    return _("behind by that much after {round}").format(round=numbered(word, seat.feats["climb_round"]))


def best(word: str) -> Feat:
    """Return the record for the most points in one round; `word` is the game's word for a round."""
    return Feat(
        BEST[word], "best", suffix=lambda seat: _("in {round}").format(round=numbered(word, seat.feats["best_round"]))
    )


HIGHEST = Feat(gettext_lazy("Highest total"), "total")
LOWEST = Feat(gettext_lazy("Lowest total"), "total", is_least=True)
TOTALS: Sequence[Feat] = (HIGHEST, LOWEST)


@dataclass(frozen=True)
class RecordCategories:
    """What the hall of fame lists for a game: its records and its call-outs.

    `labels` are the call-outs that the engine finds, by code, as the club or the reader's language calls them;
    `uncounted` are the codes too common to be counted. `tag_labels` are the call-outs tagged by hand; `unrecorded` are
    said together with another one and not stored.
    """

    records: Sequence[Feat] = TOTALS
    labels: Mapping[str, Term] = field(default_factory=lambda: IN_THE_BOX)
    uncounted: Collection[str] = ()
    tag_labels: Mapping[str, Term] = field(default_factory=dict)
    unrecorded: Mapping[str, Term] = field(default_factory=dict)

    @property
    def terms(self) -> dict[str, str]:
        """The labels of the engine's call-outs, by code."""
        return {term: translated(label) for term, label in self.labels.items()}

    @property
    def tags(self) -> dict[str, str]:
        """The labels of the call-outs tagged by hand, by code."""
        return {term: translated(label) for term, label in self.tag_labels.items()}

    @property
    def counted(self) -> list[str]:
        """The codes of the call-outs that are counted."""
        return [term for term in self.labels if term not in self.uncounted]
