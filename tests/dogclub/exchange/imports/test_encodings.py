"""The letters of a text file: a code page is guessed, and another chosen beside five words of the file."""

import pytest
from django.test import Client

from clubs.models import Club
from dogclub.exchange.imports.formats.csv_file import guessed
from tests.dogclub.exchange.imports.files import act, upload
from tests.dogclub.exchange.imports.test_pages import address, words

CLUBS = {
    "cp1252": "Date;Jürgen;Zoë;Bjørn;Inês\n2025-03-25;1;2;3;4\n",
    "cp1250": "Date;Łukasz;Grażyna;Jiří;Ágnes\n2025-03-25;1;2;3;4\n",
    "cp1251": "Дата;Анна;Фёдор;Ольга\n2025-03-25;1;2;3\n",
    "koi8_r": "Дата;Анна;Фёдор;Ольга\n2025-03-25;1;2;3\n",
    "cp866": "Дата;Анна;Фёдор;Ольга\n2025-03-25;1;2;3\n",
    "cp1254": "Tarih;Şükrü;Işıl;Doğan\n2025-03-25;1;2;3\n",
    "cp850": "Datum;Jörg;Günter;Käthe\n2025-03-25;1;2;3\n",
    "mac_roman": "Date;Jürgen;Zoë;Bjørn\n2025-03-25;1;2;3\n",
}


@pytest.mark.parametrize("encoding", CLUBS)
def test_the_code_page_is_guessed_from_ten_names(encoding: str) -> None:
    content = CLUBS[encoding].encode(encoding)
    assert content.decode(guessed(content)) == CLUBS[encoding]


@pytest.mark.django_db
def test_another_code_page_is_chosen_beside_words_of_the_file(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, "Date,Ελένη,Bea\n2025-03-25,41,12\n".encode("cp1253"))
    assert row.found["names"] != ["Ελένη", "Bea"]
    page = words(organiser, address(row))
    assert "Greek: Ελένη" in page
    row = act(organiser, row, "format", encoding="cp1253")
    assert row.found["names"] == ["Ελένη", "Bea"]
    assert not any("UTF-8" in note for note in row.found["notes"])
    wrong = organiser.post(f"{address(row)}format/", {"encoding": "rot13"})
    assert (wrong.status_code, "Choose one of the encodings." in wrong.content.decode()) == (422, True)


@pytest.mark.django_db
def test_nothing_is_asked_of_a_file_in_utf_8(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, CLUBS["cp1251"].encode())
    assert "id_encoding" not in organiser.get(address(row)).content.decode()
