"""Merging two players who are one person: what prevents it, what is moved, and how it is undone.

Entries are never changed: the ledger resolves the player that they name (`resolve_merged_player`). All other rows that
name the source name the target afterwards, and what is derived from results is recomputed. See ADR 15.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Model, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from clubs.language.locales import comma_separated, date_format
from clubs.member_photos import settle_photo
from clubs.models import Attendance, FormerName, Invitation, MemberPhoto, Membership, Merge, NightAnswer, Player, User
from clubs.models.calendar import club_day
from clubs.queries import lock_club
from games import ledger
from games.base.wording import title
from games.consequences.follow import rebuild_by_player
from games.entries.match_state import load
from games.models import CallOut, Comment, Match, Seat, Substitution, Tag
from leagues.models import Award, CutPull, DrawChange, Fixture, NightDraw, Playoff, PlayoffLeaver, Reseat

# Merging the answers of two players: if both answered for the same night, only one answer is kept.


ANSWER_FIELDS = ("pk", "night_id", "player_id", "answer", "note", "guests", "arrives_after", "number")


def delete_duplicate_answers(source: Player, target: Player) -> list[dict[str, Any]]:
    """Delete the older of two answers for the same night; return the deleted rows as JSON."""
    theirs = {row.night_id: row for row in NightAnswer.objects.filter(player=target)}
    both = NightAnswer.objects.filter(player=source, night__in=theirs).order_by("pk")
    gone = [min(row, theirs[row.night_id], key=lambda each: each.answered_at) for row in both]
    stored = [_answer_as_json(row) for row in gone]
    NightAnswer.objects.filter(pk__in=[row.pk for row in gone]).delete()
    return stored


def restore_duplicate_answers(gone: list[dict[str, Any]]) -> None:
    """Restore the deleted answers, except where the player has answered again or another player has the number on the
    waiting list.
    """
    for stored in gone:
        rows = NightAnswer.objects.filter(night=stored["night_id"])
        is_taken = stored["number"] and rows.filter(number=stored["number"]).exists()
        if not is_taken and not rows.filter(player=stored["player_id"]).exists():
            NightAnswer.objects.create(**stored)


def _answer_as_json(row: NightAnswer) -> dict[str, Any]:
    return {field: getattr(row, field) for field in ANSWER_FIELDS} | {"answered_at": row.answered_at.isoformat()}


# Merging the attendance of two players: if both have a row for the same night, only one is kept.


MOMENTS = ("expected_at", "arrived_at", "left_at")
ATTENDANCE_FIELDS = ("pk", "night_id", "player_id", "host_id", "state", *MOMENTS)


def delete_duplicate_attendance(source: Player, target: Player) -> list[dict[str, Any]]:
    """Delete the less certain of two rows for the same night; return the deleted rows as JSON."""
    theirs = {row.night_id: row for row in Attendance.objects.filter(player=target)}
    both = Attendance.objects.filter(player=source, night__in=theirs).order_by("pk")
    gone = [min(row, theirs[row.night_id], key=_weight) for row in both]
    stored = [_attendance_as_json(row) for row in gone]
    Attendance.objects.filter(pk__in=[row.pk for row in gone]).delete()
    return stored


def restore_duplicate_attendance(gone: list[dict[str, Any]]) -> None:
    """Restore the deleted rows, except where the player has a new one."""
    for stored in gone:
        if not Attendance.objects.filter(night=stored["night_id"], player=stored["player_id"]).exists():
            Attendance.objects.create(**stored)


def _weight(row: Attendance) -> tuple[bool, bool]:
    """Return the sort key of certainty: having arrived counts for more than being expected, and that for more than
    being away.
    """
    return (row.state != Attendance.State.AWAY, row.arrived_at is not None)


def _attendance_as_json(row: Attendance) -> dict[str, Any]:
    moments = {field: moment.isoformat() for field in MOMENTS if (moment := getattr(row, field))}
    return {field: getattr(row, field) for field in ATTENDANCE_FIELDS if field not in MOMENTS} | moments


# Replaces a player in draws, which store players as lists of primary keys.


LISTS = ("resting", "first_jacks")


def move_in_draws(one: Player, other: Player, draws: Sequence[int] | None = None) -> list[int]:
    """Replace `one` by `other` in all draws of the club, or in these; return the keys of the draws where the
    replacement can be undone.

    In a draw that has both, `other` keeps its seat and `one` is removed; such draws are not returned. The version of
    each changed draw rises, so that pages that show the old one are refused.
    """
    rows = NightDraw.objects.filter(night__club=one.club_id)
    touched = []
    for row in rows if draws is None else rows.filter(pk__in=draws):
        if one.pk not in {*row.seated, *row.resting}:
            continue
        if other.pk not in {*row.seated, *row.resting}:
            touched.append(row.pk)
        _replace(row, one.pk, other.pk)
    return touched


def _replace(row: NightDraw, one: int, other: int) -> None:
    has_both = other in {*row.seated, *row.resting}

    def replaced(keys: list[int]) -> list[int]:
        if has_both:
            return [key for key in keys if key != one]
        return [other if key == one else key for key in keys]

    row.tables = [replaced(table) for table in row.tables]
    row.resting, row.first_jacks = replaced(row.resting), replaced(row.first_jacks)
    row.version += 1
    row.save(update_fields=["tables", *LISTS, "version"])


# Replaces a player in play-offs, which store players as lists of primary keys.


def playoffs_of(player: Player) -> list[int]:
    """Return the keys of the play-offs that the player is in."""
    rows = Fixture.objects.filter(playoff__club=player.club_id).values_list("playoff", "players")
    return sorted({playoff for playoff, players in rows if player.pk in players})


def shared(source: Player, target: Player) -> list[Playoff]:
    """Return the play-offs that both are in."""
    return list(Playoff.objects.filter(pk__in={*playoffs_of(source)} & {*playoffs_of(target)}))


def move_in_playoffs(one: Player, other: Player, playoffs: Sequence[int] | None = None) -> list[int]:
    """Replace `one` by `other` in all play-offs of `one`, or in these; return their keys."""
    affected = playoffs_of(one) if playoffs is None else list(playoffs)
    for row in Fixture.objects.filter(playoff__in=affected):
        row.players = _replaced(row.players, one.pk, other.pk)
        row.save(update_fields=["players"])
    for pull in CutPull.objects.filter(playoff__in=affected):
        pull.cards = _replaced(pull.cards, one.pk, other.pk)
        pull.save(update_fields=["cards"])
    for playoff in Playoff.objects.filter(pk__in=affected).exclude(first_jacks={}):
        jacks = playoff.first_jacks.items()
        playoff.first_jacks = {stage: other.pk if key == one.pk else key for stage, key in jacks}
        playoff.save(update_fields=["first_jacks"])
    Seat.objects.filter(match__fixture__playoff__in=affected, player=one).update(player=other)
    return affected


def _replaced(value: Any, one: int, other: int) -> Any:
    if isinstance(value, dict):
        return {str(other) if key == str(one) else key: card for key, card in value.items()}
    return [other if each == one else each for each in value]


# Every column that names a player, by the key in `Merge.moved`; derived rows are rebuilt instead.
RELATIONS: Mapping[str, tuple[type[Model], str]] = {
    "seats": (Seat, "player"),
    "awards": (Award, "player"),
    "tags": (Tag, "player"),
    "attendances": (Attendance, "player"),
    "guests": (Attendance, "host"),
    "answers": (NightAnswer, "player"),
    "comments": (Comment, "player"),
    "went up": (Reseat, "went_up"),
    "went down": (Reseat, "went_down"),
    "drawn": (DrawChange, "player"),
    "swapped": (DrawChange, "other"),
    "leavers": (PlayoffLeaver, "player"),
    "winners": (Playoff, "winner"),
    "losers": (Playoff, "loser"),
    "accounts": (Membership, "player"),
    "photos": (MemberPhoto, "player"),
    "invitations": (Invitation, "player"),
    "names": (FormerName, "player"),
}
MOST_NAMED = 3  # matches at most in an error message


class CannotMerge(Exception):
    """Why the merge, or its undoing, is impossible, as a sentence; `matches` are those that both players sat at."""

    def __init__(self, message: str, matches: Sequence[Match] = ()) -> None:
        super().__init__(message)
        self.matches = matches


@dataclass(frozen=True)
class Preview:
    """How many rows of each relation would be moved."""

    source: Player
    target: Player
    counts: Mapping[str, int]


def preview(source: Player, target: Player) -> Preview:
    """Return what a merge would move. Raises CannotMerge."""
    _check(source, target)
    return Preview(source, target, {name: _rows(name, source).count() for name in RELATIONS})


@transaction.atomic
def merge(source: Player, target: Player, by: User | None) -> Merge:
    """Move everything of the source to the target; return the row with which to undo it. Raises CannotMerge."""
    lock_club(target.club)
    source, target = (Player.everybody.select_related("club").get(pk=each.pk) for each in (source, target))
    _check(source, target)
    row = Merge.objects.create(source=source, target=target, by=by, moved=_hand_over(source, target))
    source.merged_into = target
    source.save(update_fields=["merged_into"])
    _rebuild_derived(source, target)
    return row


def _hand_over(source: Player, target: Player) -> dict[str, Any]:
    moved: dict[str, Any] = {
        "gone": delete_duplicate_attendance(source, target),
        "gone answers": delete_duplicate_answers(source, target),
    }
    for name, (_, field) in RELATIONS.items():
        moved[name] = list(_rows(name, source).order_by("pk").values_list("pk", flat=True))
        _rows(name, source).update(**{field: target})
    called = FormerName.objects.create(player=target, name=source.name, nickname=source.nickname)
    moved |= {"playoffs": move_in_playoffs(source, target), "draws": move_in_draws(source, target)}
    return moved | {"called": called.pk}


@transaction.atomic
def undo(row: Merge) -> None:
    """Move each row back to the source; rows written since the merge stay with the target. Raises CannotMerge."""
    lock_club(row.target.club)
    row.refresh_from_db()
    _check_undo(row)
    row.source.merged_into = None
    row.source.save(update_fields=["merged_into"])
    for name, (model, field) in RELATIONS.items():
        still = model._default_manager.filter(pk__in=row.moved.get(name, []), **{field: row.target})
        still.update(**{field: row.source})
    move_in_playoffs(row.target, row.source, row.moved["playoffs"])
    move_in_draws(row.target, row.source, row.moved.get("draws", []))
    restore_duplicate_attendance(row.moved["gone"])
    restore_duplicate_answers(row.moved.get("gone answers", []))
    FormerName.objects.filter(pk=row.moved["called"]).delete()
    row.undone_at = timezone.now()
    row.save(update_fields=["undone_at"])
    _seat_again(row)
    _rebuild_derived(row.target, row.source)


def _rows(name: str, player: Player) -> Any:
    model, field = RELATIONS[name]
    return model._default_manager.filter(**{field: player})


def _seat_again(row: Merge) -> None:
    """Recompute the seats of matches with a late arrival of one of the two: there the entries name the player."""
    both = [row.source_id, row.target_id]
    for match in Match.objects.filter(club=row.target.club, entries__player__in=both).distinct():
        ledger.seat_again(load(match))


def _rebuild_derived(one: Player, other: Player) -> None:
    """Rebuild everything derived from results, after moving call-outs of `one` to `other` in matches where `other` sits
    now.
    """
    for each in (one, other):
        settle_photo(each)
    ledger.settle_again(one, other)
    seats = Seat.objects.filter(player=other)
    CallOut.objects.filter(player=one, match__in=seats.values("match")).update(player=other)
    rebuild_by_player(other.club)


def _check(source: Player, target: Player) -> None:
    _check_players(source, target)
    if all(Membership.objects.filter(player=each).exists() for each in (source, target)):
        raise CannotMerge(gettext("Both have an account. Unlink one of them first."))
    met = _met(source, target)
    if met:
        raise CannotMerge(_same_table(met), met)
    if shared(source, target):
        raise CannotMerge(gettext("They sat at two tables of one play-off, so they are two people."))


def _same_table(met: Sequence[Match]) -> str:
    on = gettext("{match} on {day}")
    matches = comma_separated(
        on.format(match=title(match), day=date_format(club_day(match.started_at), "j F Y"))
        for match in met[:MOST_NAMED]
    )
    words = gettext("They sat at the same table, so they are two people: {matches}.")
    if len(met) > MOST_NAMED:
        words = gettext("They sat at the same table, so they are two people: {matches}, and {count} more.")
    return words.format(matches=matches, count=len(met) - MOST_NAMED)


def _check_players(source: Player, target: Player) -> None:
    if source.pk == target.pk:
        raise CannotMerge(gettext("That is the same player already."))
    if source.club_id != target.club_id:
        raise CannotMerge(gettext("They play in two clubs."))
    for each in (source, target):
        if each.merged_into_id:
            raise CannotMerge(
                gettext("{player} was merged already. Choose the player it went into.").format(player=each)
            )
        if each.is_former:
            raise CannotMerge(gettext("{each} is anonymised and cannot be merged.").format(each=each))


def _met(source: Player, target: Player) -> list[Match]:
    mine, theirs = (_table_of(each) for each in (source, target))
    return list(Match.objects.filter(pk__in=mine).filter(pk__in=theirs).order_by("started_at"))


def _table_of(player: Player) -> QuerySet[Any]:
    """The keys of the matches in which the player sat, or was or had a substitute."""
    rows = Substitution.objects.filter(Q(player=player) | Q(instead_of=player), withdrawn_at=None).order_by()
    return Seat.objects.filter(player=player).order_by().values("match").union(rows.values("match"))


def _check_undo(row: Merge) -> None:
    source, target = row.source, row.target
    if row.undone_at:
        raise CannotMerge(gettext("This was undone already."))
    if target.merged_into_id:
        raise CannotMerge(gettext("{player} was merged too since then. Undo that first.").format(player=target))
    if target.is_former:
        raise CannotMerge(gettext("{target} is anonymised, so the merge cannot be undone.").format(target=target))
    same = Player.objects.filter(club=target.club, name__iexact=source.name, nickname__iexact=source.nickname)
    if same.exists():
        raise CannotMerge(
            gettext("Another player is called {source} by now. Rename that one first.").format(source=source)
        )
