"""The form for a member's own photo: a file, and how to crop it."""

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from clubs.member_photos.reading import MOST_ZOOM, Crop, SquarePhoto, read_square
from clubs.pictures.heic import ACCEPTED, NAMED
from clubs.pictures.reading import Refused

MISSING = gettext_lazy("Choose a photo first.")


class PercentField(forms.IntegerField):
    """A slider in percent, which works without JavaScript."""

    def __init__(self, label: Any, least: int, most: int, initial: int) -> None:
        super().__init__(
            label=label,
            required=False,
            min_value=least,
            max_value=most,
            initial=initial,
            widget=forms.NumberInput(attrs={"type": "range", "step": 1}),
        )

    def clean(self, value: Any) -> int:
        percent: int | None = super().clean(value)
        return self.initial if percent is None else percent


class PhotoForm(forms.Form):
    photo = forms.FileField(
        label=gettext_lazy("Photo"),
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
        error_messages={"required": MISSING},
        help_text=format_lazy(
            gettext_lazy(
                "{formats}, at most 10 MB. It is turned upright and cut square; place, time and camera are removed."
            ),
            formats=NAMED,
        ),
    )
    across = PercentField(gettext_lazy("Left to right"), 0, 100, 50)
    down = PercentField(gettext_lazy("Top to bottom"), 0, 100, 50)
    zoom = PercentField(gettext_lazy("Zoom"), 100, MOST_ZOOM, 100)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        file = data.get("photo")
        if file is not None and not self.errors:
            try:
                data["square"] = read_square(file, file.size, Crop(data["across"], data["down"], data["zoom"]))
            except Refused as error:
                self.add_error("photo", str(error))
        return data

    @property
    def square(self) -> SquarePhoto:
        """The photo, cropped and in both sizes."""
        square: SquarePhoto = self.cleaned_data["square"]
        return square
