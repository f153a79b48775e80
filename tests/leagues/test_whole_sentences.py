"""Each case is one message: stakes, the last ten of two players, and what a night begins with."""

import re

import pytest
from django.utils import translation

from games.statistics.meetings import Balance
from leagues.nights import over
from leagues.statistics import two_players

LANGUAGES = ("en-gb", "de", "fr", "es", "nl", "pt")
TWICE = re.compile(r"\b(\w{3,}) \1\b")


@pytest.mark.parametrize(
    ("language", "place", "kept", "said"),
    [
        ("en-gb", "at table 1", 0, "defends it at table 1"),
        ("en-gb", "", 1, "defends it tonight, kept once already"),
        ("de", "", 1, "verteidigt ihn heute, schon einmal behalten"),
        ("es", "", 1, "lo defiende hoy; ya lo ha conservado una vez"),
        ("nl", "", 1, "verdedigt hem vanavond, al één keer gehouden"),
        ("nl", "aan tafel 2", 3, "verdedigt hem aan tafel 2, al 3 keer gehouden"),
        ("pt", "", 5, "defende-o hoje; já o manteve 5 vezes"),
    ],
)
def test_what_a_holder_defends_is_one_message(language: str, place: str, kept: int, said: str) -> None:
    with translation.override(language):
        assert over._defends(place, kept) == said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kept", [0, 1, 2, 5, 13, 21])
def test_any_number_of_times_is_said_in_every_language(language: str, kept: int) -> None:
    with translation.override(language):
        for place in ("", "@"):
            said = over._defends(place, kept)
            assert "{" not in said and not TWICE.search(said) and (place in said)
            assert (str(kept) in said) == (kept > 1)


@pytest.mark.parametrize(
    ("balance", "said"),
    [
        (Balance(10, 0, 0), "Of the last ten, Ann finished ahead in all."),
        (Balance(0, 10, 0), "Of the last ten, Bo finished ahead in all."),
        (Balance(0, 0, 10), "The last ten all ended level."),
        (Balance(7, 3, 0), "Of the last ten, Ann finished ahead in 7, Bo in 3."),
        (Balance(2, 7, 1), "Of the last ten, Bo finished ahead in 7, Ann in 2, 1 level."),
        (Balance(0, 6, 4), "Of the last ten, Bo finished ahead in 6, Ann in none, 4 level."),
    ],
)
def test_nobody_finishes_ahead_in_nought(monkeypatch: pytest.MonkeyPatch, balance: Balance, said: str) -> None:
    monkeypatch.setattr(two_players, "tally", lambda met: balance)
    assert two_players.recent([object()] * 11, ["Ann", "Bo"]) == said  # type: ignore[list-item]
