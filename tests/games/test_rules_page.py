"""The rules and the glossary of Dirty Dog agree with the engine."""

import re
import shutil
from datetime import timedelta
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import SpectatorLink
from games.callouts import last_callouts
from games.models import Match, Tag
from games.registry import TABLE_GAMES
from games.rules import AT_THE_TABLE, Article, Block, earlier_versions, glossary, rules_of, text_of
from scoring import ENGINES
from scoring.base import replay
from scoring.dirty_dog import DIRTY_DOG, Bids, Options, Tricks
from scoring.dirty_dog.plan import most_cards, proposals
from scoring.dirty_dog.terms import LABELS
from tests.counting import queries
from tests.factory import a_club, a_history, a_match, a_member, some_players
from tests.server import ROOT


def articles() -> list[Article]:
    text = rules_of("dirty-dog")
    assert text is not None
    return [article for section in text.sections for article in section.articles]


def table(article: Article) -> Block:
    return next(block for block in article.blocks if block.kind == "table")


WORKED = [article for article in articles() if article.key.startswith("Hand")]


def played(article: Article) -> tuple[Any, list[int]]:
    """The line of a worked hand, and the points that the table gives, both in bidding order."""
    rows = [[int(cell) for cell in row[1:]] for row in table(article).body]
    seats = len(rows)
    cards = sum(took for _, took, _ in rows)
    bids = {seat: bid for seat, (bid, _, _) in enumerate(rows)}
    tricks = {seat: took for seat, (_, took, _) in enumerate(rows)}
    options = Options(plan=(cards,), first_dealer=seats - 1)
    sheet = replay(DIRTY_DOG, seats, options, [Bids(bids), Tricks(tricks)])
    return sheet.lines[0], [points for _, _, points in rows]


def test_there_are_worked_hands() -> None:
    assert len(WORKED) >= 3


@pytest.mark.parametrize("article", WORKED, ids=lambda article: article.title)
def test_a_worked_hand_scores_as_it_says(article: Article) -> None:
    line, points = played(article)
    assert [line.points[seat] for seat in range(len(points))] == points
    said = re.search(r"The Rule bars (\d+|nothing)", article.blocks[0].text)
    assert said is not None
    assert said[1] == ("nothing" if line.barred is None else str(line.barred))
    heard = {LABELS[call.term] for call in line.callouts}
    for term in ("SBR", "Overbid"):
        assert (term not in article.blocks[0].text) or term in heard


def test_the_usual_plans_are_those_of_the_engine() -> None:
    plans = table(next(article for article in articles() if article.title == "The usual plans"))
    for row in plans.body:
        seats, largest, tops, hands, deals = map(int, row)
        found = proposals(seats, most_cards(seats), 1)[0]
        assert (found.max_cards, found.max_hands, found.hands, found.deals) == (largest, tops, hands, deals)


def test_every_rule_has_its_number_once() -> None:
    keys = [article.key for article in articles() if article.key]
    assert len(keys) == len(set(keys))


def test_every_rule_that_the_engine_names_is_told() -> None:
    sources = "".join(path.read_text() for path in (ROOT / "scoring").rglob("*.py"))
    defined = [*articles(), *(article for section in glossary().sections for article in section.articles)]
    house = {block.text.partition(":")[0] for article in defined for block in article.blocks if block.kind == "house"}
    assert set(re.findall(r"\b(?:HR-)?DD-\d+", sources)) - house - {article.key for article in articles()} == set()


def test_every_call_out_is_in_the_glossary() -> None:
    titles = {article.title for section in glossary().sections for article in section.articles}
    assert set(LABELS.values()) - titles == set()


def test_every_engine_has_a_rules_page() -> None:
    assert all(rules_of(game.key) for game in ENGINES)


@pytest.mark.parametrize("path", sorted((AT_THE_TABLE / "rules").glob("*.md")), ids=lambda path: path.name)
def test_no_line_is_lost_in_reading(path: Path) -> None:
    text = text_of(path)
    shown = [text.title, *(block.text for block in text.lead)]
    for section in text.sections:
        shown += [section.title, *(block.text for block in section.lead)]
        for article in section.articles:
            shown += [article.key, article.title, *(block.text for block in article.blocks)]
            shown += [cell for block in article.blocks for row in block.rows for cell in row]
    words = re.findall(r"\w+", path.read_text())
    assert re.findall(r"\w+", " ".join(shown)) == words


@pytest.mark.django_db
def test_members_read_the_rules_and_others_do_not(client: Client) -> None:
    club = a_club(history_is_open=True)
    assert client.get("/c/kennel/rules/").status_code == 302
    session = client.session
    session["watching"] = [str(SpectatorLink.objects.create(club=club).pk)]
    session.save()
    assert client.get("/c/kennel/rules/").status_code == 302
    client.force_login(a_member(club))
    page = client.get("/c/kennel/rules/").content.decode()
    assert 'id="DD-18"' in page
    assert "House rule HR-DD-02:" in page
    assert client.get("/c/kennel/rules/?game=bridge").status_code == 404
    assert client.get("/c/kennel/rules/?game=../glossary").status_code == 404


@pytest.mark.django_db
def test_a_match_is_read_by_the_revision_it_was_played_under(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = a_club()
    match = a_match(club, some_players(club))
    client.force_login(a_member(club))
    shutil.copytree(AT_THE_TABLE / "rules", tmp_path / "rules")
    earlier = tmp_path / "rules" / "revisions" / "dirty-dog-1.2.md"
    earlier.parent.mkdir(exist_ok=True)
    earlier.write_text("# Dirty Dog\n\n## Bidding\n\n### DD-18 The Rule\nAs it was in those days.\n")
    monkeypatch.setattr("games.rules.AT_THE_TABLE", tmp_path)
    assert match.rule_version == "1.4"
    Match.objects.filter(pk=match.pk).update(rule_version="1.2")
    link = "/c/kennel/rules/?game=dirty-dog&rev=1.2"
    assert link in unescape(client.get(match.get_absolute_url()).content.decode())
    then, now, lost = (client.get(f"{link[:-1]}{last}").content.decode() for last in "231")
    assert "As it was in those days." in then
    assert "This is revision 1.2." in then
    assert "As it was in those days." not in now
    assert "rev=1.2" in now
    assert "Revision 1.1 is not kept here." in " ".join(lost.split())
    assert 'id="DD-55"' in lost


@pytest.mark.parametrize("game", ENGINES, ids=lambda game: game.key)
def test_the_revision_that_is_played_is_no_earlier_one(game: Any) -> None:
    assert game.version not in earlier_versions(game.key)


@pytest.mark.django_db
def test_the_glossary_says_where_a_word_was_last_heard(client: Client) -> None:
    club = a_club()
    match = a_match(club, some_players(club), seed=4)
    client.force_login(a_member(club))
    page = client.get("/c/kennel/glossary/").content.decode()
    assert f'Last: <a href="/m/{match.pk}/">hand 20, ' in page
    assert "Door Knob" in page


@pytest.mark.django_db
def test_the_glossary_finds_the_newest_match_and_whose_it_was(client: Client) -> None:
    club = a_club()
    players = some_players(club)
    older = a_match(club, players, seed=4, started_at=timezone.now() - timedelta(days=7))
    newer = a_match(club, players, plan=(1, 2, 1), seed=3)
    client.force_login(a_member(club))
    found = last_callouts(club)
    assert found["being set"].row.match == newer
    assert found["door knob"].row.match == older  # a door knob needs four hands
    knobs = older.shouts.filter(term="door-knob", round=found["door knob"].row.round)
    assert all(knob.player and knob.player.label in found["door knob"].who for knob in knobs)
    assert found["overbid"].who == ""


@pytest.mark.django_db
def test_the_glossary_knows_what_was_tagged(client: Client) -> None:
    club = a_club()
    players = some_players(club)
    match = a_match(club, players, plan=(1, 2, 1), seed=3)
    Tag.objects.create(match=match, round=2, term="rascal", player=players[1])
    Tag.objects.create(match=match, round=3, term="ice-fishing", removed_at=timezone.now())
    found = last_callouts(club)
    assert (found["rascal"].where[:6], found["rascal"].who) == ("hand 2", "Otto Pym")
    assert "ice fishing" not in found


def test_every_call_out_of_every_game_stands_in_the_glossary() -> None:
    words = {article.title.casefold() for section in glossary().sections for article in section.articles}
    halls = [table_game.record_categories for table_game in TABLE_GAMES]
    said = {label.casefold() for hall in halls for label in [*hall.terms.values(), *hall.tags.values()]}
    assert sorted(said - words) == []


@pytest.mark.django_db
def test_the_glossary_costs_the_same_after_a_hundred_matches(client: Client) -> None:
    club = a_club()
    players = some_players(club)
    a_match(club, players, seed=4)
    client.force_login(a_member(club))
    before = queries(client, "/c/kennel/glossary/")
    a_history(club, players, 100)
    assert queries(client, "/c/kennel/glossary/") == before
    assert before <= 6
