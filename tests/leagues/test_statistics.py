"""Statistics equal what counting over all sheets gives."""

from collections import Counter
from typing import Any

import pytest

from clubs.models import Club, Player
from games.entries.match_state import load
from games.models import Match, Tag
from games.statistics import queries
from games.statistics.meetings import met, on_the_right
from tests.factory import a_match, some_players

pytestmark = pytest.mark.django_db
GAME = "dirty-dog"


@pytest.fixture
def matches(club: Club, players: list[Player]) -> list[Match]:
    """Six finished matches of seven hands, and one unfinished."""
    found = [a_match(club, players, plan=(1, 2, 3, 4, 3, 2, 1), seed=seed) for seed in range(6)]
    a_match(club, players, hands=3)  # unfinished, so it counts nowhere
    return found


def counted(matches: list[Match], player: int, by: str) -> Counter[tuple[int, bool]]:
    """How often the player made or missed, by the value of this fact. The players sit in the same seats in every match,
    so that `player` is a seat.
    """
    facts = [line.facts[player] for match in matches for line in lines(match)]
    return Counter((fact[by], bool(fact["made"])) for fact in facts)


def lines(match: Match) -> Any:
    return load(match).sheet.lines


@pytest.mark.parametrize("by", ["bid", "cards"])
def test_made_bids_by_bid_and_by_size_of_hand(matches: list[Match], players: list[Player], by: str) -> None:
    for seat, player in enumerate(players):
        wanted = counted(matches, seat, by)
        rates = queries.rounds(player, GAME).rates(by)
        assert {(rate.value, True): rate.made for rate in rates if rate.made} == {
            key: count for key, count in wanted.items() if key[1]
        }
        assert sum(rate.times for rate in rates) == sum(wanted.values())
        assert [rate.value for rate in rates] == sorted({value for value, _ in wanted})


def test_summary_and_places(matches: list[Match], players: list[Player]) -> None:
    for seat, player in enumerate(players):
        mine = [match.seats.get(position=seat) for match in matches]
        found = queries.summaries(player)[GAME]
        assert (found.matches, found.wins, found.losses) == (
            6,
            sum(each.is_winner for each in mine),
            sum(each.is_loser for each in mine),
        )
        assert (found.best, found.worst) == (max(each.total for each in mine), min(each.total for each in mine))
        assert found.place == pytest.approx(sum(each.place for each in mine) / 6)
        assert dict(queries.places(player, GAME)) == Counter(each.place for each in mine)


def test_streaks_are_those_of_the_sheets(matches: list[Match], players: list[Player]) -> None:
    for seat, player in enumerate(players):
        runs = [[line.facts[seat]["streak"] for line in lines(match)] for match in matches]
        assert queries.rounds(player, GAME).most("streak") == max(max(run) for run in runs)
        assert queries.last_fact(player, GAME, "streak") == (runs[-1][-1], matches[-1])


def test_matches_without_the_cone(matches: list[Match], players: list[Player]) -> None:
    for seat, player in enumerate(players):
        lost = [match.seats.get(position=seat).is_loser for match in matches]
        wanted = lost[::-1].index(True) if any(lost) else len(lost)
        assert queries.since_last_loss(player, GAME) == wanted


def test_head_to_head_counts_who_finished_higher(matches: list[Match], players: list[Player]) -> None:
    mine, theirs = ([match.seats.get(position=seat).place for match in matches] for seat in (0, 1))
    pairs = list(zip(mine, theirs, strict=True))
    found = next(each for each in met(players[0], GAME) if each.player == players[1].pk)
    assert (found.matches, found.ahead, found.behind, found.level) == (
        6,
        sum(a < b for a, b in pairs),
        sum(a > b for a, b in pairs),
        sum(a == b for a, b in pairs),
    )
    assert found.label == players[1].label


def test_the_rascal_is_who_sat_on_the_right_when_the_bid_was_set(club: Club) -> None:
    players = some_players(club, 6)
    sheets = []
    for seed in range(4):  # a different seat order in every match
        seated = players[seed:] + players[:seed] if seed % 2 else players[seed::-1] + players[seed + 1 :]
        sheets.append((seated, lines(a_match(club, seated, plan=(1, 2, 3, 2, 1), seed=seed))))
    wanted: Counter[int] = Counter()
    for seated, played in sheets:
        me = seated.index(players[0])
        for line in played:
            beside = line.order[line.order.index(me) - 1]
            wanted[seated[beside].pk] += not line.made[me]
    found = on_the_right(queries.rounds(players[0], GAME))
    assert {each.player.pk: each.share.made for each in found} == {key: count for key, count in wanted.items() if count}
    assert [each.share.made for each in found] == sorted((each.share.made for each in found), reverse=True)


def test_points_by_size_of_hand(matches: list[Match], players: list[Player]) -> None:
    brought: dict[int, list[int]] = {}
    for match in matches:
        for line in lines(match):
            brought.setdefault(line.cards, []).append(line.points[2])
    rates = queries.rounds(players[2], GAME).rates("cards")
    assert {rate.value: rate.points for rate in rates} == pytest.approx(
        {cards: sum(points) / len(points) for cards, points in brought.items()}
    )


def test_call_outs_of_a_player_and_the_matches_they_were_in(matches: list[Match], players: list[Player]) -> None:
    Tag.objects.create(match=matches[0], round=1, term="rascal", player=players[0])
    Tag.objects.create(match=matches[0], round=2, term="rascal", player=players[0])
    found = queries.call_out_counts(players[0], GAME)
    made = [[line.made[0] for line in lines(match)] for match in matches]
    assert found["being-set"] == (sum(run.count(False) for run in made), sum(False in run for run in made))
    assert found["rascal"] == (2, 1)


def test_best_and_worst_matches_each_once(matches: list[Match], players: list[Player]) -> None:
    totals = sorted((match.seats.get(position=0).total for match in matches), reverse=True)
    assert [seat.total for seat in queries.ends(players[0], GAME)] == totals
    assert [seat.total for seat in queries.ends(players[0], GAME, 1)] == [totals[0], totals[-1]]


def test_the_run_is_the_last_matches_oldest_first(matches: list[Match], players: list[Player]) -> None:
    seats = queries.run(players[0], GAME, 4)
    assert [seat.match for seat in seats] == matches[2:]


def test_a_player_without_matches_has_nothing(club: Club) -> None:
    player = Player.objects.create(club=club, name="Jo Brandvold")
    assert queries.summaries(player) == {}
    assert queries.rounds(player, GAME).rates("bid") == []
    assert queries.rounds(player, GAME).counts("bid") == []
    assert queries.last_fact(player, GAME, "streak") == (0, None)
    assert queries.since_last_loss(player, GAME) == 0
    assert queries.Share(0, 0, 0).percent == 0
