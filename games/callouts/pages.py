"""The glossary of call-outs, and the page on which players tag a round with them."""

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import Access, club_view
from clubs.models import Club
from games.access import HtmxRequest, MatchAccess, match_view
from games.base.wording import title
from games.callouts.tags import last_callouts, last_round, own_name, put, tags_of, take, terms_on
from games.entries.match_state import seats_at
from games.models import Match, Seat
from games.registry import table_game
from games.rules import glossary as glossary_text

# The glossary page: what each call-out means, and when it last occurred.


@require_safe
@club_view()
def glossary(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    text, latest = glossary_text(), last_callouts(club)
    sections = [
        (
            section,
            [(each, own_name(each.title), latest.get(each.title.casefold())) for each in section.articles],
        )
        for section in text.sections
    ]
    context = {"access": access, "here": "more", "text": text, "sections": sections}
    return render(request, "games/callouts/glossary.html", context)


# The page on which players tag a round with call-outs: one tap adds a tag, a second one removes it.


@require_http_methods(["GET", "HEAD", "POST"])
@match_view("record")
def tags(request: HtmxRequest, match: Match, access: MatchAccess, number: int) -> HttpResponse:
    if not table_game(match.game).record_categories.tags or not 1 <= number <= last_round(match):
        raise Http404
    seats = seats_at(match)
    if request.method != "POST":
        return _page(request, access, number, seats, request.GET)
    wrong = _written(access, number, seats, request.POST)
    if wrong or request.htmx:
        return _page(request, access, number, seats, request.POST, wrong)
    who = request.POST.get("who", "")
    query = f"?{urlencode({'who': who})}" if who else ""
    return redirect(reverse("tags", args=[match.pk, number]) + query)


def _written(access: MatchAccess, number: int, seats: list[Seat], form: QueryDict) -> str:
    """Add or remove the tag that the form names; return an error message, "" when it is done."""
    term, who = form.get("on") or form.get("off", ""), form.get("who", "")
    seat = _seat(seats, who)
    if term not in table_game(access.match.game).record_categories.tags:
        return _("This is not a call-out of the game. Tap one of those below.")
    if who and seat is None:
        return _("That player is not at this table. Tap one who is.")
    if form.get("on"):
        put(access.match, number, term, seat, access.writer.user)
    else:
        take(access.match, number, term, seat)
    return ""


def _seat(seats: list[Seat], who: str) -> Seat | None:
    return next((seat for seat in seats if str(seat.player_id) == who), None)


def _page(
    request: HtmxRequest, access: MatchAccess, number: int, seats: list[Seat], form: QueryDict, wrong: str = ""
) -> HttpResponse:
    """The whole page, or only its keys for an htmx request."""
    match, seat = access.match, _seat(seats, form.get("who", ""))
    this_game = table_game(match.game)
    standing = tags_of(match)
    on = terms_on(standing, number, seat.player_id if seat else None)
    labels = this_game.record_categories.tags
    context = {
        "access": access.club_access,
        "here": "more",
        "match": match,
        "title": title(match),
        "word": this_game.display.round_word,
        "number": number,
        "last": last_round(match),
        "seats": seats,
        "who": seat,
        "keys": [(term, label, term in on) for term, label in labels.items()],
        "standing": [(tag, labels.get(tag.term, tag.term)) for tag in standing if tag.round == number],
        "wrong": wrong,
    }
    template = "games/callouts/tags/_keys.html" if request.htmx else "games/callouts/tags.html"
    return render(request, template, context, status=HTTPStatus.UNPROCESSABLE_ENTITY if wrong else HTTPStatus.OK)
