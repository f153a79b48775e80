"""Anonymising of players: the name is replaced by “Former member” and a number, and the results stay."""

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from django.db import IntegrityError, models, transaction
from django.db.models import Max
from django.dispatch import Signal
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.language.locales import CALLED
from clubs.member_photos import remove_photo
from clubs.models import (
    ApiKey,
    Club,
    Colour,
    FormerName,
    Invitation,
    Membership,
    Night,
    NightAnswer,
    Player,
    Season,
    SpectatorLink,
)
from clubs.models.player import note_guest_change
from clubs.names import is_printable, tidy_name
from clubs.queries import lock_club

# Free texts that may mention a player's name: found and rewritten when the name is removed.
# Each package registers its text columns at start. Equal texts in several rows are handled as one.


SOMEBODY = "a former member"
SHORTEST_NAME = 3  # shortest part of a name that is searched for by itself


@dataclass(frozen=True)
class FreeText:
    """A text column: `club` is the lookup from its model to the club, `about` describes it; `is_needed`: it cannot
    be empty. `unlock` frees rows that are otherwise immutable, for the update that follows; it is given the
    queryset.
    """

    model: type[models.Model]
    field: str
    club: str
    about: str | Promise
    is_needed: bool = False
    unlock: Callable[[models.QuerySet[Any]], None] | None = None

    @property
    def longest(self) -> int:
        field: Any = self.model._meta.get_field(self.field)
        return int(field.max_length)

    def rows(self, club: Club) -> models.QuerySet[Any]:
        rows: models.QuerySet[Any] = self.model._base_manager.filter(**{self.club: club.pk})
        return rows


@dataclass(frozen=True)
class Mention:
    """A text that mentions the name, and the proposed new text `instead`; `wrong` says why that cannot be saved."""

    source: FreeText
    words: str
    instead: str
    wrong: str = ""

    @property
    def key(self) -> str:
        """The name of its form field."""
        meta = self.source.model._meta
        text = f"{meta.label}.{self.source.field}:{self.words}"
        return f"text-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


class CannotStand(Exception):
    """Raised if new texts cannot be saved; `mentions` are all of them, with their errors."""

    def __init__(self, mentions: Sequence[Mention]) -> None:
        super().__init__(_("One of the texts cannot be saved as it is."))
        self.mentions = mentions


SOURCES: list[FreeText] = []


def register(*sources: FreeText) -> None:
    """Add text columns; called once by each package, when all models are loaded."""
    SOURCES.extend(each for each in sources if each not in SOURCES)


def connect() -> None:
    """Register the text columns of this package."""
    register(
        FreeText(Club, "name", "pk", gettext_lazy("the name of the club"), is_needed=True),
        FreeText(Season, "name", "club", gettext_lazy("the name of a season"), is_needed=True),
        FreeText(Night, "name", "club", gettext_lazy("the name of a night")),
        FreeText(Night, "place", "club", gettext_lazy("the place of a night")),
        FreeText(Night, "note", "club", gettext_lazy("the note on a night")),
        FreeText(Night, "reason", "club", gettext_lazy("the reason why a night was called off")),
        FreeText(NightAnswer, "note", "night__club", gettext_lazy("the note on an answer")),
        FreeText(NightAnswer, "guests", "night__club", gettext_lazy("the guests of an answer")),
        FreeText(SpectatorLink, "label", "club", gettext_lazy("the name of a watch link")),
        FreeText(ApiKey, "label", "club", gettext_lazy("the name of a key"), is_needed=True),
    )


def names_of(rows: Iterable[Player]) -> set[str]:
    """Return all present and former names of these rows."""
    names = {name for row in rows for name in (row.name, row.nickname, row.label)}
    before = {name for row in rows for each in row.former_names.all() for name in (each.name, each.nickname)}
    return {name for name in names | before if name}


def unseen(club: Club, names: Iterable[str]) -> list[Mention]:
    """Return the mentions that are rewritten without review: only texts that may be empty, only words with the same
    case as the name (`May`, never `may`), and no words that are in another player's name.
    """
    whole = set(names)
    own = _any_of(whole | (_words(whole) - _words_of_others(club, whole)), flags=0)
    return [
        Mention(source, words, own.sub(SOMEBODY, words)[: source.longest])
        for source in SOURCES
        if own and not source.is_needed
        for words in _texts(source, club)
        if own.search(words)
    ]


def eraser(club: Club, names: Iterable[str]) -> Callable[[str, FreeText], str]:
    """Return a function that removes these names from a text as `unseen` does, for copies of rows."""
    whole = set(names)
    own = _any_of(whole | (_words(whole) - _words_of_others(club, whole)), flags=0)
    return lambda words, source: own.sub(SOMEBODY, words)[: source.longest] if own else words


def mentions(club: Club, names: Iterable[str]) -> list[Mention]:
    """Return every text of the club with one of the names, or a word of it.

    A word that is in another player's name is listed, but not replaced in the proposal.
    """
    whole, parts = set(names), _words(names)
    mentioned, own = _any_of(whole | parts), _any_of(whole | (parts - _words_of_others(club, whole)))
    return [
        Mention(source, words, own.sub(SOMEBODY, words)[: source.longest] if own else words)
        for source in SOURCES
        for words in _texts(source, club)
        if mentioned and mentioned.search(words)
    ]


def _texts(source: FreeText, club: Club) -> Iterable[str]:
    rows = source.rows(club).exclude(**{source.field: ""}).order_by(source.field)
    return rows.values_list(source.field, flat=True).distinct()


def _words(names: Iterable[str]) -> set[str]:
    return {word for name in names for word in re.findall(r"\w+", name) if len(word) >= SHORTEST_NAME}


def _words_of_others(club: Club, names: set[str]) -> set[str]:
    others = [name for name in club.players.filter(former=None).values_list("name", flat=True) if name not in names]
    taken = {word.casefold() for word in _words(others)}
    return {word for word in _words(names) if word.casefold() in taken}


def _any_of(words: set[str], flags: re.RegexFlag | int = re.IGNORECASE) -> re.Pattern[str] | None:
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", flags) if words else None


def answered(mentions: Sequence[Mention], sent: Mapping[str, str]) -> list[Mention]:
    """Return the mentions with the texts an organiser sent, by key; those not sent keep the proposal. Raise
    CannotStand.
    """
    answers = [replace(each, instead=tidy_name(sent.get(each.key, each.instead))) for each in mentions]
    checked = [replace(each, wrong=_wrong(each)) for each in answers]
    if any(each.wrong for each in checked):
        raise CannotStand(checked)
    return checked


def _wrong(mention: Mention) -> str:
    if not mention.instead and mention.source.is_needed:
        return _("This cannot be empty.")
    if len(mention.instead) > mention.source.longest:
        return _("At most {longest} characters, please: this has {count}.").format(
            longest=mention.source.longest, count=len(mention.instead)
        )
    return "" if is_printable(mention.instead) else _("This contains an unprintable character.")


@transaction.atomic
def rewrite(club: Club, mentions: Sequence[Mention]) -> None:
    """Replace each text in all its rows. Raise CannotStand, and nothing is written."""
    for each in mentions:
        if each.instead == each.words:
            continue
        try:
            with transaction.atomic():
                _write(club, each)
        except IntegrityError:
            refused = replace(each, wrong=_("Something else has this name already."))
            raise CannotStand([refused if other is each else other for other in mentions]) from None


def _write(club: Club, mention: Mention) -> None:
    source = mention.source
    rows = source.rows(club).filter(**{source.field: mention.words})
    if source.unlock:
        source.unlock(rows)
    rows.update(**{source.field: mention.instead})


# Sent with club, names and players (the rows with these names) in the transaction that removes the names.
player_anonymised = Signal()


class SignsIn(Exception):
    """Raised if the player has an account: only its person may remove the name."""


@transaction.atomic
def anonymise_player(player: Player, texts: Sequence[Mention] = ()) -> Player:
    """Remove a player's names, former ones included, from the players and from these texts of the club. This cannot be
    undone.

    Files of jobs and imports that may contain the names are deleted as well, and the bytes of all that are overwritten
    (`player_anonymised`). Raise SignsIn, or CannotStand if one of the texts cannot be saved.
    """
    lock_club(player.club)
    player = Player.objects.select_related("club").get(pk=player.pk)
    if player.is_former:
        return player
    if Membership.objects.filter(player=player).exists():
        raise SignsIn
    names = names_in(player)
    rewrite(player.club, texts)
    Invitation.objects.filter(player=player, revoked_at=None).update(revoked_at=timezone.now(), email="")
    player.former = _number(player.club)
    rows, was_guest = [player, *_merged(player)], player.is_guest
    FormerName.objects.filter(player__in=rows).delete()
    for row in rows:
        remove_photo(row)
        _blank(row, player.former)
    if was_guest:
        note_guest_change(player.club)
    player_anonymised.send(Player, club=player.club, names=names, players=rows)
    return player


def names_in(player: Player) -> set[str]:
    """Return all names of the player and of the players merged into it, former ones included."""
    return names_of([player, *_merged(player)])


def _blank(row: Player, number: int) -> None:
    row.name, row.nickname, row.initials, row.colour = f"{CALLED} {number}", "", "", Colour.NONE
    row.former, row.is_active, row.is_guest = number, False, False
    row.save()


def _merged(player: Player) -> list[Player]:
    """Return the players merged into this one, and into those."""
    merged: list[Player] = []
    for row in Player.everybody.filter(merged_into=player):
        merged += [row, *_merged(row)]
    return merged


def _number(club: Club) -> int:
    """Return the next number of former members, skipping names that a real player has."""
    last = Player.everybody.filter(club=club).aggregate(last=Max("former"))["last"] or 0
    taken = {name.casefold() for name in club.players.values_list("name", flat=True)}
    return next(number for number in count(last + 1) if f"{CALLED} {number}".casefold() not in taken)
