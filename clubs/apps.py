from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "clubs"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from clubs import time_zone
        from clubs.accounts import second_factors, sessions
        from clubs.language import choice, formats, terms
        from clubs.players import anonymise

        for each in (sessions, second_factors, anonymise, time_zone, choice, formats, terms):
            each.connect()
