"""The cover: the wordmark with the season’s highest and lowest total in it, and what the season was in one sentence."""

from collections.abc import Sequence

from django.db.models import Max, Min

from clubs.branding.letterhead import letterhead
from clubs.models import Membership, Role
from dogclub.books.pdf.page_numbers import LAYOUTS
from dogclub.books.pdf.typst_workers import PageDocument
from dogclub.books.sections.book_request import Volume
from dogclub.books.sections.nights_in_order import Evening
from games.base.entry.names import listed
from games.consequences.recipients import LOSER, WINNER
from games.models import Seat
from games.sheets.document import mark
from games.sheets.text import minus
from leagues.night_report.chapters.wording import capital, shorter, some
from leagues.trophies.holders import live


def cover(volume: Volume, evenings: Sequence[Evening]) -> PageDocument:
    top, low = _ends(volume)
    name = f"The Book of {volume.name}" if volume.season else f"The Book of {volume.club.name}"
    page = {
        "paper": volume.sheet_paper,
        "language": "en",
        "title": name,
        "summary": f"{volume.club.name}, {volume.name}",
        "club": volume.club.name,
        **mark(letterhead(volume.club)),
        "volume": volume.number,
        "heading": name,
        "words": _sentence(volume, evenings),
        "note": f"In the box the highest total of {volume.main.name}, in the circle the lowest."
        if len(volume.played) > 1
        else "",
        "alt": f"A box with the highest total, {top}, and a circle with the lowest, {low}.",
        "top": top,
        "low": low,
        "kept": _scorekeepers(volume),
        "days": volume.days_in_words,
    }
    return PageDocument(LAYOUTS / "cover.typ", page, volume.timestamp)


def _ends(volume: Volume) -> tuple[str, str]:
    """Of the game that was played most: totals of different games are no match for each other."""
    rows = volume.scope(volume.main).seats.aggregate(top=Max("total"), low=Min("total"))
    return minus(rows["top"] or 0), minus(rows["low"] or 0)


def _sentence(volume: Volume, evenings: Sequence[Evening]) -> str:
    """`Fourteen Thursdays, 28 matches, fourteen dogs, one cup, one cone, and every hand of it.`"""
    dogs = Seat.objects.filter(match__in=volume.matches).order_by().values("player").distinct().count()
    weekdays = {each.day.strftime("%A") for each in evenings}
    nights = weekdays.pop() if len(weekdays) == 1 else "night"
    counts = [some(len(evenings), nights), some(volume.count, "match"), some(dogs, "dog"), *_trophies(volume)]
    rounds = volume.main.display.round_word if len(volume.played) == 1 else "sheet"
    return capital(f"{', '.join(counts)}, and every {rounds} of it.")


def _trophies(volume: Volume) -> list[str]:
    """What was played for, as the club calls it."""
    taken = live().filter(match__in=volume.matches) | live().filter(playoff__fixtures__match__in=volume.matches)
    rows = (
        taken.filter(trophy__rule__in=(WINNER, LOSER)).order_by().values_list("trophy__rule", "trophy__name").distinct()
    )
    names = [name for _, name in sorted(rows, key=lambda row: (row[0] != WINNER, row[1]))]
    if len(names) > 2:
        return [some(len(names), "trophy").replace("trophys", "trophies")]
    return [f"one {shorter(name)}" for name in names]


def _scorekeepers(volume: Volume) -> str:
    rows = Membership.objects.filter(club=volume.club, role=Role.OWNER, player__isnull=False).select_related("player")
    keepers = [each.player.label for each in rows.order_by("joined_at", "pk")[:2] if each.player]
    return f"Kept by {listed(keepers)}. Corrected by everybody." if keepers else "Kept by all. Corrected by everybody."
