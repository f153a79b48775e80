"""The errors an engine raises for a wrong entry, option or record, and sentences that name players."""

from collections.abc import Sequence

from scoring.messages import Message, named, translated


class RuleError(Exception):
    """An error that the scorekeeper must correct; `message` names seats as `{0}`, `{1}` …

    `code` is a stable key such as `bid-range`. Where known, `round` (from 1), `seat`, `field` and `player` (a name) say
    where the error is; `entry` is the number of the entry in a replay, from 1.

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
        """The message with the players' names (by seat) filled in, in the active language."""
        return with_names(self.message, names)

    def name_players(self, names: Sequence[str]) -> None:
        """Put the players' names (by seat) into the message and into `player`, for readers of records.

        Nothing changes where `player` is set already: such a message quotes a name of the record and has no seats in
        it, and that name may itself look like a seat.
        """
        if self.player is not None:
            return
        self.message = named(self.message, names)
        if self.seat is not None and 0 <= self.seat < len(names):
            self.player = names[self.seat]

    def __str__(self) -> str:
        return self.message


class Malformed(RuleError):
    """Raised for something that is no valid entry, option or record of the game in any situation."""


def unknown_entry(entry: object, game: str) -> Malformed:
    """The error for an entry of another game."""
    return Malformed("kind", Message("“{kind}” is not an entry of {game}.", kind=type(entry).__name__, game=game))


def nothing_to_stop() -> "Illegal":
    """The error for stopping a match early in which nothing is scored."""
    return Illegal("shorten", Message("Nothing is scored yet: stop without a result instead."), field="shortened")


class Illegal(RuleError):
    """Raised for a well-formed entry that the rules do not allow in the present situation."""


def with_names(text: str, names: Sequence[str]) -> str:
    """A message in the active language with names (by seat) for its seats; a seat without a name is called by its
    number.

    >>> with_names("{1} deals to {2}.", ["Ann", "Bo"])
    'Bo deals to seat 3.'
    """
    return translated(text, names) if isinstance(text, Message) else translated(named(text, names))
