"""Dogs of War’s figures for a player’s page and a night report: where the VP came from, which houses the captains
backed, how battles ended.
"""

from collections.abc import Sequence
from typing import Any

from django.db.models import Avg, Case, CharField, Count, Q, Sum, When
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from clubs.language.locales import decimal
from clubs.language.terms import own_word
from games.base.statistics import Bar, Bars, Figure, GameStatistics, best_and_worst, percent
from games.statistics import queries
from games.statistics.queries import Summary, Whose, fact
from scoring.dogs_of_war import DOGS_OF_WAR, DogsOfWarSheet, Options
from scoring.dogs_of_war.battle import BOTH_DEFEATED, GLORIOUS
from scoring.dogs_of_war.play import MOST

FACTS = {
    "backed": gettext_lazy("victories backed: #"),
    "glorious": gettext_lazy("glorious victories: #"),
    "bonuses": gettext_lazy("bonuses: #"),
    "final": gettext_lazy("# VP in the tally"),
}
SOURCES = (
    ("tokens", gettext_lazy("tokens")),
    ("influence", gettext_lazy("influence")),
    ("support", gettext_lazy("support card")),
    ("coins", gettext_lazy("coins")),
    ("cards", gettext_lazy("cards in hand")),
    ("adjust", gettext_lazy("dog’s ability")),
)
BATTLES = ("captains", "backed", "glorious", "beaten", "bonuses")
COUNTED, YEARS = Q(facts__has_key="final"), Q(facts__has_key="captains")
HOUSES = list(Options().houses)
FOUR = HOUSES[:4]  # the default houses of the cutthroat variant
USUAL = ~Q(match__options__has_key="houses") | Q(match__options__houses__in=[HOUSES, FOUR])


def player_statistics(player: Whose, summary: Summary) -> GameStatistics:
    """Return the game’s figures and tables for a player’s page."""
    wanted: dict[str, Any] = {name: Sum(fact(name), filter=YEARS) for name in BATTLES}
    totals = queries.aggregates(player, DOGS_OF_WAR.key, **wanted)
    figures = best_and_worst(summary)
    if totals["captains"]:
        figures += [
            Figure(_("victories backed"), totals["backed"], search={}),
            Figure(_("of them glorious"), totals["glorious"], search={}),
            Figure(_("defeats"), totals["beaten"], search={}),
            Figure(_("bonuses taken"), totals["bonuses"], search={}),
        ]
    return GameStatistics(main=figures, tables=[*_sources(player), *_houses(player), *_dogs(player)])


def _sources(player: Whose) -> list[Bars]:
    """Return the table of the average VP per match, row by row as on the tally pad; [] without a tally."""
    wanted: dict[str, Any] = {name: Avg(fact(name), filter=COUNTED) for name in (*dict(SOURCES), "final")}
    totals = queries.aggregates(player, DOGS_OF_WAR.key, times=Count("pk", filter=COUNTED), **wanted)
    if not totals["times"]:
        return []
    rows = []
    for name, words in SOURCES:
        part = max(percent(totals[name], totals["final"]), 0)
        rows.append(Bar(str(words), (decimal(totals[name], 1), str(part)), min(part, 100), "%"))
    note = _in_tallies(totals["times"]).format(average=decimal(totals["final"], 1), count=totals["times"])
    heads = pgettext("where points come from", "From"), _("VP"), _("Share")
    return [Bars(_("Where the VP came from"), note, heads, rows)]


def _houses(player: Whose) -> list[Bars]:
    """Return the table of captains by house, over matches in which the houses have their usual names."""
    wanted: dict[str, Any] = {f"house_{at}": Sum(fact(f"house_{at}"), filter=USUAL) for at in range(len(HOUSES))}
    totals = queries.aggregates(player, DOGS_OF_WAR.key, **wanted)
    captains = {name: totals[f"house_{at}"] or 0 for at, name in enumerate(HOUSES)}
    whole = sum(captains.values())
    parts = [(name, number, percent(number, whole)) for name, number in captains.items()]
    rows = [Bar(name, (str(number), str(part)), part, "%") for name, number, part in parts]
    note = ngettext("{count} captain", "{count} captains", whole).format(count=whole)
    return [Bars(_("Houses backed"), note, (_("House"), _("Captains"), _("Share")), rows)] if whole else []


def _in_tallies(count: int) -> str:
    return ngettext("{average} a match, in {count} tally", "{average} a match, in {count} tallies", count)


def _dogs(player: Whose) -> list[Bars]:
    """Return the table of the dogs of war that were noted, and how often they won (DW-02)."""
    seats = queries.seats_of(player, DOGS_OF_WAR.key).filter(match__options__has_key="dogs").order_by()
    played = Case(*(When(position=seat, then=_dog_of(seat)) for seat in range(MOST)), output_field=CharField())
    rows = seats.annotate(dog=played).exclude(Q(dog="") | Q(dog=None)).values("dog")
    counted = rows.annotate(times=Count("pk"), won=Count("pk", filter=Q(is_winner=True))).order_by("-times", "dog")
    bars = [
        Bar(row["dog"], (str(row["times"]), str(row["won"]), str(share)), share, "%")
        for row in counted
        for share in [percent(row["won"], row["times"])]
    ]
    return (
        [Bars(_("Dogs of war"), _("as far as they were noted"), (_("Dog"), _("Matches"), _("Won"), _("Share")), bars)]
        if bars
        else []
    )


def _dog_of(seat: int) -> KeyTextTransform:
    return KeyTextTransform(seat, KeyTransform("dogs", "match__options"))


def numbers(sheets: Sequence[DogsOfWarSheet]) -> list[Figure]:
    """Return the figures for the sheets of one night; those that are 0 are left out."""
    outcomes = [battle.outcome for sheet in sheets for line in sheet.years for battle in line.battles]
    glorious, both = outcomes.count(GLORIOUS), outcomes.count(BOTH_DEFEATED)
    counts = (
        (own_word(GLORIOUS) or _("glorious victories"), glorious),
        (own_word(BOTH_DEFEATED) or _("times both houses were defeated"), both),
    )
    return [Figure(label, number) for label, number in counts if number]
