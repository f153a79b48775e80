"""A substitute takes over a seat in mid-match: the sheet stays as it is, and each round counts for who played it."""

import json
import random
from collections.abc import Iterator, Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from django.db.models.functions import Coalesce
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubs.models import Club, Confirm, Night, Player, Role
from games import ledger
from games.base.names import sitting
from games.base.wording import substitutes_in_words
from games.consequences.follow import rebuild
from games.entries.drafts import Author, Closed, Draft
from games.entries.match_state import load, open_record
from games.ledger import Takeover, end_substitution, substitute
from games.models import Aggregate, Match, Seat, Substitution, Tally
from games.registry import TABLE_GAMES
from games.statistics.queries import tallies_of
from games.table.new_match import take_over
from leagues.models import Award, Fixture, Rating, Standing
from leagues.players.merge import CannotMerge, merge, undo
from scoring.base import Illegal, Malformed
from scoring.dirty_dog import Options
from scoring.records import entry_to_json, from_record, score, text
from tests.dogclub.exchange.archive.whole import brought_back, packed, wrong_figures
from tests.factory import a_match, played, some_players, write
from tests.people import SignIn
from tests.playoff_nights import an_evening, table

BY = Author(None, "a test", True)
PLAN = (1, 2, 3, 2, 1, 1)


def figures(match: Match) -> list[Any]:
    """All figures of the sheet, as they are stored."""
    rows = Tally.objects.filter(match=match).order_by("seat__position", "number")
    seats = Seat.objects.filter(match=match).values_list("position", "total", "place", "is_winner", "is_loser", "feats")
    return [*rows.values_list("seat__position", "number", "points", "total", "place", "facts"), *seats]


def hands_of(player: Player, match: Match) -> list[int]:
    rows = Tally.objects.filter(match=match).annotate(by=Coalesce("player", "seat__player"))
    found = sorted(rows.filter(by=player.pk).values_list("number", flat=True))
    if match.finished_at:
        assert sorted(tallies_of(player, match.game).filter(match=match).values_list("number", flat=True)) == found
    return found


@pytest.fixture
def people(kennel: Club) -> Sequence[Player]:
    """Four players: three sit, the fourth may take over."""
    return some_players(kennel, 4)


@pytest.fixture
def match(kennel: Club, people: Sequence[Player]) -> Match:
    """A finished match of six hands."""
    return a_match(kennel, people[:3], plan=PLAN, seed=5)


@pytest.mark.django_db
@pytest.mark.parametrize("takes_result", [False, True])
def test_hands_count_for_who_played_them_and_the_result_for_the_one_chosen(
    kennel: Club, people: Sequence[Player], match: Match, takes_result: bool
) -> None:
    before = figures(match)
    substitute(match.pk, Takeover(1, people[3], 4, takes_result), by=BY)
    assert figures(match) == before
    assert (hands_of(people[1], match), hands_of(people[3], match)) == ([1, 2, 3], [4, 5, 6])
    owner, other = (people[3], people[1]) if takes_result else (people[1], people[3])
    assert Seat.objects.get(match=match, position=1).player == owner
    assert {row.player for row in Standing.objects.filter(club=kennel)} == {people[0], owner, people[2]}
    assert not Rating.objects.filter(player=other).exists()
    assert not Award.objects.filter(player=other, withdrawn_at=None).exists()
    sums = Aggregate.objects.get(club=kennel, season=None, player=other)
    assert sums.results == {}
    assert sum(cell[0] for cell in sums.rounds["facts"]["made"].values()) == 3
    assert rebuild(kennel, check=True) == []
    assert ledger.rescore(match.pk, check=True) == []


@pytest.mark.django_db
def test_taken_back_everything_is_as_it_was(kennel: Club, people: Sequence[Player], match: Match) -> None:
    before, seats = figures(match), list(match.seats.values_list("player", "has_substitute"))
    row = substitute(match.pk, Takeover(1, people[3], 4, takes_result=True), by=BY)
    assert end_substitution(match.pk, row.pk, by=BY)
    assert not end_substitution(match.pk, row.pk, by=BY)
    assert (figures(match), list(match.seats.values_list("player", "has_substitute"))) == (before, seats)
    assert (hands_of(people[1], match), hands_of(people[3], match)) == ([1, 2, 3, 4, 5, 6], [])
    assert not Aggregate.objects.filter(player=people[3]).exists()
    assert rebuild(kennel, check=True) == []


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
@pytest.mark.django_db
def test_no_substitution_changes_a_figure_and_each_hand_has_one_player(
    kennel: Club, people: Sequence[Player], data: st.DataObject
) -> None:
    start = ledger.start(kennel, "dirty-dog", people[:3], Options(plan=PLAN))
    alone = ledger.start(kennel, "dirty-dog", people[:3], Options(plan=PLAN))
    entries = entries_of(start, data.draw(st.integers(0, 99)))
    at = data.draw(st.integers(0, len(entries)))
    for match in (start, alone):
        write(match, entries[:at])
    wrote = []
    for _ in range(data.draw(st.integers(1, 3))):
        next_line = len(load(start).sheet.lines) + 1
        takeover = Takeover(
            data.draw(st.integers(0, 2)), people[3], data.draw(st.integers(1, next_line)), data.draw(st.booleans())
        )
        try:
            wrote.append(substitute(start.pk, takeover, by=BY))
        except Illegal:
            continue
    is_taken_back: bool = data.draw(st.booleans())
    if wrote and is_taken_back:
        end_substitution(start.pk, wrote[-1].pk, by=BY)
    for match in (start, alone):
        match.refresh_from_db()
        write(match, entries[at:])
    assert figures(start) == figures(alone)
    played_by = [number for player in people for number in hands_of(player, start)]
    assert len(played_by) == Tally.objects.filter(match=start).count()
    assert rebuild(kennel, check=True) == []
    assert ledger.rescore(start.pk, check=True) == []


def entries_of(match: Match, seed: int) -> list[Any]:
    """The entries of a random match from its start."""
    return played(load(match).sheet, None, random.Random(seed))[0]


@pytest.mark.django_db
def test_one_after_another_and_back_again(kennel: Club, people: Sequence[Player], match: Match) -> None:
    substitute(match.pk, Takeover(1, people[3], 2), by=BY)
    first = Substitution.objects.get()
    substitute(match.pk, Takeover(1, people[1], 4), by=BY)
    assert (hands_of(people[1], match), hands_of(people[3], match)) == ([1, 4, 5, 6], [2, 3])
    words = "From hand 4 on Otto Pym plays again, in place of Núria Ødegård."
    assert substitutes_in_words(load(match), "hand")[1] == words
    with pytest.raises(Illegal, match="since"):
        end_substitution(match.pk, first.pk, by=BY)


@pytest.mark.django_db
def test_what_cannot_be_is_refused_in_words(kennel: Club, people: Sequence[Player], match: Match) -> None:
    stranger = Player.objects.create(club=Club.objects.create(slug="other", name="Other"), name="Zoë")
    refused = [
        (Takeover(1, people[0], 2), "has a seat at this table"),
        (Takeover(1, stranger, 2), "of the club"),
        (Takeover(7, people[3], 2), "Nobody sits there"),
        (Takeover(1, people[3], 8), "Choose a round"),
    ]
    for takeover, words in refused:
        with pytest.raises(Illegal, match=words):
            substitute(match.pk, takeover, by=BY)
    ledger.abandon(match.pk)
    with pytest.raises(Closed):
        substitute(match.pk, Takeover(1, people[3], 2), by=BY)


@pytest.mark.django_db
def test_in_a_play_off_the_result_stays_with_the_place(kennel: Club) -> None:
    group = table(an_evening(kennel), Fixture.Stage.GROUP)
    free = Player.objects.create(club=kennel, name="Quentin Vale")
    with pytest.raises(Illegal, match="whoever has the place"):
        substitute(group.pk, Takeover(0, free, 1, takes_result=True), by=BY)
    assert substitute(group.pk, Takeover(0, free, 1), by=BY).player == free


@pytest.mark.django_db
def test_a_late_arrival_can_be_taken_over_and_the_match_goes_on(kennel: Club, people: Sequence[Player]) -> None:
    match = a_match(kennel, people[:2], hands=1, max_cards=3)
    late = Draft("join", load(match).next_number, {"seat": 2, "after": 1}, player=people[2].pk)
    ledger.record(match.pk, [late], version=match.version, by=BY)
    substitute(match.pk, Takeover(2, people[3], 2, takes_result=True), by=BY)
    match.refresh_from_db()
    write(match, played(load(match).sheet, 2, random.Random(3))[0])
    assert match.seats.get(position=2).player == people[3]
    assert (hands_of(people[2], match), hands_of(people[3], match)) == ([], [2])
    undo = Draft("join", late.number, None)
    ledger.record(
        match.pk,
        [Draft(e.kind, e.number, None) for e in load(match).live if e.number > late.number],
        version=match.version,
        by=BY,
    )
    match.refresh_from_db()
    ledger.record(match.pk, [undo], version=match.version, by=BY)
    assert Substitution.objects.get().withdrawn_at is not None


@pytest.mark.django_db
def test_a_forgotten_hand_before_it_moves_it_on(kennel: Club, people: Sequence[Player]) -> None:
    match = a_match(kennel, people[:3], hands=3, max_cards=4)
    substitute(match.pk, Takeover(0, people[3], 3), by=BY)
    match.refresh_from_db()
    ledger.insert(load(match), 1, [Draft("redeal", 0, {})], by=BY)
    assert Substitution.objects.get().number == 4
    assert hands_of(people[3], match) == [4]
    assert substitutes_in_words(load(match), "hand") == [
        "From hand 3 on Núria Ødegård plays for Bea Marlowe, whose result it stays."
    ]


@pytest.mark.django_db
def test_confirmations_of_another_player_do_not_count(kennel: Club, people: Sequence[Player]) -> None:
    match = a_match(kennel, people[:3], plan=(1, 1), seed=6, confirm=Confirm.OPPONENT)
    state = load(match)
    ledger.confirm(match.pk, 1, sheet=max(entry.version for entry in state.history), by=Author(None, "a phone"))
    match.refresh_from_db()
    assert match.finished_at
    substitute(match.pk, Takeover(1, people[3], 2), by=Author(None, "a tablet"))
    match.refresh_from_db()
    assert match.finished_at is None


@pytest.mark.django_db
def test_merged_players_play_as_one(kennel: Club, people: Sequence[Player], match: Match) -> None:
    twin = Player.objects.create(club=kennel, name="Nuria")
    substitute(match.pk, Takeover(1, people[3], 4), by=BY)
    with pytest.raises(CannotMerge):
        merge(people[3], people[1], None)
    row = merge(people[3], twin, None)
    assert hands_of(twin, match) == [4, 5, 6]
    assert rebuild(kennel, check=True) == []
    undo(row)
    assert (hands_of(people[3], match), hands_of(twin, match)) == ([4, 5, 6], [])
    assert rebuild(kennel, check=True) == []


@pytest.mark.django_db
def test_a_removed_match_comes_back_with_its_substitutes(kennel: Club, people: Sequence[Player], match: Match) -> None:
    substitute(match.pk, Takeover(1, people[3], 4), by=BY)
    removed = ledger.remove(match.pk, "by mistake", BY)
    assert people[3] in removed.players.all()
    ledger.take_back(removed)
    assert hands_of(people[3], match) == [4, 5, 6]


@pytest.mark.django_db
def test_an_archive_keeps_them(kennel: Club, people: Sequence[Player], match: Match) -> None:
    taken = substitute(match.pk, Takeover(1, people[3], 4, takes_result=True), by=BY)
    substitute(match.pk, Takeover(1, people[1], 5), by=BY)
    end_substitution(match.pk, Substitution.objects.latest("pk").pk, by=BY)
    club = brought_back(packed(kennel), slug="again").club
    (one, two) = Substitution.objects.filter(match__club=club)
    assert (one.player.name, one.number, one.takes_result) == (people[3].name, 4, True)
    assert two.withdrawn_at is not None
    assert hands_of(one.player, one.match) == [4, 5, 6]
    assert wrong_figures(club) == []
    assert taken.player.name == one.match.seats.get(position=1).player.name


@pytest.mark.django_db
def test_record_and_sheet_say_it(kennel: Club, people: Sequence[Player], match: Match) -> None:
    substitute(match.pk, Takeover(1, people[3], 4), by=BY)
    record = open_record(load(match))
    due = [{"seat": "Otto Pym", "player": "Núria Ødegård", "instead_of": "Otto Pym", "round": 4}]
    sheet = score(record)
    assert record["substitutes"] == sheet["substitutes"] == due
    assert sheet["totals"] == score({key: value for key, value in record.items() if key != "substitutes"})["totals"]
    assert "Note: from round 4 on Núria Ødegård plays for Otto Pym." in text(sheet)
    with pytest.raises(Malformed, match="not among the players"):
        score(record | {"substitutes": [{**due[0], "seat": "Zoë"}]})


@pytest.mark.django_db
def test_the_page_lets_somebody_take_over_and_takes_it_back(
    kennel: Club, people: Sequence[Player], sign_in: SignIn
) -> None:
    match = a_match(kennel, people[:3], hands=2, max_cards=3)
    client, page = sign_in(Role.SCOREKEEPER), f"/m/{match.pk}/substitutes/"
    assert page in client.get(f"/m/{match.pk}/table/").content.decode()
    answers = {"seat": "1", "player": str(people[3].pk), "number": "3", "result": "stays"}
    wrong = client.post(page, answers | {"number": "9"})
    assert wrong.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Choose a round that was played" in wrong.content.decode()
    assert client.post(page, answers).headers["Location"] == f"/m/{match.pk}/table/"
    words = "From hand 3 on Núria Ødegård plays for Otto Pym, whose result it stays."
    for address in ("", "history/", "substitutes/"):
        assert words in client.get(f"/m/{match.pk}/{address}").content.decode()
    assert "Played by Otto Pym." in client.get(f"/m/{match.pk}/cell/2/1/").content.decode()
    row = Substitution.objects.get()
    client.post(f"{page}{row.pk}/take-back/")
    assert words not in client.get(f"/m/{match.pk}/").content.decode()
    assert "Taken back" in client.get(f"/m/{match.pk}/history/").content.decode()


@pytest.mark.django_db
def test_a_new_player_takes_over_by_name(kennel: Club, people: Sequence[Player], sign_in: SignIn) -> None:
    match = a_match(kennel, people[:3], hands=2, max_cards=3)
    client, page = sign_in(Role.SCOREKEEPER), f"/m/{match.pk}/substitutes/"
    answers = {"seat": "1", "player": "new", "name": "", "number": "3", "result": "taken"}
    assert "Enter the name" in client.post(page, answers).content.decode()
    client.post(page, answers | {"name": "Quentin Vale"})
    player = match.seats.get(position=1).player
    assert (player.name, player.is_guest) == ("Quentin Vale", True)


@pytest.mark.django_db
def test_nobody_plays_at_two_tables(kennel: Club, people: Sequence[Player], sign_in: SignIn) -> None:
    night = Night.objects.create(club=kennel, starts_at=timezone.now())
    match, other = (
        ledger.start(kennel, "dirty-dog", some, night=night, table=name)
        for name, some in (("1", people[:2]), ("2", people[2:]))
    )
    free = Player.objects.create(club=kennel, name="Quentin Vale")
    with pytest.raises(Illegal, match="another table"):
        take_over(load(match), Takeover(0, people[2], 1), BY)
    take_over(load(match), Takeover(0, free, 1), BY)
    assert sitting(night)[free.pk][1] == match
    with pytest.raises(Illegal, match="another table"):
        take_over(load(other), Takeover(0, free, 1), BY)
    assert take_over(load(other), Takeover(0, people[0], 1), BY)  # who gave up a seat is free


@pytest.mark.django_db
def test_programs_let_somebody_take_over(kennel: Club, people: Sequence[Player], sign_in: SignIn) -> None:
    match = a_match(kennel, people[:3], hands=2, max_cards=3)
    client, url = sign_in(Role.SCOREKEEPER), f"/api/v1/matches/{match.pk}/substitutes"
    body = {"seat": 1, "player": people[3].pk, "takes_result": True}
    made = client.post(url, body, content_type="application/json")
    assert made.status_code == HTTPStatus.CREATED
    (said,) = made.json()["substitutes"]
    assert (said["player"], said["instead_of"], said["round"]) == (people[3].pk, people[1].pk, 3)
    assert made.json()["seats"][1]["player"] == people[3].pk
    assert client.post(url, body, content_type="application/json").status_code == HTTPStatus.CONFLICT
    assert client.delete(url).json()["substitutes"] == []
    assert client.delete(url).status_code == HTTPStatus.CONFLICT


@pytest.mark.django_db
@pytest.mark.parametrize("game", [game.key for game in TABLE_GAMES])
def test_in_every_game(kennel: Club, people: Sequence[Player], game: str, sign_in: SignIn) -> None:
    record = next(records_of(game))
    engine, _names, seats, options, entries = from_record(record)
    sitting_down = some_players(kennel, seats, [f"Dog {number}" for number in range(seats)])
    match = ledger.start(kennel, game, sitting_down, options)
    for number, entry in enumerate(entries, start=1):
        match.refresh_from_db()
        late = people[0].pk if type(entry).__name__ == "Join" else None
        draft = Draft(engine.kind(entry), number, entry_to_json(entry), player=late)
        ledger.record(match.pk, [draft], version=match.version, by=BY)
        if number == 1:
            substitute(match.pk, Takeover(0, people[3], len(load(match).sheet.lines) + 1), by=BY)
    client = sign_in(Role.OWNER)
    for address in ("", "history/", "sheet.pdf", "record.json", "substitutes/"):
        assert client.get(f"/m/{match.pk}/{address}", follow=True).status_code == HTTPStatus.OK
    assert ledger.rescore(match.pk, check=True) == []
    assert rebuild(kennel, check=True) == []


def records_of(game: str) -> Iterator[Any]:
    """The finished records among the golden ones of a game that need no late arrival."""
    for path in sorted((Path(__file__).parents[2] / "golden" / game).glob("*.json")):
        record = json.loads(path.read_text(encoding="utf-8"))["record"]
        if len(record.get("rounds", ())) > 1 and "join" not in path.read_text(encoding="utf-8"):
            yield record
