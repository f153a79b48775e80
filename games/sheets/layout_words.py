"""The words in the layouts of printed sheets, in the current language."""

from django.utils.translation import get_language_bidi, pgettext
from django.utils.translation import gettext as _


def layout_words() -> dict[str, str]:
    """The words by key, and the `direction` of the language; every layout gets all of them."""
    return (
        {"direction": "rtl" if get_language_bidi() else "ltr"}
        | _heads()
        | _of_war()
        | _of_pack()
        | _round_about()
        | _spoken()
    )


def _heads() -> dict[str, str]:
    """Column headings, so short words are preferred."""
    return {
        "bid": pgettext("column of a sheet", "Bid"),
        "bids": pgettext("column of a sheet", "Bids"),
        "cards": _("Cards"),
        "dealer": pgettext("column of a sheet", "Dealer"),
        "dummy": _("Dummy"),
        "game": _("Game"),
        "hand": _("Hand"),
        "last_hand": _("Last hand"),
        "left": pgettext("cards, column of a sheet", "Left"),
        "nights": _("Nights"),
        "no_trump": _("none"),
        "place": _("Place"),
        "player": _("Player"),
        "points": _("Points"),
        "bottom_count": _("Bottom"),
        "round": _("Round"),
        "starts": _("Starts"),
        "total": _("Total"),
        "took": pgettext("column of a sheet", "Took"),
        "trump": _("Trump"),
        "wins": _("Wins"),
        "won": _("Won"),
    }


def _of_war() -> dict[str, str]:
    return {
        "battle": _("Battle"),
        "final_tally": _("Final tally"),
        "house_value": pgettext("column of a sheet", "House value"),
        "left_side": pgettext("side of a battle", "Left"),
        "right_side": pgettext("side of a battle", "Right"),
        "left_short": pgettext("left, in one letter", "L"),
        "right_short": pgettext("right, in one letter", "R"),
        "tracker": _("Tracker"),
        "vp": _("VP"),
        "year": _("Year"),
    }


def _of_pack() -> dict[str, str]:
    return {
        "base": _("Base: 2 with a pack"),
        "captured": pgettext("column of a sheet", "Captured"),
        "carried": pgettext("column of a sheet", "Carried"),
        "late_round": pgettext("column of a sheet", "Late round"),
        "pile": pgettext("column of a sheet", "Pile"),
        "streak": _("Streak: rounds in a row"),
    }


def _round_about() -> dict[str, str]:
    return {
        "called_out": _("Called out"),
        "chance_to_win": _("Chance to win, in per cent"),
        "guest": pgettext("after a name", "guest"),
        "in_numbers": _("In numbers"),
        "night_by_night": _("Points, night by night"),
        "page": _("page {page} of {pages}"),
        "part": _("part {page} of {pages}"),
        "scorekeeper": _("Scorekeeper"),
        "seen": _("Seen at the table"),
    }


def _spoken() -> dict[str, str]:
    """Texts for screen readers in place of symbols."""
    return {
        "arranges": _("arranges"),
        "clubs": _("clubs"),
        "deals": _("deals"),
        "diamonds": _("diamonds"),
        "hearts": _("hearts"),
        "spades": _("spades"),
        "both": pgettext("mark of a total", "top and bottom"),
        "bottom": pgettext("mark of a total", "bottom"),
        "here": pgettext("value of a house", "stands here"),
        "in_front": pgettext("mark of a place", "in front"),
        "logo": _("Logo of the club"),
        "lost": _("lost"),
        "top": pgettext("mark of a total", "top"),
        "won_here": _("won"),
    }
