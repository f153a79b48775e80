"""The messages that a tablet sends for a match played by bots, with ids that stay the same when they are sent again."""

import random
from typing import Any
from uuid import uuid4

from dogclub.demo.bots import Evening, Happenings, random_bot
from games.registry import TABLE_GAMES, table_game
from scoring.dirty_dog import DIRTY_DOG, Options
from scoring.records import entry_to_json

Message = list[dict[str, Any]]

GAMES = [game.key for game in TABLE_GAMES]
LINES = 40  # a longer match is cut off here


def script(seed: int, *, whole_hands: bool) -> list[Message]:
    """Dirty Dog for five with default options: one message a hand, or bids and tricks in separate messages."""
    return messages(DIRTY_DOG.key, played(DIRTY_DOG.key, seed)[1], 2 if whole_hands else 1)


def played(game: str, seed: int) -> tuple[Any, list[Any]]:
    """Options and entries of a match with as many players as the game permits, up to five."""
    chance = random.Random(seed)
    if game == DIRTY_DOG.key:
        evening = Evening([random_bot(seat, chance) for seat in range(5)], Options(), Happenings(), chance)
        return Options(), [line.entry for line in evening.play().written]
    found = table_game(game).demo_match(seats(game), chance)
    return found.options, [entry for _, entry in found.lines]


def seats(game: str) -> int:
    return min(5, table_game(game).engine.seats[1])


def messages(game: str, entries: list[Any], step: int) -> list[Message]:
    """Return the entries as messages of `step` drafts each, at most LINES drafts."""
    kind = table_game(game).engine.kind
    drafts = [
        {"id": str(uuid4()), "number": number, "kind": kind(entry), "payload": entry_to_json(entry)}
        for number, entry in enumerate(entries[:LINES], start=1)
    ]
    return [drafts[place : place + step] for place in range(0, len(drafts), step)]


def with_undos(sent: list[Message]) -> list[Message]:
    """Return the messages, every third of them undone and sent again; not the last, which may end the match."""
    found: list[Message] = []
    for place, message in enumerate(sent, start=1):
        found.append(message)
        if place % 3 == 1 and place < len(sent):
            found += [again(message, payload=None), again(message)]
    return found


def again(message: Message, **changes: Any) -> Message:
    """Return the message with new ids and these changes in each draft."""
    return [{**draft, "id": str(uuid4()), **changes} for draft in message]


def revisions(written: list[Message]) -> list[tuple[int, int, str, bool]]:
    """Line, revision, id and whether it is an undo, of each entry of the messages as stored, sorted."""
    last: dict[int, int] = {}
    found = []
    for draft in (draft for message in written for draft in message):
        last[draft["number"]] = last.get(draft["number"], 0) + 1
        found.append((draft["number"], last[draft["number"]], draft["id"], draft["payload"] is None))
    return sorted(found)
