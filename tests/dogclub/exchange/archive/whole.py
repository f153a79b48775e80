"""Clubs to archive, and functions that archive and restore them."""

import io
import json
import zipfile
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

from clubs.models import Club, Player, Season
from clubs.players.anonymise import anonymise_player
from dogclub.demo import club as demo
from dogclub.exchange.archive.lines import Cover
from dogclub.exchange.archive.pack import pack
from dogclub.exchange.archive.reader import Archive
from dogclub.exchange.archive.restore import Restored, plan, restore
from games import ledger
from games.consequences.follow import rebuild
from games.entries.drafts import Author, Draft
from games.entries.match_state import load
from games.models import Match, Tag
from leagues.models import Award, Trophy
from leagues.players import merge
from leagues.trophies import awards
from scoring import engine

MOMENT = datetime(2026, 11, 22, 12, tzinfo=UTC)
SECRET = "tally"


def a_whole_club() -> Club:
    """The demo club (five games, late arrivals, corrections, a merge, play-offs, tags) with rows added for what it
    lacks.
    """
    club = demo.build(demo.Scale(players=14, seasons=1, nights=12, has_other_games=True, has_league=True))
    one, two, three = Player.objects.filter(club=club, former=None).order_by("pk")[:3]
    twin = Player.objects.create(club=club, name="Hattie Crumb", created_at=one.created_at)
    merge.undo(merge.merge(twin, two, None))
    Player.objects.filter(pk=twin.pk).update(is_active=False)
    club.nights.filter(pk=club.nights.latest("starts_at").pk).update(places=12)
    gone = Player.objects.create(club=club, name="Rufus Lind", nickname="Red", created_at=one.created_at)
    anonymise_player(gone)
    slipper = Trophy.objects.get(club=club, rule=Trophy.Rule.HAND)
    awards.withdraw(awards.pass_on(slipper, three, "for the soup", by=None), "it was not his soup", by=None)
    cup = Trophy.objects.filter(club=club).exclude(rule=Trophy.Rule.HAND)[0]
    moved = cup.awards.filter(playoff=None).latest("awarded_at")
    other = moved.match.seats.exclude(player=moved.player)[0].player  # type: ignore[union-attr]
    when = {"awarded_at": moved.awarded_at, "withdrawn_at": MOMENT, "withdrawn_because": "a correction moved it"}
    Award.objects.create(trophy=cup, player=other, match=moved.match, **when)
    put_away = ledger.start(club, "top-dog", [one, two, three])
    ledger.abandon(put_away.pk)
    Tag.objects.filter(match__club=club).first().delete()  # type: ignore[union-attr]
    Tag.objects.filter(match__club=club).update(removed_at=MOMENT - timedelta(days=1))
    a_hidden_tally(club, [one, two, three])
    with_comments(club, two)
    return club


def with_comments(club: Club, by: Player) -> None:
    """Add an edited comment to a night, and one to a match."""
    Club.objects.filter(pk=club.pk).update(has_comments=True)
    club.refresh_from_db()
    night, match = club.nights.earliest("starts_at"), club.matches.earliest("started_at")
    night.comments.create(player=by, text="I want a recount.", written_at=MOMENT, edited_at=MOMENT)
    match.comments.create(player=by, text="See https://dog.example/rules", written_at=MOMENT)


def a_hidden_tally(club: Club, players: list[Player]) -> Match:
    """A match of Dogs of War in which one player has handed in a secret tally and the others have not."""
    game = engine("dogs-of-war")
    for match in club.matches.filter(game=game.key, finished_at__isnull=False).order_by("started_at"):
        state = load(match)
        hidden = [entry for entry in state.live if entry.kind == SECRET]
        if hidden and len({entry.number for entry in hidden}) > 1:
            players = [seat.player for seat in state.seats]
            fresh = ledger.start(club, game.key, players, state.options)
            drafts = [Draft(entry.kind, entry.number, entry.payload) for entry in state.live]
            first = next(place for place, draft in enumerate(drafts) if draft.kind == SECRET)
            ledger.record(fresh.pk, drafts[: first + 1], version=0, by=Author(None, "a secret tablet"))
            return fresh
    raise AssertionError("no war of the club was counted")


def packed(club: Club, season: Season | None = None) -> bytes:
    """The archive of the club, or of one season, made at MOMENT."""
    file = io.BytesIO()
    pack(club, season, file, MOMENT)
    return file.getvalue()


def cover_of(content: bytes) -> Cover:
    """The cover of the archive: its counts and digest."""
    return Archive(io.BytesIO(content)).cover


def lines_of(content: bytes, name: str) -> list[Any]:
    """The lines of the member `name`.jsonl, parsed."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return [json.loads(line) for line in archive.read(f"{name}.jsonl").splitlines()]


def members(content: bytes) -> dict[str, bytes]:
    """The content of each member, by its name."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def fingerprints(content: bytes) -> dict[str, str]:
    """SHA-256 of each member of the archive, and of the whole under "": a failing assertion stays short."""
    return {name: sha256(part).hexdigest() for name, part in {**members(content), "": content}.items()}


def zipped(parts: Mapping[str, bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A ZIP file with these members; `how` is the compression method."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", how) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


def changed(content: bytes, name: str, change: Callable[[Any], None], line: int = 0) -> bytes:
    """Return the archive with one line of the member `name` changed by `change`; `line` counts from 0."""
    parts = members(content)
    lines = [json.loads(each) for each in parts[name].splitlines()]
    change(lines[line])
    parts[name] = b"".join(json.dumps(each).encode() + b"\n" for each in lines)
    return zipped(parts)


def brought_back(content: bytes, club: Club | None = None, slug: str = "again", **how: Any) -> Restored:
    """Restore the archive into the club, or into a new club with this slug; `how` are further options of `restore`."""
    found = plan(Archive(io.BytesIO(content)), club.slug if club else slug)
    return restore(found, club, slug=slug, **how)


def wrong_figures(club: Club) -> list[str]:
    """What `rescore --check` reports for the club."""
    sheets = [found for match in club.matches.all() for found in ledger.rescore(match.pk, check=True)]
    return [*sheets, *rebuild(club, check=True)]
