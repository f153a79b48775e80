"""Forms of a club's name and settings: time zone, language, who may read and share, ranking, lateness, confirmation
and correction.
"""

from functools import partial
from typing import Any

from django import forms
from django.db.models import Choices
from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from clubs.calendar.nights import move_planned
from clubs.fields import ClubNameField
from clubs.language.choice import UNKNOWN, club_choices
from clubs.language.terms import capital, name_of
from clubs.models import AllTime, Club, Confirm, Sharing, ShowChances, player
from clubs.models.club import MOST_GRACE, MOST_HOURS
from clubs.time_zone import choices, follow_club, zone_of
from scoring.dirty_dog import DIRTY_DOG

SETTINGS = [
    "name",
    "history_is_open",
    "guests_rank",
    "all_time",
    "grace_minutes",
    "time_zone",
    "language",
    "sharing",
    "links_expire",
    "chances",
    "recap_page",
    "confirm",
    "one_device_one_seat",
    "correction_hours",
]


def _capitalised(choices: type[Choices]) -> list[tuple[Any, str]]:
    return [(value, capital(str(label))) for value, label in choices.choices]


class FoundingForm(forms.Form):
    club = ClubNameField(help_text=gettext_lazy("Shown at the top of every sheet."))


class SettingsForm(forms.Form):
    name = ClubNameField()
    history_is_open = forms.BooleanField(
        label=gettext_lazy("Anybody can read the sheets"),
        required=False,
        help_text=gettext_lazy("Otherwise only signed-in members see sheets and statistics."),
    )

    guests_rank = forms.BooleanField(
        label=gettext_lazy("Guests are ranked in the standings"),
        required=False,
        help_text=gettext_lazy("Otherwise they are listed below the table, without a place."),
    )
    all_time = forms.ChoiceField(
        label=gettext_lazy("All-time standings count"),
        choices=partial(_capitalised, AllTime),
        help_text=gettext_lazy("Each season has its own scheme, under Seasons and points."),
    )
    grace_minutes = forms.IntegerField(
        label=gettext_lazy("Grace period in minutes"),
        min_value=0,
        max_value=MOST_GRACE,
        help_text=gettext_lazy("Arriving within this time after the start counts as on time."),
        error_messages={
            "required": gettext_lazy("Enter the minutes; 0 for none."),
            "invalid": gettext_lazy("Enter a whole number of minutes."),
            "min_value": gettext_lazy("Enter 0 or more minutes."),
            "max_value": gettext_lazy("At most %(limit_value)d minutes."),
        },
    )
    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        required=False,
        choices=choices,
        help_text=gettext_lazy("All dates and times are shown and entered in it."),
        error_messages={"invalid_choice": gettext_lazy("Choose a time zone from the list, such as Europe/London.")},
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language"),
        required=False,
        choices=club_choices,
        help_text=gettext_lazy("Of what is sent and shared, for people without a language of their own."),
        error_messages={"invalid_choice": UNKNOWN},
    )
    move_nights = forms.BooleanField(
        label=gettext_lazy("Move planned nights to the new time zone"),
        required=False,
        help_text=gettext_lazy(
            "A night at 19:30 stays at 19:30, by the new clock. Otherwise planned nights stay at the same "
            "moment, and their start times read differently."
        ),
    )
    sharing = forms.ChoiceField(
        label=gettext_lazy("Who may share links"),
        choices=partial(_capitalised, Sharing),
        help_text=gettext_lazy(
            "A link shows one match, report, table or player’s own page to anybody who has it. It works only as "
            "long as whoever made it may share."
        ),
        error_messages={"required": gettext_lazy("Choose who may share links.")},
    )
    links_expire = forms.BooleanField(
        label=gettext_lazy("Shared links last a month at most"),
        required=False,
        help_text=gettext_lazy(
            "Otherwise a link may be set never to expire. Links there are already follow a change at once."
        ),
    )
    chances = forms.ChoiceField(
        label=format_lazy(gettext_lazy("Show chances in {game}"), game=lazy(name_of, str)(DIRTY_DOG)),
        required=False,
        choices=partial(_capitalised, ShowChances),
        help_text=gettext_lazy(
            "How likely each player is to win and to finish last, after every hand. The wall only shows chances to win."
        ),
        error_messages={"invalid_choice": gettext_lazy("Choose where chances are shown.")},
    )
    recap_page = forms.BooleanField(
        label=gettext_lazy("Result of each hand or round on a page of its own"),
        required=False,
        help_text=gettext_lazy("Otherwise the next one opens at once, and says what the last one brought."),
    )
    confirm = forms.TypedChoiceField(
        label=gettext_lazy("Who confirms a sheet"),
        choices=partial(_capitalised, Confirm),
        coerce=int,
        help_text=gettext_lazy(
            "On a phone, by scanning a code on the tablet. Until then the result doesn’t "
            "count. Applies to matches that start from now on."
        ),
    )
    one_device_one_seat = forms.BooleanField(
        label=gettext_lazy("One phone per player"),
        required=False,
        help_text=gettext_lazy(
            "A phone can only confirm for one player. Otherwise it can confirm for several, and the history says so."
        ),
    )
    correction_hours = forms.IntegerField(
        label=gettext_lazy("Hours in which scorekeepers may correct a final sheet"),
        required=False,
        min_value=0,
        max_value=MOST_HOURS,
        help_text=gettext_lazy(
            "After that only organisers may. Leave empty to let only organisers correct final sheets."
        ),
        error_messages={
            "invalid": gettext_lazy("Enter a whole number of hours."),
            "min_value": gettext_lazy("Enter 0 or more hours."),
            "max_value": gettext_lazy("Enter at most 8760 hours, a year."),
        },
    )

    def clean_chances(self) -> str:
        """Keep the present value if the form does not have the field."""
        return str(self.cleaned_data["chances"] or self.initial.get("chances", ShowChances.MATCH))

    def save(self, club: Club) -> None:
        was = zone_of(club)
        for name in SETTINGS:
            setattr(club, name, self.cleaned_data[name])
        club.save(update_fields=SETTINGS)
        follow_club(club)
        if self.cleaned_data["move_nights"]:
            move_planned(club, was)
        if {"guests_rank", "all_time", "time_zone"} & {*self.changed_data}:
            player.announce_ranking_change(club)
