from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "clubs"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from clubs import time_zone
        from clubs.accounts import first_proof, second_factors, sessions
        from clubs.language import catalogue, choice, terms
        from clubs.players import free_text

        for each in (first_proof, sessions, second_factors, free_text, time_zone, catalogue, choice, terms):
            each.connect()
