"""`./run sentences`: prints, in every language, the sentences that the program puts together about the last nights of a
club, for whoever reads translations: the report, the head and the stakes of a night, draws, standings, two players.
"""

from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.http import QueryDict
from django.utils import timezone, translation

from clubs.calendar.answers import answers_of
from clubs.language.locales import date_format, labelled
from clubs.models import Club, Night, Player
from clubs.models.calendar import club_day
from clubs.time_zone import ways_of
from dogclub.exchange.exports.feeds import feed_entries
from games.entries.match_state import load_many, seats_of
from leagues.attendance.strip import attendance_tiles
from leagues.draw.draw import WhoMetWhom, draws_of, met_before
from leagues.night_report.report import report_of
from leagues.nights.answers import answer_page, asking, stakes_for
from leagues.nights.next_step import outlook, playoffs_of
from leagues.nights.over import evening_winner, stakes, stakes_by_answer, trophy_outcomes, what_changed
from leagues.nights.tables import lead, matches_of
from leagues.sharing.players import two_players_headline
from leagues.standings.queries import ALL, read
from leagues.standings.wording import headline
from leagues.statistics.two_players import two_players_context
from leagues.trophies.holders import holders

Said = tuple[str, str]  # where it is said, and the sentence
PAIRS = 3  # pairs of players whose meetings are put into words
NEWEST = 2  # results of the feed


class Command(BaseCommand):
    help = "Prints the sentences about the last nights of a club in every language, for reading translations."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", metavar="CLUB", help="as in its address, such as thursday-kennel")
        parser.add_argument("--language", metavar="CODE", help="only this one, such as de")
        parser.add_argument("--nights", type=int, default=3, help="how many; 3 unless given")

    def handle(self, *args: Any, club: str, language: str | None, nights: int, **options: Any) -> None:
        found = Club.objects.filter(slug=club).first()
        if found is None:
            raise CommandError(f"There is no club {club}.")
        known = [code for code, _ in settings.LANGUAGES]
        if language and language not in known:
            raise CommandError(f"{language} is not one of {', '.join(known)}.")
        for code in [language] if language else known:
            self.stdout.write(f"# {code}\n")
            for line in sentences(found, code, nights):
                self.stdout.write(line)


def sentences(club: Club, language: str, nights: int) -> Iterator[str]:
    """Yield the lines in this language about the last nights, the next one and the club, each below a heading."""
    last = list(club.nights.filter(starts_at__lte=timezone.now()).order_by("-starts_at")[:nights])
    ahead = club.nights.filter(starts_at__gt=timezone.now()).order_by("starts_at").first()
    with translation.override(language), ways_of(club):
        for night in [*reversed(last), *([ahead] if ahead else [])]:
            yield f"\n## {date_format(club_day(night.starts_at), 'l j F Y')}\n"
            yield from _lines(_of_next(night) if night == ahead else _of_night(night))
        yield f"\n## {club.name}\n"
        yield from _lines(_of_club(club))


def _lines(said: Iterator[Said]) -> Iterator[str]:
    for where, sentence in said:
        if sentence:
            yield f"{where}: {' '.join(sentence.split(' '))}"


def _of_night(night: Night) -> Iterator[Said]:
    for say in PARTS:
        yield from say(night)


def _report(night: Night) -> Iterator[Said]:
    report = report_of(night)
    yield "headline", report.headline
    yield "opening", report.opening
    yield from (("report", paragraph) for paragraph in report.prose)
    yield from (("called", labelled(each.label, each.words)) for each in (*report.called, *report.tagged))
    yield "next", report.next


def _page(night: Night) -> Iterator[Said]:
    matches = matches_of(night)
    seats = seats_of(matches)
    states = [state.public for state in load_many(matches, seats)]
    people = attendance_tiles(night, QueryDict())
    held = list(holders(night.club_id))
    won = evening_winner(matches, seats)
    yield "lead", lead(night, states, people)
    yield "won", won.about if won else ""
    yield "changed", what_changed(night, matches)
    yield from (("trophy", labelled(each.trophy, each.words)) for each in trophy_outcomes(night))
    yield from _stakes(stakes(states, people, held))
    yield from (("outlook", sentence) for sentence in outlook(playoffs_of(night)))


def _stakes(found: Any) -> Iterator[Said]:
    yield "stakes", found.words
    yield from (("stake", labelled(each.trophy, each.words)) for each in found.each)


def _answers(night: Night) -> Iterator[Said]:
    first = next(iter(_players(night.club)), None)
    page = answer_page(night, first.pk if first else None)
    yield "asked", asking(date_format(club_day(night.starts_at), "l, j F"))
    yield "heading", page.heading
    yield "coming", page.so_far
    yield "tables", page.line
    for each in stakes_for(night, first.pk) if first else ():
        yield "at stake", labelled(each.about, each.words)


def _draws(night: Night) -> Iterator[Said]:
    for draw in draws_of(night):
        yield "draw", draw.about
        yield "drawn", draw.words
        yield from (("change", sentence) for sentence in draw.changes)
        yield "again", draw.why
        tables = [table.players for table in draw.tables]
        seated = [player for table in tables for player in table]
        met = WhoMetWhom(tables, met_before(night, seated), {}, 1)
        yield "met", met.why
        yield "by chance", met.by_chance


PARTS: Sequence[Callable[[Night], Iterator[Said]]] = (_report, _page, _draws)


def _of_next(night: Night) -> Iterator[Said]:
    yield "lead", lead(night, [], attendance_tiles(night, QueryDict()))
    yield from _stakes(stakes_by_answer(list(holders(night.club_id)), answers_of(night)))
    yield from _answers(night)


def _of_club(club: Club) -> Iterator[Said]:
    if board := read(club, ALL, "", club_day()):
        yield "standings", headline(board, board.rows)
    for one, other in list(combinations(_players(club), 2))[:PAIRS]:
        found = two_players_context(one, other, None, None)
        yield "two", found["covers"]
        yield "two", found.get("recent", "")
        yield "two", two_players_headline(one, other, found["tally"])
    for entry in feed_entries(club)[:NEWEST]:
        yield "feed", entry.title
        yield "feed", entry.words


def _players(club: Club) -> list[Player]:
    return list(club.players.filter(is_active=True, is_guest=False, former=None).order_by("pk")[:4])
