"""The rules page of Pack o' Dogs agrees with the engine."""

import re

import pytest

from games.rules import Article, Block, rules_of
from scoring.base import replay
from scoring.pack_o_dogs import PACK_O_DOGS, Options, PackSheet, Round
from scoring.pack_o_dogs.sheet import captured, late

GAPS = {5, 17, 18, 19}
RESULT = re.compile(r"(?P<winner>\w+) wins, (?P<more>\d+) to (?P<less>\d+), on (?P<how>points|rounds)\.")


def articles() -> list[Article]:
    text = rules_of("pack-o-dogs")
    assert text is not None
    return [article for section in text.sections for article in section.articles]


def titled(title: str) -> Article:
    return next(article for article in articles() if article.title == title)


def table(article: Article) -> Block:
    return next(block for block in article.blocks if block.kind == "table")


WORKED = [article for article in articles() if article.title.startswith("Game ")]


def played(article: Article) -> tuple[PackSheet, list[str]]:
    """The sheet of a worked game, and the names by seat."""
    rows = table(article).body
    names = [rows[0][1], next((row[1] for row in rows if row[1] != rows[0][1]), "nobody")]
    entries = [Round(names.index(row[1]), pack=row[2] == "yes") for row in rows]
    return replay(PACK_O_DOGS, 2, Options(), entries), names


@pytest.mark.parametrize("article", WORKED, ids=lambda article: article.title)
def test_a_worked_game_scores_as_it_says(article: Article) -> None:
    sheet, names = played(article)
    for line, (number, winner, _, words, points) in zip(sheet.rounds, table(article).body, strict=True):
        assert (str(line.round_in_game), names[line.winner]) == (number, winner)
        assert f"{line.product.base} × {line.product.streak} × {line.product.late}" == words
        assert line.points[line.winner] == int(points)
    said = RESULT.fullmatch(article.blocks[1].text)
    assert said is not None
    (game,) = sheet.games
    assert (names[game.winner], game.decided_by) == (said["winner"], said["how"])
    assert sorted(game.points.values()) == [int(said["less"]), int(said["more"])]


def test_the_tables_are_those_of_the_engine() -> None:
    rounds = table(titled("Late rounds"))
    assert [int(cell) for cell in rounds.body[0][1:]] == [late(int(number)) for number in rounds.head[1:]]
    turns = table(titled("What a turn puts in the pile"))
    assert [int(cards) for _, cards in turns.body] == [
        captured(pack="pack" in turn, low_cat="low cat" in turn) for turn, _ in turns.body
    ]


def test_every_rule_has_its_number_once() -> None:
    keys = [article.key for article in articles() if article.key]
    assert sorted(keys) == [f"PK-{number:02}" for number in range(1, 42) if number not in GAPS]


def test_every_house_rule_is_told() -> None:
    told = {block.text.partition(":")[0] for article in articles() for block in article.blocks if block.kind == "house"}
    assert told == {f"HR-PK-{number:02}" for number in range(1, 9)}


def test_there_are_worked_games() -> None:
    assert len(WORKED) >= 3
