"""A match removed by mistake: gone from everything at once, back as it was for two weeks, then erased."""

from datetime import timedelta
from http import HTTPStatus
from typing import Any

import pytest
from django.db.models import Model
from django.utils import timezone

from clubs.models import Club, Player, Role
from clubs.players.anonymise import anonymise_player
from dogclub.models import Job
from dogclub.privacy.erasure import erase_matches
from games import ledger
from games.consequences.follow import rebuild
from games.entries.drafts import Author
from games.ledger.lifetime import TWO_WEEKS, models_of_matches
from games.models import Comment, Match, RemovedMatch, SheetPhoto
from leagues.models import Award, Fixture, Playoff, Standing
from leagues.players.merge import merge
from scoring.base import Illegal
from tests.dogclub.privacy.erasure.every_byte import found as bytes_found
from tests.dogclub.privacy.erasure.every_byte import overwritten
from tests.factory import a_match, some_players
from tests.people import SignIn
from tests.playoff_nights import an_evening, table

BY = Author(None, "a test", True)


@pytest.fixture
def match(kennel: Club) -> Match:
    """The last of two matches, with a comment and a photo; both have a result."""
    players = some_players(kennel, 3)
    a_match(kennel, players, plan=(1, 2), seed=3)
    match = a_match(kennel, players, plan=(1, 2, 1), seed=5)
    Comment.objects.create(match=match, player=players[0], text="Again!")
    SheetPhoto.objects.create(match=match, image=b"\xff\xd8 photo", width=1, height=1)
    return match


def rows_of(match: Match) -> dict[str, list[dict[str, Any]]]:
    """All rows of the match as they are in the database, without its version."""
    models: list[tuple[type[Model], str]] = [*models_of_matches(), (Match, "pk")]
    found = {}
    for model, field in models:
        rows = model._base_manager.filter(**{field: match.pk}).order_by("pk")
        names = [each.attname for each in model._meta.concrete_fields if (each.name, model) != ("version", Match)]
        found[model._meta.label] = list(rows.values(*names))
    return found


@pytest.mark.django_db
def test_no_row_of_it_remains_and_all_that_followed_is_counted_without_it(kennel: Club, match: Match) -> None:
    removed = ledger.remove(match.pk, "entered twice", BY)
    assert (removed.reason, removed.erased_at - removed.removed_at) == ("entered twice", TWO_WEEKS)
    assert all(not rows for rows in rows_of(match).values())
    assert rebuild(kennel, check=True) == []
    assert {row.played for row in Standing.objects.filter(club=kennel)} <= {1}
    assert set(Award.objects.values_list("match", flat=True)) == {kennel.matches.get().pk}


@pytest.mark.django_db
def test_taken_back_it_is_as_it_was(kennel: Club, match: Match) -> None:
    before = rows_of(match)
    back = ledger.take_back(ledger.remove(match.pk, "entered twice", BY))
    assert rows_of(back) == before
    assert back.version == match.version + 1
    assert rebuild(kennel, check=True) == []
    assert not RemovedMatch.objects.exists()


@pytest.mark.django_db
def test_a_match_that_has_only_begun_is_removed_too(kennel: Club) -> None:
    match = a_match(kennel, some_players(kennel, 3), hands=1, bids_only=True)
    ledger.take_back(ledger.remove(match.pk, "the wrong people", BY))
    assert match.entries.count() == 3


@pytest.mark.django_db
def test_what_was_dealt_by_it_holds_it(kennel: Club) -> None:
    playoff = an_evening(kennel)
    group = table(playoff, Fixture.Stage.GROUP)
    with pytest.raises(Illegal, match="group of a play-off"):
        ledger.remove(group.pk, "", BY)
    Playoff.objects.update(called_off_at=timezone.now())
    removed = ledger.remove(group.pk, "", BY)
    assert Fixture.objects.get(playoff=playoff, stage=Fixture.Stage.GROUP, number=1).match is None
    ledger.take_back(removed)
    assert table(playoff, Fixture.Stage.GROUP) == group


@pytest.mark.django_db
def test_a_next_round_holds_the_match_that_dealt_it(kennel: Club) -> None:
    players = some_players(kennel, 3)
    first, final = (a_match(kennel, players, hands=1, for_trophy=False) for _ in range(2))
    playoff = Playoff.objects.create(club=kennel, kind="knockout", game="dirty-dog")
    for number, match in ((1, first), (2, final)):
        Fixture.objects.create(playoff=playoff, stage=Fixture.Stage.ROUND, round=number, match=match)
    with pytest.raises(Illegal, match="next round"):
        ledger.remove(first.pk, "", BY)


@pytest.mark.django_db
def test_players_merged_meanwhile_sit_there_as_one(kennel: Club, match: Match) -> None:
    bea, otto, _third = match.seats.order_by("position")
    twin = Player.objects.create(club=kennel, name="Beatrix")
    removed = ledger.remove(match.pk, "", BY)
    merge(bea.player, twin, None)
    assert ledger.take_back(removed).seats.get(position=0).player == twin
    removed = ledger.remove(match.pk, "", BY)
    Player.everybody.filter(pk=otto.player_id).update(merged_into=twin)
    with pytest.raises(Illegal, match="two of its players"):
        ledger.take_back(removed)


@pytest.mark.django_db
def test_without_one_of_its_players_it_stays_removed(kennel: Club, match: Match) -> None:
    newcomer = Player.objects.create(club=kennel, name="Quentin Vale")
    others = [seat.player for seat in match.seats.order_by("position")[:2]]
    removed = ledger.remove(a_match(kennel, [*others, newcomer], hands=1).pk, "", BY)
    newcomer.delete()
    with pytest.raises(Illegal, match="was deleted since"):
        ledger.take_back(removed)
    assert RemovedMatch.objects.get() == removed and not kennel.matches.filter(pk=removed.pk).exists()


@pytest.mark.django_db
def test_a_name_taken_out_meanwhile_does_not_come_back(kennel: Club, match: Match) -> None:
    Comment.objects.filter(match=match).update(text="Marlowe cheats")
    removed = ledger.remove(match.pk, "entered twice", BY)
    anonymise_player(Player.objects.get(name="Bea Marlowe"))
    back = ledger.take_back(removed)
    assert back.comments.get().text == "a former member cheats"
    assert back.photos.get().image is None


@pytest.mark.only("sqlite")
@pytest.mark.django_db(transaction=True)
def test_after_two_weeks_no_byte_of_it_is_left(kennel: Club, match: Match) -> None:
    SheetPhoto.objects.filter(match=match).update(image=b"a photo of hounds")
    Comment.objects.filter(match=match).update(text="Quillabamba")
    job = Job.objects.create(club=kennel, kind="table", state=Job.State.DONE, result={"words": "Quillabamba"})
    removed = ledger.remove(match.pk, "Quillabamba", BY)
    assert erase_matches() == 0
    RemovedMatch.objects.update(erased_at=timezone.now() - timedelta(seconds=1))
    assert erase_matches() == 1
    overwritten()
    assert not Job.objects.filter(pk=job.pk).exists()
    assert bytes_found(["Quillabamba", "a photo of hounds", "YSBwaG90byBvZiBob3VuZHM"]) == []
    with pytest.raises(Illegal, match="any more"):
        ledger.take_back(removed)


@pytest.mark.django_db
def test_the_page_says_what_goes_and_the_list_takes_it_back(match: Match, sign_in: SignIn) -> None:
    client = sign_in(Role.ORGANISER)
    shown = client.get(f"/m/{match.pk}/remove/").content.decode()
    for words in ("its sheet with 3 rounds", "1 comment", "the photo of its sheet", "took here"):
        assert words in shown
    assert client.post(f"/m/{match.pk}/remove/", {"reason": ""}).status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    client.post(f"/m/{match.pk}/remove/", {"reason": "entered twice"})
    assert client.get(f"/m/{match.pk}/").status_code == HTTPStatus.NOT_FOUND
    assert "entered twice" in client.get("/c/kennel/removed/").content.decode()
    assert client.post(f"/c/kennel/removed/{match.pk}/take-back/").headers["Location"] == f"/m/{match.pk}/"


@pytest.mark.django_db
def test_programs_remove_and_take_back(match: Match, sign_in: SignIn) -> None:
    client, removed = sign_in(Role.ORGANISER), "/api/v1/clubs/kennel/removed-matches"
    assert client.delete(f"/api/v1/matches/{match.pk}?reason=twice").status_code == HTTPStatus.NO_CONTENT
    (row,) = client.get(removed).json()["removed_matches"]
    assert (row["id"], row["reason"], len(row["players"])) == (str(match.pk), "twice", 3)
    assert client.post(f"{removed}/{match.pk}/take-back", content_type="application/json").json()["id"] == str(match.pk)
    assert client.get(removed).json()["removed_matches"] == []
