"""The template context of the setup page: the tables drawn as rings, their texts, the plan, and the main button."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from clubs.language.terms import capital
from clubs.models import Player
from games.base import wording
from games.base.groups import Plan
from games.base.names import listed, shortened
from games.base.options import option_fields, setup_screen
from games.base.wording import in_words
from games.registry import TABLE_GAMES
from leagues.draw.deal import labels
from leagues.draw.draw import CHANCE, MET, RATING, SPREAD, WhoMetWhom, about, met_before
from leagues.draw.setup_form import SetupForm, Table
from leagues.playoffs.finals import ring_shape
from leagues.playoffs.wording import first_jack

NEAR, LONG = 4, 10  # plans side by side; letters of a name that fit on a chair
WHO = ("here", "late", "away", "promised", "untake", "everybody", "crowd", "clear", "unclear", "guest", "game")
DRAWS = (
    (CHANCE, gettext_lazy("By chance"), gettext_lazy("as always")),
    (MET, gettext_lazy("Have met least"), gettext_lazy("this season")),
    (SPREAD, gettext_lazy("Level tables"), gettext_lazy("by rating")),
    (RATING, gettext_lazy("Best together"), gettext_lazy("by rating")),
)


@dataclass(frozen=True)
class Chair:
    """A seat on the ring; `is_picked` marks the player whom the next tap swaps."""

    player: Player
    name: str
    role: str
    is_dealer: bool
    is_picked: bool

    @property
    def is_long(self) -> bool:
        """Whether a word of the name has more letters than fit on a chair."""
        return max(map(len, self.name.split()), default=0) > LONG


@dataclass(frozen=True)
class Ring:
    """One drawn table; `reason` says why its dealer deals first, `question` is the open question there ("" if none),
    `jack` is the dealer if a first Jack decided it.
    """

    name: str
    chairs: list[Chair]
    reason: str
    question: str
    jack: Player | None = None

    @property
    def shape(self) -> str:
        return ring_shape(len(self.chairs))


@dataclass(frozen=True)
class MainButton:
    """The one filled button of the page: the value of `do` that it sends, and its label."""

    value: str
    words: str
    is_ready: bool = True


def shown(setup: SetupForm) -> dict[str, Any]:
    """Return the template context."""
    names = _names(setup)
    game, tables = setup.table_game, setup.tables
    screen = None if game.groups or not tables else setup_screen(game, tables[0].players, setup.form)
    rings = list(_rings(setup, names))
    return {
        "table_games": TABLE_GAMES,
        "table_game": game,
        "draws": DRAWS
        if setup.night.season_id
        else [(key, words, "") if key == MET else (key, words, small) for key, words, small in DRAWS],
        "how": setup.chosen("how") or DRAWS[0][0],
        "tables_now": len(setup.draw.tables),
        "met": _met(setup, names),
        "rings": rings if setup.draw.is_drawn else [],
        "resting": [(player, names[player.pk]) for player in setup.draw.resting],
        "newcomers": [(player, names[player.pk]) for player in setup.draw.newcomers],
        "gone": [(player, names[player.pk]) for player in setup.draw.gone],
        "drawn": about(setup.stored) if setup.stored else "",
        "picked_name": names[setup.draw.picked.pk] if setup.draw.picked else "",
        "chosen": {field: setup.chosen(field) for field in ("plan", "advance", "bottom", "tables", "how")},
        "lead": _lead(setup),
        "warning": _warning(setup),
        "main": _main(setup, names, rings),
        "screen": screen,
        "option_fields": option_fields(game.engine.options, setup.form, max(setup.draw.sizes, default=0), evening=True),
        "for_trophy": setup.for_trophy,
        "unfolded": _unfolded(setup),
        "plans": _near(setup),
        **_plan(setup),
        **(screen.context if screen else {}),
    }


def _unfolded(setup: SetupForm) -> dict[str, bool]:
    """Return which sections are expanded: the one that was tapped last."""
    do, is_drawn = setup.form.get("do", "").partition(":")[0], setup.draw.is_drawn
    is_grouped = do in ("kind", "advance", "bottom")
    return {
        "draw": bool(setup.chosen("tables")) or (is_grouped and not is_drawn),
        "plan": do == "plan" or (is_grouped and is_drawn),
        "who": do in WHO or bool(setup.form.get("find")),
    }


def _met(setup: SetupForm, names: dict[int, str]) -> WhoMetWhom | None:
    """Return who met whom beside the drawn tables, where they were drawn by it."""
    row, tables = setup.stored, setup.draw.tables
    if row is None or setup.chosen("how") != MET or len(tables) < 2:
        return None
    return WhoMetWhom(tables, met_before(setup.night, setup.draw.seated), names, row.key.int)


def _names(setup: SetupForm) -> dict[int, str]:
    """Return a short name for each player: the first name, if that is unambiguous."""
    players = [*setup.draw.seated, *setup.draw.resting, *setup.draw.newcomers]
    return dict(zip([player.pk for player in players], shortened([player.label for player in players]), strict=True))


def _rings(setup: SetupForm, names: dict[int, str]) -> Iterator[Ring]:
    groups, picked = setup.table_game.groups, setup.draw.picked
    for name, table in zip(labels(setup), setup.tables, strict=True):
        roles = groups.roles(len(table.players), setup.plan) if groups and setup.plan and table.dealer else {}
        chairs = [
            Chair(player, names[player.pk], roles.get(place, ""), bool(roles) and not place, player == picked)
            for place, player in enumerate(table.players)
        ]
        question = groups.question if groups and table.dealer is None else ""
        jack = table.dealer if table.dealer in setup.jacks else None
        yield Ring(name, chairs, _reason(setup, table, names), question, jack)


def _reason(setup: SetupForm, table: Table, names: dict[int, str]) -> str:
    if setup.table_game.groups is None:
        return ""
    if table.dealer is None:
        return _("No winner sits here.")
    name = names[table.dealer.pk]
    return _("{name} won last time and deals first.").format(name=name) if table.is_holder else first_jack(name)


def _lead(setup: SetupForm) -> tuple[str, str]:
    """Return two sentences: why there are this many tables, and their sizes with what follows for them; the second may
    be "".
    """
    players, sizes = len(setup.draw.seated), setup.draw.sizes
    if not players:
        return _("Nobody is seated yet. Tap who is here."), ""
    if len(sizes) == 1:
        words = ngettext("{count} dog at one table.", "{count} dogs at one table.", players)
        return words.format(count=players), ""
    each = listed(map(str, sizes))
    if not setup.is_playoff:
        return capital(_("{tables}:").format(tables=wording.tables(len(sizes)))), f"{each}."
    words = _("{groups}.")
    if players > setup.largest:
        words = _("{players} is more than {most}, so {groups}.")
    groups = words.format(players=players, most=setup.largest, groups=wording.groups(len(sizes)))
    if not setup.advance:
        return groups, f"{each}."
    up = ngettext("{sizes}, top {count} of each goes up.", "{sizes}, top {count} of each go up.", setup.advance)
    return groups, up.format(sizes=each, count=setup.advance)


def _warning(setup: SetupForm) -> str:
    groups = setup.table_game.groups
    return groups.warning(setup.draw.sizes) if groups and setup.is_playoff else ""


def _plan(setup: SetupForm) -> dict[str, Any]:
    groups, plan = setup.table_game.groups, setup.plan
    if groups is None or plan is None:
        return {}
    finals = _("The final tables play {cards} more.").format(cards=len(plan.cards)) if setup.is_playoff else ""
    drawing = groups.drawing(plan)
    dealt = f"{groups.dealt(setup.draw.sizes, plan)}. {finals}"
    return {"drawing": drawing, "dealt": dealt, "top": plan.figure, **drawing.context}


def _near(setup: SetupForm) -> Sequence[Plan]:
    """Return the chosen plan and its neighbours; tapping the first or last one shows more on that side."""
    plan, plans = setup.plan, list(setup.plans)
    place = next((place for place, each in enumerate(plans) if plan and each.figure == plan.figure), 0)
    start = max(min(place - 1, len(plans) - NEAR), 0)
    return plans[start : start + NEAR]


def _main(setup: SetupForm, names: dict[int, str], rings: Sequence[Ring]) -> MainButton:
    """Return the button for the next thing to do: draw, correct the draw, name the first dealers, or deal."""
    if not setup.draw.is_drawn:
        return MainButton("draw", _draw(setup), is_ready=bool(setup.draw.seated))
    if setup.draw.gone:
        player = setup.draw.gone[0]
        return MainButton(f"out:{player.pk}", _("Remove {names} from the draw").format(names=names[player.pk]))
    if setup.draw.newcomers:
        player, table = setup.draw.newcomers[0], min(rings, key=lambda ring: len(ring.chairs), default=None)
        return MainButton(f"seat:{player.pk}", _seat(names[player.pk], table))
    if setup.crowd:
        return MainButton("crowd:1", _("Everybody agrees: {number} at one table").format(number=in_words(setup.crowd)))
    if (over := _left_over(setup)) is not None:
        return MainButton(f"rest:{over.pk}", _("{player} sits this one out").format(player=names[over.pk]))
    asking = [ring.name for ring in rings if ring.question]
    if asking:
        return MainButton(
            "deal", _("Tap who got the first Jack at {names}").format(names=listed(asking)), is_ready=False
        )
    return MainButton("deal", _deal(setup, names), is_ready=bool(rings))


def _seat(name: str, table: Ring | None) -> str:
    words = _("Seat {player} at {table}") if table else _("Seat {player}")
    return words.format(player=name, table=table.name if table else "")


def _left_over(setup: SetupForm) -> Player | None:
    """Return a player at a table with too few, such as one of eleven who play in pairs; None if there is none."""
    if setup.is_playoff or len(setup.tables) == 1:
        return None
    least = setup.table_game.engine.seats[0]
    return next((table.players[-1] for table in setup.tables if 0 < len(table.players) < least), None)


def _draw(setup: SetupForm) -> str:
    """Return the label of the button that draws: `Draw two groups: 7 and 6`."""
    sizes = setup.draw.sizes
    if not sizes:
        return _("Tap who is here, then draw")
    if len(sizes) == 1:
        return _("Draw the seats for {number}").format(number=in_words(sizes[0]))
    many = wording.groups(len(sizes)) if setup.is_playoff else wording.tables(len(sizes))
    return capital(_("Draw {tables}: {sizes}").format(tables=many, sizes=listed(map(str, sizes))))


def _deal(setup: SetupForm, names: dict[int, str]) -> str:
    dealers = [names[table.dealer.pk] for table in setup.tables if table.dealer]
    if setup.plan and dealers and len(dealers) == len(setup.tables):
        return _("Deal: {names}, {cards}").format(names=listed(dealers), cards=setup.plan.first)
    tables = len(setup.tables)
    if tables < 2:
        return pgettext("to deal the cards", "Deal")
    return _("Deal {tables}").format(tables=wording.tables(tables))
