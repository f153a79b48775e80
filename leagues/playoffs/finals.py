"""Dealing the final tables, and the organiser's decision if a correction would move a player already seated there."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from clubs.models import Player, User
from games import ledger
from games.base.names import listed
from games.base.wording import in_words
from games.entries.confirmation import standing_in, to_come
from games.models import Match
from games.registry import table_game
from leagues import standings
from leagues.models import Fixture, Playoff, Reseat
from leagues.playoffs import deal, results
from leagues.playoffs import state as playoff_state
from leagues.playoffs.results import locked
from leagues.playoffs.state import Displaced, Group, State, Table, read
from leagues.playoffs.wording import first_jack, places, short
from leagues.trophies import awards
from leagues.trophies.holders import last_winner
from scoring.base import Illegal

# What prevents seating the final tables, and what a correction has invalidated, in sentences.


def _hands_in(group: Group) -> str:
    words = ngettext("{count} hand in group {letter}", "{count} hands in group {letter}", group.table.rounds)
    return words.format(count=group.table.rounds, letter=group.letter)


def obstacles(state: State) -> Iterator[str]:
    """Yield what prevents seating the final tables, and what a correction has invalidated."""
    if state.is_uneven:
        played = listed(_hands_in(each) for each in state.groups)
        yield _("All groups play the same number of hands, but it is {played}: put the sheets right first.").format(
            played=played
        )
    if state.are_finals_uneven and state.winners and state.losers:
        up, down = state.winners.rounds, state.losers.rounds
        yield ngettext(
            "Both final tables play the same number of hands, but it is {count} hand at the winners’ table and {other} "
            "at the losers’: undo the early end and play on.",
            "Both final tables play the same number of hands, but it is {count} hands at the winners’ table and "
            "{other} at the losers’: undo the early end and play on.",
            up,
        ).format(count=up, other=down)
    yield from _unconfirmed(state)
    names = short(state)
    for group in state.groups:
        if group.stale:
            yield _("A card pull in group {letter} no longer stands: its line has moved since.").format(
                letter=group.letter
            )
        if group.table.match.abandoned_at:
            yield _("Group {letter} was stopped without a result: open its sheet again, or call it all off.").format(
                letter=group.letter
            )
        elif (state.winners or state.losers) and not (group.table.is_over or group.table.match.is_waiting):
            yield _("Group {letter} is open again. The final tables stay as they are until it is over.").format(
                letter=group.letter
            )
    if level := state.level:
        who = listed(names[key] for key in level.cut.level)
        words = _("{names} are level on the line of group {letter}: {places}.")
        yield words.format(names=who, letter=level.letter, places=places(level.cut.places))
    yield from too_few(state)


def _unconfirmed(state: State) -> Iterator[str]:
    """Yield the tables whose sheets are complete and not confirmed yet; one query, none without such tables."""
    tables = {_("Group {letter}").format(letter=group.letter): group.table for group in state.groups}
    ends = {_("The winners’ table"): state.winners, _("The losers’ table"): state.losers}
    waiting = {name: table for name, table in {**tables, **ends}.items() if table and table.match.is_waiting}
    answers = standing_in(table.match for table in waiting.values())
    for name, table in waiting.items():
        present = sum(chair.is_there for chair in table.chairs)
        yield _("{name} is waiting for {to_come} to confirm its sheet.").format(
            name=name, to_come=to_come(table.match, present, answers[table.match.pk])
        )


def too_few(state: State) -> Iterator[str]:
    """Yield the final tables that cannot be dealt because too many players have left (DD-44)."""
    least = table_game(state.playoff.game).engine.seats[0]
    if not state.is_cut:
        return
    words = _(
        "The winners’ table takes {least}, and {left} for it: take back a leaving on a group’s sheet, or call it all "
        "off."
    )
    if state.winners is None and len(state.up) < least:
        yield words.format(least=in_words(least), left=_left(state.up))
    words = _(
        "The losers’ table takes {least}, and {left} for it: take back a leaving on a group’s sheet, or call it all "
        "off."
    )
    if state.losers is None and len(state.down) < least:
        yield words.format(least=in_words(least), left=_left(state.down))


def _left(keys: Sequence[int]) -> str:
    return _("only {number} is left").format(number=in_words(len(keys))) if keys else _("nobody is left")


STAGES = ("winners", "losers")


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
    if playoff.first_jacks:
        playoff.first_jacks = {}
        playoff.save(update_fields=["first_jacks"])
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


# The final tables that can be dealt, and who deals first at each: the chairs round the table are the keys.


MOST_CHAIRS = 11  # round one table in the drawing: the most that an agreement allows
DEALS = {"winners": gettext_lazy("Deal the winners’ table"), "losers": gettext_lazy("Deal the losers’ table")}


@dataclass(frozen=True)
class FinalChair:
    """A seat: `origin` is the group and place that its player comes from (`A1`)."""

    player: Player
    name: str
    origin: str
    is_dealer: bool


@dataclass(frozen=True)
class FinalTable:
    """A final table that is not dealt yet. The last winner deals first if seated there (`holder`), otherwise whoever
    got the first Jack (`jack`, DD-06 and DD-07); `has_dealer` is False for games without a dealer.
    """

    stage: str
    title: str
    about: str
    players: Sequence[Player]
    chairs: Sequence[FinalChair]
    holder: Player | None
    jack: Player | None
    has_dealer: bool

    @property
    def dealer(self) -> Player | None:
        return self.jack or self.holder

    @property
    def is_open(self) -> bool:
        """Whether nobody has said yet who deals first."""
        return self.has_dealer and self.dealer is None

    @property
    def shape(self) -> str:
        return ring_shape(len(self.chairs))

    @property
    def question(self) -> str:
        """Return `Winners’ table: who got the first Jack?`"""
        return _("{table}: who got the first Jack?").format(table=self.title)

    @property
    def why(self) -> str:
        """Return why the dealer deals first; how to find one as long as there is none."""
        if self.jack:
            return first_jack(self.jack.label)
        if self.holder:
            return _("{label} won the last game, and so deals first.").format(label=self.holder.label)
        return _("Deal cards face up until the first Jack falls.")


def ring_shape(chairs: int) -> str:
    """Return the CSS class that places so many chairs round a table."""
    return f"ring-{chairs}" if chairs in range(1, MOST_CHAIRS + 1) else "ring-many"


def final_tables(state: State) -> Iterator[FinalTable]:
    """Yield the final tables that can be dealt now; none if too few are left for one of them."""
    if not state.is_cut or state.playoff.called_off_at or next(too_few(state), None):
        return
    holder = last_winner(state.playoff.club_id, state.playoff.game)
    has_dealer = table_game(state.playoff.game).playoff_options.has_dealer
    names = short(state)
    for stage, title, keys, table in (
        ("winners", _("Winners’ table"), state.up, state.winners),
        ("losers", _("Losers’ table"), state.down, state.losers),
    ):
        if table is not None:
            continue
        players = [state.players[key] for key in keys]
        jack = next((each for each in players if each.pk == state.playoff.first_jacks.get(stage)), None)
        there = holder if holder in players else None
        dealer = jack or there
        chairs = [FinalChair(each, names[each.pk], state.origin(each.pk), each == dealer) for each in players]
        yield FinalTable(stage, title, _about(len(players)), players, chairs, there, jack, has_dealer)


@transaction.atomic
def set_first_jack(pk: int, stage: str, player: Player | None) -> None:
    """Record who got the first Jack at a final table (None: nobody yet). Raises Illegal if the table is dealt already
    or the player does not sit there.
    """
    playoff = locked(pk)
    table = next((each for each in final_tables(read(playoff)) if each.stage == stage), None)
    if table is None:
        raise Illegal("playoff", _("This final table is dealt already, or the groups are not settled yet."))
    if player and player not in table.players:
        words = _("{player} does not sit at this table. Look where everybody sits now, then tap who got the Jack.")
        raise Illegal("playoff", words.format(player=player.label))
    others = {key: jack for key, jack in playoff.first_jacks.items() if key != stage}
    playoff.first_jacks = others | ({stage: player.pk} if player else {})
    playoff.save(update_fields=["first_jacks"])


def _about(count: int) -> str:
    return ngettext("one player", "{number} players", count).format(number=in_words(count))


def deal_words(tables: Sequence[FinalTable]) -> str:
    """Return the label of the button that deals these tables, once everybody is known who deals first."""
    return _("Deal both final tables") if len(tables) > 1 else "".join(str(DEALS[each.stage]) for each in tables)


def open_words(tables: Sequence[FinalTable]) -> str:
    """Return what the button waits for: `Two dealers to name`, `Losers’ table: who got the first Jack?`; "" if it
    waits for nothing.
    """
    still = [each for each in tables if each.is_open]
    if len(still) > 1:
        return _("Two dealers to name")
    return "".join(each.question for each in still)
