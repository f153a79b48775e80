"""Signed tokens and codes are accepted only for the purpose they were made for."""

import uuid

import pytest

from clubs.links.tokens import by_code, code_of, sign, unsign
from clubs.models import Club, SpectatorLink


def test_a_token_opens_the_door_it_was_made_for() -> None:
    row = uuid.uuid4()
    assert unsign(sign(row, "join"), "join") == row
    assert unsign(sign(row, "join"), "watch") is None


@pytest.mark.parametrize("token", ["", ":", "x:y", "ø", "a" * 500, "\x00", "5f0c1c54-9f6a-4d8e-9a51-0b7f6f1b1a11:abc"])
def test_nonsense_opens_nothing(token: str) -> None:
    assert unsign(token, "join") is None


def test_a_token_with_one_letter_changed_opens_nothing() -> None:
    token = sign(uuid.UUID(int=7), "join")
    assert unsign(token[:-1] + ("a" if token[-1] != "a" else "b"), "join") is None


def test_another_key_makes_another_token(settings: object) -> None:
    row = uuid.uuid4()
    before = sign(row, "join")
    key = "another key, quite as long as the first one was, or a little longer"
    settings.SECRET_KEY = key  # type: ignore[attr-defined]
    assert unsign(before, "join") is None


@pytest.mark.django_db
class TestCodes:
    """Short codes for a row, to be typed by hand."""

    def test_a_code_finds_its_row_however_it_is_typed(self) -> None:
        club = Club.objects.create(slug="kennel", name="The Thursday Kennel")
        rows = [SpectatorLink.objects.create(club=club) for _ in range(20)]
        everything = SpectatorLink.objects.all()
        for row in rows:
            code = code_of(row.pk, "watch")
            assert len(code) == 9
            for typed in (code, code.lower(), code.replace("-", ""), f" {code.replace('0', 'o').replace('1', 'l')} "):
                assert by_code(typed, "watch", everything) == row

    def test_a_code_for_another_door_or_a_closed_row_finds_nothing(self) -> None:
        club = Club.objects.create(slug="kennel", name="The Thursday Kennel")
        row = SpectatorLink.objects.create(club=club)
        assert by_code(code_of(row.pk, "join"), "watch", SpectatorLink.objects.all()) is None
        assert by_code(code_of(row.pk, "watch"), "watch", SpectatorLink.objects.none()) is None

    @pytest.mark.parametrize("typed", ["", "1234", "4F7K-2QM9-1", "ÜÜÜÜ-ÜÜÜÜ", "\x00" * 9, "UUUU-UUUU", "4" * 10_000])
    def test_nonsense_finds_nothing(self, typed: str) -> None:
        assert by_code(typed, "watch", SpectatorLink.objects.all()) is None
