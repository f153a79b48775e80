"""Which records a game keeps: the seat with the most, or the least, of a figure. Each game lists its own."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base.entry.round_words import numbered
from games.models import Seat
from scoring.messages import Message, Term, spoken, terms

IN_THE_BOX: Mapping[str, Term] = terms({"in-the-box": Message("In the box")})
BACK_TO_BACK = Term("back-to-back", Message("Back-to-Back"))  # who keeps a trophy, of any game


BEST = {
    "round": gettext_lazy("Best round"),
    "hand": gettext_lazy("Best hand"),
    "game": gettext_lazy("Best game"),
    "year": gettext_lazy("Best year"),
}


def nothing_more(_seat: Seat) -> str:
    return ""


@dataclass(frozen=True)
class Feat:
    """`name` is `total` or one of the seat's feats, and decides; `shown` is the feat that is shown instead, if any.

    `done` says what was done, where it was not simply somebody; `more` stands after the date.
    """

    label: str | Promise
    name: str
    is_least: bool = False
    shown: str = ""
    done: Callable[[Seat], str] = nothing_more
    more: Callable[[Seat], str] = nothing_more

    @property
    def title(self) -> str:
        return str(self.label)

    @property
    def key(self) -> str:
        """Of the seat that has the most of it, in `Sums.best`."""
        return f"-{self.name}" if self.is_least else self.name

    def value(self, seat: Seat) -> int:
        name = self.shown or self.name
        return seat.total if name == "total" else int(seat.feats[name])


def climb(word: str) -> Feat:
    """How far behind a winner was; `word` is what the game calls a round."""
    return Feat(gettext_lazy("Biggest climb"), "climb", more=partial(_climbed, word))


def _climbed(word: str, seat: Seat) -> str:
    return _("behind by that much after {round}").format(round=numbered(word, seat.feats["climb_round"]))


def best(word: str) -> Feat:
    return Feat(
        BEST[word], "best", more=lambda seat: _("in {round}").format(round=numbered(word, seat.feats["best_round"]))
    )


HIGHEST = Feat(gettext_lazy("Highest total"), "total")
LOWEST = Feat(gettext_lazy("Lowest total"), "total", is_least=True)
TOTALS: Sequence[Feat] = (HIGHEST, LOWEST)


@dataclass(frozen=True)
class RecordCategories:
    """What the hall of fame knows of a game: its records, the call-outs the engine hears (`terms`, with their labels
    as the club or the language of who reads them has it), those of them too common to be counted (`everyday`), what
    only the table can see (`tags`), and call-outs that are said beside another and kept nowhere (`unrecorded`).
    """

    records: Sequence[Feat] = TOTALS
    labels: Mapping[str, Term] = field(default_factory=lambda: IN_THE_BOX)
    everyday: Collection[str] = ()
    tag_labels: Mapping[str, Term] = field(default_factory=dict)
    unrecorded: Mapping[str, Term] = field(default_factory=dict)

    @property
    def terms(self) -> dict[str, str]:
        return {term: spoken(label) for term, label in self.labels.items()}

    @property
    def tags(self) -> dict[str, str]:
        return {term: spoken(label) for term, label in self.tag_labels.items()}

    @property
    def counted(self) -> list[str]:
        return [term for term in self.labels if term not in self.everyday]
