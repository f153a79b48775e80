"""`manage.py rescore`: all computed figures can be deleted and are computed again unchanged."""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.models import Match, Seat, Tally
from scoring.records import score
from tests.bad_records import GOOD
from tests.factory import a_club, a_match, some_players


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("rescore", *arguments, stdout=out)
    return out.getvalue()


def check(*arguments: str) -> tuple[int, str]:
    """Return the exit status and the output of `rescore --check`."""
    out = StringIO()
    try:
        call_command("rescore", "--check", *arguments, stdout=out)
    except CommandError as error:
        return error.returncode, out.getvalue()
    return 0, out.getvalue()


@pytest.fixture
def match(db: None) -> Match:
    club = a_club()
    players = some_players(club)
    a_match(club, players, hands=2)
    return a_match(club, players, plan=(1, 2, 1), seed=2)


def figures(match: Match) -> list[Any]:
    tallies = match.tallies.order_by("seat__position", "number")
    return [
        *tallies.values_list("seat__position", "number", "points", "total", "place", "facts"),
        *match.seats.order_by("position").values_list("total", "place", "is_winner", "is_loser"),
        *Match.objects.filter(pk=match.pk).values_list("rounds", "finished_at", "version"),
    ]


def test_nothing_differs_after_an_evening(match: Match) -> None:
    assert check() == (0, "2 checked, 0 differed.\n")


Spoil = Callable[[Match], object]
SPOILT: dict[str, tuple[Spoil, str]] = {
    "points": (lambda match: match.tallies.filter(number=2).update(points=99), "round 2, seat 0"),
    "facts": (lambda match: match.tallies.filter(number=1).update(facts={}), "round 1, seat 0"),
    "a tally that is gone": (lambda match: match.tallies.filter(number=3).delete(), "round 3, seat 0"),
    "a tally too many": (
        lambda match: Tally.objects.create(
            match=match, seat=match.seats.all()[0], number=9, points=1, total=1, place=1
        ),
        "round 9, seat 0",
    ),
    "a total": (lambda match: match.seats.filter(position=0).update(total=500), "result of seat 0"),
    "a trophy": (lambda match: match.seats.update(is_winner=True), "result of seat"),
    "the number of rounds": (
        lambda match: Match.objects.filter(pk=match.pk).update(rounds=0),
        "rounds: 0 instead of 3",
    ),
    "the end": (lambda match: Match.objects.filter(pk=match.pk).update(finished_at=None), "not finished, but it is"),
}


@pytest.mark.parametrize("what", SPOILT)
def test_a_spoilt_figure_is_found_and_set_right(what: str, match: Match) -> None:
    before = figures(match)
    spoil, said = SPOILT[what]
    spoil(match)
    status, out = check()
    assert status == 1
    assert said in out
    assert {line.split(":")[0] for line in out.splitlines() if line.startswith("match ")} == {f"match {match.pk}"}
    run()
    assert check() == (0, "2 checked, 0 differed.\n")
    assert figures(match) == before


def test_checking_writes_nothing(match: Match) -> None:
    match.tallies.update(points=99)
    check()
    assert set(match.tallies.values_list("points", flat=True)) == {99}


def test_a_match_that_is_not_over_is_not_finished(match: Match) -> None:
    other = Match.objects.exclude(pk=match.pk).get()
    Match.objects.filter(pk=other.pk).update(finished_at=timezone.now())
    assert "finished, but it is not" in check()[1]
    run()
    other.refresh_from_db()
    assert other.finished_at is None


def test_every_figure_thrown_away_comes_back(match: Match) -> None:
    before = figures(match)
    Tally.objects.all().delete()
    Seat.objects.update(total=0, place=1, is_winner=False, is_loser=False)
    assert "2 checked, 2 differed." in run()
    assert figures(match) == before


def test_entries_that_no_longer_fit_are_named_and_the_others_go_on(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(options={"plan": [1]})
    status, out = check()
    assert status == 1
    assert f"match {match.pk}: entry 3 does not fit:" in out


def test_one_that_cannot_be_computed_stops_no_other(
    match: Match, golden: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (golden / "cut.json").write_text('{"record": ')
    status, out = check("--records", str(golden))
    assert (status, "cut.json: cannot be read:" in out, "2 checked, 1 differed." in out) == (1, True, True)

    def broken(*_: object, **__: object) -> list[str]:
        raise KeyError("a row of another program")

    with monkeypatch.context() as patched:
        patched.setattr("games.ledger.rescore", broken)
        patched.setattr("dogclub.management.commands.rescore.rebuild", broken)
        status, out = check()
    assert (status, out.count("cannot be computed: KeyError")) == (1, 3)


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    folder = tmp_path / "dirty-dog"
    folder.mkdir()
    (folder / "two-hands.json").write_text(json.dumps({"record": GOOD, "sheet": score(GOOD)}))
    return tmp_path


def test_golden_records_add_up_to_their_sheets(golden: Path) -> None:
    assert check("--records", str(golden)) == (0, "1 checked, 0 differed.\n")


def test_a_golden_sheet_that_differs_says_where(golden: Path) -> None:
    file = next(golden.rglob("*.json"))
    kept = json.loads(file.read_text())
    kept["sheet"]["rounds"][0]["points"]["Ann"] = 5
    kept["sheet"]["lucky"] = True
    file.write_text(json.dumps(kept))
    status, out = check("--records", str(golden))
    assert status == 1
    assert "sheet.rounds[0].points.Ann was 5 and is −1" in out
    assert "sheet.lucky was True and is 'not there'" in out


def test_the_golden_records_of_the_house_add_up() -> None:
    status, out = check("--records", str(Path(__file__).parent.parent / "golden"))
    assert status == 0
    assert int(out.split()[0]) > 30


def test_what_is_no_golden_record_is_passed_over(golden: Path) -> None:
    (golden / "dirty-dog.fields.json").write_text("{}")
    assert check("--records", str(golden)) == (0, "1 checked, 0 differed.\n")


def test_an_empty_folder_is_no_proof(tmp_path: Path) -> None:
    assert check("--records", str(tmp_path))[0] == 1


def test_golden_records_are_only_ever_checked(golden: Path) -> None:
    with pytest.raises(CommandError, match="--check"):
        run("--records", str(golden))
