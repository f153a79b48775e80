"""The language for tests in a program that runs, by `tests.pseudo_settings`: no file holds its catalogue."""

from django.apps import AppConfig
from django.utils.translation import trans_real

from tests.pseudo import CODE, Pseudo


class Offered(AppConfig):
    name = "tests"

    def ready(self) -> None:
        vars(trans_real)["_translations"][CODE] = Pseudo("en-gb")
