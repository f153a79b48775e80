"""Which characters names may hold, and which are removed."""

import pytest
from django.core import mail
from django.core.exceptions import ValidationError
from django.test import Client

from clubs.models import User
from clubs.names import check_name, is_printable, plain_name, tidy_name

FINE = [
    "Bea Marlowe",
    "رِبقة الكلبة",
    "רבקה כהן (ב)\u200f",
    "می\u200cخواهم",  # Persian spelling needs the zero-width non-joiner
    "क्\u200dष",
    "👩\u200d👩\u200d👧 pack",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "🐶",
    "<b>Bea</b>",
    "7",
]
TURNING = [f"Bea{turn}olram" for turn in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"]
UNSEEN = [
    "",
    " ",
    "\u200b",
    "\u200d",
    "\u200e",
    "\ufeff",
    "\u00ad",
    "\u2060",
    "\u3164",
    "\u115f\u1160",
    "\u2800",
    "\u0301",
]


@pytest.mark.parametrize("name", FINE)
def test_a_genuine_name_is_kept_as_it_is(name: str) -> None:
    check_name(name)
    assert tidy_name(name) == plain_name(name) == name


@pytest.mark.parametrize("name", TURNING)
def test_what_turns_the_writing_round_is_refused(name: str) -> None:
    with pytest.raises(ValidationError, match="reverses text"):
        check_name(tidy_name(name))
    assert not is_printable(name)
    assert plain_name(name) == "Beaolram"


@pytest.mark.parametrize("name", UNSEEN)
def test_a_name_is_something_one_can_see(name: str) -> None:
    with pytest.raises(ValidationError, match="Enter a name"):
        check_name(tidy_name(name))
    assert plain_name(name) == ""


def test_what_has_no_width_makes_no_other_name() -> None:
    assert tidy_name("\ufeffBea\u200b Mar\u00adlowe\u2060") == "Bea Marlowe"


@pytest.mark.django_db
def test_no_letter_carries_what_a_stranger_calls_themselves(client: Client) -> None:
    name = "Win at https://evil.example/prize now"
    form = {"email": "otto@kennel.example", "password1": "a-bone-in-the-garden", "name": name}
    assert client.post("/accounts/signup/", form).status_code == 302
    client.post("/accounts/email/", {"action_send": "", "email": "otto@kennel.example"})
    client.post("/accounts/password/reset/", {"email": "otto@kennel.example"})
    client.post("/accounts/login/code/", {"email": "otto@kennel.example"})
    assert len(mail.outbox) >= 2
    assert [letter.body for letter in mail.outbox if "evil.example" in f"{letter.subject}{letter.body}"] == []


@pytest.mark.django_db
def test_nor_what_their_browser_calls_itself(client: Client) -> None:
    client.force_login(User.objects.create_user("otto@kennel.example", "a-bone-in-the-garden"))
    form = {"oldpassword": "a-bone-in-the-garden", "password1": "another-bone-in-the-garden"}
    browser = {"user-agent": "see https://evil.example/prize"}
    client.post("/accounts/password/change/", {**form, "password2": form["password1"]}, headers=browser)
    [letter] = mail.outbox
    assert "has changed" in letter.body and "127.0.0.1" in letter.body
    assert "evil.example" not in letter.body


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        *(
            (f"Bea Mar{sign}lowe{sign}", "Bea Marlowe")
            for sign in "\u200d\u200c\u200e\u200f\u061c\u034f\ufe0f\U000e0041"
        ),
        ("❤\ufe0f 1\ufe0f\u20e3", "❤\ufe0f 1\ufe0f\u20e3"),
        ("葛\U000e0100城", "葛\U000e0100城"),
        ("רבקה (ב)\u200f", "רבקה (ב)\u200f"),
        ("\u200f\u200fBea", "Bea"),
    ],
)
def test_what_nobody_sees_is_left_out_unless_it_changes_what_is_seen(typed: str, kept: str) -> None:
    assert tidy_name(typed) == kept
