"""Matches of a file that the club already has, or that are in the file twice: same day, game, players and totals."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from django.utils import timezone

from clubs.club_day import club_day
from clubs.models import Club
from games.models import Seat

HERE = "here"
TWICE = "twice"
NEW = "new"  # the answer that a name is a new member

Print = tuple[str, date, frozenset[tuple[Any, int]]]


def resolved(preview: Mapping[str, Any], answers: Mapping[str, Any]) -> list[int | str | None]:
    """Return who each name is: a player's key, NEW, or None while it is an open question."""
    names = answers.get("names", {})
    everybody = NEW if answers.get("all_new") else None
    return [
        guess if guess is not None else names.get(name, everybody)
        for name, (guess, _) in zip(preview["names"], preview["guesses"], strict=True)
    ]


def mark_duplicates(club: Club, preview: dict[str, Any], answers: Mapping[str, Any]) -> None:
    """Set `here` of each match: HERE, TWICE or "" for one that is new; one query."""
    who = resolved(preview, answers)
    days = [day_of(match) for match in preview["matches"] if match["at"]]
    known = prints_of(club, min(days), max(days)) if days else set()
    seen: set[Print] = set()
    for match in preview["matches"]:
        mark = print_of(match, who, preview["names"])
        match["here"] = "" if mark is None else HERE if mark in known else TWICE if mark in seen else ""
        if mark:
            seen.add(mark)


def day_of(match: Mapping[str, Any]) -> date:
    """Return the club day of a match of the preview."""
    return club_day(datetime.fromisoformat(match["at"]))


def print_of(match: Mapping[str, Any], who: Sequence[int | str | None], names: Sequence[str]) -> Print | None:
    """Return the key by which duplicates are found, or None for a match with problems or without a date."""
    if match["problems"] or not match["at"]:
        return None
    seats = frozenset(
        (who[name] if isinstance(who[name], int) else names[name], total) for name, total, _ in match["seats"]
    )
    return match["game"], day_of(match), seats


def prints_of(club: Club, since: date, until: date) -> set[Print]:
    """Return the keys of all matches of the club in these days; one query. They may include a day before and after."""
    day = timedelta(days=1)
    start = timezone.make_aware(datetime.combine(since, datetime.min.time())) - day
    rows = Seat.objects.filter(
        match__club=club, match__started_at__gte=start, match__started_at__lt=start + (until - since) + 3 * day
    )
    seats: dict[Any, set[tuple[Any, int]]] = defaultdict(set)
    about: dict[Any, tuple[str, date]] = {}
    values = rows.order_by().values_list("match", "match__game", "match__started_at", "player", "total")
    for match, game, started_at, player, total in values.iterator():
        seats[match].add((player, total))
        about[match] = game, club_day(started_at)
    return {(*about[match], frozenset(each)) for match, each in seats.items()}
