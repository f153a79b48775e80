"""Signal receivers that enqueue a job for each webhook that wants an event, in the transaction of the event."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from django.db.models import OuterRef, Subquery
from django.utils.translation import gettext_lazy

from dogclub.jobs.asking import enqueue
from dogclub.models import Webhook
from games.consequences.follow import result_changed
from games.entries.match_state import MatchState
from games.ledger.lifetime import match_removed, match_taken_back
from games.models import Match, Seat
from leagues.models import Award, Trophy
from leagues.trophies.awards import about_to_pass

# The events that can be sent to a webhook.


FINISHED, CORRECTED, REOPENED = "match.finished", "match.corrected", "match.reopened"
MOVED = "trophy.moved"
TEST = "hook.test"

EVENTS = {
    FINISHED: gettext_lazy("A match is finished"),
    CORRECTED: gettext_lazy("The sheet of a finished match is corrected"),
    REOPENED: gettext_lazy("A finished match is reopened, and its result no longer counts"),
    MOVED: gettext_lazy("A trophy goes to somebody else"),
}


def connect() -> None:
    """Connect the receivers to their signals."""
    result_changed.connect(send_match_event, dispatch_uid="webhooks of results")
    match_removed.connect(send_removed, dispatch_uid="webhooks of removed matches")
    match_taken_back.connect(send_taken_back, dispatch_uid="webhooks of matches taken back")
    about_to_pass.connect(watch, dispatch_uid="webhooks of trophies")


def send_match_event(state: MatchState, *, was_over: bool, **_: Any) -> None:
    """Send the event of a changed result, after all its consequences are written. One query if no webhook wants it."""
    is_over = state.match.finished_at is not None
    event = CORRECTED if was_over and is_over else FINISHED if is_over else REOPENED
    if webhooks := subscribed_webhooks(state.match.club_id, event):
        _send(webhooks, event, match_data(state))


def send_removed(state: MatchState, **_: Any) -> None:
    """Send that the result of a removed match no longer counts, by an event that clients of version 1 know."""
    if state.match.finished_at and (webhooks := subscribed_webhooks(state.match.club_id, REOPENED)):
        _send(webhooks, REOPENED, _about(state.match))


def send_taken_back(state: MatchState, **_: Any) -> None:
    """Send that a removed match counts again."""
    if state.match.finished_at and (webhooks := subscribed_webhooks(state.match.club_id, FINISHED)):
        _send(webhooks, FINISHED, match_data(state))


def watch(club: int, trophies: Collection[int], **_: Any) -> Callable[[str], None] | None:
    """Return a function to call after the change: it sends an event for each of these trophies whose holders differ.
    None if no webhook wants it.
    """
    webhooks = subscribed_webhooks(club, MOVED) if trophies else []
    if not webhooks:
        return None
    before = holders(trophies)

    def send(why: str) -> None:
        after = holders(trophies)
        for trophy in Trophy.objects.filter(pk__in=trophies).order_by("pk"):
            had, has = before.get(trophy.pk, []), after.get(trophy.pk, [])
            if had != has:
                _send(
                    webhooks, MOVED, {"trophy": trophy.pk, "name": trophy.name, "from": had, "to": has, "because": why}
                )

    return send


def subscribed_webhooks(club_id: int, event: str) -> list[Webhook]:
    """Return the webhooks of a club that want an event and are not paused."""
    standing = Webhook.objects.filter(club=club_id, removed_at=None, paused_at=None).select_related("club")
    return [webhook for webhook in standing.order_by("created_at", "pk") if event in webhook.events]


def holders(trophies: Collection[int]) -> dict[int, list[int]]:
    """Return the present holders' keys of each trophy, several after a shared win."""
    live = Award.objects.filter(withdrawn_at__isnull=True)
    newest = live.filter(trophy=OuterRef("trophy")).order_by("-awarded_at", "-pk").values("awarded_at")[:1]
    by_trophy: dict[int, list[int]] = {}
    rows = live.filter(trophy__in=trophies, awarded_at=Subquery(newest)).order_by("player")
    for trophy, player in rows.values_list("trophy", "player").distinct():
        by_trophy.setdefault(trophy, []).append(player)
    return by_trophy


def match_data(state: MatchState) -> dict[str, Any]:
    """Return the match as the public list of matches shows it. A reopened match has no figures, as none counts."""
    match, about = state.match, _about(state.match)
    if match.finished_at is None:
        return about
    return {**about, "finished_at": match.finished_at.isoformat(), "rounds": match.rounds, "seats": _seats(state.seats)}


def _about(match: Match) -> dict[str, Any]:
    return {
        "match": str(match.pk),
        "version": match.version,
        "game": match.game,
        "table": match.table,
        "night": match.night_id,
        "season": match.season_id,
        "started_at": match.started_at.isoformat(),
    }


def _seats(seats: Sequence[Seat]) -> list[dict[str, Any]]:
    """Return the seats without names: names are added when it is sent, so that no job row has that of a player who
    has left.
    """
    return [
        {
            "seat": seat.position,
            "player": seat.player_id,
            "total": seat.total,
            "place": seat.place,
            "winner": seat.is_winner,
            "loser": seat.is_loser,
        }
        for seat in seats
    ]


def _send(webhooks: Sequence[Webhook], event: str, data: dict[str, Any]) -> None:
    for webhook in webhooks:
        enqueue("hook", webhook.club, asked={"hook": str(webhook.pk), "event": event, "data": data})
