"""The call-outs of the night, the rarest first, and the tags added by hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from clubs.language.capitals import capital
from games.base.display import CallOutLine
from games.base.entry.round_words import numbered, numbered_first
from games.base.results.titles import in_words
from games.entries.match_state import MatchState
from games.models import Tag
from games.registry import table_game

MOST = 8
FEW = 2


@dataclass(frozen=True)
class Called:
    """All call-outs of one kind in the night: their name and the sentences about them."""

    label: str
    words: str


@dataclass(frozen=True)
class _CallOutOfNight:
    where: str
    word: str
    line: CallOutLine
    began: datetime

    @property
    def time(self) -> tuple[datetime, int]:
        """The sort key (start of the match to the minute, round): tables dealt together are ordered by round, a later
        table comes after them.
        """
        number = "".join(char for char in self.line.at if char.isdecimal())
        return self.began.replace(second=0, microsecond=0), int(number or 0)

    @property
    def words(self) -> str:
        words = _("{round}, {where}. {words}")
        return words.format(round=numbered_first(self.word, self.line.at), where=self.where, words=self.line.words)


def called(states: Sequence[MatchState], wheres: Sequence[str]) -> list[Called]:
    """Return the rarest kinds of call-outs; `wheres` are the tables as they stand in a sentence."""
    by_label: dict[str, list[_CallOutOfNight]] = {}
    for state, where in zip(states, wheres, strict=True):
        display = table_game(state.match.game).display
        for callout in reversed(display.callouts(state)):
            by_label.setdefault(callout.label, []).append(
                _CallOutOfNight(where, display.round_word, callout, state.match.started_at)
            )
    rarest = sorted(by_label.items(), key=lambda pair: _times(pair[1]))
    return [Called(label, _words(sorted(each, key=lambda one: one.time))) for label, each in rarest[:MOST]]


def _words(callouts: Sequence[_CallOutOfNight]) -> str:
    if len(callouts) <= FEW:
        return " ".join(_ended(each.words) for each in callouts)
    last, count = callouts[-1], _times(callouts)
    words = _("{number} times. The last one in {round}, {where}: {words}")
    at = numbered(last.word, last.line.at)
    return words.format(number=capital(in_words(count)), round=at, where=last.where, words=_ended(last.line.words))


def _times(callouts: Sequence[_CallOutOfNight]) -> int:
    """Return how many players earned it, counted like the night's totals."""
    return sum(each.line.times for each in callouts)


def _ended(words: str) -> str:
    return words if words.endswith((".", "!", "?")) else f"{words}."


def tagged(tags: Sequence[Tag], names: Mapping[int, str], words: Mapping[object, tuple[str, str]]) -> list[Called]:
    """Return the tags by kind; `names` are by player, `words` are (the game's word for a round, the table) by match."""
    by_label: dict[str, list[str]] = {}
    for tag in tags:
        word, where = words[tag.match_id]
        name = names.get(tag.player_id or 0, "")
        sentence = _("{round}, {where}: {player}.") if name else _("{round}, {where}.")
        said = sentence.format(round=numbered_first(word, tag.round), where=where, player=name)
        by_label.setdefault(_label(tag), []).append(said)
    return [Called(label, " ".join(each)) for label, each in list(by_label.items())[:MOST]]


def _label(tag: Tag) -> str:
    plain = " ".join(map(capital, tag.term.split("-")))
    return table_game(tag.match.game).record_categories.tags.get(tag.term, plain)
