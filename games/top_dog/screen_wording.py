"""The wording of a round’s screen: what is missing, who gets the rest, how far the match runs."""

from collections.abc import Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.locales import minus
from games.base.display import Screen
from games.base.form_parsing import entry_id, line_number
from games.base.names import listed, shortened
from games.base.offline import OfflineAction
from games.base.table_game import TableAction, Unreadable
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from games.top_dog.form import DUMMY, Count, field, payload
from scoring.messages import translated
from scoring.top_dog import RoundStep, TopDogSheet, next_step
from scoring.top_dog.sheet import level

FEW_NAMES = 2  # names that fit on the meter's one line


def name_of(place: str, names: Sequence[str]) -> str:
    """The name of a place inside a sentence."""
    return _("the dummy") if place == DUMMY else names[int(place)]


def name_first(place: str, names: Sequence[str]) -> str:
    """The name of a place at the start of a sentence."""
    return _("The dummy") if place == DUMMY else names[int(place)]


def hands_to(step: RoundStep) -> str:
    """Return the hands of a round and the target: `13 hands, to 35`."""
    words = ngettext("{count} hand, to {target}", "{count} hands, to {target}", step.hands)
    return words.format(count=step.hands, target=step.target)


def meter_label(now: Count) -> str:
    """Return the text beside the figure of the meter."""
    if now.left < 0:
        many = -now.left
        return (
            ngettext("card too many", "cards too many", many)
            if now.by_cards
            else ngettext("hand too many", "hands too many", many)
        )
    words = ngettext("of {count} hand to place", "of {count} hands to place", now.due)
    if now.by_cards:
        words = ngettext("of {count} card to place", "of {count} cards to place", now.due)
    return words.format(count=now.due)


def meter_text(now: Count, names: Sequence[str]) -> tuple[str, str]:
    """Return what to do (bold), and what else matters at this point."""
    if now.left < 0:
        return _("Change the number that is wrong."), _in_all(now)
    if now.odd:
        return _odd(now, names), ""
    if not now.open and now.left:
        return _missing(now), _("Change a number, or say that the last hand was tied.")
    if now.after is not None:
        return _placed(now), " ".join(filter(None, [_rest(now, names), _ends(now.after, names)]))
    if len(now.open) == FEW_NAMES:
        tap = _("One more tap settles it.") if now.has_keys else _("One more number settles it.")
        return tap, why_play_continues(now.step, names)
    return _instruction(now), why_play_continues(now.step, names) or _("The last one gets the rest.")


def _instruction(now: Count) -> str:
    if now.has_keys:
        return _("Tap what each won.")
    return _("Count each pile.") if now.by_cards else _("Count what each won.")


def _in_all(now: Count) -> str:
    words = ngettext("There are {count} hand in all.", "There are {count} hands in all.", now.due)
    if now.by_cards:
        words = ngettext("There are {count} card in all.", "There are {count} cards in all.", now.due)
    return words.format(count=now.due)


def _missing(now: Count) -> str:
    words = ngettext("{count} hand missing.", "{count} hands missing.", now.left)
    if now.by_cards:
        words = ngettext("{count} card missing.", "{count} cards missing.", now.left)
    return words.format(count=now.left)


def _placed(now: Count) -> str:
    words = ngettext("All {count} hand are placed.", "All {count} hands are placed.", now.due)
    if now.by_cards:
        words = ngettext("All {count} card are placed.", "All {count} cards are placed.", now.due)
    return words.format(count=now.due)


def _odd(now: Count, names: Sequence[str]) -> str:
    place = now.odd[0]
    cards = now.counted[place]
    return ngettext(
        "{player}: {count} card are no whole hands. Each hand took {unit}.",
        "{player}: {count} cards are no whole hands. Each hand took {unit}.",
        cards,
    ).format(player=name_first(place, names), count=cards, unit=now.unit)


def _rest(now: Count, names: Sequence[str]) -> str:
    return _("{player} has what is left.").format(player=name_first(now.auto, names)) if now.auto else ""


def why_play_continues(step: RoundStep, names: Sequence[str]) -> str:
    """Return why the match goes on although the target is reached (TD-18, HR-TD-01); "" where it is not reached."""
    if step.level:
        return translated(level(_names_or_count(step.level, names), minus(step.totals[step.level[0]])))
    if not step.at_target:
        return ""
    is_past = min(step.totals[seat] for seat in step.at_target) > step.target
    words = ngettext(
        "{names} has {target}, but the game runs to round {number}.",
        "{names} have reached {target}, but the game runs to round {number}.",
        len(step.at_target),
    )
    if is_past:
        words = ngettext(
            "{names} is past {target}, but the game runs to round {number}.",
            "{names} are past {target}, but the game runs to round {number}.",
            len(step.at_target),
        )
    return words.format(names=_names_or_count(step.at_target, names), target=step.target, number=step.cycle_end)


def _ends(after: TopDogSheet, names: Sequence[str]) -> str:
    """Return who wins with this round, or how far the match runs after it; "" for neither."""
    if after.finished:
        return _("{names} wins.").format(names=listed(names[seat] for seat in after.winners))
    step = next_step(after)
    if step is None or not after.at_target:
        return ""
    return (
        why_play_continues(step, names)
        if step.level
        else _("The game runs to round {number}.").format(number=step.cycle_end)
    )


def _names_or_count(seats: Sequence[int], names: Sequence[str]) -> str:
    if len(seats) <= FEW_NAMES:
        return listed(names[seat] for seat in seats)
    return ngettext("{count} player", "{count} players", len(seats)).format(count=len(seats))


def main_button(now: Count, names: Sequence[str]) -> tuple[str, str]:
    """Return the text of the main button, and the rest of it where there is space."""
    after = now.after
    if after is None:
        return _unready_button(now), ""
    if after.finished:
        return _("Save"), _(": {names} wins").format(names=listed(names[seat] for seat in after.winners))
    more = "" if after.arranger is None else _(": {player} arranges").format(player=names[after.arranger])
    return _("Round {number}").format(number=after.number), more


def _unready_button(now: Count) -> str:
    if now.left < 0:
        many = -now.left
        words = ngettext("{count} hand too many", "{count} hands too many", many)
        if now.by_cards:
            words = ngettext("{count} card too many", "{count} cards too many", many)
        return words.format(count=many)
    if now.odd:
        return _("Count the cards again")
    words = ngettext("{count} hand to place", "{count} hands to place", now.left)
    if now.by_cards:
        words = ngettext("{count} card to place", "{count} cards to place", now.left)
    return words.format(count=now.left)


def variation(sheet: TopDogSheet) -> str:
    """Return the variations played: `Variation 2`, `Variations 1 and 4`; "" for none."""
    agreed = sheet.options
    numbers = [{"all": "1", "rotating": "2"}.get(agreed.arranging, ""), "3" * agreed.dummy, "4" * (agreed.suits > 1)]
    played = [number for number in numbers if number]
    if not played:
        return ""
    return ngettext("Variation {numbers}", "Variations {numbers}", len(played)).format(numbers=listed(played))


# A round that cannot end because the last cards tie again and again: hands are missing, and a note says why (HR-
# TD-04).


WHY = gettext_lazy("Give a short reason why hands are missing. It stays with the sheet.")


def offered(state: MatchState) -> bool:
    """Whether a round can be entered as stuck: the match is not over."""
    return not state.sheet.finished


def screen(state: MatchState, form: QueryDict) -> Screen:
    """Return the action’s page: a number per place, and the reason."""
    step = next_step(state.sheet_as(TopDogSheet))
    return Screen("games/top_dog/stuck.html", {"step": step, "rows": _rows(state, form), "why": form.get("why", "")})


def _rows(state: MatchState, form: QueryDict) -> list[dict[str, Any]]:
    sheet, names = state.sheet_as(TopDogSheet), shortened(state.names)
    places = [*map(str, sheet.active_seats), *([DUMMY] if sheet.options.dummy else [])]
    return [
        {
            "name": name_first(place, state.names),
            "short": name_of(place, names),
            "field": field(place, by_cards=False),
            "value": form.get(field(place, by_cards=False), ""),
        }
        for place in places
    ]


def drafts(state: MatchState, form: QueryDict) -> Sequence[Draft]:
    """Return the one `round` entry with its note. Raises Unreadable where a number or the reason is missing."""
    entry = payload(form)
    if not entry.get("note"):
        raise Unreadable(str(WHY), "why")
    return [Draft("round", line_number(form), entry, id=entry_id(form))]


def offline_action(state: MatchState) -> OfflineAction | None:
    """Return the form for a tablet without network; None once the match is over."""
    if not offered(state):
        return None
    return OfflineAction(
        what="round",
        title=_("This round is stuck?"),
        about=_(
            "With two cards left each, the same tie can come back for ever. Then enter the hands that were won, and "
            "why some are missing."
        ),
        rows="games/top_dog/offline_actions/_stuck.html",
        entry_label=_("A round that got stuck"),
        go=_("Save the round"),
        more={"rows": _rows(state, QueryDict())},
    )


STUCK = TableAction("stuck", gettext_lazy("A round is stuck"), screen, drafts, offered, offline=offline_action)
