"""The page of a play-off, also as a board for the wall; the next question is above the picture."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.language.locales import comma_separated
from clubs.language.terms import rules_label
from clubs.models import Club
from clubs.responses import fragment, is_following
from games.access import device_of
from games.base.form_parsing import card_name
from games.base.names import listed
from games.registry import table_game
from leagues.models import CutPull, Playoff
from leagues.nights.next_step import NextStep, Step, next_step, playoff_steps
from leagues.nights.tables import watched
from leagues.playoffs import state as playoff_state
from leagues.playoffs.ending import final_places, over_words, takings, wry
from leagues.playoffs.finals import FinalTable, deal_words, final_tables, obstacles, open_words
from leagues.playoffs.line import line_groups, line_key, line_lead, settled
from leagues.playoffs.overview import evening_board, overview_of
from leagues.playoffs.results import find_groups, token
from leagues.playoffs.state import State
from leagues.playoffs.wording import lead, progress, short, sitting_out, verdicts


@dataclass(frozen=True)
class Pulled:
    """A card pull for a line: `cards` are (name, card); `is_stale` means that the line has moved since."""

    pull: CutPull
    letter: str
    cards: Sequence[tuple[str, str]]
    is_stale: bool

    @property
    def in_words(self) -> str:
        return comma_separated(_("{name} pulled {card}").format(name=name, card=card) for name, card in self.cards)


@require_safe
@club_view(spectators=True)
def playoff(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponseBase:
    return show(request, access, find_groups(club, access, pk))


@require_safe
@club_view(spectators=True)
def playoff_wall(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponseBase:
    """204 while nothing has changed."""
    playoff = find_groups(club, access, pk)
    now = token(playoff)
    if request.GET.get("since") == now:
        return HttpResponse(status=204)
    context = {
        "access": access,
        "stream": f"{club.get_absolute_url()}live/",
        "since": now,
        "board": evening_board(playoff, now),
    }
    return render(request, fragment(request, "leagues/playoffs/wall.html"), context)


def show(request: HttpRequest, access: Access, playoff: Playoff, wrong: str = "", field: str = "") -> HttpResponseBase:
    """Return the page; `wrong` is an error message and `field` the form field that it belongs to."""
    now = token(playoff)
    if request.GET.get("since") == now:
        return HttpResponse(status=204)
    state = playoff_state.read(playoff)
    is_live = not state.is_over and not playoff.called_off_at
    asked = list(final_tables(state))
    between = state.groups_over and not (state.winners or state.losers) and is_live
    context: dict[str, Any] = {
        "access": access,
        "here": "tonight",
        "playoff": playoff,
        "game": table_game(playoff.game),
        "rules": rules_label(playoff.game, playoff.options),
        "state": state,
        "since": now,
        "stream": f"{access.club.get_absolute_url()}live/",
        "steps": _steps(state),
        "picture": overview_of(state),
        "verdicts": verdicts(state),
        "lead": lead(state),
        "about": progress(state),
        "is_live": is_live,
        "follows": is_live or is_following(request),
        "obstacles": list(obstacles(state)),
        "asked": asked,
        "deal_words": deal_words(asked),
        "deal_waits": open_words(asked),
        "decisions": _decisions(state, asked),
        "pulls": list(_pulls(state)),
        "next": _next_step(access, state, device_of(request)),
        "between": between,
        **({} if wrong else _ending(state)),
        **(_line(state) if between else {}),
        "bottoms": bottoms(state),
        "out": sitting_out(state),
        "may_go": [each for key, each in state.players.items() if key not in state.gone],
        "wrong": wrong,
        "wrong_field": field,
        "note": request.POST.get("note", ""),
    }
    template = "leagues/playoffs/playoff.html" if wrong else fragment(request, "leagues/playoffs/playoff.html")
    return render(request, template, context, status=422 if wrong else 200)


def _ending(state: State) -> dict[str, Any]:
    """Return the context for a play-off that is over and asks nothing."""
    if next(obstacles(state), None) or state.displaced or not (taken := takings(state)):
        return {}
    return {
        "takings": taken,
        "finals": final_places(state),
        "wry": wry(state),
        "over": over_words(state.playoff),
    }


def _line(state: State) -> dict[str, Any]:
    """Return the context for the lines of the groups, shown between the groups and the final tables."""
    names = short(state)
    return {
        "line_groups": line_groups(state),
        "line_lead": line_lead(state),
        "line_key": line_key(state),
        "settled": list(settled(state)),
        "pullers": listed(names[key] for key in state.level.cut.level) if state.level else "",
    }


def _decisions(state: State, asked: Sequence[FinalTable]) -> dict[str, int]:
    """Return how many decisions there are before the final tables are dealt, and how many are made."""
    still = sum(table.is_open for table in asked)
    tables = sum(table.has_dealer for table in asked)
    every = len(list(settled(state))) + bool(state.out) + bool(bottoms(state)) + tables
    return {"open": still, "done": every - still, "all": every}


def bottoms(state: State) -> list[int]:
    """Return the bottom counts that fit: at least two at the losers' table, and no player who goes up."""
    sizes = [sum(chair.is_there for chair in group.table.chairs) for group in state.groups]
    most = min(sizes, default=0) - state.playoff.advance
    return [count for count in range(1, most) if count * len(sizes) > 1]


def _steps(state: State) -> list[Step]:
    night = state.playoff.night
    if night is None or state.playoff.called_off_at:
        return []
    return playoff_steps(night, has_finals=bool(state.winners or state.losers))


def _next_step(access: Access, state: State, device: UUID | None) -> NextStep | None:
    """Return the main button that leads on from this page; None while the page itself asks something."""
    night = state.playoff.night
    if night is None or state.playoff.called_off_at or next(obstacles(state), None) or state.displaced:
        return None
    if state.is_cut and not (state.winners and state.losers):
        return None
    night.club = access.club
    return next_step(night, access, list(watched(night.matches.select_related("fixture"))), device)


def _pulls(state: State) -> Iterator[Pulled]:
    names = short(state)
    for group in state.groups:
        for pull in (*group.pulls, *group.stale):
            cards = [(names.get(int(key), _("Somebody")), card_name(card)) for key, card in pull.cards.items()]
            yield Pulled(pull, group.letter, cards, pull in group.stale)
