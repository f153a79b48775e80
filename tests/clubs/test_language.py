"""The language of a page: the user's, else the device's, else the browser's, else the club's."""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest
from django.conf import settings
from django.template import Context, Template
from django.test import Client
from django.utils import translation
from django.utils.translation import trans_real

from clubs.language.choice import club_choices, code_of
from clubs.language.locales import (
    DAYS,
    TIMES,
    clauses,
    date_format,
    either,
    grouped,
    labelled,
    listed,
    minus,
    ordinal,
    percent,
    signed,
    size,
)
from clubs.language.terms import capital, inside
from clubs.models import Club, Night, Role, User
from scoring.messages import Message, translated
from tests import pseudo
from tests.people import SignIn
from tests.test_house_rules import PYTHON, TEMPLATES, text

NIGHT = datetime(2026, 11, 26, 19, 30, tzinfo=UTC)
HOME = "/c/kennel/"
LETTERS = re.compile(r"""(?:date_format\([^"\n]+|\|(?:date|time):)"([lDjFMYHisUmd,: -]+)\"""")


@pytest.fixture(autouse=True)
def another_language() -> Iterator[None]:
    """Offer the pseudo-language of the tests as a language of the app."""
    with pseudo.offered():
        yield


def language_of(client: Client, path: str = HOME, **headers: str) -> str:
    """The Content-Language header of the response."""
    return str(client.get(path, headers=headers)["Content-Language"])


@pytest.mark.django_db
def test_without_any_wish_it_is_english(kennel: Club, sign_in: SignIn) -> None:
    assert language_of(sign_in(Role.MEMBER)) == "en-gb"
    assert language_of(sign_in(Role.MEMBER), **{"Accept-Language": "sv, fi;q=0.5"}) == "en-gb"


@pytest.mark.django_db
def test_a_browser_is_answered_in_what_it_asks_for(kennel: Club, sign_in: SignIn) -> None:
    assert language_of(sign_in(Role.MEMBER), **{"Accept-Language": "sv, en-xa;q=0.5"}) == pseudo.CODE


@pytest.mark.django_db
def test_american_english_is_for_browsers_that_ask_for_it_and_whoever_chooses_it(kennel: Club, sign_in: SignIn) -> None:
    member = sign_in(Role.MEMBER)
    Night.objects.create(club=kennel, starts_at=datetime(2031, 3, 6, 19, 30, tzinfo=UTC))
    path = f"{HOME}nights/"
    for language, written in (("en-US,en;q=0.9", "7:30\N{NO-BREAK SPACE}PM"), ("en-GB,en-US;q=0.8", "19:30")):
        assert written in member.get(path, headers={"Accept-Language": language}).content.decode()
    assert language_of(member, **{"Accept-Language": "en-US"}) == "en-us"
    assert language_of(member, **{"Accept-Language": "en"}) == "en-gb"
    member.post("/language/", {"language": "en-us", "next": "/"})
    page = member.get(path).content.decode()
    assert '<html lang="en-us"' in page and "7:30\N{NO-BREAK SPACE}PM" in page
    assert "Mar 6" in page and "6 Mar" not in page


@pytest.mark.django_db
def test_a_club_speaks_where_the_browser_asks_for_nothing_known(kennel: Club, sign_in: SignIn) -> None:
    Club.objects.update(language=pseudo.CODE)
    member = sign_in(Role.MEMBER)
    assert language_of(member) == language_of(member, **{"Accept-Language": "sv"}) == pseudo.CODE
    assert [language_of(member, path, **{"Accept-Language": "fr"}) for path in (HOME, "/help/", "/account/")] == [
        "fr",
        "fr",
        "fr",
    ]


@pytest.mark.django_db
def test_a_person_comes_before_the_club_in_every_browser(kennel: Club, sign_in: SignIn) -> None:
    member = sign_in(Role.MEMBER)
    member.post("/language/", {"language": pseudo.CODE, "next": HOME})
    Club.objects.update(language="en-gb")
    assert language_of(member) == pseudo.CODE
    elsewhere = Client()
    elsewhere.force_login(User.objects.get(language=pseudo.CODE))
    assert language_of(elsewhere) == pseudo.CODE
    assert language_of(elsewhere, "/help/") == pseudo.CODE  # a page that does not query the user


@pytest.mark.django_db
def test_somebody_without_an_account_chooses_for_this_browser(kennel: Club) -> None:
    stranger = Client()
    assert stranger.post("/language/", {"language": pseudo.CODE, "next": "/help/"})["Location"] == "/help/"
    assert language_of(stranger, "/help/") == pseudo.CODE
    stranger.post("/language/", {"language": "", "next": "/help/"})
    assert language_of(stranger, "/help/") == "en-gb"


@pytest.mark.django_db
@pytest.mark.parametrize("wrong", ["kennelish", "../de", "x" * 5000, "de\0"])
def test_a_language_that_is_not_there_is_none(kennel: Club, sign_in: SignIn, wrong: str) -> None:
    member = sign_in(Role.MEMBER)
    member.post("/language/", {"language": wrong, "next": "https://elsewhere.example/"})
    assert not User.objects.exclude(language="").exists()
    assert language_of(member) == "en-gb"


@pytest.mark.django_db
def test_one_goes_back_to_this_site_alone(kennel: Club) -> None:
    assert Client().post("/language/", {"language": "", "next": "https://elsewhere.example/"})["Location"] == "/"


def test_an_english_text_is_looked_up_once() -> None:
    assert vars(trans_real.translation(settings.LANGUAGE_CODE))["_fallback"] is None


def test_what_stood_behind_english_says_nothing() -> None:
    behind = vars(trans_real.DjangoTranslation(settings.LANGUAGE_CODE))["_fallback"]
    while behind:
        assert set(vars(behind)["_catalog"]) == {""}
        behind = vars(behind)["_fallback"]


@pytest.mark.django_db
def test_an_owner_chooses_the_club_s(kennel: Club, sign_in: SignIn) -> None:
    form = {"name": "Kennel", "confirm": "0", "grace_minutes": "10", "all_time": "wins", "sharing": "members"}
    owner = sign_in(Role.OWNER)
    owner.post("/c/kennel/settings/", form | {"language": pseudo.CODE})
    assert Club.objects.get().language == pseudo.CODE
    assert language_of(sign_in(Role.MEMBER)) == pseudo.CODE
    refused = owner.post("/c/kennel/settings/", form | {"language": "kennelish"}).content.decode()
    assert pseudo.pseudo("Choose a language from the list.") in refused


@pytest.mark.django_db
def test_what_is_written_to_somebody_is_in_their_language_else_the_club_s() -> None:
    club, person = Club(language=pseudo.CODE), User(language="")
    assert (code_of(person, club), code_of(User(language="en-gb"), club), code_of(None)) == (
        pseudo.CODE,
        "en-gb",
        "en-gb",
    )


@pytest.mark.django_db
def test_a_partial_language_is_for_who_chooses_it(kennel: Club, sign_in: SignIn) -> None:
    member = sign_in(Role.MEMBER)
    assert language_of(member, **{"Accept-Language": "ar"}) == "en-gb"
    assert language_of(member, **{"Accept-Language": "ar, en-xa;q=0.5"}) == pseudo.CODE
    assert "ar" not in dict(club_choices())
    member.post("/language/", {"language": "it", "next": HOME})
    assert (language_of(member), language_of(member, f"{HOME}wall/")) == ("en-gb", "it")
    assert member.get(HOME).content.decode().count("Italiano (parziale)") == 1


def test_a_sign_stays_before_its_figure_from_right_to_left() -> None:
    lost = Message("{player} has {points}.", player="Ann", points=-12)
    assert (minus(-12), signed(7), translated(lost)) == ("−12", "+7", "Ann has −12.")
    with translation.override("ar"):
        assert (minus(-12), signed(7), signed(-2)) == ("\u200e−12", "\u200e+7", "\u200e−2")
        assert "\u200e−12" in translated(lost)


def test_engines_speak_by_the_same_catalogue() -> None:
    with translation.override(pseudo.CODE):
        assert translated(Message("{player} leads.", player="Ann")) == "⟦Ann léädš. ~~⟧"


@pytest.mark.parametrize(
    ("language", "letters", "written"),
    [
        ("en-gb", "l j F Y", "Thursday 26 November 2026"),
        ("de", "l, j F Y", "Donnerstag, 26. November 2026"),
        ("fr", "j F Y", "26 novembre 2026"),
        ("es", "j F, H:i", "26 de noviembre, 19:30"),
        ("nl", "l j F, H:i", "donderdag 26 november, 19:30"),
        ("pt", "j M Y", "26 nov. 2026"),
        ("pt", "j F, H:i", "26 de novembro, 19:30"),
        ("es", "l j F Y", "jueves, 26 de noviembre de 2026"),
        ("de", "H:i", "19:30"),
        ("en-us", "l j F Y", "Thursday, November 26, 2026"),
        ("en-us", "j M, H:i", "Nov 26, 7:30\N{NO-BREAK SPACE}PM"),
        ("en-us", "H:i:s", "7:30:00\N{NO-BREAK SPACE}PM"),
        ("en-us", "Y-m-d", "2026-11-26"),
        ("fr", "Y-m-d", "2026-11-26"),
        ("ar", "l j F, H:i", "الخميس، 26 نوفمبر، 19:30"),
    ],
)
def test_each_language_has_its_own_order_of_a_day(language: str, letters: str, written: str) -> None:
    with translation.override(language):
        assert date_format(NIGHT, letters) == written


@pytest.mark.parametrize(
    ("letters", "written"),
    [
        ("l j F Y", "dimanche 1er mars 2026"),
        ("j F", "1er mars"),
        ("D j M", "dim. 1er mars"),
        ("j M, H:i", "1er mars, 19:30"),
        ("M Y", "mars 2026"),
    ],
)
def test_the_first_of_a_month_in_french(letters: str, written: str) -> None:
    with translation.override("fr"):
        assert date_format(NIGHT.replace(month=3, day=1), letters) == written
        assert "1er" not in date_format(NIGHT.replace(month=3, day=11), letters)


def test_every_way_a_day_is_written_is_known() -> None:
    """English accepts any format letters; formats that only English accepts break pages in every other language."""
    used = {letters for path in [*PYTHON, *TEMPLATES] for letters in LETTERS.findall(text(path))}
    assert len(used) > 20
    with translation.override("de"):
        assert all(date_format(NIGHT, letters) for letters in used)


@pytest.mark.parametrize("language", ["de", "fr", "es", "nl", "pt", "ar"])
def test_every_way_to_write_a_day_is_there_in_every_language(language: str) -> None:
    with translation.override(language):
        days = {date_format(date(2026, 11, 26), letters) for letters in DAYS}
        assert all(days) and {date_format(NIGHT, letters) for letters in TIMES} == {"19:30", "19:30:00"}


@pytest.mark.parametrize(
    ("language", "names", "first", "third"),
    [
        ("en-gb", "Ann, Bo and Cy", "1st", "3rd"),
        ("de", "Ann, Bo und Cy", "1.", "3."),
        ("fr", "Ann, Bo et Cy", "1er", "3e"),
        ("es", "Ann, Bo y Cy", "1.º", "3.º"),
        ("nl", "Ann, Bo en Cy", "1e", "3e"),
        ("pt", "Ann, Bo e Cy", "1.º", "3.º"),
        ("ar", "Ann وBo وCy", "1", "3"),
    ],
)
def test_each_has_its_own_and_and_its_own_places(language: str, names: str, first: str, third: str) -> None:
    with translation.override(language):
        assert (listed(["Ann", "Bo", "Cy"]), ordinal(1), ordinal(3)) == (names, first, third)


@pytest.mark.parametrize(
    ("names", "both", "one"),
    [
        (["Percy", "Ines"], "Percy e Ines", "Percy o Ines"),
        (["Ana", "Gus", "Otto"], "Ana, Gus y Otto", "Ana, Gus u Otto"),
        (["Ana", "Hilda"], "Ana e Hilda", "Ana o Hilda"),
        (["agua", "hielo"], "agua y hielo", "agua o hielo"),
        (["7", "8"], "7 y 8", "7 u 8"),
        (["Ines"], "Ines", "Ines"),
    ],
)
def test_spanish_joins_a_list_by_how_the_last_name_sounds(names: list[str], both: str, one: str) -> None:
    with translation.override("es"):
        assert (listed(names), either(names)) == (both, one)


def test_what_is_not_marked_is_found_on_a_page() -> None:
    page = f"<p title='Shown'>{pseudo.pseudo('Sheet of {player}')} Kennel <b>7</b></p><script>var words</script>"
    assert pseudo.unmarked(page, frozenset({"Kennel"})) == ["Shown"]


@pytest.mark.parametrize(
    ("language", "text", "begins"),
    [("nl", "ijs", "IJs"), ("nl", "één ronde", "Eén ronde"), ("fr", "égalité", "Égalité"), ("en-gb", "ijs", "Ijs")],
)
def test_a_sentence_begins_as_its_language_does(language: str, text: str, begins: str) -> None:
    with translation.override(language):
        assert capital(text) == begins
        assert Template("{{ text|capfirst }}").render(Context({"text": text})) == begins


@pytest.mark.parametrize(
    ("language", "text", "within"),
    [("nl", "OP-fiches", "OP-fiches"), ("nl", "Andere", "andere"), ("de", "Siegertisch", "Siegertisch")],
)
def test_a_label_stands_inside_a_sentence(language: str, text: str, within: str) -> None:
    with translation.override(language):
        assert inside(text) == within


@pytest.mark.parametrize(
    ("language", "written"),
    [("en-gb", "12,710"), ("nl", "12.710"), ("es", "12.710"), ("pt", "12\N{NO-BREAK SPACE}710")],
)
def test_thousands_are_written_as_each_language_does(language: str, written: str) -> None:
    with translation.override(language):
        assert grouped(12710) == written


@pytest.mark.parametrize(
    ("language", "part", "file"),
    [
        ("en-gb", "59%", "838.5\N{NO-BREAK SPACE}KB"),
        ("nl", "59%", "838,5\N{NO-BREAK SPACE}KB"),
        ("pt", "59%", "838,5\N{NO-BREAK SPACE}KB"),
        ("de", "59\N{NO-BREAK SPACE}%", "838,5\N{NO-BREAK SPACE}KB"),
        ("fr", "59\N{NO-BREAK SPACE}%", "838,5\N{NO-BREAK SPACE}Kio"),
    ],
)
def test_percentages_and_sizes_are_written_as_each_language_does(language: str, part: str, file: str) -> None:
    with translation.override(language):
        assert (percent(59), size(858_600)) == (part, file)


@pytest.mark.parametrize(
    ("language", "written"),
    [("en-gb", "Bids: Bea 3; Otto 0"), ("fr", "Bids\N{NARROW NO-BREAK SPACE}: Bea 3\N{NARROW NO-BREAK SPACE}; Otto 0")],
)
def test_signs_between_texts_are_those_of_the_language(language: str, written: str) -> None:
    with translation.override(language):
        assert labelled("Bids", clauses(["Bea 3", "", "Otto 0"])) == written
        assert labelled("Bids", "") == "Bids"
