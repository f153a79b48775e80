"""The names that a club can replace, by kind, with their meanings.

It contains names that are used unchanged, as a label or between commas. Nouns that a sentence inflects, such as round,
hand or box, are not included: no word of a club would fit every sentence of every language (ADR 61).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs.models import Club
from games.callouts.tags import counted, tagged
from games.registry import TABLE_GAMES
from games.rules import Article, glossary
from leagues.models import Trophy
from leagues.trophies.contests import RULES, missing
from scoring.messages import Term, translated


@dataclass(frozen=True)
class Renamable:
    """A name: `usual` is the standard one, `own` the club's ("" if none); the club's name of a `trophy` is stored with
    the trophy. `is_english` means that `meaning` is quoted from the glossary, which is in English only.
    """

    code: str
    usual: str
    meaning: str
    own: str
    trophy: Trophy | None = None
    is_english: bool = False


@dataclass(frozen=True)
class Kind:
    """A kind of names; `key` identifies it in the API."""

    key: str
    title: str
    about: str
    terms: Sequence[Renamable]


def kinds(club: Club) -> list[Kind]:
    """Return all kinds with their names. One query."""
    return [
        Kind("games", _("Games"), _("their names"), list(_games(club.terms))),
        Kind("trophies", _("Trophies"), _("of matches and play-offs"), list(_trophies(club))),
        Kind("callouts", _("Call-outs"), _("announced by the sheet"), list(_callouts(counted(), club.terms))),
        Kind("tags", _("Tags"), _("call-outs put on a round by hand"), list(_callouts(tagged(), club.terms))),
    ]


def _games(own: Mapping[str, str]) -> Iterator[Renamable]:
    for game in TABLE_GAMES:
        term = game.engine.name
        yield Renamable(term.code, str(term), translated(game.engine.summary), own.get(term.code, ""))


def _callouts(terms: Mapping[str, Term], own: Mapping[str, str]) -> Iterator[Renamable]:
    articles = {article.title.casefold(): article for section in glossary().sections for article in section.articles}
    for code, term in terms.items():
        meaning = _meaning(articles[str(term).casefold()])
        yield Renamable(code, str(term), meaning, own.get(code, ""), is_english=True)


def _meaning(article: Article) -> str:
    return " ".join(block.text for block in article.blocks if block.kind == "text")


def _trophies(club: Club) -> Iterator[Renamable]:
    """Yield the trophies that pass with matches, even before the first one is played; trophies passed on by hand have
    no standard name.
    """
    known = list(club.trophies.exclude(rule=Trophy.Rule.HAND))
    for game in TABLE_GAMES:
        mine = [trophy for trophy in known if trophy.game == game.key]
        by_rule = {trophy.rule: trophy for trophy in _standing(club, game.key, mine)}
        for rule, usual in zip(RULES, game.trophies, strict=True):
            if trophy := by_rule.get(rule):
                own = trophy.name if trophy.name != usual else ""
                meaning = f"{game.name}. {trophy.rule_in_words}"
                yield Renamable(f"trophy-{game.key}-{rule}", usual, meaning, own, trophy)


def _standing(club: Club, game: str, known: Sequence[Trophy]) -> Iterable[Trophy]:
    return [*(trophy for trophy in known if trophy.retired_at is None), *missing(club.pk, game, known)]
