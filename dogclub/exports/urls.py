from django.urls import path

from dogclub.exports import game_files
from dogclub.exports.pages import feeds, tables

club = "c/<slug:slug>"
file = "<slug:table>.<slug:form>"

urlpatterns = [
    path(f"{club}/exports/", tables.exports, name="exports"),
    path(f"{club}/exports/hands/", tables.hands, name="hands"),
    path(f"{club}/exports/plays.bgsplay", game_files.plays_file, name="plays-file"),
    path(f"{club}/exports/records.jsonl", game_files.records_file, name="records-file"),
    path(f"{club}/exports/{file}", tables.table_file, name="table-file"),
    path(f"{club}/feeds/", feeds.feeds, name="feeds"),
    path(f"{club}/feeds/open/", feeds.feeds_open, name="feeds-open"),
    path(f"{club}/nights.ics", feeds.club_nights, name="nights-ics"),
    path(f"{club}/nights/<int:pk>/night.ics", feeds.one_night, name="night-ics"),
    path(f"{club}/results.<slug:form>", feeds.club_results, name="results-feed"),
    path(f"{club}/nights/<int:pk>/files/{file}", tables.night_file, name="night-file"),
    path(f"{club}/players/<int:pk>/files/{file}", tables.player_file, name="player-file"),
    path(f"{club}/trophies/<int:pk>/files/{file}", tables.trophy_file, name="trophy-file"),
    path("m/<uuid:pk>/play.bgsplay", game_files.play_file, name="play-file"),
    path(f"m/<uuid:pk>/files/{file}", tables.match_file, name="match-file"),
    path("answer/<str:token>/night.ics", feeds.answered_night, name="answer-ics"),
    path("watch/<str:token>/nights.ics", feeds.link_nights, name="link-nights"),
    path("watch/<str:token>/results.<slug:form>", feeds.link_results, name="link-results"),
]
