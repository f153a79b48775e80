"""Template filters on a game's word for a round (`round`, `hand`, `game` or `year`) that return whole phrases: `{{
display.round_word|totals_after_each }}`.
"""

from collections.abc import Iterable
from html import escape

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base.display import CallOutLine
from games.base.wording import before_first, numbered, numbered_first, so_many

register = template.Library()

for each in (before_first, numbered, numbered_first, so_many):
    register.filter(each)


def _of(word: str, phrase: str, hand: str, game: str, year: str) -> str:
    """The phrase for this word; the first one is that of a round."""
    return {"hand": hand, "game": game, "year": year}.get(word, phrase)


@register.filter
def round_head(word: str) -> str:
    """`Hand`, as a column heading."""
    return _of(word, _("Round"), _("Hand"), _("Game"), _("Year"))


@register.filter
def score_by(word: str) -> str:
    """`Score by hand`"""
    return _of(word, _("Score by round"), _("Score by hand"), _("Score by game"), _("Score by year"))


@register.filter
def after_each(word: str) -> str:
    """`after each hand`"""
    return _of(word, _("after each round"), _("after each hand"), _("after each game"), _("after each year"))


@register.filter
def totals_after_each(word: str) -> str:
    """`totals after each hand`"""
    phrases = _("totals after each hand"), _("totals after each game"), _("totals after each year")
    return _of(word, _("totals after each round"), *phrases)


@register.filter
def after_each_in_per_cent(word: str) -> str:
    """`after each hand, in per cent`"""
    return _of(
        word,
        _("after each round, in per cent"),
        _("after each hand, in per cent"),
        _("after each game, in per cent"),
        _("after each year, in per cent"),
    )


@register.filter
def after_number(word: str, number: int) -> str:
    """`after hand 3`"""
    phrases = _("after hand {number}"), _("after game {number}"), _("after year {number}")
    return _of(word, _("after round {number}"), *phrases).format(number=number)


def number_corrected(word: str, number: int) -> str:
    """`Hand 3 corrected.`"""
    phrases = _("Hand {number} corrected."), _("Game {number} corrected."), _("Year {number} corrected.")
    return _of(word, _("Round {number} corrected."), *phrases).format(number=number)


@register.filter
def since_number(word: str, number: int) -> str:
    """`Since hand 3`"""
    phrases = _("Since hand {number}"), _("Since game {number}"), _("Since year {number}")
    return _of(word, _("Since round {number}"), *phrases).format(number=number)


@register.filter
def curves_begin_after(word: str, number: int) -> str:
    """`The curves begin after hand 3.`"""
    return _of(
        word,
        _("The curves begin after round {number}."),
        _("The curves begin after hand {number}."),
        _("The curves begin after game {number}."),
        _("The curves begin after year {number}."),
    ).format(number=number)


@register.filter
def every_one_as_table(word: str) -> str:
    """`Show every hand as a table`"""
    return _of(
        word,
        _("Show every round as a table"),
        _("Show every hand as a table"),
        _("Show every game as a table"),
        _("Show every year as a table"),
    )


@register.filter
def chances_after_every(word: str) -> str:
    """`Chances after every hand`"""
    phrases = _("Chances after every hand"), _("Chances after every game"), _("Chances after every year")
    return _of(word, _("Chances after every round"), *phrases)


@register.filter
def played_often(word: str) -> str:
    """The sentence on how chances are calculated."""
    return _of(
        word,
        _("The rounds left are played 10,000 times."),
        _("The hands left are played 10,000 times."),
        _("The games left are played 10,000 times."),
        _("The years left are played 10,000 times."),
    )


@register.filter
def more_to_first(word: str, more: int) -> str:
    """`4 more, back to the first hand`"""
    phrases = {
        "hand": ngettext("{count} more, back to the first hand", "{count} more, back to the first hand", more),
        "game": ngettext("{count} more, back to the first game", "{count} more, back to the first game", more),
        "year": ngettext("{count} more, back to the first year", "{count} more, back to the first year", more),
    }
    others = ngettext("{count} more, back to the first round", "{count} more, back to the first round", more)
    return phrases.get(word, others).format(count=more)


@register.filter
def correct_one(word: str) -> str:
    """`Correct a hand`"""
    return _of(word, _("Correct a round"), _("Correct a hand"), _("Correct a game"), _("Correct a year"))


@register.filter
def correct_number(word: str, number: int) -> str:
    """`Correct hand 3`"""
    phrases = _("Correct hand {number}"), _("Correct game {number}"), _("Correct year {number}")
    return _of(word, _("Correct round {number}"), *phrases).format(number=number)


@register.filter
def the_one(word: str) -> str:
    """`The hand`, a heading above its fields."""
    return _of(word, _("The round"), _("The hand"), _("The game"), _("The year"))


@register.filter
def entered_already(word: str, count: int) -> str:
    """`3 hands entered already.`"""
    phrases = {
        "hand": ngettext("{count} hand entered already.", "{count} hands entered already.", count),
        "game": ngettext("{count} game entered already.", "{count} games entered already.", count),
        "year": ngettext("{count} year entered already.", "{count} years entered already.", count),
    }
    others = ngettext("{count} round entered already.", "{count} rounds entered already.", count)
    return phrases.get(word, others).format(count=count)


@register.filter
def of_so_many(word: str, count: int) -> str:
    """`of 18 hands`, after the number of this one."""
    phrases = {
        "hand": ngettext("of {count} hand", "of {count} hands", count),
        "game": ngettext("of {count} game", "of {count} games", count),
        "year": ngettext("of {count} year", "of {count} years", count),
    }
    return phrases.get(word, ngettext("of {count} round", "of {count} rounds", count)).format(count=count)


@register.filter
def back_to_number(word: str, number: int) -> str:
    """`Back to hand 3`"""
    phrases = _("Back to hand {number}"), _("Back to game {number}"), _("Back to year {number}")
    return _of(word, _("Back to round {number}"), *phrases).format(number=number)


@register.filter
def save_number(word: str, number: int) -> str:
    """`Save hand 3`"""
    phrases = _("Save hand {number}"), _("Save game {number}"), _("Save year {number}")
    return _of(word, _("Save round {number}"), *phrases).format(number=number)


@register.filter
def save_and_next(word: str, number: int) -> str:
    """`Save hand 3, next hand 4`"""
    phrases = (
        _("Save hand {number}, next hand {next}"),
        _("Save game {number}, next game {next}"),
        _("Save year {number}, next year {next}"),
    )
    return _of(word, _("Save round {number}, next round {next}"), *phrases).format(number=number, next=number + 1)


@register.filter
def numbered_colon(word: str, number: int) -> str:
    """`Hand 3:`, before an error."""
    phrases = _("Hand {number}:"), _("Game {number}:"), _("Year {number}:")
    return _of(word, _("Round {number}:"), *phrases).format(number=number)


@register.filter
def in_its_order(word: str) -> str:
    """`hand by hand in its own order`, after “Enter a paper sheet,”."""
    return _of(
        word,
        _("round by round in its own order"),
        _("hand by hand in its own order"),
        _("game by game in its own order"),
        _("year by year in its own order"),
    )


@register.filter
def round_heads(word: str) -> str:
    """`Hands`, a heading above all of them."""
    return _of(word, _("Rounds"), _("Hands"), _("Games"), _("Years"))


@register.filter
def tap_to_tag(word: str) -> str:
    """The hint on how to tag a round."""
    return _of(
        word,
        _("Tap to tag the round, tap again to remove the tag."),
        _("Tap to tag the hand, tap again to remove the tag."),
        _("Tap to tag the game, tap again to remove the tag."),
        _("Tap to tag the year, tap again to remove the tag."),
    )


# A list of call-outs is rendered as one string: a template would be slow for dozens of them.


@register.filter
def callout_items(callouts: Iterable[CallOutLine], word: str) -> SafeString:
    """The call-outs as `<li>` elements; `word` is the game's word for a round."""
    return SafeString("".join(_item(each, numbered_first(word, each.at)) for each in callouts))


def _item(callout: CallOutLine, where: str) -> str:
    return f"<li><b>{escape(callout.label)}</b><span>{escape(where)}. {escape(callout.words)}</span></li>"
