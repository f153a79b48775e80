"""Inserts players, calendar, play-offs and trophies of an archive, inside the caller's transaction."""

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from clubs.branding import Logo, keep_logo, read_logo
from clubs.language.terms import usable
from clubs.look_alikes import without_invisible
from clubs.models import Attendance, Club, FormerName, Merge, Night, NightAnswer, Player, Season
from clubs.names import spelled, tidy_name
from clubs.pictures.reading import WITHOUT_A_PAGE, PictureRefused
from dogclub.exchange.archive import refs
from dogclub.exchange.archive.lines import (
    AnswerLine,
    AttendanceLine,
    AwardLine,
    ClubFacts,
    CommentLine,
    DrawLine,
    FixtureLine,
    FormerNameLine,
    Json,
    NightLine,
    PlayerLine,
    PlayoffLine,
    PullLine,
    ReseatLine,
    SeasonLine,
    TagLine,
    TrophyLine,
)
from dogclub.exchange.archive.reader import Contents, Unusable
from dogclub.exchange.archive.refs import alike, number
from games.base.house_rules import checked
from games.models import Comment, Match, Seat, Tag
from games.registry import TABLE_GAMES
from leagues.models import Award, CutPull, DrawChange, Fixture, NightDraw, Playoff, PlayoffLeaver, Reseat, Trophy
from scoring import engine
from scoring.base import RuleError
from scoring.messages import translated
from scoring.records import entry_to_json

# Names of an archive without characters that nobody sees, as forms and imports store them.
# Only names of players, nights and the club: the digest goes by the names of players as they are read, and nights and
# the club are not in it. Seasons and trophies are found in it by their names, and keep them as they are read.


def clean(name: str) -> str:
    """Return the name without what nobody sees; the name as it is where nothing would be left.

    >>> clean("Bea\u200e Mar\u202elowe")
    'Bea Marlowe'
    """
    tidy = tidy_name(without_invisible(name))
    return tidy if 0 < len(tidy) <= len(name) else name


def clean_players(lines: Sequence[PlayerLine]) -> list[PlayerLine]:
    """Return the players with clean names, but where two could not be told apart then."""
    taken = {_label(line) for line in lines}
    return [_clean_player(line, taken) for line in lines]


def _clean_player(line: PlayerLine, taken: set[tuple[str, str]]) -> PlayerLine:
    tidy = msgspec.structs.replace(line, name=clean(line.name), nickname=clean(line.nickname))
    if _label(tidy) in taken - {_label(line)}:
        return line
    taken.add(_label(tidy))
    return tidy


def _label(line: PlayerLine) -> tuple[str, str]:
    return line.name.casefold(), line.nickname.casefold()


def clean_former(lines: Iterable[FormerNameLine]) -> list[FormerNameLine]:
    """Return former names without what nobody sees."""
    return [msgspec.structs.replace(line, name=clean(line.name), nickname=clean(line.nickname)) for line in lines]


def clean_night(line: NightLine) -> dict[str, Any]:
    """Return the names of a night without what nobody sees, by field."""
    return {name: clean(getattr(line, name)) for name in ("name", "place", "reason")}


A_BATCH = 500


@dataclass
class Placed:
    """The key of each reference in this database. `made` are the keys of newly inserted rows by table."""

    club: Club
    rows: dict[str, Any] = field(default_factory=dict)
    made: dict[str, list[Any]] = field(default_factory=dict)

    def find(self, ref: str | None) -> Any:
        """Return the key of a reference, None for None. Raises Unusable for an unknown reference."""
        if ref is None:
            return None
        if ref not in self.rows:
            raise Unusable(_("Something in it names {ref}, which is not in it.").format(ref=ref))
        return self.rows[ref]

    def keep(self, table: str, refs: Sequence[str], rows: Sequence[Any]) -> None:
        """Record the keys of inserted rows. Raises Unusable where a reference is used twice."""
        placed = dict(zip(refs, (row.pk for row in rows), strict=True))
        if len(placed) < len(rows) or placed.keys() & self.rows.keys():
            raise Unusable(_("Two of its rows go by the same reference ({table}).").format(table=table))
        self.rows |= placed
        self.made.setdefault(table, []).extend(placed.values())


def _key(row: Player | PlayerLine) -> tuple[str, str]:
    return spelled(row.name), spelled(row.nickname)


def people(placed: Placed, lines: Sequence[PlayerLine]) -> None:
    """Insert the players. One with the same name as a player of the club is that player, who is left unchanged."""
    existing = {_key(row): row for row in Player.objects.filter(club=placed.club)}
    waiting: dict[str, PlayerLine] = {}
    for line in clean_players(lines):
        row = None if line.merged_into else existing.pop(_key(line), None)
        if row:
            placed.rows[line.id] = row.pk
        else:
            waiting[line.id] = line
    while waiting:  # each after the player it was merged into
        for line in [line for line in waiting.values() if line.merged_into not in waiting]:
            merged_into = placed.find(line.merged_into)
            row = Player(club=placed.club, merged_into_id=merged_into, **alike(line, PlayerLine, Player))
            row.save(force_insert=True)
            placed.keep("players", [line.id], [row])
            del waiting[line.id]


def calendar(placed: Placed, contents: Contents) -> None:
    """Insert seasons and nights, with attendance, answers and draws."""
    lines = contents.seasons
    seasons = [Season(club=placed.club, **alike(line, SeasonLine, Season)) for line in lines]
    placed.keep("seasons", [line.id for line in lines], Season.objects.bulk_create(seasons))
    evenings = [
        Night(
            club=placed.club, season_id=placed.find(line.season), **alike(line, NightLine, Night, **clean_night(line))
        )
        for line in contents.nights
    ]
    rows = Night.objects.bulk_create(evenings, batch_size=A_BATCH)
    placed.keep("nights", [line.id for line in contents.nights], rows)
    _attendances(placed, contents.nights)
    _answers(placed, contents.nights)
    draws = [(line.id, draw) for line in contents.nights for draw in line.draws]
    for place, (night, draw) in enumerate(draws, 1):
        _draw(placed, f"d{place}", placed.find(night), draw)


def _attendances(placed: Placed, nights: Sequence[NightLine]) -> None:
    refs = [f"{night.id}.{place}" for night in nights for place in range(len(night.attendance))]
    rows = [
        Attendance(
            night_id=placed.find(night.id),
            player_id=placed.find(line.player),
            host_id=placed.find(line.host),
            **alike(line, AttendanceLine, Attendance),
        )
        for night in nights
        for line in night.attendance
    ]
    placed.keep("attendances", refs, Attendance.objects.bulk_create(rows, batch_size=A_BATCH))


def _answers(placed: Placed, nights: Sequence[NightLine]) -> None:
    rows = [
        NightAnswer(
            night_id=placed.find(night.id), player_id=placed.find(line.player), **alike(line, AnswerLine, NightAnswer)
        )
        for night in nights
        for line in night.answers
    ]
    NightAnswer.objects.bulk_create(rows, batch_size=A_BATCH)


def _draw(placed: Placed, ref: str, night: int, line: DrawLine) -> None:
    names = ("game", "answers", "drawn_at", "dealt_at", "withdrawn_at", "reason")
    row = NightDraw.objects.create(
        night_id=night,
        tables=[[placed.find(ref) for ref in table] for table in line.tables],
        resting=[placed.find(ref) for ref in line.resting],
        first_jacks=[placed.find(ref) for ref in line.first_jacks],
        **{name: getattr(line, name) for name in names},
    )
    placed.keep("draws", [ref], [row])
    for place, each in enumerate(line.changes):
        who = {"player_id": placed.find(each.player), "other_id": placed.find(each.other)}
        change = DrawChange.objects.create(draw=row, kind=each.kind, made_at=each.made_at, **who)
        placed.keep("draw changes", [f"{ref}.{place}"], [change])


def contests(placed: Placed, contents: Contents) -> None:
    """Insert the play-offs with their fixtures, card pulls, leavers and decisions about seats."""
    for line in contents.playoffs:
        jacks = {stage: placed.find(ref) for stage, ref in line.first_jacks.items()}
        night, facts = placed.find(line.night), alike(line, PlayoffLine, Playoff, first_jacks=jacks)
        row = Playoff.objects.create(club=placed.club, night_id=night, **facts)
        placed.keep("playoffs", [line.id], [row])
        _playoff(placed, line, row)


def _check_rules(playoff: Playoff) -> None:
    """Raise Unusable unless all tables are played by the same rules (HR-DD-21)."""
    tables = Match.objects.filter(fixture__playoff=playoff).order_by("started_at").values_list("table", "options")
    apart = engine(playoff.game).apart
    rules = {apart(options): table for table, options in tables}
    if len(rules) > 1:
        one, other = list(rules.values())[:2]
        words = _("In a play-off of it, {table} and {other} are played by different rules: a play-off has one set.")
        raise Unusable(words.format(table=one, other=other))


def _playoff(placed: Placed, line: PlayoffLine, row: Playoff) -> None:
    Fixture.objects.bulk_create(
        Fixture(
            playoff=row,
            match_id=placed.find(each.match),
            **alike(each, FixtureLine, Fixture, players=[placed.find(ref) for ref in each.players]),
        )
        for each in line.fixtures
    )
    _check_rules(row)
    for pull in line.pulls:
        cards = {str(placed.find(ref)): card for ref, card in pull.cards.items()}
        CutPull.objects.create(playoff=row, **alike(pull, PullLine, CutPull, cards=cards))
    for gone in line.leavers:
        moments = {"left_at": gone.left_at, "withdrawn_at": gone.withdrawn_at}
        leaver = PlayoffLeaver.objects.create(playoff=row, player_id=placed.find(gone.player), **moments)
        placed.keep("leavers", [f"l{len(placed.made.get('leavers', ())) + 1}"], [leaver])
    for place, each in enumerate(line.reseats):
        reseat = Reseat.objects.create(
            playoff=row,
            went_up_id=placed.find(each.went_up),
            went_down_id=placed.find(each.went_down),
            **alike(each, ReseatLine, Reseat),
        )
        placed.keep("reseats", [f"{line.id}.{place}"], [reseat])


def trophies(placed: Placed, contents: Contents) -> None:
    """Insert the trophies and their awards."""
    for line in contents.trophies:
        row = Trophy.objects.create(club=placed.club, **alike(line, TrophyLine, Trophy))
        placed.keep("trophies", [line.id], [row])
    awards = [(line.id, award) for line in contents.trophies for award in line.awards]
    awards.sort(key=lambda pair: number(pair[1].id))
    rows = [
        Award(
            trophy_id=placed.find(trophy),
            player_id=placed.find(award.player),
            match_id=placed.find(award.match),
            playoff_id=placed.find(award.playoff),
            night_id=placed.find(award.night),
            **alike(award, AwardLine, Award),
        )
        for trophy, award in awards
    ]
    placed.keep("awards", [award.id for _key, award in awards], Award.objects.bulk_create(rows, batch_size=A_BATCH))


def tags(placed: Placed, contents: Contents) -> None:
    """Insert the tags."""
    rows = [
        Tag(match_id=placed.find(line.match), player_id=placed.find(line.player), **alike(line, TagLine, Tag))
        for line in contents.tags
    ]
    placed.keep("tags", [line.id for line in contents.tags], Tag.objects.bulk_create(rows, batch_size=A_BATCH))


def histories(placed: Placed, contents: Contents, seats: Mapping[str, int]) -> None:
    """Insert former names and merges, once everything they refer to exists. `seats` are the keys of seats by
    `m12.3`.
    """
    for line in contents.players:
        for place, old in enumerate(clean_former(line.former_names)):
            facts = alike(old, FormerNameLine, FormerName)
            row = FormerName.objects.create(player_id=placed.find(line.id), **facts)
            placed.keep("former names", [f"{line.id}.{place}"], [row])
    merges = sorted(
        ((merge.at, number(line.id), line, merge) for line in contents.players for merge in line.merges),
        key=lambda each: each[:2],
    )
    for _one, _other, line, merge in merges:
        log = refs.read(merge, lambda ref: seats[ref] if ref in seats else placed.find(ref))
        who = {"source_id": placed.find(line.id), "target_id": placed.find(merge.into)}
        made = Merge.objects.create(**who, at=merge.at, moved=log, undone_at=merge.undone_at)
        placed.made.setdefault("merges", []).append(made.pk)


def seats_named(contents: Contents, matches: Mapping[str, Match]) -> dict[str, int]:
    """Return the keys of the seats that merges moved, by reference, in one query."""
    refs = {ref for line in contents.players for merge in line.merges for ref in merge.moved.get("seats", [])}
    wanted = {ref.partition(".")[0] for ref in refs} & matches.keys()
    by_key = {matches[ref].pk: ref for ref in wanted}
    rows = Seat.objects.filter(match__in=list(by_key)).values_list("match", "position", "pk")
    return {f"{by_key[match]}.{position}": pk for match, position, pk in rows}


# The logo, colour and terms of an archive, for a club that has none.
# The logo is untrusted, so it is encoded anew.


def logo_in(facts: ClubFacts) -> Logo | None:
    """Return the logo of an archive, encoded anew; before the transaction, since that takes time. Raises Unusable."""
    if not facts.logo_png:
        return None
    try:
        return read_logo(io.BytesIO(facts.logo_png), len(facts.logo_png), wait=WITHOUT_A_PAGE)
    except PictureRefused as error:
        raise Unusable(_("The logo in it cannot be used. {error}").format(error=error)) from error


def take_over(club: Club, facts: ClubFacts, logo: Logo | None) -> None:
    """Set what the club lacks, in the restoring transaction."""
    if facts.colour and not club.colour:
        club.colour = facts.colour
        club.save(update_fields=["colour"])
    if facts.terms and not club.terms:
        club.terms = usable(facts.terms)
        club.save(update_fields=["terms"])
    if facts.house_rules and not club.house_rules:
        club.house_rules = _house_rules(facts)
        club.save(update_fields=["house_rules"])
    if logo and not club.logo:
        keep_logo(club, logo)


def _house_rules(facts: ClubFacts) -> Json:
    """Return the rules as a club stores them, of the games that have some here. Raises Unusable."""
    games = {game.key: game for game in TABLE_GAMES if game.kept}
    try:
        found = {key: checked(games[key], stored) for key, stored in facts.house_rules.items() if key in games}
    except RuleError as error:
        words = _("The house rules in it cannot be used. {error}")
        raise Unusable(words.format(error=translated(error.message))) from error
    return {key: entry_to_json(each) for key, each in found.items()}


# Inserts the comments of an archive, after the nights and matches they are about.


def restore_comments(
    placed: Placed, nights: Iterable[NightLine], on_matches: Mapping[str, Sequence[CommentLine]]
) -> None:
    """Insert the comments; `on_matches` are those of each match by its reference. Raises Unusable."""
    rows = [_row(placed, line, night_id=placed.find(night.id)) for night in nights for line in night.comments]
    rows += [_row(placed, line, match_id=placed.find(ref)) for ref, lines in on_matches.items() for line in lines]
    Comment.objects.bulk_create(rows, batch_size=A_BATCH)


def _row(placed: Placed, line: CommentLine, **about: object) -> Comment:
    return Comment(player_id=placed.find(line.player), **about, **alike(line, CommentLine, Comment))
