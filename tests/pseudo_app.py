"""An app that adds the pseudo-language's catalogue to a running server; `tests.pseudo_settings` installs it."""

from django.apps import AppConfig
from django.utils.translation import trans_real

from tests.pseudo import CODE, Pseudo


class Offered(AppConfig):
    name = "tests"

    def ready(self) -> None:
        vars(trans_real)["_translations"][CODE] = Pseudo("en-gb")
