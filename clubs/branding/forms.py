"""The form for a club's name, logo and colour."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from clubs.branding.logo import Logo, keep_logo, read_logo
from clubs.contrast import HEX
from clubs.fields import ClubNameField
from clubs.models import Club, ShowPhotos
from clubs.pictures.reading import PictureRefused

FIELDS = ("name", "colour", "photos")
WRONG_COLOUR = gettext_lazy("Enter the colour as # and six digits, such as #d9822b, or leave it empty.")


class LogoField(forms.FileField):
    """An image upload; the cleaned value is the re-encoded logo, or None."""

    widget = forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"})

    def clean(self, data: Any, initial: Any = None) -> Logo | None:
        file = super().clean(data, initial)
        if not file:
            return None
        try:
            return read_logo(file, file.size)
        except PictureRefused as error:
            raise forms.ValidationError(str(error)) from error


class ColourField(forms.CharField):
    """A colour, cleaned to `#rrggbb` in lower case; "" for none."""

    def to_python(self, value: Any) -> str:
        text = (super().to_python(value) or "").lower()
        text = text if text.startswith("#") or not text else f"#{text}"
        return "#" + "".join(2 * sign for sign in text[1:]) if len(text) == 4 else text

    def validate(self, value: str) -> None:
        super().validate(value)
        if value and not HEX.fullmatch(value):
            raise forms.ValidationError(WRONG_COLOUR)


class BrandingForm(forms.Form):
    name = ClubNameField(help_text=gettext_lazy("At the head of every page, on sheets and pictures."))
    logo = LogoField(
        label=gettext_lazy("Logo"),
        required=False,
        allow_empty_file=True,
        help_text=gettext_lazy(
            "PNG, JPEG or WebP up to 2 MB, square is best. Without a logo the box and circle stand there in the "
            "club’s colour."
        ),
    )
    remove_logo = forms.BooleanField(label=gettext_lazy("Remove logo"), required=False)
    colour = ColourField(
        label=gettext_lazy("Colour as a hex code"),
        required=False,
    )
    photos = forms.ChoiceField(
        label=gettext_lazy("Who sees photos of members"),
        choices=ShowPhotos.choices,
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose who sees photos of members.")},
    )

    def save(self, club: Club) -> None:
        """Save all fields, inside a transaction with the club locked."""
        for field in FIELDS:
            setattr(club, field, self.cleaned_data[field])
        club.save(update_fields=FIELDS)
        logo = self.cleaned_data["logo"]
        if logo or self.cleaned_data["remove_logo"]:
            keep_logo(club, logo)
