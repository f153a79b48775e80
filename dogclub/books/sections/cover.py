"""The cover: the wordmark with the season’s highest and lowest total, and a summary in one sentence."""

from collections.abc import Sequence

from django.db.models import Max, Min
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.branding.logo import letterhead
from clubs.language.capitals import capital
from clubs.language.figures import minus
from clubs.language.locales import locale
from clubs.models import Membership, Role
from dogclub.books.pdf.page_numbers import LAYOUTS
from dogclub.books.pdf.typst_workers import PageDocument
from dogclub.books.sections.book_request import Volume
from dogclub.books.sections.nights_in_order import Evening
from games.base.entry.names import listed
from games.base.results import counts
from games.base.results.titles import in_words
from games.consequences.recipients import LOSER, WINNER
from games.models import Seat
from games.sheets.document import mark
from leagues.night_report.chapters.wording import shorter
from leagues.trophies.holders import live


def cover(volume: Volume, evenings: Sequence[Evening]) -> PageDocument:
    """Return the document of the cover."""
    top, low = _ends(volume)
    name = (
        _("The Book of {name}").format(name=volume.name)
        if volume.season
        else _("The Book of {name}").format(name=volume.club.name)
    )
    page = {
        "paper": volume.sheet_paper,
        "language": locale().language,
        "title": name,
        "summary": f"{volume.club.name}, {volume.name}",
        "club": volume.club.name,
        **mark(letterhead(volume.club)),
        "volume": volume.number,
        "heading": name,
        "words": _sentence(volume, evenings),
        "note": _("In the box the highest total of {game}, in the circle the lowest.").format(game=volume.main.name)
        if len(volume.played) > 1
        else "",
        "alt": _("A box with the highest total, {top}, and a circle with the lowest, {low}.").format(top=top, low=low),
        "top": top,
        "low": low,
        "kept": _scorekeepers(volume),
        "days": volume.days_in_words,
    }
    return PageDocument(LAYOUTS / "cover.typ", page, volume.timestamp)


def _ends(volume: Volume) -> tuple[str, str]:
    """Return the highest and lowest total of the main game, since totals of different games are not comparable."""
    rows = volume.scope(volume.main).seats.aggregate(top=Max("total"), low=Min("total"))
    return minus(rows["top"] or 0), minus(rows["low"] or 0)


def _sentence(volume: Volume, evenings: Sequence[Evening]) -> str:
    """Return `Fourteen Thursdays, 28 matches, fourteen dogs, one cup, one cone, and every hand of it.`"""
    dogs = Seat.objects.filter(match__in=volume.matches).order_by().values("player").distinct().count()
    numbers = [_evenings(evenings), counts.matches(volume.count), counts.dogs(dogs), *_trophies(volume)]
    phrases = {
        "hand": _("{counts}, and every hand of it."),
        "game": _("{counts}, and every game of it."),
        "year": _("{counts}, and every year of it."),
        "round": _("{counts}, and every round of it."),
    }
    word = volume.main.display.round_word if len(volume.played) == 1 else "sheet"
    words = phrases.get(word, _("{counts}, and every sheet of it."))
    return capital(words.format(counts=", ".join(numbers)))


def _evenings(evenings: Sequence[Evening]) -> str:
    """Return `fourteen Thursdays`, or "nights" where they fell on several weekdays."""
    count, weekdays = len(evenings), {each.day.weekday() for each in evenings}
    if len(weekdays) != 1:
        return counts.nights(count)
    phrases = (
        ngettext("one Monday", "{number} Mondays", count),
        ngettext("one Tuesday", "{number} Tuesdays", count),
        ngettext("one Wednesday", "{number} Wednesdays", count),
        ngettext("one Thursday", "{number} Thursdays", count),
        ngettext("one Friday", "{number} Fridays", count),
        ngettext("one Saturday", "{number} Saturdays", count),
        ngettext("one Sunday", "{number} Sundays", count),
    )
    return phrases[weekdays.pop()].format(number=in_words(count))


def _trophies(volume: Volume) -> list[str]:
    """Return the trophies that were won, each in words, or only their number if more than two."""
    either = ({"match__in": volume.matches}, {"playoff__fixtures__match__in": volume.matches})
    taken = [live().filter(**way, trophy__rule__in=(WINNER, LOSER)).order_by() for way in either]
    in_a_match, in_a_playoff = [rows.values_list("trophy__rule", "trophy__name") for rows in taken]
    rows = in_a_match.union(in_a_playoff)
    names = [name for _rule, name in sorted(rows, key=lambda row: (row[0] != WINNER, row[1]))]
    if len(names) > 2:
        many = ngettext("one trophy", "{number} trophies", len(names))
        return [many.format(number=in_words(len(names)))]
    return [_("one {trophy}").format(trophy=shorter(name)) for name in names]


def _scorekeepers(volume: Volume) -> str:
    """Return a sentence with the club's first two owners."""
    rows = Membership.objects.filter(club=volume.club, role=Role.OWNER, player__isnull=False).select_related("player")
    keepers = [each.player.label for each in rows.order_by("joined_at", "pk")[:2] if each.player]
    words = _("Kept by {names}. Corrected by everybody.") if keepers else _("Kept by all. Corrected by everybody.")
    return words.format(names=listed(keepers))
