"""The setup of a match of Dogs of War: the variants, and which houses take part."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.models import Player
from clubs.names import is_printable, tidy_name
from games.base.display import Screen
from games.base.form_parsing import check_known
from games.base.names import listed, shortened
from games.base.table_game import Unreadable
from scoring.base import RuleError
from scoring.dogs_of_war import DOGS_OF_WAR, Options
from scoring.dogs_of_war.battle import CRUSHING, CUTTHROAT, DECISIVE, SUDDEN, house_count
from scoring.dogs_of_war.entries import HOUSES
from scoring.dogs_of_war.play import FEWEST, MOST

TEMPLATE = "games/dogs_of_war/setup.html"
LONGEST_NAME = 40
DOGS = ("Captain O’Malley", "Lady Ordalia Macbeth", "Sir Blackmane", "Stormcrow", "The Nameless Conqueror")
WORDS = {
    CRUSHING: (
        gettext_lazy("Crushing at 12"),
        gettext_lazy("A glorious victory begins at 12 instead of 15; the houses start at 0."),
    ),
    SUDDEN: (gettext_lazy("Sudden death"), gettext_lazy("A battle whose tracker reaches 15 is over at once.")),
    DECISIVE: (
        gettext_lazy("Decisive fourth year"),
        gettext_lazy("In the last year the house track says who fights whom."),
    ),
    CUTTHROAT: (gettext_lazy("Cutthroat"), gettext_lazy("For three players: four houses, two battles a year.")),
}


@dataclass(frozen=True)
class Variant:
    """One variant; `is_open` is whether it may be chosen with this number of players."""

    key: str
    label: str
    words: str
    is_chosen: bool
    is_open: bool = True


@dataclass(frozen=True)
class House:
    """A house of the box: its name, which a club may change, the usual one, and whether it takes part."""

    index: int
    name: str
    usual: str
    is_in: bool


def options(players: Sequence[Player], form: QueryDict) -> Options:
    """Return the agreed options. Raises Unreadable for an unknown variant or house and where a name is too long or
    unprintable, RuleError where the rules forbid them.
    """
    check_known(form, "variant", WORDS)
    check_known(form, "house", [str(index) for index in range(len(HOUSES))])
    variants, houses = _variants(form, len(players)), _taking_part(form, len(players))
    agreed = Options(variants, HOUSES if houses == HOUSES else houses, _dogs(players, form))
    DOGS_OF_WAR.start(len(players), agreed)
    return agreed


def setup(players: Sequence[Player], form: QueryDict) -> Screen:
    """Return the setup page with the answers so far and the first error in them."""
    chosen, wrong, field = _variants(form, len(players)), "", ""
    try:
        options(players, form)
    except Unreadable as error:
        wrong, field = error.message, error.field
    except RuleError as error:
        wrong, field = error.sentence(shortened([player.label for player in players])), error.field or ""
    houses = _houses(form, len(players))
    context = {
        "variants": [
            Variant(key, str(label), str(words), key in chosen, key != CUTTHROAT or len(players) == FEWEST)
            for key, (label, words) in WORDS.items()
        ],
        "houses": houses,
        "is_cutthroat": CUTTHROAT in chosen,
        "is_changed": any(house.name != house.usual for house in houses),
        "dog_fields": [
            (player, name, form.get(f"dog-{player.pk}", "")[: LONGEST_NAME + 1])
            for player, name in zip(players, shortened([player.label for player in players]), strict=True)
        ],
        "is_dog_noted": any(form.get(f"dog-{player.pk}") for player in players),
        "known_dogs": DOGS,
        "count": len([house for house in houses if house.is_in]),
        "words": _four_years(house_count(Options(chosen)) // 2),
        "who": listed(shortened([player.label for player in players])) if players else "",
        "setup_wrong": wrong if len(players) >= FEWEST or field != "players" else "",
        "fewest": FEWEST,
        "most": MOST,
    }
    return Screen(TEMPLATE, context)


def _four_years(battles: int) -> str:
    words = ngettext("Four years, {count} battle each.", "Four years, {count} battles each.", battles)
    return words.format(count=battles)


def _variants(form: QueryDict, players: int) -> tuple[str, ...]:
    """The chosen variants in the order of the rules; cutthroat is dropped unless there are three players."""
    chosen = form.getlist("variant")
    return tuple(key for key in WORDS if key in chosen and (key != CUTTHROAT or players == FEWEST))


def _dogs(players: Sequence[Player], form: QueryDict) -> tuple[str, ...]:
    """Return each player’s dog of war as typed; () where none is (DW-02). Raises Unreadable for a name that is too long
    or unprintable.
    """
    dogs = [tidy_name(form.get(f"dog-{player.pk}", "")) for player in players]
    for player, dog in zip(players, dogs, strict=True):
        if len(dog) > LONGEST_NAME or not is_printable(dog):
            message = _("A dog of war has at most {longest} characters that can be printed.").format(
                longest=LONGEST_NAME
            )
            raise Unreadable(message, f"dog-{player.pk}")
    return tuple(dogs) if any(dogs) else ()


def _houses(form: QueryDict, players: int) -> list[House]:
    """Return all houses. At first all take part; in cutthroat the last two do not, until others are chosen."""
    wanted = house_count(Options(_variants(form, players)))
    picked = [text for text in form.getlist("house") if text in {str(index) for index in range(len(HOUSES))}]
    inside = {int(text) for text in picked} if picked and wanted < len(HOUSES) else set(range(wanted))
    return [
        House(index, tidy_name(form.get(f"name-{index}", "")) or usual, usual, index in inside)
        for index, usual in enumerate(HOUSES)
    ]


def _taking_part(form: QueryDict, players: int) -> tuple[str, ...]:
    houses = _houses(form, players)
    for house in houses:
        if len(house.name) > LONGEST_NAME or not is_printable(house.name):
            raise Unreadable(
                _("A house name has at most {longest} printable characters.").format(longest=LONGEST_NAME),
                f"name-{house.index}",
            )
    return tuple(house.name for house in houses if house.is_in)
