"""One person of a file is one player, however the name is written: in the file itself, and in the club."""

from django.test import Client

from clubs.models import Club, Player
from tests.dogclub.exchange.imports.files import act, chosen, totals, upload
from tests.factory import NAMES

BEA, NURIA = NAMES[0], NAMES[3]
DAYS = ("2025-03-06", "2025-03-13", "2025-03-20", "2025-03-27")
SPELLINGS = totals(
    *[(DAYS[0], "Zoë O’Brien", 5), (DAYS[0], BEA, 3), (DAYS[1], "zoe  obrien ", 7), (DAYS[1], BEA, 4)],
    *[(DAYS[2], "ZOË O'BRIEN", 9), (DAYS[2], BEA, 2), (DAYS[3], "Anne-Marie", 6), (DAYS[3], "Lena", 1)],
)


def made(club: Club, before: int = 5) -> list[str]:
    assert club.players.count() >= before
    return sorted(player.name for player in club.players.order_by("-pk")[: club.players.count() - before])


def test_all_are_new_makes_one_player_of_each_person(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, SPELLINGS)
    page = organiser.get(f"/c/kennel/imports/{row.pk}/").content.decode()
    assert "Is this <bdi>Zoë O’Brien</bdi>, who is in this file too?" in page
    assert "4 names are not in the club." in page  # ZOË is no question of its own
    row = act(organiser, row, "answer", who="new")
    assert "3 new players:" in organiser.get(f"/c/kennel/imports/{row.pk}/").content.decode()
    act(organiser, row, "confirm")
    assert made(club) == ["Anne-Marie", "Lena", "Zoë O’Brien"]
    assert Player.objects.get(name="Zoë O’Brien").seats.count() == 3


def test_two_names_can_be_two_people_or_one(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, SPELLINGS)
    zoe = row.found["names"][2]
    refused = organiser.post(f"/c/kennel/imports/{row.pk}/answer/", {"name": zoe, "who": "=Lena"})
    assert "Choose a name that comes before it in this file." in refused.content.decode()
    act(organiser, row, "answer", name=zoe, who="new")
    act(organiser, row, "answer", who="new")
    act(organiser, row, "confirm")
    assert made(club) == ["Anne-Marie", "Lena", "Zoë O’Brien", "zoe obrien"]
    again = chosen(club, totals((DAYS[0], "Lena", 50), (DAYS[0], "Léna", 40)))
    assert again.found["guesses"][0][0] == Player.objects.get(name="Lena").pk


def test_those_who_sat_at_one_table_are_two(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, totals((DAYS[0], "Lena", 50), (DAYS[0], "Léna", 40)))
    assert "who is in this file too" not in organiser.get(f"/c/kennel/imports/{row.pk}/").content.decode()
    act(organiser, act(organiser, row, "answer", who="new"), "confirm")
    assert made(club) == ["Lena", "Léna"]


def test_a_name_of_the_club_is_asked_where_accents_differ_and_sure_where_signs_do(club: Club) -> None:
    nuria = club.players.get(name=NURIA)
    brien = Player.objects.create(club=club, name="Élodie O’Brien-Roux")
    row = chosen(club, totals((DAYS[0], "nuria odegard", 5), (DAYS[0], "ÉLODIE O'Brien Roux", 3)))
    assert row.found["guesses"] == [[None, [nuria.pk]], [brien.pk, []]]
