"""Saving of a typed-in sheet as a match of its day, in one transaction."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.db import IntegrityError, transaction
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.access import Access
from clubs.calendar.nights import season_of
from clubs.club_day import club_day, start_of
from clubs.models import Club, Confirm, Night
from games import ledger
from games.access import TONIGHT
from games.base.entry.form_parsing import entry_id
from games.base.table_game import Unreadable
from games.batch.head import Head
from games.entries.drafts import Author, Draft
from games.entries.match_state import MatchState
from games.ledger import Recorded
from games.models import Match, Seat
from scoring.records import options_to_json

LINE = timedelta(minutes=2)  # between the times of two rounds, so that they keep their order


@dataclass(frozen=True)
class Sheet:
    """The head and the agreed options of a sheet, from which a match is made."""

    club: Club
    head: Head
    options: Any

    @cached_property
    def state(self) -> MatchState:
        """The state of an unsaved match without entries, to draw the empty rounds. Raises RuleError."""
        engine, players = self.head.table_game.engine, self.head.seated
        engine.start(len(players), self.options)
        match = Match(
            club=self.club,
            game=engine.key,
            options=options_to_json(self.options),
            rule_version=engine.version,
            start_seats=len(players),
        )
        return MatchState(match, [], [Seat(match=match, position=at, player=each) for at, each in enumerate(players)])

    def write(self, form: QueryDict, access: Access) -> Recorded:
        """Save the match with its rounds. Raises Unreadable, RuleError or Refused; sent again, it returns the match
        saved before.
        """
        lines = self.head.table_game.paper.drafts(form)
        key = uuid.uuid5(entry_id(form), "match")
        try:
            with transaction.atomic():
                return self._written(key, lines, access)
        except IntegrityError:
            return self._again(key, lines, access)

    def begin(self, form: QueryDict, access: Access) -> Match:
        """Save the match without rounds. Raises Unreadable or RuleError; sent again, it returns the first match."""
        key = uuid.uuid5(entry_id(form), "match")
        known = Match.objects.filter(pk=key, club=self.club).first()
        return known or self._started(key, access)

    def _written(self, key: uuid.UUID, lines: Sequence[Draft], access: Access) -> Recorded:
        known = Match.objects.filter(pk=key, club=self.club).first()
        match = known or self._started(key, access)
        drafts = [replace(draft, recorded_at=self._at(place)) for place, draft in enumerate(lines, start=1)]
        return ledger.record(match.pk, drafts, version=0, by=Author(access.user))

    def _again(self, key: uuid.UUID, lines: Sequence[Draft], access: Access) -> Recorded:
        """Return the match that a simultaneous second submission saved. Raises Unreadable if there is none."""
        if not Match.objects.filter(pk=key, club=self.club).exists():
            raise Unreadable(_("This page is out of date. Please reload it."))
        return self._written(key, lines, access)

    def _started(self, key: uuid.UUID, access: Access) -> Match:
        at = self._at(0)
        about: dict[str, Any] = {
            "night": night_on(self.club, at),
            "season": season_of(self.club, club_day(at)),
            "created_by": access.user,
            "table": self.head.table,
            "started_at": at,
        }
        if timezone.now() - at > TONIGHT:
            about["confirm"] = Confirm.NOBODY  # an old result needs no confirmation
        return ledger.start(self.club, self.head.table_game.key, self.head.seated, self.options, id=key, **about)

    def _at(self, line: int) -> datetime:
        assert self.head.started_at
        return min(self.head.started_at + line * LINE, timezone.now())


def night_on(club: Club, moment: datetime) -> Night | None:
    """Return the club's night on the day of `moment`, the closest to it if there are several; None if there is none."""
    start = start_of(club_day(moment))
    nights = club.nights.filter(called_off_at=None, starts_at__gte=start, starts_at__lt=start + timedelta(days=1))
    return min(nights, key=lambda night: abs(night.starts_at - moment), default=None)
