from importlib import import_module

from django.apps import AppConfig
from django.db.models.signals import post_delete


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """The ledger comes first: what follows from a result asks the rooms for words, and they ask for previews."""
        import_module("games.ledger")
        import_module("games.league.parting")
        import_module("games.told").connect()
        files = import_module("games.jobs.files")
        post_delete.connect(files.forget, "games.Job", dispatch_uid="files of jobs")
