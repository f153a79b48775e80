"""The report in a few paragraphs. It is deterministic: the wording depends on the facts, never on chance."""

from django.utils.translation import gettext as _

from clubs.language.articles import as_subject
from clubs.language.terms import capital
from games.base.names import listed
from leagues.night_report.chapters.facts import NightFacts, Passing, Table, paragraph
from leagues.night_report.chapters.incidents import curious, people
from leagues.night_report.chapters.last_place import cone
from leagues.night_report.chapters.results import brief, cup


def prose(night: NightFacts) -> list[str]:
    """Return the paragraphs, the most important first; if nothing was played, one that says so."""
    main = night.finished[0] if night.finished else None
    main_paragraphs = [cup(night, main), cone(night, main)] if main else []
    rest = [table for table in night.tables if table is not main and table.stage not in ("winners", "losers")]
    others = paragraph(*_groups(night), *(_brief(night, table) for table in rest if table.stage != "group"))
    paragraphs = [
        _unfinished(night),
        *main_paragraphs,
        others,
        _by_hand(night),
        paragraph(people(night), curious(night)),
    ]
    return [each for each in paragraphs if each] or [_nothing(night)]


def _unfinished(night: NightFacts) -> str:
    """Return what a play-off still waits for before its trophies are given."""
    if not night.unfinished:
        return ""
    return paragraph(_("The play-off is not over, and nobody has its trophies."), *night.unfinished)


def _brief(night: NightFacts, table: Table) -> str:
    return brief(table, night.passing("winner", table.game))


def _groups(night: NightFacts) -> list[str]:
    """Return who was first in each group, who pulled cards on the cut line, and who played at no final table."""
    groups = [table for table in night.tables if table.stage == "group"]
    if not groups:
        return []
    done = all(table.is_finished for table in groups)
    return [_first_in(groups) if done else _("The groups are still playing."), *night.pulled, *night.sat_out]


def _first_in(groups: list[Table]) -> str:
    first_in = _("{player} was first in {group}")
    parts = [first_in.format(player=table.sittings[0].name, group=table.where) for table in groups if table.sittings]
    return _("Earlier, {winners}.").format(winners=listed(parts))


def _by_hand(night: NightFacts) -> str:
    """Return which trophies were passed on by hand, with the reasons."""
    by_hand = [each for each in night.passings if each.kind == "hand"]
    return paragraph(*(paragraph(_went_to(each), _because(each.reason)) for each in by_hand))


def _went_to(passing: Passing) -> str:
    words = _("The {trophy} went to {player}.")
    if passing.trophy.casefold().startswith("the "):
        words = _("{trophy} went to {player}.")
    return capital(words.format(trophy=as_subject(passing.trophy), player=passing.full))


def _because(reason: str) -> str:
    inner = reason.strip().replace("“", "‘").replace("”", "’")
    return _("“{reason}”").format(reason=inner) if inner else ""


def _nothing(night: NightFacts) -> str:
    if night.called_off:
        return _("It was called off. The dogs stayed in their baskets.")
    if night.tables:
        return _("Nothing is finished yet. The report writes itself as soon as somebody has won.")
    return _(
        "Nothing was played, or nobody wrote it down. Start a match on the night’s page, and there will be a story."
    )
