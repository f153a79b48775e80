"""What the evening's form says so far: the game, the tables, who deals first, the plan, how many go up."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import QueryDict

from clubs.models import Night, Player
from games.base.groups import Plan
from games.base.results.playoff_options import FirstDeal
from games.base.table_game import TableGame
from games.registry import TABLE_GAMES
from leagues.draw.draw import Draw, as_stored, undrawn
from leagues.models import NightDraw
from leagues.trophies.catalogue import names
from leagues.trophies.holders import last_winner


@dataclass(frozen=True)
class Table:
    """One table of the draw, the first dealer in chair 0; `dealer` is None while nobody knows."""

    number: int
    players: Sequence[Player]
    dealer: Player | None
    is_holder: bool

    @property
    def by_jack(self) -> bool:
        """The first Jack decided who deals, since no last winner sits here (DD-06, DD-07)."""
        return self.dealer is not None and not self.is_holder


@dataclass(frozen=True)
class SetupForm:
    """Everything the deal needs; what was not tapped is proposed."""

    night: Night
    table_game: TableGame
    present: Sequence[Player]
    form: QueryDict
    stored: NightDraw | None = None

    @cached_property
    def draw(self) -> Draw:
        if self.stored is None:
            return undrawn(self.present, self.table_count(len(self.present)))
        return as_stored(self.stored, self.present, self.form.get("picked", ""))

    @property
    def largest(self) -> int:
        return self.table_game.groups.most if self.table_game.groups else self.table_game.engine.seats[1]

    @property
    def most_agreed(self) -> int:
        """How many may sit at one table where it agrees to that outright (HR-DD-03)."""
        return self.table_game.groups.agreed if self.table_game.groups else self.largest

    @property
    def is_agreed(self) -> bool:
        """The table has agreed to be more than a group may have."""
        return self.chosen("crowd") == "1"

    @property
    def crowd(self) -> int:
        """How many sit at a table that has to agree, and has not; 0 where none has to."""
        size = max(self.draw.sizes, default=0)
        return size if self.largest < size <= self.most_agreed and not self.is_agreed else 0

    def table_count(self, players: int) -> int:
        """As tapped, as long as it fits this game; otherwise as few as there can be."""
        tapped = number(self.chosen("tables"), 1, max(players, 1))
        fewest = -(-players // self.largest)
        return tapped or fewest

    @property
    def tables_wanted(self) -> int:
        """At how many tables the next draw will seat them."""
        return self.table_count(len(self.present))

    def table_counts(self) -> list[int]:
        """The numbers of tables that can be played at; as few as there can be, also by agreement, and two more."""
        players, least = len(self.present), self.table_game.engine.seats[0]
        fewest = max(-(-players // self.largest), 1)
        fewest = min(fewest, max(-(-players // self.most_agreed), 1))
        return [count for count in range(fewest, fewest + 3) if players // count >= least]

    @cached_property
    def holder(self) -> Player | None:
        """Who won the last trophy match, and deals first where present (DD-06, HR-DD-14)."""
        return last_winner(self.night.club_id, self.table_game.key) if self.table_game.groups else None

    @cached_property
    def trophies(self) -> Sequence[str]:
        """What may be played for."""
        return list(names(self.night.club_id, self.table_game.key).values())

    @property
    def for_trophy(self) -> bool:
        """Unless the box was shown and left empty."""
        return "for_trophy" in self.form or "trophy_asked" not in self.form or not self.trophies

    @cached_property
    def tables(self) -> list[Table]:
        return [self._table(number, players) for number, players in enumerate(self.draw.tables, 1)]

    def _table(self, number: int, players: Sequence[Player]) -> Table:
        if self.table_game.groups is None:
            return Table(number, players, None, is_holder=False)
        tapped = next((player for player in players if player in self.jacks), None)
        dealer = tapped or next((player for player in players if player == self.holder), None)
        start = players.index(dealer) if dealer else 0
        return Table(number, [*players[start:], *players[:start]], dealer, is_holder=dealer == self.holder)

    @cached_property
    def jacks(self) -> list[Player]:
        """Who got a first Jack."""
        return [player for player in self.draw.seated if self.stored and player.pk in self.stored.first_jacks]

    @property
    def can_play_off(self) -> bool:
        return self.table_game.groups is not None and len(self.draw.tables) > 1

    @property
    def is_playoff(self) -> bool:
        return self.can_play_off and self.chosen("kind") != "apart"

    @cached_property
    def plans(self) -> Sequence[Plan]:
        groups, sizes = self.table_game.groups, self.draw.sizes
        return groups.plans(sizes) if groups and sizes and min(sizes) > 1 and max(sizes) <= groups.agreed else ()

    @cached_property
    def plan(self) -> Plan | None:
        groups = self.table_game.groups
        if groups is None or not self.plans:
            return None
        tapped = next((plan for plan in self.plans if plan.key == self.chosen("plan")), None)
        return tapped or groups.usual(self.plans, 2 if self.is_playoff else 1)

    @cached_property
    def advances(self) -> list[int]:
        """How many of each group may go up, so that everybody fits at the two final tables."""
        groups, players, most = len(self.draw.tables), len(self.draw.seated), self.largest
        offered = range(1, min(self.draw.sizes))
        below = self.bottom or players  # of each group, where those between sit out
        fitting = [
            each for each in offered if each * groups <= most and min(players - each * groups, below * groups) <= most
        ]
        return fitting or [each for each in offered if each * groups <= most][-1:]

    @property
    def bottom(self) -> int | None:
        """How many of each group play for the loser trophy; None: all the rest (DD-47)."""
        return number(self.chosen("bottom"), 1, max(self.draw.sizes, default=0))

    @property
    def bottoms(self) -> list[int]:
        """What may be chosen beside how many go up."""
        most = min(self.draw.sizes) - self.advance
        return [count for count in range(1, most) if 1 < count * len(self.draw.tables) <= self.largest]

    @property
    def advance(self) -> int:
        """Half of the smallest group, unless tapped otherwise."""
        half = min(self.draw.sizes) // 2
        tapped = number(self.chosen("advance"), 1, max(self.advances, default=0))
        return tapped if tapped in self.advances else min(self.advances, key=lambda each: abs(each - half), default=0)

    def chosen(self, field: str) -> str:
        """The latest tap, or what earlier ones left in the form."""
        action, _, what = self.form.get("do", "").partition(":")
        return what if action == field else str(self.form.get(field, ""))

    def common(self) -> Any:
        """What all tables of a play-off agree on, its final tables too; more than ten there only where it cannot be
        helped.
        """
        assert self.table_game.groups
        assert self.plan
        below = len(self.draw.seated) - self.advance * len(self.draw.tables)
        below = min(below, self.bottom * len(self.draw.tables)) if self.bottom else below
        return self.table_game.groups.common(self.plan, below)

    def options(self, table: Table) -> Any:
        """What this table plays by; Unreadable or RuleError where it cannot be played."""
        if self.table_game.groups and not self.plan:
            self.table_game.engine.start(len(table.players), self.table_game.engine.options())
        if self.table_game.groups and self.plan:
            return self.table_game.groups.options(len(table.players), self.plan, FirstDeal(0, table.by_jack))
        return self.table_game.options(table.players, self.form)


def number(text: str, least: int, most: int) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 5 and least <= int(text) <= most else None


def read_setup_form(
    night: Night, present: Sequence[Player], form: QueryDict, stored: NightDraw | None = None
) -> SetupForm:
    """What the form says; `stored` is the open draw, whose game it is then."""
    tapped = form.get("do", "").removeprefix("game:")
    keys = (stored.game,) if stored else (tapped, form.get("game"))
    game = next((game for key in keys for game in TABLE_GAMES if game.key == key), TABLE_GAMES[0])
    return SetupForm(night, game, present, form, stored)
