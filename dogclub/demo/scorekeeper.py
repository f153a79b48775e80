"""The scorekeeper of bot matches: records entries through the ledger, sometimes with a mistake that is corrected."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from uuid import uuid4

from dogclub.demo.evening import Written, slip
from games import ledger
from games.entries.drafts import Author, Draft
from games.models import Match
from scoring import engine
from scoring.dirty_dog import Tricks
from scoring.records import entry_to_json

NOTES = ("", "Counted the piles again.", "Two tricks lay under the coat.", "Read the pencil wrong.")


class Scorekeeper:
    """Records one match; `version` is the match's version that its tablet has last seen."""

    def __init__(self, match: Match, writer: Author, rng: Random) -> None:
        self.match, self.writer, self.rng = match, writer, rng
        self.version = match.version

    def write(self, lines: Sequence[Written]) -> None:
        """Record all lines without a mistake."""
        self._record([self._draft(line, number) for number, line in enumerate(lines, start=1)])

    def write_and_undo(self, lines: Sequence[Written]) -> None:
        """Record all lines, with a mistake that is undone a few seconds later."""
        drafts, place, slipped = self._slip(lines)
        when = self._moment(lines[place]) + timedelta(seconds=6)
        undo = replace(slipped, id=uuid4(), payload=None, recorded_at=when)
        again = replace(drafts[place], recorded_at=when + timedelta(seconds=4))
        self._record([*drafts[:place], slipped])
        self._record([undo])
        self._record([again, *drafts[place + 1 :]])

    def write_and_repeat(self, lines: Sequence[Written]) -> None:
        """Record all lines, one of them undone and recorded again."""
        drafts = [self._draft(line, number) for number, line in enumerate(lines, start=1)]
        place = self.rng.randrange(len(drafts))
        self._record(drafts[: place + 1])
        self._record([replace(drafts[place], id=uuid4(), payload=None)])
        self._record([replace(drafts[place], id=uuid4()), *drafts[place + 1 :]])

    def write_and_correct(self, lines: Sequence[Written], by: Author) -> None:
        """Record all lines, with a mistake that `by` corrects a hand or two later."""
        drafts, place, slipped = self._slip(lines)
        noticed = min(place + self.rng.randint(2, 5), len(drafts))
        when = self._moment(lines[noticed - 1]) + timedelta(seconds=50)
        right = replace(drafts[place], note=self.rng.choice(NOTES), recorded_at=when)
        self._record([*drafts[:place], slipped, *drafts[place + 1 : noticed]])
        self._record([right], by)
        self._record(drafts[noticed:])

    def _slip(self, lines: Sequence[Written]) -> tuple[list[Draft], int, Draft]:
        drafts = [self._draft(line, number) for number, line in enumerate(lines, start=1)]
        counted = [place for place, line in enumerate(lines) if isinstance(line.entry, Tricks)]
        place = self.rng.choice(counted[: 2 * len(counted) // 3])
        wrong = slip(lines[place].entry.tricks, self.rng)
        return drafts, place, self._draft(replace(lines[place], entry=wrong), place + 1)

    def _draft(self, line: Written, number: int) -> Draft:
        kind, payload = engine(self.match.game).kind(line.entry), entry_to_json(line.entry)
        return Draft(kind, number, payload, player=line.sitter, recorded_at=self._moment(line))

    def _moment(self, line: Written) -> datetime:
        return self.match.started_at + timedelta(minutes=line.minute)

    def _record(self, drafts: Sequence[Draft], by: Author | None = None) -> None:
        if drafts:
            written = ledger.record(self.match.pk, drafts, version=self.version, by=by or self.writer)
            self.version = written.state.match.version
