from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games.consequences.callouts import CALLOUTS
        from games.consequences.follow import register
        from games.live import signals

        register(CALLOUTS)
        signals.connect()
