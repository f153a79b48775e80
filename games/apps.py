from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from clubs.players.anonymise import player_anonymised
        from games import comments, live
        from games.consequences.aggregates import AGGREGATES
        from games.consequences.callouts import CALLOUTS
        from games.consequences.follow import register
        from games.forecasts import stored
        from games.ledger import lifetime
        from games.photos import remove_photos_of_players

        register(CALLOUTS, AGGREGATES)
        live.connect()
        stored.connect()
        lifetime.connect()
        comments.connect()
        player_anonymised.connect(lifetime.end_redaction, dispatch_uid="notes on entries")
        player_anonymised.connect(remove_photos_of_players, dispatch_uid="photos of sheets")
