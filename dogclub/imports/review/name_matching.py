"""Matching of names to players: exactly one player's name, or a question; no name is given to a similar one unasked."""

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from rapidfuzz import fuzz, process

from clubs.models import Club, FormerName, Player
from clubs.names import check_name, tidy_name

LIKE = 72  # lowest similarity, of 100
OFFERED = 2
LIKENESS = (fuzz.partial_token_sort_ratio, fuzz.token_sort_ratio)  # partial: “W. Featherstonehaugh” abbreviates a name
LONGEST = 60


@dataclass(frozen=True)
class Guess:
    """Who a name is: a player's key, or None with similar players, the most similar first."""

    player: int | None
    like: tuple[int, ...] = ()


class Register:
    """The players of a club by all their present and former names; two queries."""

    def __init__(self, club: Club) -> None:
        self.labels: dict[int, str] = {}
        self._exact: dict[str, set[int]] = {}
        self._loose: dict[int, str] = {}
        for player in club.players.order_by("pk"):
            self.labels[player.pk] = player.label
            self._loose[player.pk] = _loose(player.label)
            self._know(player, player.label, player.name, player.nickname)
        former = FormerName.objects.filter(player__club=club, player__merged_into=None).select_related("player")
        for row in former:
            self._know(row.player, str(row), row.name, row.nickname)

    def _know(self, player: Player, *names: str) -> None:
        for name in filter(None, names):
            self._exact.setdefault(normalised(name), set()).add(player.pk)

    def guess(self, name: str) -> Guess:
        """Return the only player with this name, or the one whose label it is; else the candidates."""
        known = self._exact.get(normalised(name), set())
        label = next((key for key in known if normalised(self.labels[key]) == normalised(name)), None)
        if label is not None or len(known) == 1:
            return Guess(label if label is not None else next(iter(known)))
        return Guess(None, (*sorted(known), *self._alike(name, known))[: max(OFFERED, len(known))])

    def _alike(self, name: str, known: Iterable[int]) -> list[int]:
        scores = {key: score for scorer in LIKENESS for _, score, key in self._nearest(_loose(name), scorer)}
        return sorted((key for key in scores if key not in known), key=lambda key: -scores[key])[:OFFERED]

    def _nearest(self, name: str, scorer: Any) -> list[tuple[str, float, int]]:
        return process.extract(name, self._loose, scorer=scorer, score_cutoff=LIKE, limit=OFFERED)


def normalised(name: str) -> str:
    r"""Return the form shared by all spellings of a name: without regard to case, spaces and Unicode form.

    >>> spelt(" Zoë  MARLOWE ") == spelt("Zoe\u0308 Marlowe")
    True
    """
    return unicodedata.normalize("NFC", tidy_name(name).casefold())


def _loose(name: str) -> str:
    """Return the name without accents and punctuation, to compare similar names."""
    letters = unicodedata.normalize("NFKD", normalised(name))
    return "".join(character for character in letters if character.isalnum() or character.isspace())


def name_error(name: str) -> str:
    """Return why the text cannot be a player's name; "" if it can."""
    if len(tidy_name(name)) > LONGEST:
        return _("A name has at most {longest} characters.").format(longest=LONGEST)
    try:
        check_name(name)
    except ValidationError as error:
        return str(error.messages[0])
    return ""


def guesses(register: Register, names: Iterable[str]) -> Mapping[str, Guess]:
    """Return the guess for each name."""
    return {name: register.guess(name) for name in names}
