"""The list of a club's matches, searchable by player, game, season, night and what happened in them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.language.figures import minus
from clubs.models import Club
from games.match.keyset import Slice, slice_of
from games.match.result_lines import result
from games.match.search import Search, callout_labels, fact_labels, matching_matches, parse_search
from games.models import Seat
from games.registry import table_game
from scoring import ENGINES


@require_safe
@club_view(readers=True)
def matches(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    search = parse_search(request.GET)
    page = slice_of(request, matching_matches(club, search).select_related("season"))
    seats = list(Seat.objects.filter(match__in=page.matches).select_related("player"))
    results = [result(match, [seat for seat in seats if seat.match_id == match.pk]) for match in page.matches]
    context = {
        "access": access,
        "here": "more",
        "search": search,
        "games": [(game, game.key == search.game) for game in ENGINES],
        "page": page,
        "results": results,
        "has_losers": any(each.losers for each in results),
        "about": _about(search, seats, page),
    }
    return render(request, "games/match/matches.html", context)


def _about(search: Search, seats: list[Seat], page: Slice) -> list[str]:
    """The parts of the search that have no field in the form, in words."""
    filters = []
    if search.player is not None:
        name = next((seat.player.label for seat in seats if seat.player_id == search.player), _("this player"))
        filters.append(_("with {player}").format(player=name))
    if search.season is not None:
        season = _("in {season}").format(season=page.matches[0].season) if page.matches else _("in this season")
        filters.append(season)
    if search.night is not None:
        filters.append(_("on this night"))
    filters += [_("won") if search.result == "won" else _("lost")] if search.result else []
    filters += [_("on place {place}").format(place=search.place)] if search.place else []
    filters += [_("with the call-out {term}").format(term=callout_labels()[search.term])] if search.term else []
    filters += [_fact(search.game, name, value) for name, value in search.facts.items()]
    return [words for words in filters if words]


def _fact(game: str, name: str, value: int) -> str:
    """“a hand with a bid of 3”, “a round without the most hands”: words without `#` or `|` are yes-or-no facts."""
    words, at = fact_labels(game)[name], table_game(game).display.round_word if game else "round"
    if "|" in words:
        words = dict(enumerate(words.split("|"))).get(value, _("something else"))
        return _with(at, words)
    if "#" in words:
        return _with(at, words.replace("#", minus(value)))
    return _with(at, words) if value else _without(at, words)


def _with(word: str, fact: str) -> str:
    phrases = {"hand": _("a hand with {fact}"), "game": _("a game with {fact}"), "year": _("a year with {fact}")}
    return phrases.get(word, _("a round with {fact}")).format(fact=fact)


def _without(word: str, fact: str) -> str:
    phrases = {
        "hand": _("a hand without {fact}"),
        "game": _("a game without {fact}"),
        "year": _("a year without {fact}"),
    }
    return phrases.get(word, _("a round without {fact}")).format(fact=fact)
