"""By which rules matches were played, where their points do not compare (HR-DD-21): in words, and as a choice."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from msgspec.structs import asdict

from clubs.language.house_rules import has_number, key_played_now, rules_label
from clubs.models import Player
from games.models import Match
from games.statistics.queries import SomeMatches, Summary, Whose
from scoring import engine
from scoring.messages import translated
from scoring.options import notes
from scoring.records import options_from_json

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
