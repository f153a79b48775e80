"""The page of search results: a few rows of each kind, with a link to the rest."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.language.locales import comma_separated, date_format
from clubs.language.terms import name_of
from clubs.models import Club, Night
from clubs.names import has_folded
from clubs.players.search import matching_players
from games.callouts import own_name
from games.match.search import LONGEST_QUERY, Search, matching_matches, result
from games.models import Seat
from games.rules import glossary, rules_of
from scoring import ENGINES

MOST_RESULTS = 6  # results shown of each kind


@dataclass(frozen=True)
class Found:
    """One result: its address, its name, and a few words about it."""

    url: str
    name: str
    about: str = ""


@dataclass(frozen=True)
class Section:
    """The first results of one kind; `more` is the address of all of them, "" if these are all."""

    title: str
    rows: list[Found]
    more: str = ""


@require_safe
@club_view()
def search(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    text = " ".join(request.GET.get("q", "").replace("\x00", "").split())[:LONGEST_QUERY]
    sections = [each for each in sections_of(club, text) if each.rows] if text else []
    context = {"access": access, "here": "search", "searched": text, "sections": sections}
    return render(request, "leagues/search/search.html", context)


def sections_of(club: Club, text: str) -> list[Section]:
    """Return all sections in their fixed order; a section can be empty."""
    base, query = club.get_absolute_url(), urlencode({"q": text})
    return [
        _shortened(_("Players"), list(_players(club, text)), f"{base}players/?{query}"),
        _shortened(_("Nights"), list(_nights(club, text)), f"{base}nights/"),
        _shortened(_("Matches"), list(_matches(club, text)), f"{base}matches/?{query}"),
        _shortened(_("Call-outs"), list(_call_outs(club, text)), reverse("glossary", args=[club.slug])),
        _shortened(_("Rules"), list(_rules(club, text)), reverse("rules", args=[club.slug])),
    ]


def _shortened(title: str, rows: list[Found], more: str) -> Section:
    return Section(title, rows[:MOST_RESULTS], more if len(rows) > MOST_RESULTS else "")


def _players(club: Club, text: str) -> Iterator[Found]:
    for player in matching_players(club.players.all(), text)[: MOST_RESULTS + 1]:
        player.club = club
        about = "" if player.is_active else _("inactive")
        yield Found(player.get_absolute_url(), player.label, _("guest") if player.is_guest else about)


def _nights(club: Club, text: str) -> Iterator[Found]:
    nights = club.nights.select_related("season").order_by("-starts_at", "-pk")
    found = (night for night in nights if any(has_folded(name, text) for name in _names(night)))
    for night in islice(found, MOST_RESULTS + 1):
        day = date_format(timezone.localtime(night.starts_at), "j F Y")
        about = f"{day}, {night.place}" if night.place else day
        yield Found(reverse("night", args=[club.slug, night.pk]), night.title, about)


def _names(night: Night) -> tuple[str, ...]:
    return night.name, night.place, night.season.name if night.season else ""


def _matches(club: Club, text: str) -> Iterator[Found]:
    rows = matching_matches(club, Search(text=text)).order_by("-started_at", "-id")[: MOST_RESULTS + 1]
    matches = list(rows)
    seats = list(Seat.objects.filter(match__in=matches).select_related("player"))
    for match in matches:
        line = result(match, [seat for seat in seats if seat.match_id == match.pk])
        winners = comma_separated(seat.player.label for seat in line.winners)
        about = _("won by {names}").format(names=winners) if winners else line.without
        yield Found(match.get_absolute_url(), f"{line.game}, {line.day}", about)


def _call_outs(club: Club, text: str) -> Iterator[Found]:
    page = reverse("glossary", args=[club.slug])
    for section in glossary().sections:
        for article in section.articles:
            own = own_name(article.title)
            if any(has_folded(name, text) for name in (article.title, own)):
                yield Found(f"{page}#{article.anchor}", own or article.title)


def _rules(club: Club, text: str) -> Iterator[Found]:
    """Yield the rules whose number or heading contains the text, game by game."""
    page = reverse("rules", args=[club.slug])
    for game in ENGINES:
        rules = rules_of(game.key)
        for section in rules.sections if rules else ():
            for article in section.articles:
                if has_folded(f"{article.key} {article.title}", text):
                    where = f"{name_of(game)} {article.key}"
                    yield Found(f"{page}?game={game.key}#{article.anchor}", article.title, where)
