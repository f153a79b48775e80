"""Who the names of a file are: players of the club, or new ones, each once however its name is written.

A person is a player's key, or for a new player the spelling of its name. Names that differ in case, blanks, apostrophes
and hyphens alone are one person. Where accents differ, or other letters that a keyboard may lack, it is asked once;
“all are new players” makes one of them too, unless both sat at one table.
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from rapidfuzz import fuzz, process

from clubs.models import Club, FormerName, Player
from clubs.names import check_name, looks, spelled, tidy_name
from dogclub.exchange.imports.parsed_file import GAME_OF
from dogclub.jobs import Impossible
from dogclub.models import ImportBatch

NEW = "new"  # the answer that a name is a new player of its own
SAME = "="  # before another name of the file: both are one person

Person = int | str | None


def lookalikes(found: Mapping[str, Any]) -> dict[int, int]:
    """Return for each name that may be an earlier name of the file which one that is, both by index."""
    names: Sequence[str] = found["names"]
    first: dict[str, int] = {}
    alike: dict[int, int] = {}
    for at, name in enumerate(names):
        keys = looks(name)
        alike[at] = min((first[key] for key in keys if key in first), default=at)
        first |= {key: alike[at] for key in keys if key not in first}
    apart = _together(found, alike)
    return {at: other for at, other in alike.items() if at != other and at not in apart}


def _together(found: Mapping[str, Any], alike: Mapping[int, int]) -> set[int]:
    """Return the names that sat at one table with one that is alike: those are two people."""
    repeated = {at for at, other in alike.items() if at != other}
    repeated |= {alike[at] for at in repeated}
    apart: set[int] = set()
    for match in found["matches"] if repeated else ():
        seated = [name for name, _, _ in match["seats"] if name in repeated]
        keys = [alike[name] for name in seated]
        apart |= {name for name, key in zip(seated, keys, strict=True) if keys.count(key) > 1}
    return apart


def persons(found: Mapping[str, Any], answers: Mapping[str, Any]) -> list[Person]:
    """Return who each name is, None while it is an open question."""
    names, said = found["names"], answers.get("names", {})
    known: list[Person] = []
    first: dict[str, int] = {}
    alike = lookalikes(found)
    for at, (name, (guess, _others)) in enumerate(zip(names, found["guesses"], strict=True)):
        same = first.setdefault(spelled(name), at)
        if guess is not None:
            known.append(guess)
        elif same != at and name not in said:
            known.append(known[same])
        elif name in said:
            known.append(_said(said[name], name, names, known))
        elif answers.get("all_new"):
            known.append(known[alike[at]] if at in alike else spelled(name))
        else:
            known.append(None)
    return known


def _said(answer: int | str, name: str, names: Sequence[str], known: Sequence[Person]) -> Person:
    if isinstance(answer, str) and answer.startswith(SAME):
        at = names.index(answer.removeprefix(SAME))
        return known[at] if at < len(known) else None
    return spelled(name) if answer == NEW else answer


def earlier_name(found: Mapping[str, Any], name: str, other: str) -> bool:
    """Whether `other` comes before `name` among the file's names, so that both can be said to be one person."""
    names: Sequence[str] = found["names"]
    return other in names and names.index(other) < names.index(name)


# Matching of names to players: exactly one player's name, or a question; no name is given to a similar one unasked.


LIKE = 72  # lowest similarity, of 100
OFFERED = 2
LIKENESS = (fuzz.partial_token_sort_ratio, fuzz.token_sort_ratio)  # partial: “W. Featherstonehaugh” abbreviates a name
LONGEST_NAME = 60


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
        self._looks: dict[str, set[int]] = {}
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
            self._exact.setdefault(spelled(name), set()).add(player.pk)
            for key in looks(name):
                self._looks.setdefault(key, set()).add(player.pk)

    def guess(self, name: str) -> Guess:
        """Return the only player with this name, or the one whose label it is; else the candidates."""
        known = self._exact.get(spelled(name), set())
        label = next((key for key in known if spelled(self.labels[key]) == spelled(name)), None)
        if label is not None or len(known) == 1:
            return Guess(label if label is not None else next(iter(known)))
        known = known or set().union(*(self._looks.get(key, ()) for key in looks(name)))
        return Guess(None, (*sorted(known), *self._alike(name, known))[: max(OFFERED, len(known))])

    def _alike(self, name: str, known: Iterable[int]) -> list[int]:
        scores = {key: score for scorer in LIKENESS for _, score, key in self._nearest(_loose(name), scorer)}
        return sorted((key for key in scores if key not in known), key=lambda key: -scores[key])[:OFFERED]

    def _nearest(self, name: str, scorer: Any) -> list[tuple[str, float, int]]:
        return process.extract(name, self._loose, scorer=scorer, score_cutoff=LIKE, limit=OFFERED)


def _loose(name: str) -> str:
    """Return the name without accents and punctuation, to compare similar names."""
    letters = unicodedata.normalize("NFKD", spelled(name))
    return "".join(character for character in letters if character.isalnum() or character.isspace())


def name_error(name: str) -> str:
    """Return why the text cannot be a player's name; "" if it can."""
    if len(tidy_name(name)) > LONGEST_NAME:
        return _("A name has at most {longest} characters.").format(longest=LONGEST_NAME)
    try:
        check_name(tidy_name(name))
    except ValidationError as error:
        return str(error.messages[0])
    return ""


def guesses(register: Register, names: Iterable[str]) -> Mapping[str, Guess]:
    """Return the guess for each name."""
    return {name: register.guess(name) for name in names}


# The players of an import when it is written: existing ones of the club, and new ones it creates.


class Newcomers:
    """Looks up or creates players, in the writing transaction: players may have been merged or deleted since the
    answers. `made` are the keys of the created ones.
    """

    def __init__(self, row: ImportBatch) -> None:
        self._club = row.club
        self._register = Register(row.club)
        self._names = {spelled(name): name for name in reversed(row.found["names"])}
        self._known: dict[int | str, int] = {}
        self.made: list[int] = []

    def key(self, sitter: int | str) -> int:
        """Return the player's key for a key or for the spelling of a new member. Raise Impossible."""
        if sitter not in self._known:
            self._known[sitter] = self._now(sitter) if isinstance(sitter, int) else self._new(sitter)
        return self._known[sitter]

    def _now(self, key: int) -> int:
        """Return the player's key, or that of the player it was merged into. Raise Impossible if it was deleted."""
        player = Player.everybody.filter(pk=key, club=self._club).first()
        while player and player.merged_into_id:
            player = Player.everybody.get(pk=player.merged_into_id)
        if player is None:
            raise Impossible(_("Somebody this file was matched to is no longer in the club. Choose the file again."))
        return player.pk

    def _new(self, spelling: str) -> int:
        """Return the key of the player with this name, created unless one of exactly this name has joined meanwhile."""
        name = tidy_name(self._names[spelling])
        known = self._register.guess(name).player
        if known is not None:
            return known
        player = Player.objects.create(club=self._club, name=name)
        self.made.append(player.pk)
        return player.pk


# Earlier answers about the names of other programs' games, reused for the club's next file.


WRITTEN = (ImportBatch.State.DONE, ImportBatch.State.UNDONE)


def called(answers: Mapping[str, Any]) -> dict[str, str]:
    """Return the answers about games of an import, by their keys among the corrections."""
    return {key: value for key, value in answers.get("mends", {}).items() if key.startswith(GAME_OF)}


def remembered(club: Club, source: str) -> dict[str, Any]:
    """Return the answers a new import begins with: the latest on each game in written imports of the same program."""
    past = club.imports.filter(source=source, state__in=WRITTEN, made__games_called__isnull=False)
    corrections: dict[str, str] = {}
    for made in past.order_by("done_at").values_list("made", flat=True):
        corrections |= made["games_called"]
    return {"mends": corrections} if corrections else {}
