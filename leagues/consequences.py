"""The connection to the games: updates after each result, and the answers to what a match page asks of the league.
What a member who left had given or decided in the club loses the name.
"""

from collections.abc import Sequence
from typing import Any

from django.db.models import Model
from django.utils.translation import gettext_lazy

from clubs.members.membership import member_left
from clubs.models import Club, User
from clubs.models.player import ranking_changed
from clubs.players.anonymise import FreeText, register
from games.consequences import follow, league
from games.models import Match, Tag
from leagues import ratings, standings
from leagues.models import Award, CutPull, DrawChange, NightDraw, Playoff, PlayoffLeaver, Reseat, Trophy
from leagues.nights.next_step import after
from leagues.playoffs import deal, ending, line, results, state, wording
from leagues.trophies import awards, contests, holders

# In this order, since each uses the results of those before.
CONSEQUENCES = (
    follow.Consequence("play-offs", results.update_for_match, results.rebuild),
    follow.Consequence("awards", awards.update_for_match, awards.rebuild),
    follow.Consequence("ratings", ratings.update_for_match, ratings.rebuild),
    follow.Consequence("standings", standings.update_for_match, standings.rebuild, standings.add),
)


class ClubLeague(league.League):
    """Implements `games.consequences.league.League` with the data of the league."""

    prizes = staticmethod(holders.prizes)
    prize_names = staticmethod(contests.names)
    last_winner = staticmethod(holders.last_winner)
    taken = staticmethod(holders.taken)
    runs = staticmethod(holders.runs_of)
    withdrawn = staticmethod(holders.withdrawn)
    holders = staticmethod(holders.holders)
    would_change = staticmethod(wording.would_move)
    outcome = staticmethod(line.outcome)
    of_final = staticmethod(ending.of_final)
    after = staticmethod(after)
    holds = staticmethod(deal.holds)
    passing = staticmethod(awards.passing_with)
    seats_are_given = staticmethod(state.seats_are_given)
    seated_elsewhere = staticmethod(state.seated_elsewhere)


def _rank_anew(club: Club, **_: Any) -> None:
    standings.refresh(club)


def connect() -> None:
    """Register the consequences in their order, the signal handler and the league."""
    follow.register(*CONSEQUENCES)
    ranking_changed.connect(_rank_anew, dispatch_uid="standings, ranked anew")
    league.connect(ClubLeague())


# A member who leaves a club is no longer named as the person who gave, withdrew, tagged or decided something in it.
#
# Entries keep their author permanently; `games.entries.drafts` names only those who are members.

# Every column that names the user who did something, as (model, column, lookup of its club).
USER_COLUMNS: Sequence[tuple[type[Model], str, str]] = (
    (Award, "given_by", "trophy__club"),
    (Award, "withdrawn_by", "trophy__club"),
    (Tag, "tagged_by", "match__club"),
    (CutPull, "recorded_by", "playoff__club"),
    (Reseat, "decided_by", "playoff__club"),
    (Match, "created_by", "club"),
    (Playoff, "created_by", "club"),
    (PlayoffLeaver, "decided_by", "playoff__club"),
    (NightDraw, "drawn_by", "night__club"),
    (DrawChange, "made_by", "draw__night__club"),
)


def clear_user(*, club: Club, user: User, **_: Any) -> None:
    """Set the user to NULL in every row of HANDS that belongs to the club."""
    for model, column, lookup in USER_COLUMNS:
        model._default_manager.filter(**{column: user, lookup: club}).update(**{column: None})


def connect_forgetting() -> None:
    member_left.connect(clear_user, dispatch_uid="users who left a club")


# Registers the free texts about trophies, awards, draws and play-offs, in which people may be named.


def connect_free_texts() -> None:
    register(
        FreeText(Trophy, "name", "club", gettext_lazy("the name of a trophy"), is_needed=True),
        FreeText(Trophy, "about", "club", gettext_lazy("the words on a trophy")),
        FreeText(Award, "reason", "trophy__club", gettext_lazy("the reason of an award"), is_needed=True),
        FreeText(Award, "withdrawn_because", "trophy__club", gettext_lazy("why an award was withdrawn")),
        FreeText(NightDraw, "reason", "night__club", gettext_lazy("why it was drawn again")),
        FreeText(Reseat, "note", "playoff__club", gettext_lazy("the note on a decision")),
    )
