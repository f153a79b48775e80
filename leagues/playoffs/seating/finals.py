"""Dealing the final tables, and the organiser's decision if a correction would move a player already seated there."""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from clubs.models import Player, User
from games import ledger
from games.models import Match
from leagues import standings
from leagues.models import Fixture, Playoff, Reseat
from leagues.playoffs import results
from leagues.playoffs import state as playoff_state
from leagues.playoffs.groups import Displaced
from leagues.playoffs.seating import deal
from leagues.playoffs.seating.obstacles import obstacles, too_few
from leagues.playoffs.tables import Table
from leagues.trophies import awards
from scoring.base import Illegal

STAGES = ("winners", "losers")


def locked(pk: int) -> Playoff:
    """Return the play-off with its row locked until the transaction ends, so that two tablets cannot deal the same
    table twice.
    """
    return Playoff.objects.select_for_update(of=("self",)).select_related("club", "night").get(pk=pk)


@transaction.atomic
def deal_finals(pk: int, dealers: Mapping[str, Player | None], by: User | None) -> list[Match]:
    """Deal the final tables that are not dealt yet: from zero, the same hands at both. `dealers` are by stage. Raises
    Illegal before the cut.
    """
    playoff = locked(pk)
    state = playoff_state.read(playoff)
    if playoff.called_off_at:
        raise Illegal("playoff", gettext("This play-off was called off: no more tables are dealt."))
    if not state.is_cut:
        why = next(obstacles(state), gettext("The groups are not over yet."))
        raise Illegal("playoff", gettext("The final tables wait until the groups are settled. {why}").format(why=why))
    if few := next(too_few(state), ""):
        raise Illegal("playoff", few)
    seated = {"winners": state.up, "losers": state.down}
    tables = [
        (stage, 1, [state.players[key] for key in seated[stage]])
        for stage in STAGES
        if (state.winners if stage == "winners" else state.losers) is None
    ]
    together = [len(keys) for keys in seated.values()]
    return deal.deal(playoff, tables, [dealers.get(stage) for stage, _, _ in tables], by, together)


@transaction.atomic
def keep(pk: int, pair: Displaced, note: str, by: User | None) -> None:
    """Record that the two stay where they sit, whatever the cut is now."""
    Reseat.objects.create(
        playoff=locked(pk), went_up=pair.up, went_down=pair.down, is_kept=True, note=note, decided_by=by
    )


@transaction.atomic
def swap(pk: int, pair: Displaced, note: str, by: User | None) -> list[Match]:
    """Let the two change places: each final table that has begun is abandoned and dealt again. Raises Illegal if one is
    over.
    """
    playoff = locked(pk)
    state = playoff_state.read(playoff)
    tables = [table for table in (state.winners, state.losers) if table]
    if pair.up is None or pair.down is None:
        raise Illegal("playoff", gettext("There is nobody to swap with. Keep them as seated."))
    for table in tables:
        if table.match.finished_at:
            message = gettext(
                "The winners’ table is over and cannot begin again. Undo its last hand first, or keep them as seated."
            )
            if table is state.losers:
                message = gettext(
                    "The losers’ table is over and cannot begin again. Undo its last hand first, or keep them as "
                    "seated."
                )
            raise Illegal("playoff", message)
    together = [max(len(_sitting(table)), len(state.up), len(state.down)) for table in tables]
    for table in tables:
        _stop(table)
    Reseat.objects.create(
        playoff=playoff, went_up=pair.up, went_down=pair.down, is_kept=False, note=note, decided_by=by
    )
    return [_again(playoff, table, pair, by, together) for table in tables]


def _again(playoff: Playoff, table: Table, pair: Displaced, by: User | None, together: Sequence[int]) -> Match:
    """Deal the table again with the same seats except for the two players, and the same first dealer if still seated
    there.
    """
    comes, goes = (pair.up, pair.down) if table.fixture.stage == "winners" else (pair.down, pair.up)
    players = [comes if player == goes else player for player in _sitting(table)]
    if goes is None:
        players.append(comes)
    seated = [player for player in players if player]
    tables = [(table.fixture.stage, 1, seated)]
    by_jack = bool(table.match.options.get("first_jack"))
    return deal.deal(playoff, tables, [_dealer(table)], by, together, by_jack=by_jack)[0]


def _sitting(table: Table) -> list[Player | None]:
    return [chair.player for chair in table.chairs if chair.is_there]


def _dealer(table: Table) -> Player | None:
    first = table.match.options.get("first_dealer", 0)
    return table.chairs[first].player if first < len(table.chairs) else None


def _stop(table: Table) -> None:
    Fixture.objects.filter(pk=table.fixture.pk).update(match=None)
    ledger.abandon(table.match.pk)


@transaction.atomic
def call_off(pk: int) -> None:
    """Call the play-off off: it gives no trophy; its matches stay, and open ones go on as ordinary matches."""
    playoff = locked(pk)
    if playoff.called_off_at is None:
        playoff.called_off_at = timezone.now()
        playoff.save(update_fields=["called_off_at"])
        if results.update_result(playoff):
            awards.update_for_playoff(playoff, "the play-off was called off")
        standings.playoff_changed(playoff)
