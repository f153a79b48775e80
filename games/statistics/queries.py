"""All reads over seats and tallies: stored sums, or aggregates in the database.

Only finished matches count, so that each figure is exactly what the linked list of matches shows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db.models import Avg, Case, Count, Exists, IntegerField, Max, Min, OuterRef, Q, QuerySet, When
from django.db.models.fields.json import KT
from django.db.models.functions import Cast
from django.utils.translation import gettext as _
from msgspec.structs import asdict

from clubs.language.terms import has_number, key_played_now, rules_label
from clubs.models import Player
from games.models import Match, Seat, Tag, Tally
from games.statistics.sums import FACTS, RIGHT_NEIGHBOUR, Scope, Sums, add, read, read_fact
from scoring import engine
from scoring.messages import translated
from scoring.options import notes
from scoring.records import options_from_json

RUN = 40


@dataclass(frozen=True)
class SomeMatches:
    """A player, restricted to the matches of one season, or to those by one set of rules (`Match.points_key`).

    `is_mixed` says that the matches are by several sets of rules, so that their points do not compare (HR-DD-21).
    """

    player: Player
    season: int | None = None
    points_key: str | None = None
    is_mixed: bool = False

    @property
    def pk(self) -> int:
        return self.player.pk


Whose = Player | SomeMatches  # the player whose matches a figure is about


def are_points_mixed(whose: Whose) -> bool:
    """Whether these matches are by several sets of rules, so that averages and bests of points would mean nothing."""
    return isinstance(whose, SomeMatches) and whose.is_mixed


@dataclass(frozen=True)
class Summary:
    """All matches of a player in one game; `place` is the average place.

    `by_rules` has the matches by each set of rules, by `Match.points_key`; with several of them `best` and `worst` are
    None, as their points do not compare (HR-DD-21).
    """

    place: float | None = None
    matches: int = 0
    wins: int = 0
    losses: int = 0
    best: int | None = None
    worst: int | None = None
    first_at: datetime | None = None
    last_at: datetime | None = None
    by_rules: Mapping[str, "Summary"] = field(default_factory=dict)


@dataclass(frozen=True)
class Share:
    """For one `value` of a fact: how often it occurred and was made, and the average points."""

    value: int
    times: int
    made: int
    points: float = 0

    @property
    def percent(self) -> int:
        """`made` in per cent of `times`, rounded; 0 if `times` is 0."""
        return round(100 * self.made / self.times) if self.times else 0


@dataclass(frozen=True)
class Rounds:
    """The sums of rounds of a game (`Sums.rounds`)."""

    sums: Mapping[str, Any]

    def rates(self, by: str) -> list[Share]:
        """How often a round was made, by the value of the fact `by`; only rounds in which both are known."""
        known = [(value, *cell) for value, cell in self._values(by) if cell[1]]
        return [Share(value, times, made, points / times) for value, _all, times, made, points in known]

    def counts(self, by: str) -> list[tuple[int, int]]:
        """(value, how often) of a fact, in rounds where it is known."""
        return [(value, cell[0]) for value, cell in self._values(by)]

    def most(self, by: str) -> int:
        """The highest value of a fact; 0 if it was never known."""
        return max((value for value, _ in self._values(by)), default=0)

    def right_neighbours(self) -> list[tuple[int, Share]]:
        """By the primary key of the player on the right: how many rounds, and how many were made."""
        return [(int(player), Share(0, *cell)) for player, cell in self.sums.get(RIGHT_NEIGHBOUR, {}).items()]

    def _values(self, by: str) -> list[tuple[int, Sequence[int]]]:
        return sorted((int(value), cell) for value, cell in self.sums.get(FACTS, {}).get(by, {}).items())


def of_these(whose: Whose, path: str = "") -> Q:
    """A filter for rows that lead to a match by `path`: season and rules."""
    if not isinstance(whose, SomeMatches):
        return Q()
    asked = {"season": whose.season, "points_key": whose.points_key}
    return Q(**{f"{path}{name}": value for name, value in asked.items() if value is not None})


def _of(whose: Whose, field: str = "player") -> Q:
    return of_these(whose, "match__") & Q(**{field: whose.player if isinstance(whose, SomeMatches) else whose})


def seats_of(player: Whose, game: str) -> QuerySet[Seat]:
    """The player's seats in finished matches of a game."""
    return Seat.objects.filter(_of(player), match__game=game, match__finished_at__isnull=False)


def tallies_of(player: Whose, game: str) -> QuerySet[Tally]:
    """The player's rounds in finished matches of a game, also those played as a substitute."""
    rows = Tally.objects.filter(match__game=game, match__finished_at__isnull=False).order_by()
    own = rows.filter(_of(player, "seat__player"), player=None).values("pk")
    return Tally.objects.filter(pk__in=own.union(rows.filter(_of(player)).values("pk"), all=True))


def fact(name: str) -> Cast:
    """A query expression for a fact as an integer."""
    return Cast(KT(f"facts__{name}"), IntegerField())


def summaries(player: Whose) -> dict[str, Summary]:
    """The summary of a player's finished matches, by game; one query."""
    rows = Seat.objects.filter(_of(player), match__finished_at__isnull=False)
    annotated = (
        rows.values("match__game", "match__points_key")
        .order_by()
        .annotate(
            matches=Count("pk"),
            wins=Count("pk", filter=Q(is_winner=True)),
            losses=Count("pk", filter=Q(is_loser=True)),
            best=Max("total"),
            worst=Min("total"),
            mean=Avg("place"),
            first_at=Min("match__started_at"),
            last_at=Max("match__started_at"),
        )
    )
    found: dict[str, dict[str, Summary]] = {}
    for row in annotated:
        found.setdefault(row["match__game"], {})[row["match__points_key"]] = _summary(row)
    return {game: _together(by_rules) for game, by_rules in found.items()}


def _summary(row: Mapping[str, Any]) -> Summary:
    named = ("matches", "wins", "losses", "best", "worst", "first_at", "last_at")
    return Summary(row["mean"], **{name: row[name] for name in named})


def _together(by_rules: Mapping[str, Summary]) -> Summary:
    parts = list(by_rules.values())
    if len(parts) == 1:
        return replace(parts[0], by_rules=by_rules)
    matches = sum(part.matches for part in parts)
    return Summary(
        place=sum((part.place or 0) * part.matches for part in parts) / matches,
        matches=matches,
        wins=sum(part.wins for part in parts),
        losses=sum(part.losses for part in parts),
        first_at=min(part.first_at for part in parts if part.first_at),
        last_at=max(part.last_at for part in parts if part.last_at),
        by_rules=by_rules,
    )


def places(player: Whose, game: str) -> list[tuple[int, int]]:
    """(place, how often it was taken), by place; one query."""
    taken = _of_results(player, game).get("places", {})
    return sorted((int(place), times) for place, times in taken.items())


def met_counts(player: Whose, game: str) -> dict[int, tuple[int, int, int]]:
    """By opponent: matches, how often the player finished higher, and how often lower; one query."""
    return {int(other): tuple(counts) for other, counts in _of_results(player, game).get("met", {}).items()}


def _of_results(player: Whose, game: str) -> dict[str, Any]:
    return read(_scope(player, game), "results").get(player.pk, Sums()).results


def rounds(player: Whose, game: str) -> Rounds:
    """The sums of a player’s rounds; one query."""
    return Rounds(read(_scope(player, game), "rounds").get(player.pk, Sums()).rounds)


def rounds_of_club(player: Whose, game: str, name: str) -> Rounds:
    """The whole club's rounds by one fact, in the same season or all time, by all rules together; one query, with a row
    per player.
    """
    whole: dict[str, Any] = {}
    for values in read_fact(replace(_scope(player, game), players=None, points_key=None), name):
        add(whole, {name: values})
    return Rounds({FACTS: whole})


def _scope(whose: Whose, game: str) -> Scope:
    if not isinstance(whose, SomeMatches):
        return Scope(whose.club_id, game, is_ever=True, players=[whose.pk])
    is_ever, club = whose.season is None, whose.player.club_id
    return Scope(club, game, whose.season, is_ever=is_ever, players=[whose.pk], points_key=whose.points_key)


def whole(rows: Sequence[Share]) -> Share:
    """All rows of a rate together."""
    return Share(0, sum(row.times for row in rows), sum(row.made for row in rows))


def aggregates(player: Whose, game: str, **wanted: Any) -> dict[str, Any]:
    """Aggregates over the player's rounds of a game, by keyword."""
    return tallies_of(player, game).aggregate(**wanted)


def last_fact(player: Whose, game: str, name: str) -> tuple[int, Match | None]:
    """A fact in the last round of the newest match that has rounds, and that match; (0, None) if there is none.

    The newest match of all is tried first, as nearly every match has rounds.
    """
    newest = seats_of(player, game).order_by("-match__started_at", "-match").values("pk")
    for keys in (newest, newest.filter(Exists(Tally.objects.filter(seat=OuterRef("pk"))))):
        seat = Seat.objects.select_related("match").filter(pk__in=keys[:1]).first()  # only keys are sorted
        last: Any = seat.tallies.annotate(now=fact(name)).order_by("-number").first() if seat else None
        if seat and last:
            return last.now or 0, seat.match
    return 0, None


def run(player: Whose, game: str, length: int = RUN) -> list[Seat]:
    """The seats of the last `length` matches, oldest first."""
    rows = seats_of(player, game).select_related("match").order_by("-match__started_at", "-match")[:length]
    return list(rows)[::-1]


def since_last_loss(player: Whose, game: str) -> int:
    """How many matches the player has finished since last losing one."""
    seats = seats_of(player, game)
    lost = seats.filter(is_loser=True).order_by("-match__started_at").values("match__started_at")[:1]
    after: Any = Case(When(Q(match__started_at__gt=lost), then=1), output_field=IntegerField())
    losses_ = seats.aggregate(all=Count("pk"), after=Count(after), losses=Count("pk", filter=Q(is_loser=True)))
    return int(losses_["after"] if losses_["losses"] else losses_["all"])


def ends(player: Whose, game: str, count: int = 3) -> list[Seat]:
    """The seats with the best totals, then those with the worst, each once; two queries, none where points do not
    compare.
    """
    if are_points_mixed(player):
        return []
    rows = seats_of(player, game).select_related("match")
    best = list(rows.order_by("-total", "match__started_at", "pk")[:count])
    worst = list(rows.order_by("total", "match__started_at", "pk")[:count])
    return best + [seat for seat in reversed(worst) if seat not in best]


def call_out_counts(player: Whose, game: str) -> dict[str, tuple[int, int]]:
    """(how often, in how many matches) by call-out of this player, tags included; two queries."""
    sums = read(_scope(player, game), "callouts").get(player.pk, Sums())
    tags = Tag.objects.filter(_of(player), match__game=game, match__finished_at__isnull=False, removed_at=None)
    tagged = tags.order_by().values_list("term").annotate(Count("pk"), Count("match", distinct=True))
    heard = {term: (times, matches) for term, (times, matches) in sums.callouts.get("called", {}).items()}
    return heard | {term: (times, matches) for term, times, matches in tagged}


# By which rules matches were played, where their points do not compare (HR-DD-21): in words, and as a choice.


ALL_RULES, AS_WRITTEN = "all", "written"  # in addresses, instead of a key of rules


def rules_in_words(match: Match) -> str:
    """The rules of a match: the label of the active club's own, else in words; "" where it was played as written."""
    if not match.points_key:
        return ""
    if has_number(match.game, match.options):
        return rules_label(match.game, match.options)
    game = engine(match.game)
    return " ".join(map(translated, notes(game.options, asdict(options_from_json(game, match.options)))))


@dataclass(frozen=True)
class OneOfRules:
    """A set of rules by which a player has matches: its key, how it is called, and how many matches."""

    key: str
    words: str
    matches: int
    is_here: bool


@dataclass(frozen=True)
class RulesChoice:
    """The matches of a player in a game whose figures are shown: by one set of rules, or by all of them together.

    `here` is the chosen key, AS_WRITTEN or ALL_RULES, and "" where the player has matches by one set of rules only.
    `rules` are the sets of rules, what the club plays by now first, then those as written, then by the number of
    matches.
    """

    whose: Whose
    summary: Summary
    here: str
    rules: Sequence[OneOfRules] = ()

    @property
    def words(self) -> str:
        """How the chosen rules are called; "" for all together, and where there is no choice."""
        return next((each.words for each in self.rules if each.is_here), "")

    @property
    def is_mixed(self) -> bool:
        """Whether the points of these matches do not compare."""
        return self.here == ALL_RULES

    @property
    def query(self) -> str:
        """The chosen rules as the end of a query string; "" where there is no choice."""
        return f"&rules={self.here}" if self.here else ""

    def on(self, everything: Summary) -> Summary:
        """The summary of all matches, with the best and the worst total by the chosen rules."""
        return replace(everything, best=self.summary.best, worst=self.summary.worst)


def chosen_rules(player: Player, season: int | None, game: str, summary: Summary, asked: str = "") -> RulesChoice:
    """The choice from the query parameter: a key, AS_WRITTEN or ALL_RULES; "" gives the first set of rules. Raises
    LookupError for rules by which the player has no match. A query for each set of rules, where there are several.
    """
    found = summary.by_rules
    now = key_played_now(game)
    keys = sorted(found, key=lambda key: (key != now, key != "", -found[key].matches, key))
    known = [key or AS_WRITTEN for key in keys]
    if asked not in ("", ALL_RULES, *known):
        raise LookupError(asked)
    if len(keys) < 2:
        return RulesChoice(player if season is None else SomeMatches(player, season), summary, "")
    here = asked or known[0]
    rules = [
        OneOfRules(name, _called(player, game, key), found[key].matches, name == here)
        for name, key in zip(known, keys, strict=True)
    ]
    if here == ALL_RULES:
        return RulesChoice(SomeMatches(player, season, is_mixed=True), summary, here, rules)
    key = keys[known.index(here)]
    return RulesChoice(SomeMatches(player, season, key), found[key], here, rules)


def _called(player: Player, game: str, key: str) -> str:
    """The name of these rules at the player's newest match by them; what differs where they have none."""
    if not key:
        return _("As written")
    rows = Match.objects.filter(seats__player=player, game=game, points_key=key, finished_at__isnull=False)
    newest = rows.order_by("-started_at", "-pk")[0]
    if has_number(game, newest.options):
        return rules_label(game, newest.options)
    return newest.options.get("rules_name") or rules_in_words(newest)
