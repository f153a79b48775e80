from django.urls import path

from games.exports import feeds, outside, views

club = "c/<slug:slug>"
file = "<slug:table>.<slug:form>"

urlpatterns = [
    path(f"{club}/exports/", views.exports, name="exports"),
    path(f"{club}/exports/hands/", views.hands, name="hands"),
    path(f"{club}/exports/plays.bgsplay", outside.plays_file, name="plays-file"),
    path(f"{club}/exports/records.jsonl", outside.records_file, name="records-file"),
    path(f"{club}/exports/{file}", views.table_file, name="table-file"),
    path(f"{club}/feeds/", feeds.feeds, name="feeds"),
    path(f"{club}/feeds/open/", feeds.feeds_open, name="feeds-open"),
    path(f"{club}/nights.ics", feeds.club_nights, name="nights-ics"),
    path(f"{club}/results.<slug:form>", feeds.club_results, name="results-feed"),
    path(f"{club}/nights/<int:pk>/files/{file}", views.night_file, name="night-file"),
    path(f"{club}/players/<int:pk>/files/{file}", views.player_file, name="player-file"),
    path(f"{club}/trophies/<int:pk>/files/{file}", views.trophy_file, name="trophy-file"),
    path("m/<uuid:pk>/play.bgsplay", outside.play_file, name="play-file"),
    path(f"m/<uuid:pk>/files/{file}", views.match_file, name="match-file"),
    path("watch/<str:token>/nights.ics", feeds.door_nights, name="door-nights"),
    path("watch/<str:token>/results.<slug:form>", feeds.door_results, name="door-results"),
]
