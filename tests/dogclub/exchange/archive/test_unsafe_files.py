"""Files that are no archive, or are harmful, are refused with a message, and nothing of them is written."""

import io
import json
import resource
import struct
import sys
import time
import zipfile
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from clubs.models import Club, Player
from dogclub.exchange.archive import restore
from dogclub.exchange.archive.lines import FORMAT
from dogclub.exchange.archive.reader import Archive, Unusable
from games.models import Match
from tests.dogclub.exchange.archive.whole import brought_back, changed, members, packed, zipped
from tests.factory import a_club, a_match, some_players

pytestmark = pytest.mark.django_db
MEGABYTE = 1_000_000
DEEP = b'{"id":' + b"[" * 200_000 + b"]" * 200_000 + b"}\n"


@pytest.fixture(scope="module")
def small(django_db_setup: None, django_db_blocker: Any) -> bytes:
    """The archive of a club with one match."""
    from django.db import transaction

    with django_db_blocker.unblock(), transaction.atomic():
        club = a_club()
        a_match(club, some_players(club, 3), plan=(1, 2))
        content = packed(club)
        transaction.set_rollback(True)
    return content


def but(**parts: bytes) -> Callable[[bytes], bytes]:
    """Return a function that replaces members of an archive; the argument `x_jsonl` stands for the member x.jsonl."""
    named = {name.replace("_", ".", 1): content for name, content in parts.items()}
    return lambda content: zipped({**members(content), **named})


def cover(**fields: Any) -> Callable[[bytes], bytes]:
    return lambda content: changed(content, "archive.json", lambda found: found.update(fields))


def counts(**fields: int) -> Callable[[bytes], bytes]:
    return lambda content: changed(content, "archive.json", lambda found: found["counts"].update(fields))


def match(change: Callable[[Any], Any]) -> Callable[[bytes], bytes]:
    return lambda content: changed(content, "matches.jsonl", change)


def player(change: Callable[[Any], Any], line: int = 0) -> Callable[[bytes], bytes]:
    return lambda content: changed(content, "players.jsonl", change, line)


def spoilt(content: bytes) -> bytes:
    """Return the archive, stored uncompressed, with one byte of the matches changed: only the checksum differs."""
    plain = zipped(members(content), zipfile.ZIP_STORED)
    at = plain.index(b'"rule_version"') + 2
    return plain[:at] + b"X" + plain[at + 1 :]


def many_members(content: bytes) -> bytes:
    return zipped({**members(content), **{f"{number}.jsonl": b"" for number in range(70_000)}}, zipfile.ZIP_STORED)


def lying(content: bytes) -> bytes:
    """Return an archive whose directory declares a small size for a member of 50 MB."""
    bomb = zipped({**members(content), "tags.jsonl": bytes(50 * MEGABYTE)})
    at = bomb.rindex(b"PK\x01\x02")
    return bomb[: at + 24] + struct.pack("<L", 100) + bomb[at + 28 :]


REFUSED: Mapping[str, tuple[Callable[[bytes], bytes], str]] = {
    "nothing": (lambda _: b"", "no archive"),
    "a picture": (lambda _: b"\x89PNG\r\n\x1a\n" + bytes(1000), "no archive"),
    "a text": (lambda _: b"date,player,total\n", "no archive"),
    "a ZIP of something else": (lambda _: zipped({"notes.txt": b"woof"}), "other files"),
    "one that was cut short": (lambda content: content[: len(content) // 2], "end of the file is missing"),
    "one with something after its end": (lambda content: content + b"woof", "end of the file is missing"),
    "one that is only a beginning": (lambda content: content[:10], "end of the file is missing"),
    "a byte that is another": (spoilt, "damaged"),
    "a name that leads out of its folder": (lambda c: zipped({**members(c), "../../evil.py": b""}), "other files"),
    "a name that leads out instead of one of ours": (
        lambda c: zipped({("../tags.jsonl" if name == "tags.jsonl" else name): x for name, x in members(c).items()}),
        "other files",
    ),
    "seventy thousand members": (many_members, "end of the file is missing|more in it"),
    "a member that is missing": (
        lambda c: zipped({name: x for name, x in members(c).items() if name != "tags.jsonl"}),
        "other files",
    ),
    "zeros, a thousand times smaller packed": (but(tags_jsonl=bytes(50 * MEGABYTE)), "would unpack"),
    "more than any club has written": (but(players_jsonl=b"\n" * 61 * MEGABYTE), "would unpack"),
    "a bomb that says it is small": (lying, "tags.jsonl"),
    "a million lines": (but(tags_jsonl=b'{"id":"g1"}\n' * 1_000_000), "cannot be read|more than the 0 lines|unpack"),
    "a line without end": (but(players_jsonl=b'{"id":"' + bytes(range(65, 90)) * 200_000), "longer than any|unpack"),
    "lists in lists": (
        lambda c: zipped({**members(c), "players.jsonl": DEEP}, zipfile.ZIP_STORED),
        "players.jsonl, line 1 cannot be read",
    ),
    "a cover of lists in lists": (
        but(archive_json=b"[" * 100_000 + b"]" * 100_000),
        "archive.json cannot be read|unpack",
    ),
    "no JSON": (but(players_jsonl=b"woof\n"), "players.jsonl, line 1 cannot be read"),
    "half a letter": (but(players_jsonl=b'{"id":"p1","name":"\xc3"}\n'), "cannot be read"),
    "a NUL in a name": (player(lambda line: line.update(name="Bea\0")), "NUL"),
    "fewer lines than announced": (counts(players=4), "not whole"),
    "more lines than announced": (counts(players=2), "more than the 2 lines"),
    "more matches than people play": (counts(matches=60_001), "60,000 are the most"),
    "a count that is below nothing": (counts(matches=-1), "are the most"),
    "no counts": (cover(counts={}), "how much there is"),
    "a later format": (cover(format=FORMAT + 1, more="than this program knows"), "Update Dog Club"),
    "a format that is a word": (cover(format="one"), "archive.json cannot be read"),
    "a key nobody knows": (cover(woof=1), "archive.json cannot be read"),
    "a name that is too long": (player(lambda line: line.update(name="B" * 61)), "line 1 cannot be read"),
    "a colour nobody has": (player(lambda line: line.update(colour="plaid")), "line 1 cannot be read"),
    "a reference to nobody": (match(lambda line: line["seats"].__setitem__(0, "p9")), "p9, who is not"),
    "a night that is not there": (match(lambda line: line.update(night="n7")), "names n7"),
    "somebody twice": (player(lambda line: line.update(id="p2")), "somebody twice"),
    "two of one name": (
        player(lambda line: line.update(name="Otto Pym")),
        "contradicts itself|does not|differ|figures",
    ),
    "merged in a circle": (player(lambda line: line.update(merged_into="p1")), "in a circle"),
    "a game nobody plays": (match(lambda line: line.update(game="poker")), "poker"),
    "options nobody plays by": (match(lambda line: line["options"].update(plan=[99])), "does not add up"),
    "an entry nobody writes": (match(lambda line: line["entries"][0].update(kind="woof")), "does not add up"),
    "tricks that do not add up": (
        match(lambda line: line["entries"][1]["payload"].update(tricks={"0": 5, "1": 5, "2": 5})),
        "does not add up",
    ),
    "a line that is missing": (match(lambda line: line["entries"].pop(0)), "not whole"),
    "a revision of nothing": (match(lambda line: line["entries"][0].update(revision=2)), "not whole"),
    "an entry twice": (match(lambda line: line["entries"].append(line["entries"][0])), "twice"),
    "an entry of the future": (match(lambda line: line["entries"][0].update(version=99)), "newer than version"),
    "an end that is none": (match(lambda line: line["entries"].pop()), "it is not|does not"),
    "no end": (match(lambda line: line.pop("finished_at")), "since when"),
    "a seat too many": (match(lambda line: line["seats"].pop()), "3 seats"),
    "another digest": (cover(digest="0" * 64), "do not come to the figures"),
    "another part": (cover(parts={"matches": "0" * 64}), "do not come to the figures"),
    "another digest of a match": (match(lambda line: line.update(figures="0" * 64)), "do not come to the figures"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_restored_is_refused_with_a_sentence(small: bytes, name: str) -> None:
    make, sentence = REFUSED[name]
    with pytest.raises(Unusable, match=sentence):
        brought_back(make(small))
    assert (Club.objects.count(), Player.everybody.count(), Match.objects.count()) == (0, 0, 0)


def test_the_archive_of_the_table_itself_is_restored(small: bytes) -> None:
    assert brought_back(small).digest


def test_a_refusal_names_what_differs_and_the_rules_that_moved_on(small: bytes) -> None:
    older = changed(small, "archive.json", lambda found: found["rules"].update({"dirty-dog": "0.9"}))
    older = changed(older, "matches.jsonl", lambda line: line.update(figures="0" * 64))
    with pytest.raises(Unusable) as refusal:
        brought_back(older)
    assert "Match m1 (dirty-dog" in str(refusal.value)
    assert "other versions of the rules: Dirty Dog 0.9" in str(refusal.value)


def test_whoever_has_read_the_refusal_can_have_it_anyway(small: bytes) -> None:
    other = changed(small, "matches.jsonl", lambda line: line.update(figures="0" * 64))
    restored = brought_back(other, anyway=True)
    assert len(restored.differing) == 1
    assert restored.club.matches.count() == 1


def memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "linux" else 1 << 20)


@pytest.mark.parametrize("name", [name for name in REFUSED if "thousand" in name or "million" in name or "say" in name])
def test_bombs_cost_next_to_nothing(small: bytes, name: str) -> None:
    content = io.BytesIO(REFUSED[name][0](small))
    before, began = memory(), time.thread_time()
    with pytest.raises(Unusable):
        restore.plan(Archive(content), "again")
    assert time.thread_time() - began < 1
    assert memory() - before < 100


def test_json_that_is_fine_but_huge_is_not_read_to_its_end(small: bytes) -> None:
    """A file with more lines than allowed is refused."""
    line = json.dumps({"id": "g1", "match": "m1", "round": 1, "term": "woof", "tagged_at": "2026-01-01T00:00:00Z"})
    with pytest.raises(Unusable, match=r"more than the 0 lines|unpack"):
        brought_back(but(tags_jsonl=f"{line}\n".encode() * 100_000)(small))
