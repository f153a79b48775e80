"""What can be wrong: with an entry as such, or with an entry here and now; and sentences that name players."""

from collections.abc import Sequence

from scoring.messages import Message, named, spoken


class RuleError(Exception):
    """Something a scorekeeper must put right; `message` names seats as `{0}`, `{1}` …

    >>> RuleError("the-rule", "{0} may not bid 1.", seat=0).sentence(["Ann", "Bo"])
    'Ann may not bid 1.'
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        at: int | None = None,
        seat: int | None = None,
        field: str | None = None,
        player: str | None = None,
    ) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.round = at
        self.seat = seat
        self.field = field
        self.player = player
        self.entry: int | None = None

    def sentence(self, names: Sequence[str]) -> str:
        """The message with the players' names in it, in the language of who reads it."""
        return spell(self.message, names)

    def name_players(self, names: Sequence[str]) -> None:
        """Put the players' names into the message and into `player`, for those who read records.

        A message that quotes a name of the record has no seats in it and stays as it is, whatever that name looks like.
        """
        if self.player is not None:
            return
        self.message = named(self.message, names)
        if self.seat is not None and 0 <= self.seat < len(names):
            self.player = names[self.seat]

    def __str__(self) -> str:
        return self.message


class Malformed(RuleError):
    """This is not an entry, an option or a record of the game at all."""


class Illegal(RuleError):
    """This is an entry of the game, but not here and not now."""


def spell(text: str, names: Sequence[str]) -> str:
    """A message in the language of who reads it, with names for its seats; one nobody sits on is called by its number.

    >>> spell("{1} deals to {2}.", ["Ann", "Bo"])
    'Bo deals to seat 3.'
    """
    return spoken(text, names) if isinstance(text, Message) else spoken(named(text, names))
