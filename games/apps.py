from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from clubs.players.anonymise import player_anonymised
        from games.comments import writing
        from games.consequences.aggregates import AGGREGATES
        from games.consequences.callouts import CALLOUTS
        from games.consequences.follow import register
        from games.forecasts import stored
        from games.ledger import lifetime, removal
        from games.live import publish
        from games.photos.keeping import remove_photos_of_players

        register(CALLOUTS, AGGREGATES)
        publish.connect()
        stored.connect()
        lifetime.connect()
        removal.connect()
        writing.connect()
        player_anonymised.connect(lifetime.end_redaction, dispatch_uid="notes on entries")
        player_anonymised.connect(remove_photos_of_players, dispatch_uid="photos of sheets")
