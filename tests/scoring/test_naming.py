"""The mapping between the names of a record and its seats."""

import pytest

from scoring.base import Malformed
from scoring.record_format.parts import Names, by_name


def test_names_sit_in_the_order_they_come() -> None:
    names = Names(["Bea", "Otto"])
    assert names.add("Núria", "player") == 2
    assert names.list == ["Bea", "Otto", "Núria"]
    assert names.seat("Otto", "players") == 1
    assert names.seats({"Núria": 4, "Bea": 0}, "won") == {2: 4, 0: 0}


def test_a_name_sits_once() -> None:
    with pytest.raises(Malformed, match="Bea already sits at the table") as error:
        Names(["Bea", "Otto", "Bea"])
    assert (error.value.code, error.value.player, error.value.field) == ("duplicate-player", "Bea", "players")


def test_whoever_left_comes_back_to_the_same_seat() -> None:
    names = Names(["Bea", "Otto"])
    names.gone.add("Bea")
    assert names.add("Bea", "player") == 0
    assert names.list == ["Bea", "Otto"]
    with pytest.raises(Malformed):
        names.add("Bea", "player")


@pytest.mark.parametrize("ask", [lambda names: names.seat("Jo", "won"), lambda names: names.seats({"Jo": 1}, "won")])
def test_a_stranger_is_named(ask: object) -> None:
    assert callable(ask)
    with pytest.raises(Malformed, match="Jo is not among the players") as error:
        ask(Names(["Bea"]))
    assert (error.value.code, error.value.player, error.value.field) == ("unknown-player", "Jo", "won")


def test_there_and_back() -> None:
    names = Names(["Bea", "Otto", "Núria"])
    given = {"Núria": 1, "Bea": 2}
    assert by_name(names.seats(given, "won"), names.list) == given
