"""Setting up a knock-out or a round robin, and starting the matches of its pairings."""

from collections.abc import Mapping, Sequence
from random import SystemRandom

from django.conf import settings
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from clubs.models import Club, Player, User
from clubs.models.calendar import club_day
from games import ledger
from games.base.house_rules import usual_rules
from games.models import Match
from games.registry import table_game
from leagues.models import Fixture, Playoff, Reseat
from leagues.playoffs import results
from leagues.playoffs.deal import season_of
from leagues.playoffs.pairings import Pairing, State, read
from scoring.base import Illegal, Malformed
from scoring.competition.tournaments import check_field, first_round, round_robin
from scoring.records import options_from_json

ROUND = Fixture.Stage.ROUND
KINDS = (Playoff.Kind.KNOCKOUT, Playoff.Kind.ROUND_ROBIN)


def seeded(players: Sequence[Player], strengths: Mapping[int, float] | None = None) -> list[Player]:
    """Return the players in random order, or with `strengths` the strongest first; those without a rating follow at
    random.
    """
    order = list(players)
    SystemRandom().shuffle(order)
    if strengths is None:
        return order
    return sorted(order, key=lambda player: -strengths.get(player.pk, float("-inf")))


@transaction.atomic
def set_up(club: Club, kind: str, game: str, players: Sequence[Player], by: User | None = None) -> Playoff:
    """Create the contest; `players` are in the order of their seeds. All its matches are played by the rules that the
    club has agreed on now (HR-DD-21). Raises Malformed if it cannot be played.
    """
    least, most = table_game(game).engine.seats
    if not least <= 2 <= most:
        raise Malformed(
            "game", _("{table_game} is not played by two.").format(table_game=table_game(game).name), field="game"
        )
    check_field(len(players))
    rules = usual_rules(club, game) or {}
    playoff = Playoff.objects.create(club=club, kind=kind, game=game, options=rules, for_trophy=False, created_by=by)
    Fixture.objects.bulk_create(
        Fixture(playoff=playoff, stage=ROUND, round=number, number=place, players=[players[seat].pk for seat in seats])
        for number, pairs in enumerate(_rounds(kind, len(players)), 1)
        for place, seats in enumerate(pairs, 1)
    )
    return playoff


def _rounds(kind: str, players: int) -> Sequence[Sequence[Sequence[int]]]:
    """Return the pairs of seeds by round: all rounds of a round robin, only the first of a knock-out, since later pairs
    are not known yet.
    """
    if kind == Playoff.Kind.ROUND_ROBIN:
        return round_robin(players)
    return [[[seed for seed in pair if seed is not None] for pair in first_round(players)]]


@transaction.atomic
def play(pk: int, round_: int, number: int, by: User | None) -> Match:
    """Return the match of a pairing; start it if it has not begun. Raises Illegal if its players are not known."""
    playoff = Playoff.objects.select_for_update(of=("self",), no_key=True).select_related("club").get(pk=pk)
    with translation.override(settings.LANGUAGE_CODE):  # a table keeps its English name, and is read in any language
        state = read(playoff)
    pairing = _pairing(state, round_, number)
    if pairing.match and not pairing.is_level:
        return pairing.match
    if playoff.called_off_at or not pairing.is_ready:
        raise Illegal("playoff", _("This match cannot start yet: its players are not known."))
    players = [player for player in (pairing.one, pairing.two) if player]
    match = ledger.start(
        playoff.club,
        playoff.game,
        players,
        options_from_json(table_game(playoff.game).engine, playoff.options),
        season=season_of(playoff.club, club_day()),
        table=pairing.title,
        for_trophy=False,
        created_by=by,
    )
    seated = {"players": [player.pk for player in players], "match": match}
    Fixture.objects.update_or_create(playoff=playoff, stage=ROUND, round=round_, number=number, defaults=seated)
    return match


@transaction.atomic
def decide(pk: int, round_: int, number: int, *, keep: bool, note: str, by: User | None) -> None:
    """Keep the players of the match, or abandon it so that the pairing can begin again."""
    playoff = Playoff.objects.select_for_update(no_key=True).get(pk=pk)
    pairing = _pairing(read(playoff), round_, number)
    for went_up, went_down in pairing.moved:
        Reseat.objects.create(
            playoff=playoff, went_up=went_up, went_down=went_down, is_kept=keep, note=note, decided_by=by
        )
    if pairing.moved and not keep and pairing.match:
        Fixture.objects.filter(playoff=playoff, stage=ROUND, round=round_, number=number).delete()
        if pairing.match.is_undecided:
            ledger.abandon(pairing.match.pk)
    results.update_result(playoff)


def _pairing(state: State, round_: int, number: int) -> Pairing:
    for pairing in state.pairings:
        if (pairing.round, pairing.number) == (round_, number):
            return pairing
    raise Illegal("playoff", _("There is no such match in it."))
