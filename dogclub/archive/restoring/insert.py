"""The rest of an archive into the database, in the transaction of whoever restores it: people, calendar, contests."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from clubs.models import Attendance, Club, FormerName, Merge, Night, Player, Season
from dogclub.archive.format import merge_log
from dogclub.archive.format.lines import NightLine, PlayerLine, PlayoffLine
from dogclub.archive.format.refs import number
from dogclub.archive.restoring.contents import Contents
from dogclub.archive.restoring.reader import Unusable
from games.models import Match, Seat, Tag
from leagues.models import Award, CutPull, Fixture, Playoff, Reseat, Trophy

A_BATCH = 500


@dataclass
class Placed:
    """What each reference stands for now. `made` are the keys of the rows that were not there before, by table."""

    club: Club
    rows: dict[str, Any] = field(default_factory=dict)
    made: dict[str, list[Any]] = field(default_factory=dict)

    def find(self, ref: str | None) -> Any:
        """The key, None for none. Raises Unusable for a reference to nothing."""
        if ref is None:
            return None
        if ref not in self.rows:
            raise Unusable(f"Something in it names {ref}, which is not in it.")
        return self.rows[ref]

    def keep(self, table: str, refs: Sequence[str], rows: Sequence[Any]) -> None:
        placed = dict(zip(refs, (row.pk for row in rows), strict=True))
        if len(placed) < len(rows) or placed.keys() & self.rows.keys():
            raise Unusable(f"Two of its {table} go by the same reference.")
        self.rows |= placed
        self.made.setdefault(table, []).extend(placed.values())


def people(placed: Placed, lines: Sequence[PlayerLine]) -> None:
    """Whoever is in the club already by the same name is that player, and stays as they are there."""
    existing = {(row.name.lower(), row.nickname.lower()): row for row in Player.objects.filter(club=placed.club)}
    waiting: dict[str, PlayerLine] = {}
    for line in lines:
        row = None if line.merged_into else existing.get((line.name.lower(), line.nickname.lower()))
        if row:
            placed.rows[line.id] = row.pk
        else:
            waiting[line.id] = line
    while waiting:  # each after whomever it was merged into
        for line in [line for line in waiting.values() if line.merged_into not in waiting]:
            row = Player(club=placed.club, merged_into_id=placed.find(line.merged_into), **_person(line))
            row.save(force_insert=True)
            placed.keep("players", [line.id], [row])
            del waiting[line.id]


def _person(line: PlayerLine) -> dict[str, Any]:
    names = ("name", "nickname", "initials", "colour", "is_active", "is_guest", "created_at", "former")
    return {name: getattr(line, name) for name in names}


def calendar(placed: Placed, contents: Contents) -> None:
    lines = contents.seasons
    names = ("name", "starts_on", "ends_on", "schemes", "closed_at")
    seasons = [Season(club=placed.club, **{name: getattr(line, name) for name in names}) for line in lines]
    placed.keep("seasons", [line.id for line in lines], Season.objects.bulk_create(seasons))
    evenings = [_night(placed, line) for line in contents.nights]
    rows = Night.objects.bulk_create(evenings, batch_size=A_BATCH)
    placed.keep("nights", [line.id for line in contents.nights], rows)
    _attendances(placed, contents.nights)


def _night(placed: Placed, line: NightLine) -> Night:
    names = ("starts_at", "place", "name", "note", "closed_at", "called_off_at")
    facts = {name: getattr(line, name) for name in names}
    return Night(club=placed.club, season_id=placed.find(line.season), **facts)


def _attendances(placed: Placed, nights: Sequence[NightLine]) -> None:
    refs = [f"{night.id}.{place}" for night in nights for place in range(len(night.attendance))]
    moments = ("state", "expected_at", "arrived_at", "left_at")
    rows = [
        Attendance(
            night_id=placed.find(night.id),
            player_id=placed.find(line.player),
            host_id=placed.find(line.host),
            **{name: getattr(line, name) for name in moments},
        )
        for night in nights
        for line in night.attendance
    ]
    placed.keep("attendances", refs, Attendance.objects.bulk_create(rows, batch_size=A_BATCH))


def contests(placed: Placed, contents: Contents) -> None:
    for line in contents.playoffs:
        names = ("kind", "game", "advance", "options", "for_trophy", "started_at", "called_off_at")
        facts = {name: getattr(line, name) for name in names}
        row = Playoff.objects.create(club=placed.club, night_id=placed.find(line.night), **facts)
        placed.keep("playoffs", [line.id], [row])
        _playoff(placed, line, row)


def _playoff(placed: Placed, line: PlayoffLine, row: Playoff) -> None:
    Fixture.objects.bulk_create(
        Fixture(
            playoff=row,
            stage=each.stage,
            round=each.round,
            number=each.number,
            players=[placed.find(ref) for ref in each.players],
            match_id=placed.find(each.match),
        )
        for each in line.fixtures
    )
    for pull in line.pulls:
        cards = {str(placed.find(ref)): card for ref, card in pull.cards.items()}
        moments = {"recorded_at": pull.recorded_at, "withdrawn_at": pull.withdrawn_at}
        CutPull.objects.create(playoff=row, group=pull.group, cards=cards, **moments)
    for place, each in enumerate(line.reseats):
        reseat = Reseat.objects.create(
            playoff=row,
            went_up_id=placed.find(each.went_up),
            went_down_id=placed.find(each.went_down),
            is_kept=each.is_kept,
            note=each.note,
            decided_at=each.decided_at,
        )
        placed.keep("reseats", [f"{line.id}.{place}"], [reseat])


def trophies(placed: Placed, contents: Contents) -> None:
    names = ("game", "name", "rule", "about", "created_at", "counts_from", "retired_at")
    for line in contents.trophies:
        row = Trophy.objects.create(club=placed.club, **{name: getattr(line, name) for name in names})
        placed.keep("trophies", [line.id], [row])
    awards = [(line.id, award) for line in contents.trophies for award in line.awards]
    awards.sort(key=lambda pair: number(pair[1].id))
    facts = ("awarded_at", "reason", "withdrawn_at", "withdrawn_because")
    rows = [
        Award(
            trophy_id=placed.find(trophy),
            player_id=placed.find(award.player),
            match_id=placed.find(award.match),
            playoff_id=placed.find(award.playoff),
            night_id=placed.find(award.night),
            **{name: getattr(award, name) for name in facts},
        )
        for trophy, award in awards
    ]
    placed.keep("awards", [award.id for _, award in awards], Award.objects.bulk_create(rows, batch_size=A_BATCH))


def tags(placed: Placed, contents: Contents) -> None:
    rows = [
        Tag(
            match_id=placed.find(line.match),
            player_id=placed.find(line.player),
            round=line.round,
            term=line.term,
            tagged_at=line.tagged_at,
            removed_at=line.removed_at,
        )
        for line in contents.tags
    ]
    placed.keep("tags", [line.id for line in contents.tags], Tag.objects.bulk_create(rows, batch_size=A_BATCH))


def histories(placed: Placed, contents: Contents, seats: Mapping[str, int]) -> None:
    """Former names and merges, when everything they speak of is there. `seats` are the keys of chairs by `m12.3`."""
    for line in contents.players:
        for place, old in enumerate(line.former_names):
            names = {"name": old.name, "nickname": old.nickname, "until": old.until}
            row = FormerName.objects.create(player_id=placed.find(line.id), **names)
            placed.keep("former names", [f"{line.id}.{place}"], [row])
    merges = sorted(
        ((merge.at, number(line.id), line, merge) for line in contents.players for merge in line.merges),
        key=lambda each: each[:2],
    )
    for _, _, line, merge in merges:
        log = merge_log.read(merge, lambda ref: seats[ref] if ref in seats else placed.find(ref))
        who = {"source_id": placed.find(line.id), "target_id": placed.find(merge.into)}
        made = Merge.objects.create(**who, at=merge.at, moved=log, undone_at=merge.undone_at)
        placed.made.setdefault("merges", []).append(made.pk)


def seats_named(contents: Contents, matches: Mapping[str, Match]) -> dict[str, int]:
    """The chairs that merges moved, in one query a hundred matches."""
    refs = {ref for line in contents.players for merge in line.merges for ref in merge.moved.get("seats", [])}
    wanted = {ref.partition(".")[0] for ref in refs} & matches.keys()
    by_key = {matches[ref].pk: ref for ref in wanted}
    rows = Seat.objects.filter(match__in=list(by_key)).values_list("match", "position", "pk")
    return {f"{by_key[match]}.{position}": pk for match, position, pk in rows}
