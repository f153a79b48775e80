from django.urls import path

from dogclub.exchange.exports import files, pages

club = "c/<slug:slug>"
file = "<slug:table>.<slug:form>"

urlpatterns = [
    path(f"{club}/exports/", pages.exports, name="exports"),
    path(f"{club}/exports/hands/", pages.hands, name="hands"),
    path(f"{club}/exports/plays.bgsplay", files.plays_file, name="plays-file"),
    path(f"{club}/exports/records.jsonl", files.records_file, name="records-file"),
    path(f"{club}/exports/{file}", pages.table_file, name="table-file"),
    path(f"{club}/feeds/", pages.feeds, name="feeds"),
    path(f"{club}/feeds/open/", pages.feeds_open, name="feeds-open"),
    path(f"{club}/nights.ics", pages.club_nights, name="nights-ics"),
    path(f"{club}/nights/<int:pk>/night.ics", pages.one_night, name="night-ics"),
    path(f"{club}/results.<slug:form>", pages.club_results, name="results-feed"),
    path(f"{club}/nights/<int:pk>/files/{file}", pages.night_file, name="night-file"),
    path(f"{club}/players/<int:pk>/files/{file}", pages.player_file, name="player-file"),
    path(f"{club}/trophies/<int:pk>/files/{file}", pages.trophy_file, name="trophy-file"),
    path("m/<uuid:pk>/play.bgsplay", files.play_file, name="play-file"),
    path(f"m/<uuid:pk>/files/{file}", pages.match_file, name="match-file"),
    path("answer/<str:token>/night.ics", pages.answered_night, name="answer-ics"),
    path("watch/<str:token>/nights.ics", pages.link_nights, name="link-nights"),
    path("watch/<str:token>/results.<slug:form>", pages.link_results, name="link-results"),
]
