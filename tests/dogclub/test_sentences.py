"""The sentences of three evenings in every language, as `./run sentences` prints them for reading.

The golden files in tests/golden/sentences are what was read. After a change that is meant:
`GOLDEN=write ./test --translations tests/dogclub/test_sentences.py`, then read what git shows.
"""

import os
import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from django.conf import settings
from django.core.management import CommandError, call_command
from django.utils import timezone

from clubs.calendar.nights import arrive
from clubs.models import Attendance, Club, Night, NightAnswer, Player
from dogclub.management.commands.sentences import sentences
from games.models import Match
from games.registry import table_game
from tests.evenings import an_evening as match_of
from tests.factory import a_club, a_match
from tests.leagues.random_evenings import a_crowd, a_week_on, an_evening

pytestmark = pytest.mark.django_db
GOLDEN = Path(__file__).resolve().parent.parent / "golden" / "sentences"
START = datetime(2026, 9, 3, 18, tzinfo=UTC)
LANGUAGES = [code for code, _ in settings.LANGUAGES if code != "en-us"]
# Latecomers, leavers, level totals, cards pulled, kept trophies.
SEED = 3
WRONG = {
    "a word twice": re.compile(r"\b(?!(?:nous|vous|die)\b)([^\W\d]{2,}) \1\b", re.IGNORECASE),
    "an open brace": re.compile(r"[{}]|%\("),
    "a blank before a stop": re.compile(r" [.,]|\.\.(?!\.)|,,|: :"),
    "an untidy end": re.compile(r"[,;:]$"),
}
NARROW = "\N{NARROW NO-BREAK SPACE}"


@pytest.fixture
def evenings() -> Iterator[Club]:
    """A club after three evenings, with a fourth ahead that some have answered."""
    with time_machine.travel(START, tick=False) as clock:
        club, dice = a_club(history_is_open=True), random.Random(SEED)
        crowd = a_crowd(club)
        for number in range(2):
            clock.move_to(a_week_on(START, number))
            playoff = an_evening(club, crowd, dice)
            assert playoff.night
            _attendance(playoff.night, crowd)
        clock.move_to(a_week_on(START, 2))
        night = Night.objects.create(club=club, starts_at=timezone.now(), place="The Old Bakery")
        a_match(club, crowd[:5], seed=SEED, night=night, table="1", plan=(1, 2, 3, 2, 1))
        clock.shift(timedelta(minutes=70))
        another = match_of(club, table_game("top-dog"), crowd[5:9], SEED)
        Match.objects.filter(pk=another.pk).update(night=night, table="2")
        ahead = Night.objects.create(club=club, starts_at=a_week_on(START, 3), place="The Old Bakery")
        for player, answer in zip(crowd, NightAnswer.Answer.values, strict=False):
            NightAnswer.objects.create(night=ahead, player=player, answer=answer, answered_at=timezone.now())
        yield club


def _attendance(night: Night, crowd: list[Player]) -> None:
    arrive(night, crowd[:9])
    Attendance.objects.filter(night=night, player=crowd[0]).update(arrived_at=night.starts_at + timedelta(minutes=25))
    Attendance.objects.filter(night=night, player=crowd[1]).update(state=Attendance.State.LEFT)


@pytest.mark.translations
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentences_of_three_evenings_are_those_that_were_read(evenings: Club, language: str) -> None:
    said = "\n".join(sentences(evenings, language, 3)) + "\n"
    file = GOLDEN / f"{language}.txt"
    if os.environ.get("GOLDEN") == "write":
        file.parent.mkdir(exist_ok=True)
        file.write_text(said)
    assert said == file.read_text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_composed_sentence_has_a_fault_of_form(evenings: Club, language: str) -> None:
    said = [line for line in sentences(evenings, language, 3) if line and not line.startswith("#")]
    assert len(said) > 40
    for what, fault in WRONG.items():
        assert [line for line in said if fault.search(line.partition(": ")[2])] == [], what
    if language == "fr":
        assert [line for line in said if re.search(rf"(?<!{NARROW})[:;?](?!\d)", line.partition(": ")[2])] == []


def test_the_command_prints_one_language_or_all(evenings: Club, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("sentences", "kennel", "--language", "de", "--nights", "1")
    german = capsys.readouterr().out
    assert german.startswith("# de\n\n## Donnerstag, 17. September 2026\n")
    call_command("sentences", "kennel")
    every = capsys.readouterr().out
    assert [line for line in every.splitlines() if re.fullmatch(r"# .*", line)] == [
        f"# {code}" for code, _ in settings.LANGUAGES
    ]


@pytest.mark.parametrize("wrong", [["nowhere"], ["kennel", "--language", "xx"]])
def test_what_is_not_there_is_said(evenings: Club, wrong: list[str]) -> None:
    with pytest.raises(CommandError):
        call_command("sentences", *wrong)
