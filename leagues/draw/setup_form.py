"""The state of the form that sets up a night: game, tables, dealers, plan, and how many of each group go up."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import Http404, QueryDict
from django.utils.translation import gettext as _

from clubs.language.locales import comma_separated
from clubs.models import Night, Player
from games.base.groups import FirstDeal, Groups, Plan
from games.base.options import as_usual, match_options, with_answers
from games.base.table_game import TableGame, Unreadable
from games.registry import TABLE_GAMES
from leagues.draw.draw import HOW, Draw, as_stored, undrawn
from leagues.models import NightDraw
from leagues.trophies.contests import names
from leagues.trophies.holders import last_winner


@dataclass(frozen=True)
class Table:
    """One table of the draw, with the first dealer in seat 0; `dealer` is None as long as the dealer is unknown,
    `is_holder` says that the dealer won the last trophy match.
    """

    number: int
    players: Sequence[Player]
    dealer: Player | None
    is_holder: bool

    @property
    def by_jack(self) -> bool:
        """Whether the first Jack decided who deals, because the last winner does not sit here (DD-06, DD-07)."""
        return self.dealer is not None and not self.is_holder


@dataclass(frozen=True)
class SetupForm:
    """Everything that dealing needs; for whatever was not tapped there is a default."""

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
        """The most players that may sit at one table without a special agreement."""
        return self.table_game.groups.most if self.table_game.groups else self.table_game.engine.seats[1]

    @property
    def most_agreed(self) -> int:
        """The most players that may sit at one table if they expressly agree to it (HR-DD-03)."""
        return self.table_game.groups.agreed if self.table_game.groups else self.largest

    @property
    def is_agreed(self) -> bool:
        """Whether the players have agreed to a table that is larger than a group may be."""
        return self.chosen("crowd") == "1"

    @property
    def crowd(self) -> int:
        """The size of a table that needs its players' agreement and does not have it yet; 0 if there is none."""
        size = max(self.draw.sizes, default=0)
        return size if self.largest < size <= self.most_agreed and not self.is_agreed else 0

    def table_count(self, players: int) -> int:
        """Return the number of tables that was tapped, at most one for each player; otherwise the fewest possible."""
        tapped = number(self.chosen("tables"), 1, max(players, 1))
        fewest = -(-players // self.largest)
        return tapped or fewest

    @property
    def tables_wanted(self) -> int:
        """The number of tables that the next draw will have."""
        return self.table_count(len(self.present))

    def table_counts(self) -> list[int]:
        """Return the numbers of tables to choose from: the fewest possible (also counting tables that are larger by
        agreement), and up to two more.
        """
        players, least = len(self.present), self.table_game.engine.seats[0]
        fewest = max(-(-players // self.largest), 1)
        fewest = min(fewest, max(-(-players // self.most_agreed), 1))
        return [count for count in range(fewest, fewest + 3) if players // count >= least]

    @cached_property
    def holder(self) -> Player | None:
        """The winner of the last trophy match, who deals first if present (DD-06, HR-DD-14); None for a game without
        groups.
        """
        return last_winner(self.night.club_id, self.table_game.key) if self.table_game.groups else None

    @cached_property
    def trophies(self) -> Sequence[str]:
        """The names of the trophies that the match can be played for."""
        return list(names(self.night.club_id, self.table_game.key).values())

    @property
    def for_trophy(self) -> bool:
        """Whether the matches are for the trophies: yes, unless the checkbox was shown and left unticked."""
        return "for_trophy" in self.form or "trophy_asked" not in self.form or not self.trophies

    @cached_property
    def tables(self) -> list[Table]:
        """The drawn tables, each in seat order from its first dealer on."""
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
        """The seated players who got the first Jack at their tables."""
        return [player for player in self.draw.seated if self.stored and player.pk in self.stored.first_jacks]

    @property
    def can_play_off(self) -> bool:
        return self.table_game.groups is not None and len(self.draw.tables) > 1

    @property
    def is_playoff(self) -> bool:
        return self.can_play_off and self.chosen("kind") != "apart"

    @cached_property
    def plans(self) -> Sequence[Plan]:
        """The plans that these tables can play; () if there are none."""
        groups, sizes = self.table_game.groups, self.draw.sizes
        has_plans = groups and sizes and min(sizes) > 1 and max(sizes) <= groups.agreed
        return groups.plans(self.agreed_so_far, sizes) if groups and has_plans else ()

    @cached_property
    def plan(self) -> Plan | None:
        """The chosen plan, or else the usual one; None if there are none."""
        groups = self.table_game.groups
        if groups is None or not self.plans:
            return None
        try:
            return self.chosen_plan(groups)
        except Unreadable:  # check_choices says so; the page goes on with the usual plan until another is chosen
            return groups.usual(self.plans, 2 if self.is_playoff else 1)

    def chosen_plan(self, groups: Groups) -> Plan:
        """Return the plan as chosen, by its largest hand, its number of hands, or both; the usual one if neither was.
        Raises Unreadable if these tables cannot play it.
        """
        key = self.chosen("plan")
        tapped = next((plan for plan in self.plans if plan.key == key), None)
        if key and tapped is None:
            words = _("These tables have no plan “{chosen}”. Choose the largest hand: {choices}.")
            raise Unreadable(words.format(chosen=key, choices=_choices(plan.key for plan in self.plans)), "plan")
        if self.hands:
            wanted = number(self.hands, 1, 9999)
            return groups.own(self.agreed_so_far, self.draw.sizes, tapped.figure if tapped else None, wanted or 0)
        return tapped or groups.usual(self.plans, 2 if self.is_playoff else 1)

    @property
    def hands(self) -> str:
        """The agreed number of hands, as typed; "" leaves it to the plan. Another largest hand starts again."""
        return "" if self.form.get("do", "").startswith("plan:") else self.form.get("hands", "").strip()

    @cached_property
    def advances(self) -> list[int]:
        """The choices for how many of each group go up, such that everybody fits at the two final tables; if there is
        none, only the largest number that fits at the winners' table.
        """
        groups, players, most = len(self.draw.tables), len(self.draw.seated), self.largest
        offered = range(1, min(self.draw.sizes))
        below = self.bottom or players  # of each group; those between sit out
        fitting = [
            each for each in offered if each * groups <= most and min(players - each * groups, below * groups) <= most
        ]
        return fitting or [each for each in offered if each * groups <= most][-1:]

    @property
    def bottom(self) -> int | None:
        """How many of each group play for the loser trophy; None means all who do not go up (DD-47)."""
        return number(self.chosen("bottom"), 1, max(self.draw.sizes, default=0))

    @property
    def bottoms(self) -> list[int]:
        """The choices for `bottom`, given how many go up."""
        most = min(self.draw.sizes) - self.advance
        return [count for count in range(1, most) if 1 < count * len(self.draw.tables) <= self.largest]

    @property
    def advance(self) -> int:
        """How many of each group go up: the tapped number, or the choice nearest to half of the smallest group."""
        half = min(self.draw.sizes) // 2
        tapped = number(self.chosen("advance"), 1, max(self.advances, default=0))
        return tapped if tapped in self.advances else min(self.advances, key=lambda each: abs(each - half), default=0)

    def chosen(self, field: str) -> str:
        """Return the value of a field: from the latest tap, or else from the form, which holds earlier taps."""
        action, _, what = self.form.get("do", "").partition(":")
        return what if action == field else str(self.form.get(field, ""))

    def agreed(self) -> Any:
        """Return the game's options that hold at every table of the evening, whatever its plan. Raises Unreadable."""
        usual = self.table_game.engine.options()
        return with_answers(usual, self.form, max(self.draw.sizes, default=0), evening=True)

    @cached_property
    def agreed_so_far(self) -> Any:
        """The same while an option may have no such value, which check_choices says: then what is usual."""
        try:
            return self.agreed()
        except Unreadable:
            return self.table_game.engine.options()

    def common(self) -> Any:
        """Return the options shared by all tables of a play-off, including its final tables; more than ten players at a
        table are allowed only if that many do not go up.
        """
        assert self.table_game.groups
        assert self.plan
        below = len(self.draw.seated) - self.advance * len(self.draw.tables)
        below = min(below, self.bottom * len(self.draw.tables)) if self.bottom else below
        return self.table_game.groups.common(self.agreed(), self.plan, below)

    def options(self, table: Table) -> Any:
        """Return the engine options for this table. Raises Unreadable or RuleError if it cannot be played."""
        if self.table_game.groups and not self.plan:
            self.table_game.engine.start(len(table.players), self.table_game.engine.options())
        if self.table_game.groups and self.plan:
            first = FirstDeal(0, table.by_jack)
            return self.table_game.groups.options(self.agreed(), len(table.players), self.plan, first)
        return match_options(self.table_game, table.players, self.form)


def check_choice(setup: SetupForm, field: str) -> None:
    """Raise Unreadable, with what there is to choose from, if something else was chosen; no choice is replaced."""
    if field in ("plan", "hands"):
        if setup.table_game.groups and setup.plans:
            setup.chosen_plan(setup.table_game.groups)
        return
    value, offered = setup.chosen(field), _offered(setup, field)
    if offered and value not in ("", *offered):
        words = {
            "advance": _("“{value}” of each group cannot go up. Choose one of these: {choices}."),
            "bottom": _("“{value}” of each group cannot play at the losers’ table. Choose one of these: {choices}."),
            "tables": _("There cannot be “{value}” tables for so many players. Choose one of these: {choices}."),
            "how": _("There is no draw “{value}”. Choose one of these: {choices}."),
            "kind": _("“{value}” is neither a play-off nor separate tables. Choose one of these: {choices}."),
        }
        raise Unreadable(words[field].format(value=value, choices=_choices(offered)), field)


def check_choices(setup: SetupForm) -> None:
    """Raise Unreadable if one of the choices for dealing is not among those that the drawn tables have, or an option
    has no such value.
    """
    for field in ("kind", *(("advance", "bottom") if setup.is_playoff else ()), "plan"):
        check_choice(setup, field)
    setup.agreed()


def check_anybody(players: Sequence[object]) -> None:
    """Raise Unreadable if there is nobody to draw tables for."""
    if not players:
        raise Unreadable(_("Nobody is here yet. Tap who is here, then draw."))


def _offered(setup: SetupForm, field: str) -> list[str]:
    """Return the values of a field; [] for one that has no list."""
    return {
        "advance": [*map(str, setup.advances)] if setup.draw.sizes else [],
        "bottom": [*map(str, setup.bottoms)] if setup.draw.sizes else [],
        "tables": [*map(str, range(1, len(setup.present) + 1))],
        "how": [*HOW],
        "kind": ["groups", "apart"],
    }.get(field, [])


def _choices(offered: Iterable[str]) -> str:
    return comma_separated(offered)


def number(text: str, least: int, most: int) -> int | None:
    """Return the text as a number from `least` to `most`, or None."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 5 and least <= int(text) <= most else None


def read_setup_form(
    night: Night, present: Sequence[Player], form: QueryDict, stored: NightDraw | None = None
) -> SetupForm:
    """Return the state of the form. `stored` is the open draw; if there is one, its game is used."""
    tapped = form.get("do", "").removeprefix("game:")
    keys = (stored.game,) if stored else (tapped, form.get("game", ""))
    game = next((game for key in keys for game in TABLE_GAMES if game.key == key), None)
    if game is None and keys[-1]:
        raise Http404
    game = game or TABLE_GAMES[0]
    asked = form if form.get("do") == "deal" else as_usual(game, night.club, form)
    return SetupForm(night, game, present, asked, stored)
