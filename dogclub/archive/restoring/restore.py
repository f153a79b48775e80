"""Restores an archive: replays it, writes it in one transaction, and compares the figures with its digest."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import DataError, IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.language.game_names import name_of
from clubs.locks import lock_club
from clubs.models import Club, Season
from clubs.own_ways import ways_of
from clubs.time_zone import zones
from dogclub.archive.format import fingerprint
from dogclub.archive.format.lines import ClubFacts, Cover
from dogclub.archive.format.match_lines import MatchLine
from dogclub.archive.format.scope import Scope
from dogclub.archive.restoring import branding, insert, photos
from dogclub.archive.restoring.comments import restore_comments
from dogclub.archive.restoring.contents import BY_KEY, Contents, contents_of
from dogclub.archive.restoring.insert import Placed
from dogclub.archive.restoring.reader import Archive, Unusable
from dogclub.archive.restoring.replay import People, ReplayedMatches, add_up
from dogclub.archive.writing.pack import Progress, ignore_progress
from games import ledger
from games.consequences.follow import rebuild_by_player
from scoring import engine

MOST_NAMED = 5  # differences named in a refusal
CONTRADICTION = gettext_lazy("The archive contradicts itself: two of its rows cannot both stand. Nothing was written.")
Once = Callable[[], AbstractContextManager[None]]


@dataclass(frozen=True)
class Plan:
    """A replayed archive, ready to be written; `names` are the players' names by number of reference."""

    cover: Cover
    contents: Contents
    replayed: ReplayedMatches
    names: Mapping[int, str]
    archive: Archive

    @property
    def other_rules(self) -> list[str]:
        """Games whose rules have another revision now than in the archive."""
        return [game for game, version in self.cover.rules.items() if engine(game).version != version]


@dataclass(frozen=True)
class Restored:
    """The result: `made` are the keys of new rows by table, `differing` the descriptions of differing figures, if those
    were allowed.
    """

    club: Club
    digest: str
    made: Mapping[str, list[Any]]
    differing: list[str] = field(default_factory=list)


def plan(archive: Archive, salt: str, progress: Progress = ignore_progress) -> Plan:
    """Read and replay everything; writes nothing. `salt` names the club it is for. Raises Unusable."""
    contents = contents_of(archive)
    lines, count = archive.lines(BY_KEY["matches"], MatchLine), archive.cover.counts["matches"]
    people = People.of(contents.players)
    return Plan(archive.cover, contents, add_up(lines, people, salt, count, progress), people.names, archive)


def restore_obstacle(club: Club) -> str:
    """Return why an archive cannot be restored into this club; "" where it can. The club may already have players."""
    has = {
        _("matches"): club.matches.exists(),
        _("play-offs"): club.playoffs.exists(),
        _("nights"): club.nights.exists(),
        _("seasons"): club.seasons.exists(),
        _("trophies"): club.trophies.exists(),
    }
    names = [name for name, is_there in has.items() if is_there]
    if not names:
        return ""
    words = _(
        "{club} has {things} of its own already. A whole archive goes into a club that has none; found a new one "
        "for it."
    )
    return words.format(club=club.name, things=names[0])


def restore(
    planned: Plan,
    club: Club | None = None,
    *,
    slug: str = "",
    batch: UUID | None = None,
    once: Once = transaction.atomic,
    after: Callable[[Restored], None] = lambda _restored: None,
    anyway: bool = False,
) -> Restored:
    """Write the archive into this club, or into a new one under `slug`.

    Differing figures roll everything back, unless `anyway`. `once` opens the transaction, `after` is called at its end;
    `batch` is the key of the import. Raises Unusable.
    """
    if planned.replayed.differing and not anyway:
        raise Unusable(_refusal(planned, planned.replayed.differing))
    try:
        with once():
            here = _ready(club) if club else _new(planned.cover, slug)
            with ways_of(here):
                restored = _restore(planned, here, batch, anyway=anyway)
                after(restored)
        return restored
    except (IntegrityError, DataError, ValueError) as error:
        raise Unusable(CONTRADICTION) from error


def _new(cover: Cover, slug: str) -> Club:
    names = {*ClubFacts.__struct_fields__} - {"name", "slug", "logo_png", "terms"}
    about: dict[str, Any] = {name: getattr(cover.club, name) for name in names}
    about["time_zone"] = _zone(cover.club)
    return Club.objects.create(name=cover.club.name, slug=slug, **about)


def _zone(facts: ClubFacts) -> str:
    """Return the club's time zone; "" (the server’s) where this machine does not know the name."""
    return facts.time_zone if facts.time_zone in zones() else ""


def _ready(club: Club) -> Club:
    lock_club(club)
    if wrong := restore_obstacle(club):
        raise Unusable(wrong)
    return club


def _restore(planned: Plan, club: Club, batch: UUID | None, *, anyway: bool) -> Restored:
    placed, contents = Placed(club), planned.contents
    facts = planned.cover.club
    club.guests_rank, club.all_time = facts.guests_rank, facts.all_time  # settings that the standings depend on
    club.time_zone = _zone(facts) or club.time_zone
    club.save(update_fields=["guests_rank", "all_time", "time_zone"])
    branding.take_over(club, facts)
    insert.people(placed, contents.players)
    insert.calendar(placed, contents)
    _matches(placed, planned, batch)
    restore_comments(placed, contents.nights, planned.replayed.comments)
    insert.contests(placed, contents)
    insert.trophies(placed, contents)
    insert.tags(placed, contents)
    photos.photos(placed, planned.archive)
    insert.histories(placed, contents, insert.seats_named(contents, planned.replayed.lines))
    rebuild_by_player(club)
    digest, differing = compare(planned, placed)
    if differing and not anyway:
        raise Unusable(_refusal(planned, differing))
    return Restored(club, digest, placed.made, differing)


def _matches(placed: Placed, planned: Plan, batch: UUID | None) -> None:
    """Insert the replayed matches, with their club, night, season and batch filled in."""
    for ref, (night, season) in planned.replayed.places.items():
        match = planned.replayed.lines[ref]
        match.club, match.batch = placed.club, batch
        match.night_id, match.season_id = placed.find(night), placed.find(season)
    ledger.restore(planned.replayed.ready, lambda player: placed.rows[f"p{player}"])
    placed.keep("matches", list(planned.replayed.lines), list(planned.replayed.lines.values()))


def compare(planned: Plan, placed: Placed) -> tuple[str, list[str]]:
    """Return the digest of the restored figures, with the archive's names, and descriptions of where they differ from
    the archive.
    """
    club = placed.club
    renamed = {placed.rows[f"p{key}"]: name for key, name in planned.names.items()}
    season = Season.objects.get(club=club, name=planned.cover.season) if planned.cover.season else None
    parts = fingerprint.parts_of(Scope(club, season), planned.replayed.digests, renamed)
    stored = planned.cover.parts
    others = [
        name for name in {**stored, **parts} if stored.get(name) != parts.get(name) and name != fingerprint.MATCHES
    ]
    if stored.get(fingerprint.MATCHES) != parts[fingerprint.MATCHES] and not planned.replayed.differing:
        others.append(fingerprint.MATCHES)
    digest = fingerprint.whole(parts)
    if digest != planned.cover.digest and not (others or planned.replayed.differing):
        others.append("the digest as a whole")
    return digest, [*planned.replayed.differing, *sorted(others)]


def _refusal(planned: Plan, differing: list[str]) -> str:
    named, more = "; ".join(differing[:MOST_NAMED]), len(differing) - MOST_NAMED
    rules = ", ".join(f"{name_of(engine(game))} {planned.cover.rules[game]}" for game in planned.other_rules)
    more_named = _("{names}, and {count} more").format(names=named, count=more) if more > 0 else named
    sentences = [
        _("The entries of this archive do not come to the figures it was made with: {names}.").format(names=more_named),
        *([_("It was made by other versions of the rules: {rules}.").format(rules=rules)] if rules else []),
        _("Nothing was written."),
    ]
    return " ".join(sentences)
