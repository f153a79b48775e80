from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "leagues"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the league to the games and their results, and register its signal handlers."""
        from leagues import consequences
        from leagues.draw import live
        from leagues.players import forget_member, free_text

        consequences.connect()
        forget_member.connect()
        free_text.connect()
        live.connect()
