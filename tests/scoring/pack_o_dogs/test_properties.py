"""Property tests over legal matches of Pack o' Dogs."""

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.base import replay
from scoring.pack_o_dogs import PACK_O_DOGS, Options, Piles, PilesStep, Round, RoundStep, next_step
from scoring.records import (
    entry_from_json,
    entry_to_json,
    from_record,
    options_from_json,
    options_to_json,
    score,
    sheet_json,
    text,
    to_record,
)
from tests.profiles import examples
from tests.scoring.pack_o_dogs.pages import NAMES, Match, complex_matches, fold, matches

LESS = settings(max_examples=examples(60), deadline=None, suppress_health_check=list(HealthCheck))


@LESS
@given(matches)
def test_points_add_up(match: Match) -> None:
    sheet = replay(PACK_O_DOGS, *match)
    assert sheet.totals == {seat: sum(line.points[seat] for line in sheet.lines) for seat in (0, 1)}
    assert all(points >= 0 for line in sheet.lines for points in line.points.values())


@LESS
@given(complex_matches())
def test_games_hold_what_their_rounds_brought(match: Match) -> None:
    sheet = replay(PACK_O_DOGS, *match)
    for game in sheet.games:
        lines = [line for line in sheet.rounds if line.game == game.number]
        assert 4 <= len(lines) <= 7
        assert [line.round_in_game for line in lines] == list(range(1, len(lines) + 1))
        assert game.points == {seat: sum(line.points[seat] for line in lines) for seat in (0, 1)}
        assert max(game.points.values()) <= 60
        assert game.points[game.winner] == max(game.points.values())


@LESS
@given(complex_matches())
def test_only_a_match_of_several_games_may_be_shared(match: Match) -> None:
    """HR-PK-02 settles a single game; players level after several games share the match (HR-PK-07)."""
    sheet = replay(PACK_O_DOGS, *match)
    if sheet.finished and sheet.options.games > 1:
        most = max(sheet.totals.values())
        assert set(sheet.winners) == {seat for seat, total in sheet.totals.items() if total == most}
    else:
        assert len(sheet.winners) == int(sheet.finished)


@LESS
@given(complex_matches())
def test_a_streak_is_what_the_rounds_say(match: Match) -> None:
    """PK-27, HR-PK-03: computed again from the rounds alone."""
    sheet = replay(PACK_O_DOGS, *match)
    for line in sheet.rounds:
        row = [before.winner for before in sheet.rounds if before.game == line.game and before.number <= line.number]
        streak = next((at for at, seat in enumerate(reversed(row)) if seat != line.winner), len(row))
        assert line.product.streak == streak
        assert line.product.late == {5: 2, 6: 3, 7: 4}.get(len(row), 1)


@LESS
@given(matches)
def test_a_sheet_of_the_first_entries_is_the_beginning_of_the_whole(match: Match) -> None:
    seats, options, entries = match
    whole, sheet = replay(PACK_O_DOGS, *match), PACK_O_DOGS.start(seats, options)
    for entry in entries:
        sheet = PACK_O_DOGS.play(sheet, entry)
        assert sheet.lines == whole.lines[: len(sheet.lines)]
    assert sheet == whole
    assert PACK_O_DOGS.public(sheet) is sheet


@LESS
@given(matches)
def test_a_record_goes_there_and_back(match: Match) -> None:
    seats, options, entries = match
    record = to_record(PACK_O_DOGS, NAMES, seats, options, entries)
    assert from_record(json.loads(json.dumps(record)))[1:] == (list(NAMES), seats, options, entries)
    sheet = score(record)
    assert sheet == sheet_json(PACK_O_DOGS, replay(PACK_O_DOGS, *match), NAMES)
    assert text(sheet)


@LESS
@given(matches)
def test_what_is_stored_is_what_was_written(match: Match) -> None:
    _, options, entries = match
    assert options_from_json(PACK_O_DOGS, options_to_json(options)) == options
    for entry in entries:
        assert entry_from_json(PACK_O_DOGS, PACK_O_DOGS.kind(entry), entry_to_json(entry)) == entry


@LESS
@given(matches, st.integers(0, 1), st.booleans())
def test_what_is_offered_can_be_played_and_pays_what_it_said(match: Match, seat: int, pack: bool) -> None:
    sheet = replay(PACK_O_DOGS, *match)
    step = next_step(sheet)
    if isinstance(step, RoundStep):
        after = PACK_O_DOGS.play(sheet, Round(seat, pack=pack))
        pays = step.pays[seat]
        assert after.lines[-1].points[seat] == (pays.pack if pack else pays.plain).points
        assert pays.ends_game == (after.game > sheet.game)
    elif isinstance(step, PilesStep):
        after = PACK_O_DOGS.play(sheet, Piles(step.piles))
        assert after.lines[-1].points == step.piles
        assert after.warnings == sheet.warnings
    else:
        assert sheet.finished


@LESS
@given(st.lists(st.tuples(st.integers(0, 1), st.booleans()), min_size=21, max_size=21), st.integers(1, 3))
def test_any_match_ends(found: list[tuple[int, bool]], games: int) -> None:
    """A game has seven rounds at most (PK-31)."""
    sheet = fold(games=games)
    for winner, pack in found:
        sheet = sheet if sheet.finished else PACK_O_DOGS.play(sheet, Round(winner, pack=pack))
    assert sheet.finished
    assert PACK_O_DOGS.ranks(sheet)[0].seats == sheet.winners
    assert Options(games=games) == sheet.options
