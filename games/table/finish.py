"""The end of a match: the final ranking, trophies and next step; ending without a result, and reopening."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
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

from clubs.language.locales import comma_separated, labelled, minus
from clubs.member_photos import shows_photos
from clubs.models import Player
from clubs.models.calendar import club_day
from clubs.responses import is_following
from games import ledger
from games.access import MatchAccess, match_view
from games.base.display import Finish, Pips
from games.base.names import listed, shortened
from games.base.statistics import BACK_TO_BACK
from games.base.wording import game_name, in_words, substitutes_in_words, table_of, title
from games.charts.line_chart import run_of
from games.confirmation import waiting
from games.consequences.league import Taken, league, match_ends
from games.entries.match_state import MatchState, load
from games.models import Match
from games.registry import table_game
from games.statistics.meetings import won_among
from scoring.base import Rank
from scoring.messages import translated

# The ranking on the final page: the winners, then everybody else with place, total and reason.


MANY_PLAYERS = 6  # number of other players from which on the rows are narrow
MIDDLE, LONG = 14, 22  # characters above which a winner's name is set smaller


@dataclass(frozen=True)
class Place:
    """One player's row; `place` is `3=` if it is shared, `mark` is "top", "low" or "", `pips` are a series' games."""

    player: Player
    name: str
    place: str
    total: int
    mark: str
    reason: str = ""
    pips: Pips | None = None


@dataclass(frozen=True)
class Places:
    """`first` are the winners, or those level at the top if a group has no winner; `others` are the rest."""

    first: Sequence[Place]
    others: Sequence[Place]
    has_winner: bool = True

    @property
    def label(self) -> str:
        if not self.has_winner:
            return _("Level at the top")
        return _("Winner") if len(self.first) == 1 else _("Winners")

    @property
    def size(self) -> str:
        """The CSS class for the size of the winners' names."""
        return size_of([place.name for place in self.first])

    @property
    def rows(self) -> str:
        """The CSS class for the number of other players."""
        return "order-many" if len(self.others) >= MANY_PLAYERS else "order-two" if len(self.others) == 1 else ""


def led_by(ranking: Places, players: Collection[int]) -> Places:
    """Return the ranking with these players, by key, at its head instead of the winners."""
    rows = [*ranking.first, *ranking.others]
    first = [row for row in rows if row.player.pk in players]
    return replace(ranking, first=first, others=[row for row in rows if row not in first])


def size_of(names: Sequence[str]) -> str:
    """Return the CSS class for the size of these names, the largest on the page."""
    longest = max(map(len, names), default=0)
    return "is-long" if longest > LONG or len(names) > 1 else "is-mid" if longest > MIDDLE else ""


def place_of(place: int, sharers: int) -> str:
    """Return a place as finish pages show it: `4`, or `4=` where several share it."""
    return f"{place}=" if sharers > 1 else str(place)


def places(state: MatchState, finish: Finish) -> Places:
    """The ranking; only where the game has a circle is the loser marked with it (DD-44)."""
    sheet, ranks = state.sheet, state.engine.ranks(state.sheet)
    won = set(sheet.winners or _level(ranks))
    low = set(sheet.losers) if table_game(state.match.game).display.has_circle else set()
    rows = {
        seat: Place(
            state.seats[seat].player,
            state.names[seat],
            place_of(rank.place, len(rank.seats)),
            sheet.totals[seat],
            "top" if seat in won else "low" if seat in low else "",
            finish.reasons.get(seat, ""),
            Pips(sheet.totals[seat], finish.to_win) if finish.to_win else None,
        )
        for rank in ranks
        for seat in rank.seats
    }
    first = [row for seat, row in rows.items() if seat in won]
    return Places(first, [row for seat, row in rows.items() if seat not in won], bool(sheet.winners))


def _level(ranks: Sequence[Rank]) -> Sequence[int]:
    """The seats that share first place; neither a group nor a losers’ table settles that (DD-47)."""
    return ranks[0].seats if ranks and len(ranks[0].seats) > 1 else ()


def headline(state: MatchState) -> str:
    """`Núria wins, 73`, `Otto and Bea share the win, 34`, `Otto and Bea are level, 34`."""
    names = shortened(state.names)
    winners = state.sheet.winners
    first = winners or _level(state.engine.ranks(state.sheet))
    if not first:
        return _("It is over")
    total = minus(state.sheet.totals[first[0]])
    if not winners:
        words = _("{players} are level, {total}")
    elif len(winners) > 1:
        words = _("{players} share the win, {total}")
    else:
        words = _("{players} wins, {total}")
    return words.format(players=listed(names[seat] for seat in first), total=total)


def in_one_line(title: str, state: MatchState, result: str, trophies: Mapping[str, str]) -> str:
    """The text to share: the match, who won, everybody's total in order, and the trophies."""
    names = shortened(state.names)
    totals = comma_separated(
        f"{rank.place}. {listed(names[seat] for seat in rank.seats)} {minus(rank.points)}"
        for rank in state.engine.ranks(state.sheet)
    )
    took = [labelled(name, who) for name, who in trophies.items()]
    return " ".join(f"{each}." for each in (labelled(title, result), totals, *took))


# Pages for the end of a match: the ranking, trophies and next step; ending without a result, and reopening.


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
