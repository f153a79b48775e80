from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from clubs.players.anonymise import player_anonymised
        from games.comments import names as comment_names
        from games.consequences.aggregates import AGGREGATES
        from games.consequences.callouts import CALLOUTS
        from games.consequences.follow import register
        from games.forecasts import request
        from games.ledger import redact
        from games.live import signals
        from games.photos.keeping import remove_photos_of_players

        register(CALLOUTS, AGGREGATES)
        signals.connect()
        request.connect()
        redact.connect()
        comment_names.connect()
        player_anonymised.connect(redact.end_redaction, dispatch_uid="notes on entries")
        player_anonymised.connect(remove_photos_of_players, dispatch_uid="photos of sheets")
