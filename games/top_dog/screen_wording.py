"""What a round's screen says: what is missing, who gets the rest, how far the match runs."""

from collections.abc import Sequence

from games.base.names import counted, listed
from games.sheets.text import minus
from games.top_dog.count import Count
from games.top_dog.form import DUMMY
from scoring.top_dog import RoundStep, TopDogSheet, next_step

FEW = 2  # so many names fit on the meter's one line


def name_of(place: str, names: Sequence[str], start: str = "the dummy") -> str:
    return start if place == DUMMY else names[int(place)]


def unit(now: Count, number: int) -> str:
    """`1 hand`, `32 cards`."""
    return counted(number, "card" if now.by_cards else "hand")


def still(now: Count) -> str:
    """What stands beside the figure of the meter."""
    if now.left >= 0:
        return f"of {unit(now, now.due)} to place"
    return f"{unit(now, -now.left).split()[1]} too many"


def says(now: Count, names: Sequence[str]) -> tuple[str, str]:
    """One line: what to do, and what is worth knowing."""
    if now.left < 0:
        return "Change the number that is wrong.", f"There are {unit(now, now.due)} in all."
    if now.odd:
        return _odd(now, names), ""
    if not now.open and now.left:
        return f"{unit(now, now.left).capitalize()} missing.", "Change a number, or say that the last hand was tied."
    if now.after is not None:
        return f"All {unit(now, now.due)} are placed.", " ".join(
            filter(None, [_rest(now, names), _ends(now.after, names)])
        )
    if len(now.open) == FEW:
        return "One more tap settles it." if now.has_keys else "One more number settles it.", runs(now.step, names)
    how = "Tap what each won." if now.has_keys else "Count each pile." if now.by_cards else "Count what each won."
    return how, runs(now.step, names) or "The last one gets the rest."


def _odd(now: Count, names: Sequence[str]) -> str:
    place = now.odd[0]
    cards = counted(now.counted[place], "card")
    return f"{name_of(place, names, 'The dummy')}: {cards} are no whole hands. Each hand took {now.unit}."


def _rest(now: Count, names: Sequence[str]) -> str:
    return f"{name_of(now.auto, names, 'The dummy')} has what is left." if now.auto else ""


def runs(step: RoundStep, names: Sequence[str]) -> str:
    """Somebody is there, and it goes on all the same (TD-18, HR-TD-01)."""
    if step.level:
        return (
            f"{_some(step.level, names)} are level with {minus(step.totals[step.level[0]])}: play on until one leads."
        )
    if not step.past:
        return ""
    is_past = min(step.totals[seat] for seat in step.past) > step.target
    verb = ("is past" if is_past else "has") if len(step.past) == 1 else ("are past" if is_past else "have reached")
    return f"{_some(step.past, names)} {verb} {step.target}, but the game runs to round {step.cycle_end}."


def _ends(after: TopDogSheet, names: Sequence[str]) -> str:
    """What the round would lead to, where that is more than one round more."""
    if after.finished:
        return f"{listed(names[seat] for seat in after.winners)} wins."
    step = next_step(after)
    if step is None or not after.past:
        return ""
    return runs(step, names) if step.level else f"The game runs to round {step.cycle_end}."


def _some(seats: Sequence[int], names: Sequence[str]) -> str:
    return listed(names[seat] for seat in seats) if len(seats) <= FEW else f"{len(seats)} players"


def goes_on(now: Count, names: Sequence[str]) -> tuple[str, str]:
    """The main action: in short, and what more there is room for."""
    after = now.after
    if after is None:
        return _lacks(now), ""
    if after.finished:
        return "Save", f": {listed(names[seat] for seat in after.winners)} wins"
    if after.arranger is not None:
        return f"Round {after.number}", f": {names[after.arranger]} arranges"
    return f"Round {after.number}", ""


def _lacks(now: Count) -> str:
    if now.left < 0:
        return f"{unit(now, -now.left)} too many"
    if now.odd:
        return "Count the cards again"
    return f"{unit(now, now.left)} to place"


def variation(sheet: TopDogSheet) -> str:
    """`Variation 2`, `Variations 1 and 4`, "" for the plain game."""
    agreed = sheet.options
    numbers = [{"all": "1", "rotating": "2"}.get(agreed.arranging, ""), "3" * agreed.dummy, "4" * (agreed.suits > 1)]
    played = [number for number in numbers if number]
    return f"Variation{'s' if len(played) > 1 else ''} {listed(played)}" if played else ""
