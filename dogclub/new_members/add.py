"""Members in bulk: the people of a pasted list, added to a club, and sending their invitations by jobs."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from email.utils import getaddresses
from enum import StrEnum
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.fields import WrittenField
from clubs.language.choice import language_of
from clubs.links.tokens import sign
from clubs.models import Club, Invitation, Player, Role, User
from clubs.models.access import in_a_fortnight
from clubs.names import looks, spelled, tidy_name
from clubs.players.forms import NO_NAMES, same_person
from dogclub.exchange.imports.review.persons import Register, name_error

SEPARATORS = re.compile(r"[\s,;:|<>()\[\]]+")
BULLET = re.compile(r"^\s*(?:[-–—*•·]|\d+[.)])\s+")
QUOTES = "\"'“”„«»"
MAILTO = "mailto"  # before addresses that were copied from a link


@dataclass(frozen=True)
class Person:
    """A name and an email address as pasted; either may be ""."""

    name: str
    address: str = ""

    @property
    def key(self) -> str:
        """The same for every spelling of one line, by which answers about it are known."""
        return f"{spelled(self.name)} {self.address.casefold()}".strip()

    @property
    def is_address_valid(self) -> bool:
        try:
            validate_email(self.address)
        except ValidationError:
            return False
        return True


def people_in(text: str) -> list[Person]:
    """Return the people of the list in its order, each once.

    >>> [(each.name, each.address) for each in people_in("Hal Brook <hal@brook.example>\\nRosalind Pye")]
    [('Hal Brook', 'hal@brook.example'), ('Rosalind Pye', '')]
    """
    people: dict[str, Person] = {}
    for line in text.splitlines():
        for person in _of_line(line):
            people.setdefault(person.key, person)
    people.pop("", None)
    return list(people.values())


def _of_line(line: str) -> Iterator[Person]:
    line = BULLET.sub("", line)
    has_several = line.count("@") > 1
    if (has_several or ("<" in line and '"' in line)) and (people := _of_an_email(line)):
        yield from people
    else:
        yield _of_words(line)


def _of_an_email(line: str) -> list[Person]:
    """Return the people of a line as the head of an email lists them: "Brook, Hal" <hal@brook.example>; Maya <…>.
    None where it is something else.
    """
    found = getaddresses([line.replace(";", ",").rstrip(", ")])
    people = [Person(_given_name_first(name), address) for name, address in found]
    return people if all(each.is_address_valid for each in people) else []


def _given_name_first(name: str) -> str:
    family, comma, given = tidy_name(name.strip(QUOTES)).partition(", ")
    return f"{given} {family}" if comma else family


def _of_words(line: str) -> Person:
    """Return the one person of a line: the word with an @ is the address, the others are the name."""
    words = [word.strip(QUOTES) for word in SEPARATORS.split(line)]
    name = [word for word in words if "@" not in word and word != MAILTO and not _is_punctuation(word)]
    addresses = [word.strip(".") for word in words if "@" in word]
    return Person(tidy_name(" ".join(name)), " ".join(addresses))


def _is_punctuation(word: str) -> bool:
    return all(unicodedata.category(character).startswith("P") for character in word)


# What a pasted list would do to a club, line by line: who is invited, added, here already, asked about, or refused.

MOST_PEOPLE = 200  # people of one list
SAME_ADDRESS = gettext_lazy("This address is in the list twice. Each person needs their own.")


class Outcome(StrEnum):
    INVITED = "invited"
    ADDED = "added"
    HERE = "here"
    QUESTION = "question"
    NO_INVITATION = "no-invitation"


WORDS = {
    Outcome.INVITED: gettext_lazy("invited"),
    Outcome.ADDED: gettext_lazy("added, no invitation"),
    Outcome.HERE: gettext_lazy("here already"),
    Outcome.QUESTION: gettext_lazy("question"),
    Outcome.NO_INVITATION: gettext_lazy("no invitation"),
}


@dataclass(frozen=True)
class Answers:
    """Answers to questions, by the key of the person: the player they are, or that they are new."""

    same: Mapping[str, int] = field(default_factory=dict)
    new: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Line:
    """What happens to one person of the list.

    `label` is the name of the player or member it is, or the pasted name. `player` is the key of an existing player,
    `is_new` whether a player is added, `asks` the players of a question by key, `problem` what to correct.
    """

    person: Person
    outcome: Outcome
    label: str
    player: int | None = None
    is_new: bool = False
    asks: Mapping[int, str] = field(default_factory=dict)
    problem: str = ""

    @property
    def words(self) -> str:
        return str(WORDS[self.outcome])

    @property
    def is_wrong(self) -> bool:
        return self.outcome == Outcome.NO_INVITATION


def sends_invitations(club: Club) -> bool:
    """Whether invitations can be sent by email; never from the demo."""
    return bool(settings.MAIL_IS_SENT) and not club.is_demo


def preview(club: Club, people: Sequence[Person], answers: Answers) -> list[Line]:
    """Return a line for each person; four queries, however many there are. Nothing is written."""
    checks = _Checks(club, answers)
    return [checks.line(person) for person in people]


class _Checks:
    """The players, members and open invitations of a club, and what earlier lines of the list have taken."""

    def __init__(self, club: Club, answers: Answers) -> None:
        self._answers = answers
        self._sends = sends_invitations(club)
        self._register = Register(club)
        self._members: dict[str, str] = {}
        self._with_account: set[int] = set()
        for row in club.memberships.select_related("user", "player"):
            self._members[row.user.email.casefold()] = row.player.label if row.player else str(row.user)
            if row.player:
                self._with_account.add(row.player.pk)
        self._invited: dict[str, str] = {}
        self._invited_players: set[int] = set()
        for invitation in open_by_email(club).select_related("player"):
            self._invited[invitation.email.casefold()] = str(invitation.player or "")
            if invitation.player:
                self._invited_players.add(invitation.player.pk)
        self._names: dict[str, str] = {}  # earlier names of the list, by what they look like
        self._addresses: set[str] = set()

    def line(self, person: Person) -> Line:
        address = person.address.casefold()
        if address and address in (here := self._invited | self._members):
            return Line(person, Outcome.HERE, here[address] or person.name)
        if not person.name:
            return _refused(person, _("Add the name of this person to the line."))
        if wrong := name_error(person.name):
            return _refused(person, wrong)
        if address and address in self._addresses:
            return _refused(person, str(SAME_ADDRESS))
        return self._named(person)

    def _named(self, person: Person) -> Line:
        guess = self._register.guess(person.name)
        answer = self._answers.same.get(person.key)
        player = guess.player or (answer if answer in guess.like else None)
        if player is None and guess.like and person.key not in self._answers.new:
            labels = {key: self._register.labels[key] for key in guess.like}
            return Line(person, Outcome.QUESTION, person.name, asks=labels)
        label = person.name if player is None else self._register.labels[player]
        if earlier := self._taken(person, player):
            return _refused(person, same_person(earlier, person.name))
        if person.address:
            self._addresses.add(person.address.casefold())
        return self._decided(person, player, label)

    def _taken(self, person: Person, player: int | None) -> str:
        """Return the earlier name of the list that is or looks like this person, or ""."""
        keys = looks(person.name) if player is None else {f"player {player}"}
        earlier = next((self._names[key] for key in sorted(keys) if key in self._names), "")
        for key in keys:
            self._names.setdefault(key, person.name)
        return earlier

    def _decided(self, person: Person, player: int | None, label: str) -> Line:
        about: dict[str, Any] = {"label": label, "player": player, "is_new": player is None}
        if not person.address:
            return Line(person, Outcome.ADDED if player is None else Outcome.HERE, **about)
        if not person.is_address_valid:
            words = _("“{address}” is not an email address. {name} can play, but not sign in.")
            return Line(
                person, Outcome.NO_INVITATION, problem=words.format(address=person.address, name=label), **about
            )
        if player in self._with_account:
            words = _("{name} signs in with another address. If this is somebody else, add a surname or a nickname.")
            return Line(person, Outcome.NO_INVITATION, problem=words.format(name=label), **about)
        if player in self._invited_players:
            words = _("{name} is invited by another address. Revoke that invitation first.")
            return Line(person, Outcome.NO_INVITATION, problem=words.format(name=label), **about)
        if not self._sends:
            return Line(person, Outcome.ADDED if player is None else Outcome.HERE, **about)
        return Line(person, Outcome.INVITED, **about)


def _refused(person: Person, problem: str) -> Line:
    return Line(person, Outcome.NO_INVITATION, person.name, problem=problem)


def open_by_email(club: Club) -> Any:
    """Return the open invitations of a club that are for an address."""
    rows = Invitation.objects.filter(club=club, revoked_at=None, uses_left__gt=0, expires_at__gt=timezone.now())
    return rows.exclude(email="")


# The form of a pasted list.

LONGEST_LINE = 400
TOO_MANY = gettext_lazy("At most {most} people at once, please.")


class PasteForm(forms.Form):
    """The list, the answers so far, and what the new members may do and get."""

    people = WrittenField(
        label=gettext_lazy("Names and email addresses"),
        help_text=gettext_lazy(
            "One person a line, in any order: copied from a spreadsheet, an email or a chat. Only names is fine too."
        ),
        error_messages={
            "required": NO_NAMES,
            "max_length": format_lazy(TOO_MANY, most=MOST_PEOPLE),
        },
        max_length=MOST_PEOPLE * LONGEST_LINE,
        widget=forms.Textarea(attrs={"rows": 7, "autocomplete": "off", "spellcheck": "false"}),
    )
    send = forms.BooleanField(
        label=gettext_lazy("Send the invitations now"),
        help_text=gettext_lazy(
            "Or later, all at once, from Members and roles. Each link works for 14 days and for one person."
        ),
        required=False,
        initial=True,
    )
    keeps_score = forms.BooleanField(
        label=gettext_lazy("They may keep score"),
        help_text=gettext_lazy("Otherwise they see everything and answer for themselves."),
        required=False,
    )

    def clean_people(self) -> list[Person]:
        people = people_in(self.cleaned_data["people"])
        if not people:
            raise ValidationError(NO_NAMES)
        if len(people) > MOST_PEOPLE:
            words = _("At most {most} people at once, please: this has {count}.")
            raise ValidationError(words.format(most=MOST_PEOPLE, count=len(people)))
        return people

    @property
    def role(self) -> Role:
        return Role.SCOREKEEPER if self.cleaned_data["keeps_score"] else Role.MEMBER


def answers_in(data: Any) -> Answers:
    """Return the answers of a posted form: each is a person’s key, after the player's for one who is in the club.
    Malformed ones are no answers, so that it is asked again.
    """
    pairs = [value.partition(":") for value in data.getlist("same")]
    same = {key: int(player) for player, _colon, key in pairs if player.isdecimal() and len(player) < 19}
    return Answers(same, frozenset(data.getlist("new")))


# Adding the people of a list to a club, and sending their invitations by jobs.


MOST_A_DAY = 300  # invitations by email of one club in 24 hours; a limit against scripts
DAY = timedelta(days=1)


@transaction.atomic
def add_members(club: Club, lines: Sequence[Line], *, by: User | None, role: Role, send: bool) -> list[Invitation]:
    """Create the players and invitations of a preview, and return the invitations; with `send` each is sent by a job.
    What is asked about is left out. The club must be locked. Raises ValidationError if too many were sent today.
    """
    made: list[Invitation] = []
    for line in lines:
        player_id = line.player
        if line.is_new:
            player_id = Player.objects.create(club=club, name=line.person.name).pk
        if line.outcome == Outcome.INVITED:
            made.append(Invitation(club=club, role=role, player_id=player_id, created_by=by, email=line.person.address))
    Invitation.objects.bulk_create(made)
    if send:
        send_invitations(club, made)
    return made


def unsent(club: Club) -> QuerySet[Invitation]:
    """Return the open invitations that are for an address and were not sent yet, the oldest first."""
    rows: QuerySet[Invitation] = open_by_email(club).filter(sent_at=None).order_by("created_at", "pk")
    return rows


@transaction.atomic
def send_invitations(club: Club, invitations: Sequence[Invitation]) -> None:
    """Hand the emails to jobs; the fortnight of each begins now. Raises ValidationError if too many were sent today."""
    now = timezone.now()
    today = Invitation.objects.filter(club=club, sent_at__gt=now - DAY).count()
    if today + len(invitations) > MOST_A_DAY:
        words = _("At most {most} invitations are sent in 24 hours. Send the others tomorrow.")
        raise ValidationError(words.format(most=MOST_A_DAY))
    for each in invitations:
        each.sent_at, each.expires_at = now, in_a_fortnight()
        each.save(update_fields=["sent_at", "expires_at"])
        subject, body = letter(club, each)
        EmailMessage(subject, body, to=[each.email]).send()


def letter(club: Club, invitation: Invitation | None, by: User | None = None) -> tuple[str, str]:
    """Return subject and text of the email in the club's language; without an invitation, one to look at that has no
    link and no name.
    """
    link, name = _("(the link)"), _("(the name)")
    if invitation is not None:
        link = f"{settings.BASE_URL}{reverse('join', args=[sign(invitation.pk, 'join')])}"
        name, by = str(invitation.player or ""), invitation.created_by
    with language_of(None, club):
        context = {"club": club, "by": by, "name": name, "link": link}
        subject = _("Dog Club: you are invited to {club}").format(club=club.name)
        return subject, render_to_string("dogclub/new_members/mail.txt", context)


def forget_addresses() -> None:
    """Remove the addresses of invitations that ran out."""
    Invitation.objects.filter(expires_at__lt=timezone.now()).exclude(email="").update(email="")
