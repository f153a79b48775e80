"""By which rules a sheet was played, where its bids or its points are not those of the game as written: asked once for
the whole sheet, with what explains its own points first.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from msgspec import to_builtins

from clubs.language.terms import name_of
from dogclub.exchange.imports.parsed.parsed_file import Problem
from dogclub.exchange.imports.sheets.derived import Cells, differences, written_points
from dogclub.exchange.imports.sheets.settings import SCORING, THE_RULE, Settings
from scoring import engine
from scoring.base import Engine, RuleError
from scoring.dirty_dog.explain import ScoredBid, code_of, explaining, scoring_of
from scoring.dirty_dog.house_rules import NAMES, Agreed, Scoring, in_words
from scoring.messages import translated
from scoring.records import played

AS_WRITTEN = "dirty-dog"
Record = Mapping[str, Any]


def agreed(record: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the record with the answers about rules, if its game has such options."""
    if not _can_differ(record):
        return record
    options = dict(record.get("options", {}))
    if (scoring := scoring_of(settings.scoring)) is not None:
        options["scoring"] = to_builtins(scoring)
    if settings.the_rule:
        options["the_rule"] = settings.the_rule
    return record | {"options": options} if options else record


def _can_differ(record: Record) -> bool:
    return bool(record.get("rounds")) and "scoring" in engine(record["game"]).options.__struct_fields__


def wrong(record: Record, rows: Sequence[tuple[int, Cells]], settings: Settings) -> list[Problem]:
    """Return a problem for each question about the rules of this match; without one, for each figure that differs."""
    line = rows[0][0]
    if not _can_differ(record):
        return differences(record, rows)
    asked = [] if settings.the_rule else list(the_rule_asked(record, line))
    if asked:
        record = {**record, "options": {**record.get("options", {}), "the_rule": "off"}}
    differ = differences(record, rows)
    found = _explained(record, rows) if differ and not settings.scoring else []
    if found and AS_WRITTEN not in found:
        return [*asked, scoring_asked(engine(record["game"]), found[0], line)]
    return [*asked, *differ]


def explained(bids: Sequence[ScoredBid]) -> Agreed | None:
    """Return the likeliest scoring that gives these points; None where the game as written does, or none."""
    found = explaining(bids) if bids else []
    return found[0] if found and AS_WRITTEN not in found else None


def scoring_asked(game: Engine[Any], scoring: Agreed, line: int) -> Problem:
    """Return the question whether a match was scored so."""
    words = _("The points of this match are not those of {game} as written. By these they are: {rules}")
    named = words.format(game=name_of(game), rules=in_short(scoring))
    return Problem(line, named, mend=code_of(scoring), asks=SCORING)


def the_rule_asked(record: Record, line: int) -> Iterator[Problem]:
    """Yield the question whether The Rule held, where a bid broke it."""
    try:
        played(record)
    except RuleError as error:
        if error.code == "the-rule":
            yield Problem(line, str(error.message), asks=THE_RULE)


def _explained(record: Record, rows: Sequence[tuple[int, Cells]]) -> list[Agreed]:
    """Return the scorings that give the points of the sheet, whether they are those of each round or go on."""
    readings = (written_points(record, rows, is_running=is_running) for is_running in (False, True))
    found = [explaining([ScoredBid(*each) for each in reading]) for reading in readings if reading]
    return min(filter(None, found), key=lambda each: isinstance(each[0], Scoring), default=[])


def in_short(scoring: Agreed) -> str:
    """Return a preset by its name, and other points in words."""
    return translated(in_words(scoring) if isinstance(scoring, Scoring) else NAMES[scoring])
