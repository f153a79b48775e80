"""Reads and checks all of an archive but its matches, which are read while they are replayed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from dogclub.archive.format.lines import NightLine, PlayerLine, SeasonLine
from dogclub.archive.format.match_lines import PlayoffLine, TagLine, TrophyLine
from dogclub.archive.format.members import MEMBERS
from dogclub.archive.restoring.reader import Archive, Unusable
from scoring import engine
from scoring.base import RuleError
from scoring.messages import translated
from scoring.records import options_from_json
from scoring.standings import scheme_from_json

BY_KEY = {member.key: member for member in MEMBERS}


@dataclass(frozen=True)
class Contents:
    """The lines of an archive without matches and photos."""

    players: Sequence[PlayerLine]
    seasons: Sequence[SeasonLine]
    nights: Sequence[NightLine]
    playoffs: Sequence[PlayoffLine]
    trophies: Sequence[TrophyLine]
    tags: Sequence[TagLine]


def contents_of(archive: Archive) -> Contents:
    """Read and check the contents. Raises Unusable."""

    def every(key: str) -> Any:
        member = BY_KEY[key]
        return list(archive.lines(member, member.of))

    contents = Contents(*(every(key) for key in ("players", "seasons", "nights", "playoffs", "trophies", "tags")))
    for season in contents.seasons:
        _check_season(season)
    for playoff in contents.playoffs:
        try:
            options_from_json(engine(playoff.game), playoff.options)
        except RuleError as error:
            words = _("Play-off {id} cannot be played like this: {error}")
            raise Unusable(words.format(id=playoff.id, error=translated(error.message))) from error
    return contents


def _check_season(season: SeasonLine) -> None:
    try:
        for game, scheme in season.schemes.items():
            scheme_from_json(scheme, across=not game)
    except (RuleError, TypeError, AttributeError) as error:
        raise Unusable(
            _("The season {name} counts points in a way this Dog Club does not know.").format(name=season.name)
        ) from error
    if season.ends_on < season.starts_on:
        raise Unusable(_("The season {name} ends before it begins.").format(name=season.name))
