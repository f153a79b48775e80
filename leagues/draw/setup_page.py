"""What the setup page shows of a wish: the rings with their words, the plan, the key that deals."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from clubs.models import Player
from games.base.names import counted, listed, shortened
from games.base.table_game import Plan
from games.base.titles import in_words
from games.registry import TABLE_GAMES
from leagues.draw.deal import labels
from leagues.draw.history import about
from leagues.draw.setup_form import SetupForm, Table

NEAR, LONG = 4, 10  # plans side by side; letters of a name that fit on a chair
MOST_CHAIRS = 11  # round one table as it is drawn: more than by agreement never sit there
WHO = ("here", "late", "away", "promised", "untake", "everybody", "crowd", "clear", "unclear", "guest", "game")
DRAWS = (("random", "At random"), ("rating", "By rating"), ("spread", "Strong players spread"))


@dataclass(frozen=True)
class Chair:
    player: Player
    name: str
    role: str
    is_dealer: bool
    is_picked: bool

    @property
    def is_long(self) -> bool:
        return max(map(len, self.name.split()), default=0) > LONG


@dataclass(frozen=True)
class Ring:
    """One table as it is drawn; `asks` is the question still open there."""

    name: str
    chairs: list[Chair]
    story: str
    asks: str
    jack: Player | None = None

    @property
    def shape(self) -> str:
        return f"ring-{len(self.chairs)}" if len(self.chairs) in range(1, MOST_CHAIRS + 1) else "ring-many"


@dataclass(frozen=True)
class MainButton:
    """The one filled button of the page: what it sends, what it says."""

    value: str
    words: str
    is_ready: bool = True


def shown(wish: SetupForm) -> dict[str, Any]:
    names = _names(wish)
    screen = (
        None if wish.table_game.groups or not wish.tables else wish.table_game.setup(wish.tables[0].players, wish.form)
    )
    rings = list(_rings(wish, names))
    return {
        "rooms": TABLE_GAMES,
        "table_game": wish.table_game,
        "draws": DRAWS,
        "how": wish.chosen("how") or DRAWS[0][0],
        "tables_now": len(wish.draw.tables),
        "rings": rings if wish.draw.is_drawn else [],
        "resting": [(player, names[player.pk]) for player in wish.draw.resting],
        "newcomers": [(player, names[player.pk]) for player in wish.draw.newcomers],
        "gone": [(player, names[player.pk]) for player in wish.draw.gone],
        "drawn": about(wish.stored) if wish.stored else "",
        "picked_name": names[wish.draw.picked.pk] if wish.draw.picked else "",
        "chosen": {field: wish.chosen(field) for field in ("plan", "advance", "bottom", "tables", "how")},
        "lead": _lead(wish),
        "warning": _warning(wish),
        "main": _main(wish, names, rings),
        "screen": screen,
        "for_trophy": wish.for_trophy,
        "unfolded": _unfolded(wish),
        "plans": _near(wish),
        **_plan(wish),
        **(screen.context if screen else {}),
    }


def _unfolded(wish: SetupForm) -> dict[str, bool]:
    """What was tapped last stays open."""
    do, is_drawn = wish.form.get("do", "").partition(":")[0], wish.draw.is_drawn
    is_grouped = do in ("kind", "advance", "bottom")
    return {
        "draw": any(wish.chosen(field) for field in ("tables", "how")) or (is_grouped and not is_drawn),
        "plan": do == "plan" or (is_grouped and is_drawn),
        "who": do in WHO or bool(wish.form.get("find")),
    }


def _names(wish: SetupForm) -> dict[int, str]:
    """Round the table first names are enough, as long as they tell everybody apart."""
    players = [*wish.draw.seated, *wish.draw.resting, *wish.draw.newcomers]
    return dict(zip([player.pk for player in players], shortened([player.label for player in players]), strict=True))


def _rings(wish: SetupForm, names: dict[int, str]) -> Iterator[Ring]:
    for name, table in zip(labels(wish), wish.tables, strict=True):
        groups = wish.table_game.groups
        roles = groups.roles(len(table.players), wish.plan) if groups and wish.plan and table.dealer else {}
        chairs = [
            Chair(player, names[player.pk], roles.get(place, ""), bool(roles) and not place, player == wish.draw.picked)
            for place, player in enumerate(table.players)
        ]
        asks = groups.asks if groups and table.dealer is None else ""
        jack = table.dealer if table.dealer in wish.jacks else None
        yield Ring(name, chairs, _story(wish, table, names), asks, jack)


def _story(wish: SetupForm, table: Table, names: dict[int, str]) -> str:
    if wish.table_game.groups is None:
        return ""
    if table.dealer is None:
        return "No winner sits here."
    name = names[table.dealer.pk]
    return f"{name} won last time and deals first." if table.is_holder else f"{name} got the first Jack."


def _lead(wish: SetupForm) -> tuple[str, str]:
    """Why so many tables, and what becomes of them."""
    players, sizes = len(wish.draw.seated), wish.draw.sizes
    if not players:
        return "Nobody is seated yet. Tap who is here.", ""
    if len(sizes) == 1:
        return f"{counted(players, 'dog')} at one table.".capitalize(), ""
    each = listed(map(str, sizes))
    if not wish.is_playoff:
        return f"{in_words(len(sizes))} tables:".capitalize(), f"{each}."
    least = wish.largest
    why = f"{players} is more than {least}, so " if players > least else ""
    go = "goes" if wish.advance == 1 else "go"
    return f"{why}{in_words(len(sizes))} groups.", f"{each}, top {wish.advance} of each {go} up."


def _warning(wish: SetupForm) -> str:
    groups = wish.table_game.groups
    return groups.warning(wish.draw.sizes) if groups and wish.is_playoff else ""


def _plan(wish: SetupForm) -> dict[str, Any]:
    groups, plan = wish.table_game.groups, wish.plan
    if groups is None or plan is None:
        return {}
    finals = f"The final tables play {len(plan.cards)} more." if wish.is_playoff else ""
    drawing = groups.drawing(plan)
    dealt = f"{groups.dealt(wish.draw.sizes, plan)}. {finals}"
    return {"drawing": drawing, "dealt": dealt, "top": plan.figure, **drawing.context}


def _near(wish: SetupForm) -> Sequence[Plan]:
    """The chosen plan and its neighbours; tapping the first or last shows more on that side."""
    plan, plans = wish.plan, list(wish.plans)
    start = max(min(plans.index(plan) - 1, len(plans) - NEAR), 0) if plan else 0
    return plans[start : start + NEAR]


def _main(wish: SetupForm, names: dict[int, str], rings: Sequence[Ring]) -> MainButton:
    """The next thing to do: draw, put the draw right, say who deals first, deal."""
    if not wish.draw.is_drawn:
        return MainButton("draw", _draw(wish), is_ready=bool(wish.draw.seated))
    if wish.draw.gone:
        player = wish.draw.gone[0]
        return MainButton(f"out:{player.pk}", f"Remove {names[player.pk]} from the draw")
    if wish.draw.newcomers:
        player, table = wish.draw.newcomers[0], min(rings, key=lambda ring: len(ring.chairs), default=None)
        return MainButton(f"seat:{player.pk}", f"Seat {names[player.pk]}" + (f" at {table.name}" if table else ""))
    if wish.crowd:
        return MainButton("crowd:1", f"Everybody agrees: {in_words(wish.crowd)} at one table")
    if (over := _left_over(wish)) is not None:
        return MainButton(f"rest:{over.pk}", f"{names[over.pk]} sits this one out")
    asking = [ring.name for ring in rings if ring.asks]
    if asking:
        return MainButton("deal", f"Tap who got the first Jack at {listed(asking)}", is_ready=False)
    return MainButton("deal", _deal(wish, names), is_ready=bool(rings))


def _left_over(wish: SetupForm) -> Player | None:
    """Whoever sits where too few do, as one of eleven who play in pairs."""
    if wish.is_playoff or len(wish.tables) == 1:
        return None
    least = wish.table_game.engine.seats[0]
    return next((table.players[-1] for table in wish.tables if 0 < len(table.players) < least), None)


def _draw(wish: SetupForm) -> str:
    """`Draw two groups: 7 and 6`."""
    sizes = wish.draw.sizes
    if not sizes:
        return "Tap who is here, then draw"
    if len(sizes) == 1:
        return f"Draw the seats for {in_words(sizes[0])}"
    return f"Draw {in_words(len(sizes))} {'groups' if wish.is_playoff else 'tables'}: {listed(map(str, sizes))}"


def _deal(wish: SetupForm, names: dict[int, str]) -> str:
    dealers = [names[table.dealer.pk] for table in wish.tables if table.dealer]
    if wish.plan and dealers and len(dealers) == len(wish.tables):
        return f"Deal: {listed(dealers)}, {wish.plan.first}"
    tables = len(wish.tables)
    return "Deal" if tables < 2 else f"Deal {in_words(tables)} tables"
