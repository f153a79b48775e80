from importlib import import_module

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """The ledger comes first: what follows from a result asks the rooms for words, and they ask for previews."""
        import_module("games.ledger")
        import_module("games.league.parting")
