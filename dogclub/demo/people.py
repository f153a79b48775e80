"""The demo club's people: all invented, with names that test a sheet's layout."""

from itertools import product
from random import Random
from typing import NamedTuple

from clubs.models import Club, Player, Role


class Person(NamedTuple):
    """A player's name, nickname, initials and colour."""

    name: str
    nickname: str = ""
    initials: str = ""
    colour: str = ""


CAST = (
    Person("Bea Marlowe", initials="BM", colour="green"),
    Person("Otto Pym", initials="OP", colour="blue"),
    Person("Wilhelmina Featherstonehaugh-Oyelaran", initials="WFO", colour="violet"),
    Person("Núria Ødegård", initials="NØ", colour="amber"),
    Person("Łukasz Tremblay", initials="ŁT", colour="red"),
    Person("Percy Abara", initials="PA"),
    Person("Ines Roux", initials="IR"),
    Person("Sam Kettle", initials="SK"),
    Person("Gus Tate", nickname="🐶🎺", initials="GT"),
    Person("Jo Finch", initials="JF"),
    Person("Mabel Quist", initials="MQ"),
    Person("Teddy Okonkwo-Lindqvist", nickname="Biscuit", initials="TOL", colour="grey"),
    Person("ليان الزهراني", initials="لز"),
    Person("Dervla Quayle", initials="DQ"),
)
FIRST = ("Ada", "Bruno", "Cosima", "Dov", "Elke", "Fintan", "Gwen", "Hamish", "Ilse", "Jarek", "Kiri", "Ludo")
LAST = ("Ashdown", "Birkett", "Carrow", "Dunmore", "Eastley", "Farrow", "Greaves", "Holloway")
# Accounts: name in the email address, role, and the player's index in CAST.
ACCOUNTS = (
    ("bea", Role.OWNER, 0),
    ("wilhelmina", Role.ORGANISER, 2),
    ("otto", Role.SCOREKEEPER, 1),
    ("nuria", Role.MEMBER, 3),
)
DOMAIN = "kennel.example"


def cast(size: int, rng: Random) -> list[Person]:
    """Return `size` people: those of CAST, then random combinations of names."""
    more = [Person(f"{first} {last}") for first, last in product(FIRST, LAST)]
    return [*CAST, *rng.sample(more, max(0, size - len(CAST)))][:size]


def add_players(club: Club, size: int, rng: Random) -> list[Player]:
    return Player.objects.bulk_create(Player(club=club, **person._asdict()) for person in cast(size, rng))
