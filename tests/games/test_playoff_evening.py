"""A whole evening: groups, line, final tables, trophies, and a correction afterwards (DD-45 to DD-50)."""

import uuid

import pytest
from django.test import Client

from games import ledger
from games.book import open_book
from games.drafts import Draft, Writer
from games.league import playoff_finals, playoff_results, playoff_state
from games.league.playoff_moves import would_move
from games.models import Award, CutPull, Match, Reseat
from leagues.models import Club, Player, Playoff, Role, User
from scoring.base import Illegal
from scoring.dirty_dog import Bids, DirtyDogSheet, Leave, Tricks
from scoring.dirty_dog.entries import Shorten
from scoring.records import entry_to_json
from tests.games.counting import queries
from tests.games.factory import DIRTY_DOG, a_club, a_history, a_match, a_member, write
from tests.games.playoff_nights import an_evening, play, table, totals

pytestmark = pytest.mark.django_db

# seats 0 and 1 make 2 and 1, seats 2 to 4 stay out of it, seat 5 takes two he never wanted: 7, 6, 5, 5, 5, −2
TOOK, BID = (2, 1, 0, 0, 0, 2), {0: 2, 1: 1}


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def organiser(club: Club, client: Client) -> Client:
    client.force_login(a_member(club, Role.ORGANISER))
    return client


def groups_played(club: Club, advance: int = 2) -> Playoff:
    found = an_evening(club, advance=advance)
    for number in (1, 2):
        play(table(found, "group", number), TOOK, BID)
    return found


def address(playoff: Playoff, rest: str = "") -> str:
    return f"/c/kennel/playoffs/{playoff.pk}/{rest}"


def page(client: Client, playoff: Playoff, rest: str = "", **query: str) -> str:
    response = client.get(address(playoff, rest), query)
    assert response.status_code == 200, response
    return response.content.decode()


def named(*names: str) -> dict[str, int]:
    return {name: Player.objects.get(name=name).pk for name in names}


def dealt(client: Client, playoff: Playoff) -> Playoff:
    up, down = playoff_state.read(playoff).up[0], playoff_state.read(playoff).down[0]
    response = client.post(address(playoff, "deal/"), {"winners": up, "losers": down}, follow=True)
    assert response.status_code == 200
    return playoff


def labels(match: Match) -> list[str]:
    return [seat.player.label for seat in match.seats.select_related("player").order_by("position")]


def test_a_group_is_over_after_its_last_hand_whatever_is_level(club: Club) -> None:
    found = groups_played(club)
    match = table(found, "group")
    match.refresh_from_db()
    assert totals(match) == [7, 6, 5, 5, 5, -2]
    assert match.finished_at


def test_the_best_go_up_in_seat_order_and_start_from_nothing(organiser: Client, club: Club) -> None:
    found = dealt(organiser, groups_played(club))
    assert labels(table(found, "winners")) == ["Bea", "Otto", "Ines", "Sam"]
    assert labels(table(found, "losers")) == ["Núria", "Łukasz", "Percy", "Gus", "Jo", "Hal", "Mabel", "Priya"]
    assert totals(table(found, "winners")) == [0, 0, 0, 0]
    assert not table(found, "winners").for_trophy
    assert table(found, "losers").options["stakes"] == "bottom"


def test_nobody_is_seated_before_the_first_jack_is_found(organiser: Client, club: Club) -> None:
    found = groups_played(club)
    response = organiser.post(address(found, "deal/"), {"winners": "nobody"})
    assert response.status_code == 422
    assert "until the first Jack falls" in response.content.decode()
    assert playoff_state.read(found).winners is None


def test_a_second_tap_deals_nothing_twice(organiser: Client, club: Club) -> None:
    found = dealt(organiser, dealt(organiser, groups_played(club)))
    assert Match.objects.count() == 4
    assert found.fixtures.count() == 4


def test_a_final_table_waits_for_the_groups(organiser: Client, club: Club) -> None:
    found = an_evening(club, advance=2)
    play(table(found, "group", 1), TOOK, BID)
    response = organiser.post(address(found, "deal/"), {})
    assert response.status_code == 422
    assert "The final tables wait" in response.content.decode()


def over(client: Client, club: Club, winners: tuple[int, ...], losers: tuple[int, ...]) -> Playoff:
    found = dealt(client, groups_played(club))
    play(table(found, "winners"), winners)
    play(table(found, "losers"), losers)
    found.refresh_from_db()
    return found


@pytest.mark.parametrize(
    ("winners", "losers", "winner", "loser", "says"),
    [
        ((0, 1, 1, 3), (0, 0, 0, 0, 1, 1, 1, 2), "Bea", "Sam", "so it crosses over"),
        ((0, 1, 1, 3), (0, 0, 0, 0, 0, 0, 1, 4), "Bea", "Priya", "Nobody who could lose"),
        ((0, 1, 1, 3), (0, 0, 0, 0, 0, 1, 1, 3), "Bea", "Priya", "level is not below"),
    ],
)
def test_who_takes_what(
    organiser: Client, club: Club, winners: tuple[int, ...], losers: tuple[int, ...], winner: str, loser: str, says: str
) -> None:
    found = over(organiser, club, winners, losers)
    assert (found.winner, found.loser) == (Player.objects.get(name=winner), Player.objects.get(name=loser))
    assert found.finished_at
    assert says in page(organiser, found)


def test_the_cup_is_only_won_at_the_winners_table(organiser: Client, club: Club) -> None:
    found = dealt(organiser, groups_played(club))
    play(table(found, "winners"), (0, 1, 1, 3))
    play(table(found, "losers"), (1, 0, 0, 0, 0, 0, 0, 4), {0: 1})
    assert "Núria has 6 at the losers’ table, but this is only won at the winners’" in page(organiser, found)


def test_figures_and_a_rebuild_agree(organiser: Client, club: Club) -> None:
    found = over(organiser, club, (0, 1, 1, 3), (0, 0, 0, 0, 1, 1, 1, 2))
    before = Playoff.objects.values().get()
    assert playoff_results.rebuild(club, check=True) == []
    Playoff.objects.update(winner=None, loser=None, finished_at=None)
    assert playoff_results.rebuild(club, check=True) == [f"play-off {found.pk}"]
    assert Playoff.objects.get().winner is None
    assert playoff_results.rebuild(club, check=False) == [f"play-off {found.pk}"]
    assert Playoff.objects.values().get() == before


# The line.


def test_the_page_asks_for_the_cards(organiser: Client, club: Club) -> None:
    found = groups_played(club, advance=3)
    shown = page(organiser, found)
    assert "Núria, Łukasz and Percy are level on the line of group A: one goes up." in shown
    asked = page(organiser, found, "pull/1/")
    assert "What did Núria pull?" in asked
    assert "Rule DD-50" in asked
    last = page(organiser, found, "pull/1/", cards="9-4")
    assert "What each card would do" in last
    assert "8 or lower" in last
    assert "Núria goes up. Łukasz and Percy go down." in last
    assert "Núria and Percy pull again." in last


def pull(client: Client, playoff: Playoff, group: int, cards: str) -> int:
    seats = playoff_state.read(playoff).groups[group - 1].cut.level
    body = {"seats": "-".join(map(str, seats)), "cards": cards}
    return client.post(address(playoff, f"pull/{group}/"), body).status_code


def test_the_low_cards_drop_and_level_ones_pull_again(organiser: Client, club: Club) -> None:
    found = groups_played(club, advance=3)
    keys = named("Núria", "Percy")
    assert pull(organiser, found, 1, "9-4-9") == 302
    assert set(playoff_state.read(found).groups[0].cut.level) == set(keys.values())
    assert pull(organiser, found, 1, "A-K") == 302
    assert playoff_state.read(found).groups[0].cut.advance[-1] == keys["Núria"]
    assert pull(organiser, found, 2, "2-3-4") == 302
    assert playoff_state.read(found).is_cut


def test_a_pull_sent_twice_is_written_once(organiser: Client, club: Club) -> None:
    found = groups_played(club, advance=3)
    seats = "-".join(map(str, playoff_state.read(found).groups[0].cut.level))
    for _ in range(2):
        organiser.post(address(found, "pull/1/"), {"seats": seats, "cards": "9-4-2"})
    assert CutPull.objects.count() == 1


@pytest.mark.parametrize("cards", ["9-4", "9-4-X", "", "9-4-2-3"])
def test_a_pull_that_is_not_whole_is_asked_for_again(organiser: Client, club: Club, cards: str) -> None:
    found = groups_played(club, advance=3)
    assert pull(organiser, found, 1, cards) == 422
    assert not CutPull.objects.exists()


def test_a_wrong_pull_is_withdrawn_and_pulled_again(organiser: Client, club: Club) -> None:
    found = groups_played(club, advance=3)
    pull(organiser, found, 1, "9-4-2")
    row = CutPull.objects.get()
    organiser.post(address(found, f"pulls/{row.pk}/"))
    row.refresh_from_db()
    assert row.withdrawn_at
    assert len(playoff_state.read(found).groups[0].cut.level) == 3


# Corrections.


def corrected(match: Match, took: tuple[int, ...], by: User | None = None) -> None:
    match.refresh_from_db()
    draft = Draft("tricks", 2, {"tricks": {str(seat): count for seat, count in enumerate(took)}})
    ledger.record(match.pk, [draft], version=match.version, by=Writer(by, "a test"))


def test_a_correction_before_the_final_tables_reseats_silently(club: Club) -> None:
    found = groups_played(club)
    corrected(table(found, "group"), (2, 0, 0, 0, 0, 3))
    assert playoff_state.read(found).groups[0].cut.level
    corrected(table(found, "group"), (0, 1, 0, 0, 0, 4))
    state = playoff_state.read(found)
    assert not state.displaced


def test_a_final_table_that_has_begun_is_never_reseated_silently(organiser: Client, club: Club) -> None:
    found = dealt(organiser, groups_played(club))
    before = labels(table(found, "winners"))
    corrected(table(found, "group"), (1, 0, 1, 1, 0, 2))  # −2, −1, −1, −1, 5, −2: a tie on the line
    assert "are level on the line of group A" in page(organiser, found)
    pull(organiser, found, 1, "A-2-3")
    pairs = playoff_state.read(found).displaced
    assert [(pair.up and pair.up.label, pair.down and pair.down.label) for pair in pairs] == [("Percy", "Bea")]
    assert labels(table(found, "winners")) == before
    assert "Nobody has been moved." in page(organiser, found)


def displaced(client: Client, club: Club) -> Playoff:
    """Percy belongs at the winners' table now, Bea sits there."""
    found = dealt(client, groups_played(club))
    corrected(table(found, "group"), (1, 1, 1, 1, 0, 1))  # −2, 6, −1, −1, 5, −1
    return found


def decide(client: Client, playoff: Playoff, do: str, **more: str) -> int:
    keys = named("Percy", "Bea")
    body = {"up": keys["Percy"], "down": keys["Bea"], "do": do, **more}
    return client.post(address(playoff, "decide/"), body).status_code


def test_keeping_them_as_seated_is_written_down_for_everybody(organiser: Client, club: Club) -> None:
    found = displaced(organiser, club)
    assert decide(organiser, found, "keep", note="They had played on for an hour") == 302
    assert not playoff_state.read(found).displaced
    assert "“They had played on for an hour”" in page(organiser, found)
    assert "Bea" in labels(table(found, "winners"))


def test_swapping_them_deals_both_tables_again(organiser: Client, club: Club) -> None:
    found = displaced(organiser, club)
    old = table(found, "winners")
    assert decide(organiser, found, "swap") == 302
    assert labels(table(found, "winners")) == ["Percy", "Otto", "Ines", "Sam"]
    assert "Bea" in labels(table(found, "losers"))
    old.refresh_from_db()
    assert old.abandoned_at
    assert not playoff_state.read(found).displaced
    assert not Reseat.objects.get().is_kept


def test_a_final_table_that_is_over_is_not_swapped(organiser: Client, club: Club) -> None:
    found = displaced(organiser, club)
    play(table(found, "winners"), (0, 1, 1, 3))
    assert decide(organiser, found, "swap") == 422
    assert not Reseat.objects.exists()
    assert labels(table(found, "winners"))[0] == "Bea"


def test_nobody_sits_twice_after_two_were_kept_for_one(organiser: Client, club: Club) -> None:
    found = displaced(organiser, club)
    keys = named("Bea", "Otto", "Łukasz", "Núria")
    for name in ("Núria", "Łukasz"):
        Reseat.objects.create(playoff=found, went_up_id=keys[name], went_down_id=keys["Bea"], is_kept=True)
    corrected(table(found, "group"), (1, 2, 0, 0, 1, 1))  # Núria and Łukasz up, Bea and Otto down
    state = playoff_state.read(found)
    assert len({*state.up, *state.down}) == len(state.up) + len(state.down) == 12
    assert [(pair.up_key, pair.down_key) for pair in state.displaced] == [(str(keys["Łukasz"]), str(keys["Otto"]))]


def test_whoever_has_nobody_to_swap_with_is_kept(organiser: Client, club: Club) -> None:
    found = dealt(organiser, groups_played(club))
    key = named("Núria")["Núria"]
    match = table(found, "winners")
    draft = Draft("join", 1, {"seat": 4}, player=key)
    ledger.record(match.pk, [draft], version=match.version, by=Writer(None, "a test"))
    body = {"up": "", "down": key}
    assert organiser.post(address(found, "decide/"), body | {"do": "swap"}).status_code == 422
    assert organiser.post(address(found, "decide/"), body | {"do": "keep"}).status_code == 302
    assert not playoff_state.read(found).displaced


def test_a_decision_that_nobody_asked_for_changes_nothing(organiser: Client, club: Club) -> None:
    found = dealt(organiser, groups_played(club))
    assert decide(organiser, found, "swap") == 302
    assert not Reseat.objects.exists()


def test_a_pull_that_fits_no_longer_is_said_to(organiser: Client, club: Club) -> None:
    found = groups_played(club, advance=3)
    pull(organiser, found, 1, "9-4-2")
    corrected(table(found, "group"), (2, 1, 1, 0, 0, 1))
    assert "A card pull in group A no longer stands" in page(organiser, found)


def test_a_group_that_is_opened_again_is_said_to_be(organiser: Client, club: Club) -> None:
    found = dealt(organiser, groups_played(club))
    match = table(found, "group")
    match.refresh_from_db()
    ledger.record(match.pk, [Draft("tricks", 2, None)], version=match.version, by=Writer(None, "a test"))
    assert "Group A is open again. The final tables stay as they are" in page(organiser, found)


# The rest of the evening.


def test_before_the_first_card_the_picture_is_there(organiser: Client, club: Club) -> None:
    shown = page(organiser, an_evening(club))
    assert "One hand a group, then one at each final table." in shown
    assert "Nobody yet" in shown


def test_the_wall_says_nothing_while_nothing_is_new(organiser: Client, club: Club) -> None:
    found = groups_played(club)
    shown = page(organiser, found, "wall/")
    since = shown.partition("?since=")[2].partition('"')[0]
    assert organiser.get(address(found, "wall/"), {"since": since}).status_code == 204
    assert organiser.get(address(found), {"since": since}).status_code == 204
    corrected(table(found, "group"), (0, 1, 0, 0, 0, 4))
    assert organiser.get(address(found, "wall/"), {"since": since}).status_code == 200


def test_calling_it_off_leaves_the_sheets_and_gives_nothing(organiser: Client, club: Club) -> None:
    found = over(organiser, club, (0, 1, 1, 3), (0, 0, 0, 0, 1, 1, 1, 2))
    assert organiser.get(address(found, "call-off/")).status_code == 200
    organiser.post(address(found, "call-off/"))
    found.refresh_from_db()
    assert (found.winner, found.loser, found.finished_at) == (None, None, None)
    assert "Called off." in page(organiser, found)
    assert organiser.get(address(found, "pull/1/")).status_code == 404


def test_the_page_costs_the_same_however_long_the_history(organiser: Client, club: Club) -> None:
    found = dealt(organiser, groups_played(club))
    few = queries(organiser, address(found)), queries(organiser, address(found, "wall/"))
    a_history(club, list(Player.objects.all()[:4]), 12)
    assert (queries(organiser, address(found)), queries(organiser, address(found, "wall/"))) == few
    assert few[0] < 16


@pytest.mark.parametrize(("sizes", "advance"), [((7, 6), 3), ((4, 4, 4), 2), ((6, 6), 1), ((4, 5), 3)])
def test_every_line_of_the_picture_meets_a_name(
    organiser: Client, club: Club, sizes: tuple[int, ...], advance: int
) -> None:
    shown = page(organiser, an_evening(club, sizes, advance))
    assert shown.count('class="is-cut"') == len(sizes)


# What a correction would move is said before it is saved.


def correction(client: Client, match: Match, took: tuple[int, ...], **more: str) -> str:
    """Hand 1 of a match put right, up to the page that says what it would change."""
    match.refresh_from_db()
    tricks = {f"tricks-{seat}": str(count) for seat, count in enumerate(took)}
    bids = {f"bids-{seat}": str(BID.get(seat, 0)) for seat in range(len(took))}
    body = {"entry": str(uuid.uuid4()), "version": str(match.version), **bids, **tricks, **more}
    return client.post(f"/m/{match.pk}/correct/1/", body).content.decode()


def test_the_preview_says_who_would_go_up_and_down(organiser: Client, club: Club) -> None:
    found = dealt(organiser, groups_played(club))
    shown = correction(organiser, table(found, "group"), (1, 1, 1, 1, 0, 1))
    assert "Percy would go up to the winners’ table." in shown
    assert "Bea would go down to the losers’ table." in shown
    assert "nobody is moved without the organiser" in shown
    assert not playoff_state.read(found).displaced


def test_the_preview_says_whose_pull_would_no_longer_stand(organiser: Client, club: Club) -> None:
    found = groups_played(club, advance=3)
    pull(organiser, found, 1, "9-4-2")
    shown = correction(organiser, table(found, "group"), (2, 1, 1, 0, 0, 1))
    assert "The card pull of Núria, Łukasz and Percy in group A would no longer stand." in shown
    assert "Łukasz and Percy would be level on the line and pull cards." in shown


def test_the_preview_says_how_a_final_table_would_move_the_trophies(organiser: Client, club: Club) -> None:
    found = over(organiser, club, (0, 1, 1, 3), (0, 0, 0, 0, 1, 1, 1, 2))
    match = table(found, "winners")
    after = [Draft("tricks", 2, {"tricks": {"0": 1, "1": 0, "2": 1, "3": 3}})]
    match.refresh_from_db()
    book = open_book(match)
    assert would_move(book, ledger.preview(book, after)) == ["The Good Dog Cup goes from Bea to Otto."]
    opened = ledger.preview(book, [Draft("tricks", 2, None)])
    assert would_move(book, opened)


def test_the_preview_says_that_a_tie_takes_the_trophies_back(organiser: Client, club: Club) -> None:
    found = over(organiser, club, (0, 1, 1, 3), (0, 0, 0, 0, 1, 1, 1, 2))
    match = table(found, "losers")
    book = open_book(match)
    tie = {"tricks": {**dict.fromkeys(map(str, range(8)), 0), "4": 1, "6": 2, "7": 2}}
    after = ledger.preview(book, [Draft("tricks", 2, tie)])
    (said,) = would_move(book, after)
    assert said.startswith("The play-off is open again: nobody has its trophies")


def test_a_match_that_stands_alone_moves_nothing(club: Club) -> None:
    match = a_match(club, [Player.objects.create(club=club, name=f"Dog {at}") for at in range(4)], plan=(1,))
    book = open_book(match)
    assert would_move(book, book.sheet) == []


def test_a_group_that_opens_again_is_said_before(club: Club) -> None:
    match = table(groups_played(club), "group")
    match.refresh_from_db()
    book = open_book(match)
    assert "The group is open again, and the cut with it." in would_move(
        book, ledger.preview(book, [Draft("tricks", 2, None)])
    )


# Coming late, and going early.


def test_whoever_left_a_group_sits_at_no_final_table(club: Club) -> None:
    found = an_evening(club, advance=2, hands=2)
    for number in (1, 2):
        play(table(found, "group", number), TOOK, BID)
    write(table(found, "group"), [Leave(1)])
    match = table(found, "group")
    order = [2, 3, 4, 5, 0]
    write(match, [Bids(dict.fromkeys(order, 0)), Tricks({0: 5, 2: 0, 3: 0, 4: 0, 5: 0})])
    state = playoff_state.read(found)
    otto = Player.objects.get(name="Otto").pk
    assert otto not in {*state.groups[0].cut.advance, *state.groups[0].cut.stay, *state.groups[0].cut.level}
    assert not state.groups[0].ranked[-1].is_there


def test_nobody_comes_late_to_a_second_table(organiser: Client, club: Club) -> None:
    match = table(an_evening(club), "group", 2)
    keys = named("Bea")
    guest = Player.objects.create(club=club, name="Zoë")
    where = f"/m/{match.pk}/table/late/"
    assert "Zoë" in organiser.get(where).content.decode()
    assert f'value="{keys["Bea"]}"' not in organiser.get(where).content.decode()
    body = {"entry": str(uuid.uuid4()), "number": 1, "version": match.version, "seat": 6, "after": 5}
    refused = organiser.post(where, body | {"player": keys["Bea"]})
    assert refused.status_code == 422
    assert "sits at two tables at once" in refused.content.decode()
    assert organiser.post(where, body | {"player": guest.pk}).status_code == 302
    assert labels(match)[-1] == "Zoë"


def test_a_group_stopped_early_is_not_cut_against_the_others(organiser: Client, club: Club) -> None:
    found = an_evening(club, advance=2, hands=2)
    write(play(table(found, "group", 1), TOOK, BID), [Shorten()])
    second = play(table(found, "group", 2), TOOK, BID)
    write(second, [Bids(dict.fromkeys([2, 3, 4, 5, 0, 1], 0)), Tricks({0: 5, 1: 0, 2: 0, 3: 0, 4: 0, 5: 0})])
    assert playoff_state.read(found).is_uneven
    assert "but it is 1 hand in group A and 2 hands in group B" in page(organiser, found)


def test_final_tables_of_unlike_length_give_nothing(organiser: Client, club: Club) -> None:
    found = an_evening(club, advance=2, hands=2)
    for number in (1, 2):
        write(play(table(found, "group", number), TOOK, BID), [Shorten()])
    dealt(organiser, found)
    _second_hand(play(table(found, "losers"), (0, 0, 0, 0, 1, 1, 1, 2)))
    short = write(play(table(found, "winners"), (0, 1, 1, 3)), [Shorten()])
    assert "but it is 1 hand at the winners’ table and 2 at the losers’" in page(organiser, found)
    assert not Award.objects.exists()
    ledger.record(short.pk, [Draft("shorten", 3, None)], version=short.version, by=Writer(None, "a test"))
    _second_hand(short)
    assert playoff_state.read(found).is_over
    assert Award.objects.filter(withdrawn_at=None).count() == 2


def _second_hand(match: Match) -> None:
    """The dealer takes it all."""
    match.refresh_from_db()
    sheet = open_book(match).sheet
    assert isinstance(sheet, DirtyDogSheet)
    order = sheet.order
    drafts = [Bids(dict.fromkeys(order, 0)), Tricks({**dict.fromkeys(order, 0), order[-1]: 5})]
    first = open_book(match).next_number
    lines = [Draft(DIRTY_DOG.kind(each), first + at, entry_to_json(each)) for at, each in enumerate(drafts)]
    ledger.record(match.pk, lines, version=match.version, by=Writer(None, "a test"))


def test_a_finished_group_leads_to_the_whole_evening(organiser: Client, club: Club) -> None:
    found = groups_played(club)
    for where in ("", "finish/"):
        shown = organiser.get(f"/m/{table(found, 'group').pk}/{where}").content.decode()
        assert f'href="{address(found)}"' in shown


def test_programs_read_the_whole_evening(organiser: Client, club: Club) -> None:
    found = over(organiser, club, (0, 1, 1, 3), (0, 0, 0, 0, 1, 1, 1, 2))
    answer = organiser.get(f"/api/v1/clubs/kennel/playoffs/{found.pk}").json()
    assert [group["group"] for group in answer["groups"]] == ["A", "B"]
    assert answer["winner"]["name"] == "Bea"
    assert answer["if_it_ended_now"][1]["who"] == "Sam"
    assert organiser.get("/api/v1/clubs/kennel/playoffs").json()["playoffs"][0]["loser"]["name"] == "Sam"


def test_a_final_table_put_away_is_dealt_once_more(organiser: Client, club: Club) -> None:
    found = dealt(organiser, groups_played(club))
    ledger.abandon(table(found, "winners").pk)
    assert "Deal the winners’ table" in page(organiser, found)
    dealt(organiser, found)
    assert table(found, "winners").is_open


def test_a_group_put_away_says_what_to_do(organiser: Client, club: Club) -> None:
    found = an_evening(club)
    ledger.abandon(table(found, "group").pk)
    assert "Group A was put away without a result" in page(organiser, found)


def test_the_trophies_are_those_of_the_whole_evening(organiser: Client, club: Club) -> None:
    found = over(organiser, club, (0, 1, 1, 3), (0, 0, 0, 0, 1, 1, 1, 2))
    standing = Award.objects.filter(withdrawn_at=None)
    assert {(award.trophy.name, award.player.name) for award in standing} == {
        ("Good Dog Cup", "Bea"),
        ("Cone of Shame", "Sam"),
    }
    organiser.post(address(found, "call-off/"))
    assert not Award.objects.filter(withdrawn_at=None).exists()


def test_a_rebuild_goes_on_past_a_sheet_that_no_longer_adds_up(organiser: Client, club: Club) -> None:
    found = over(organiser, club, (0, 1, 1, 3), (0, 0, 0, 0, 1, 1, 1, 2))
    Match.objects.filter(pk=table(found, "winners").pk).update(options={"plan": []})
    (said,) = playoff_results.rebuild(club, check=True)
    assert said.startswith(f"play-off {found.pk} cannot be read")


def test_a_final_table_that_nobody_is_left_for_says_so(organiser: Client, club: Club) -> None:
    found = an_evening(club, (4, 4), advance=2, hands=2)
    for number in (1, 2):
        match = play(table(found, "group", number), (5, 0, 0, 0))
        write(match, [Leave(2), Leave(3)])
        _second_hand(match)
    state = playoff_state.read(found)
    assert (state.is_cut, state.down) == (True, [])
    why = "The losers’ table takes two, and nobody is left for it"
    assert why in page(organiser, found)
    with pytest.raises(Illegal, match=why):
        playoff_finals.deal_finals(found.pk, {}, None)
    assert found.fixtures.count() == 2
