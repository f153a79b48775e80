from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "leagues"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the league to the games and their results, and register its signal handlers."""
        from leagues import consequences
        from leagues.consequences import connect_free_texts
        from leagues.draw import stored_draw

        consequences.connect()
        consequences.connect_forgetting()
        connect_free_texts()
        stored_draw.connect()
