"""Pages for the end of a match: the ranking, trophies and next step; ending without a result, and reopening."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.language.locales import comma_separated
from clubs.member_photos.keeping import shows_photos
from clubs.models import Player
from clubs.models.calendar import club_day
from clubs.responses import is_following
from games import ledger
from games.access import MatchAccess, match_view
from games.base.names import listed, shortened
from games.base.statistics import BACK_TO_BACK
from games.base.wording import game_name, in_words, substitutes_in_words, table_of, title
from games.charts.line_chart import run_of
from games.confirmation.pages import waiting
from games.consequences.league import Taken, league, match_ends
from games.entries.match_state import MatchState, load
from games.models import Match
from games.registry import table_game
from games.statistics.meetings import won_among
from games.table.places import headline, in_one_line, led_by, places
from scoring.messages import translated

# The next step after a match: one main button, the first that applies, and another as a link.


@dataclass(frozen=True)
class Button:
    """A button's label and URL."""

    words: str
    url: str


@dataclass(frozen=True)
class NextStep:
    """`main` is the main button; `again` starts the same table again, if that is not the main one."""

    main: Button
    again: Button | None = None


def next_step(state: MatchState, access: MatchAccess) -> NextStep:
    """The next step: of the night or the play-off if there is one, else the same table again.

    Those who may not keep the score are led to the sheet.
    """
    if not access.club_access.can_record:
        return NextStep(Button(_("View sheet"), state.match.get_absolute_url()))
    players = len(state.seats)
    words = ngettext("Play again with these {players}", "Play again with these {players}", players)
    again = Button(words.format(players=in_words(players)), _again(state))
    ahead = league().after(state.match)
    return NextStep(Button(ahead.words, ahead.url), again) if ahead else NextStep(again)


def _again(state: MatchState) -> str:
    query = urlencode([("game", state.match.game), *(("player", seat.player_id) for seat in state.seats)])
    return f"{reverse('match-new', args=[state.match.club.slug])}?{query}"


# The trophies that pass with a match: from whom to whom.


FIRST = gettext_lazy("First holder.")


@dataclass(frozen=True)
class TrophyChange:
    """One trophy: the previous holder ("" if none, or the same player), the new one, a remark, its last contests."""

    trophy: str
    before: str
    after: str
    words: str
    run: Any = None


def trophy_changes(state: MatchState, trophies: Mapping[str, str]) -> list[TrophyChange]:
    """What winner and loser receive; `trophies` are names by rule, as of `League.prizes`. Empty if there are none."""
    if not trophies:
        return []
    taken = {(each.trophy.rule, each.player): each for each in league().taken(state.match)}
    names, runs = shortened(state.names), league().runs(state.match)
    changes = []
    for end in match_ends(state, trophies):
        passed = [each for seat in end.seats if (each := taken.get((end.rule, state.seats[seat].player)))]
        before = next((each.before for each in passed if each.before and each.before != each.player), None)
        words = " ".join(dict.fromkeys(_words(state, each) for each in passed))
        changes.append(
            TrophyChange(
                end.word,
                _short(state, before) if before else "",
                listed(names[seat] for seat in end.seats),
                words,
                runs.get(end.rule),
            )
        )
    return changes


def changes_in_words(trophies: Sequence[TrophyChange]) -> str:
    """`both change hands`, `one changes hands`, `first holders`, `nothing changes hands`."""
    count = sum(bool(each.before) for each in trophies)
    if count == len(trophies) == 2:
        return _("both change hands")
    if not count and any(each.words == str(FIRST) for each in trophies):
        return _("first holders")
    return _("one changes hands") if count else _("nothing changes hands")


def _short(state: MatchState, player: Player) -> str:
    """The player's short name at this table, or the whole name of one who was not there."""
    called = {seat.player_id: name for seat, name in zip(state.seats, shortened(state.names), strict=True)}
    return called.get(player.pk, player.label)


def _words(state: MatchState, took: Taken) -> str:
    before = took.before
    if before is None:
        return str(FIRST)
    if before == took.player:
        kept = _("{callout}: defended.").format(callout=translated(BACK_TO_BACK))
        return _("Again: nobody wanted it.") if took.is_cone else kept
    if all(seat.player_id != before.pk for seat in state.seats):
        return _("Taken from {before}, who was not here to defend it.").format(before=before.label)
    return (
        _("Passed on by {before}.").format(before=before.label)
        if took.is_cone
        else _("Taken from {before}.").format(before=before.label)
    )


CALLED = 3  # number of call-outs shown
FEW = 4  # players up to whom the page says how often each has won against the others
SECOND = 2


@require_safe
@match_view("watch")
def finish(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponseBase:
    """Show the final page, or while confirmations are missing the page that waits for them; redirect before the end."""
    if match.is_waiting:
        return waiting(request, match, access)
    if match.finished_at is None:
        return redirect("table" if access.can_record else "match", match.pk)
    if is_following(request):
        return HttpResponse(status=HTTPStatus.GONE)  # after waiting for confirmation, load the whole page
    return render(request, "games/table/finish.html", _about(match, access) | _end(load(match), access))


def _end(state: MatchState, access: MatchAccess) -> dict[str, Any]:
    match, game = state.match, table_game(state.match.game)
    words, trophies = game.finish(state), trophy_changes(state, league().prizes(match))
    said, display = headline(state), game.display
    where = comma_separated((game_name(match), table_of(match)))
    callouts = display.closing_callouts(state)[:CALLED]
    ranking, final = places(state, words), league().of_final(match)
    if final and final.cone:
        ranking = led_by(ranking, {player.pk for player in final.cone.players})
    return {
        "final": final,
        "game": game,
        "where": where,
        "day": club_day(match.started_at),
        "length": display.state(state).removeprefix("over after "),
        "headline": said,
        "finish": words,
        "places": ranking,
        "has_faces": shows_photos(access.club_access),
        "trophies": trophies,
        "changes_in_words": changes_in_words(trophies),
        "notes": [
            *substitutes_in_words(state, display.round_word),
            *league().outcome(match),
            *display.remarks(state),
        ],
        "callouts": callouts,
        "run": run_of(state, display.length(state), display.goal(state), along=words.along, is_low=not callouts)
        if words.has_run
        else None,
        "so_far": _so_far(state),
        "last": state.live[-1].number,
        "correct_from": state.sheet.lines[-1].number if state.sheet.lines else None,
        "last_step": game.last_step(state),
        "step": next_step(state, access),
        "shared": in_one_line(where, state, said, {each.trophy: each.after for each in trophies}),
        **(words.section.context if words.section else {}),
    }


def _so_far(state: MatchState) -> str:
    """Return who has won how many matches of these players; "" at a larger table, and before their second match."""
    seats = state.seats
    if len(seats) > FEW:
        return ""
    won = won_among([seat.player_id for seat in seats], state.match)
    if won.total() < SECOND:
        return ""
    names = dict(zip((seat.player_id for seat in seats), shortened(state.names), strict=True))
    each = _("{name} {wins}")
    wins = listed(each.format(name=names[player], wins=many) for player, many in won.most_common())
    return _("Matches won by these {players} so far: {wins}.").format(players=in_words(len(seats)), wins=wins)


@require_http_methods(["GET", "HEAD", "POST"])
@match_view("organise")
def abandon(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponse:
    """End a match without a result; its entries stay, and an organiser can reopen it."""
    if request.method == "POST":
        if match.is_undecided:
            ledger.abandon(match.pk)
        messages.success(request, _("Ended without a result. Entries stay."))
        return redirect("match", match.pk)
    return render(request, "games/table/abandon.html", _about(match, access))


@require_POST
@match_view("organise")
def reopen(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponse:
    if match.abandoned_at:
        ledger.reopen(match.pk)
    messages.success(request, _("Reopened. It continues where it stopped."))
    return redirect("match", match.pk)


def _about(match: Match, access: MatchAccess) -> dict[str, Any]:
    return {"access": access.club_access, "may": access, "here": "more", "match": match, "title": title(match)}
