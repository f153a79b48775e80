"""What a tablet has to send of one match as bots play it, with the ids that stay the same however often it is sent."""

import random
from typing import Any
from uuid import uuid4

from dogclub.demo.evenings.bots import random_bot
from dogclub.demo.evenings.evening import Evening, Happenings
from games.registry import TABLE_GAMES, table_game
from scoring.dirty_dog import DIRTY_DOG, Options
from scoring.records import entry_to_json

Message = list[dict[str, Any]]

GAMES = [game.key for game in TABLE_GAMES]
LINES = 40  # a match is left where it is longer


def script(seed: int, *, whole_hands: bool) -> list[Message]:
    """Dirty Dog for five by its usual rules: a hand at a time, or bids and tricks on their own."""
    return messages(DIRTY_DOG.key, played(DIRTY_DOG.key, seed)[1], 2 if whole_hands else 1)


def played(game: str, seed: int) -> tuple[Any, list[Any]]:
    """The options and the entries of a match by as many as sit down at most, but no more than five."""
    chance = random.Random(seed)
    if game == DIRTY_DOG.key:
        evening = Evening([random_bot(seat, chance) for seat in range(5)], Options(), Happenings(), chance)
        return Options(), [line.entry for line in evening.play().written]
    found = table_game(game).demo_match(seats(game), chance)
    return found.options, [entry for _, entry in found.lines]


def seats(game: str) -> int:
    return min(5, table_game(game).engine.seats[1])


def messages(game: str, entries: list[Any], step: int) -> list[Message]:
    kind = table_game(game).engine.kind
    drafts = [
        {"id": str(uuid4()), "number": number, "kind": kind(entry), "payload": entry_to_json(entry)}
        for number, entry in enumerate(entries[:LINES], start=1)
    ]
    return [drafts[place : place + step] for place in range(0, len(drafts), step)]


def with_undos(sent: list[Message]) -> list[Message]:
    """Every third message is taken back and then written once more; the last stays, for it may end the match."""
    found: list[Message] = []
    for place, message in enumerate(sent, start=1):
        found.append(message)
        if place % 3 == 1 and place < len(sent):
            found += [again(message, payload=None), again(message)]
    return found


def again(message: Message, **changes: Any) -> Message:
    return [{**draft, "id": str(uuid4()), **changes} for draft in message]


def revisions(written: list[Message]) -> list[tuple[int, int, str, bool]]:
    """How the messages stand on the sheet: the line, its revision, the id, and whether it takes the line back."""
    last: dict[int, int] = {}
    found = []
    for draft in (draft for message in written for draft in message):
        last[draft["number"]] = last.get(draft["number"], 0) + 1
        found.append((draft["number"], last[draft["number"]], draft["id"], draft["payload"] is None))
    return sorted(found)
