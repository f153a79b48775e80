from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "leagues"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the league to the games and their results, and register its signal handlers."""
        from leagues import consequences
        from leagues.draw import stored_draw
        from leagues.players import forget_member
        from leagues.players.forget_member import connect_free_texts

        consequences.connect()
        forget_member.connect_forgetting()
        connect_free_texts()
        stored_draw.connect()
