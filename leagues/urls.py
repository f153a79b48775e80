from django.urls import path

from leagues import club_home, ratings, records, search, seasons, terms, tournaments
from leagues.draw import pages as night_setup
from leagues.my_page import pages as my_page
from leagues.night_report import pages as night_report
from leagues.nights import answer_pages, late_and_early
from leagues.nights import pages as nights_pages
from leagues.players import pages as players_pages
from leagues.playoffs.pages import decisions
from leagues.playoffs.pages import playoff as playoffs_pages
from leagues.series import pages as series_pages
from leagues.sharing import pages as sharing_pages
from leagues.standings import pages as standings_pages
from leagues.standings import schemes
from leagues.statistics import pages as statistics_pages
from leagues.trophies import manage
from leagues.trophies import pages as trophies_pages
from leagues.wall import boards

urlpatterns = [
    path("c/<slug:slug>/nights/<int:pk>/live/", nights_pages.night_live, name="night-live"),
    path("c/<slug:slug>/", club_home.club_home, name="club"),
    path("c/<slug:slug>/terms/", terms.club_terms, name="club-terms"),
    path("c/<slug:slug>/wall/", boards.club_wall, name="club-wall"),
    path("c/<slug:slug>/nights/<int:pk>/report/", night_report.night_report, name="night-report"),
    path("c/<slug:slug>/nights/<int:pk>/report/picture.png", night_report.report_picture, name="report-picture"),
    path("c/<slug:slug>/nights/<int:pk>/report/share/", sharing_pages.share_report, name="share-report"),
    path("c/<slug:slug>/nights/<int:pk>/", nights_pages.night, name="night"),
    path("c/<slug:slug>/nights/<int:pk>/comments/", night_report.night_comments, name="night-comments"),
    path("c/<slug:slug>/nights/<int:pk>/answers/", answer_pages.night_answers, name="night-answers"),
    path("answer/<str:token>/", answer_pages.answer_link, name="answer-link"),
    path("c/<slug:slug>/nights/<int:pk>/arrive/", late_and_early.night_arrive, name="night-arrive"),
    path("c/<slug:slug>/nights/<int:pk>/admit/", nights_pages.night_admit, name="night-admit"),
    path("c/<slug:slug>/nights/<int:pk>/close/", late_and_early.night_close, name="night-close"),
    path("c/<slug:slug>/nights/<int:pk>/comings/", late_and_early.night_attendance, name="night-attendance"),
    path("c/<slug:slug>/nights/<int:pk>/expect/", late_and_early.night_expect, name="night-expect"),
    path("c/<slug:slug>/nights/<int:pk>/join/<int:player>/", late_and_early.night_join, name="night-join"),
    path("c/<slug:slug>/nights/<int:pk>/leave/", late_and_early.night_leave, name="night-leave"),
    path("c/<slug:slug>/nights/<int:pk>/setup/", night_setup.night_setup, name="night-setup"),
    path("c/<slug:slug>/merges/<int:pk>/undo/", players_pages.merge_undo, name="merge-undo"),
    path("c/<slug:slug>/me/", my_page.my_page, name="my-page"),
    path("c/<slug:slug>/players/<int:pk>/", statistics_pages.player, name="player"),
    path("c/<slug:slug>/players/<int:pk>/picture.png", sharing_pages.player_picture, name="player-picture"),
    path("c/<slug:slug>/players/<int:pk>/share/", sharing_pages.share_player, name="share-player"),
    path("c/<slug:slug>/players/<int:pk>/delete/", players_pages.player_delete, name="player-delete"),
    path("c/<slug:slug>/players/<int:pk>/against/", statistics_pages.player_versus, name="player-versus"),
    path("c/<slug:slug>/head-to-head/", statistics_pages.two_players, name="two-players"),
    path("c/<slug:slug>/head-to-head/picture.png", sharing_pages.two_players_picture, name="two-players-picture"),
    path("c/<slug:slug>/head-to-head/share/", sharing_pages.share_two_players, name="share-two-players"),
    path("c/<slug:slug>/players/<int:pk>/merge/", players_pages.merge, name="merge"),
    path("c/<slug:slug>/ratings/", ratings.ratings_page, name="ratings"),
    path("c/<slug:slug>/records/", records.club_records, name="club-records"),
    path("c/<slug:slug>/playoffs/", tournaments.playoffs, name="playoffs"),
    path("c/<slug:slug>/playoffs/new/", tournaments.tournament_new, name="tournament-new"),
    path("c/<slug:slug>/playoffs/<int:pk>/", playoffs_pages.playoff, name="playoff"),
    path("c/<slug:slug>/playoffs/<int:pk>/call-off/", decisions.playoff_call_off, name="playoff-call-off"),
    path("c/<slug:slug>/playoffs/<int:pk>/deal/", decisions.playoff_deal, name="playoff-deal"),
    path("c/<slug:slug>/playoffs/<int:pk>/decide/", decisions.playoff_decide, name="playoff-decide"),
    path("c/<slug:slug>/playoffs/<int:pk>/line/", decisions.playoff_line, name="playoff-line"),
    path("c/<slug:slug>/playoffs/<int:pk>/pull/<int:group>/", decisions.playoff_pull, name="playoff-pull"),
    path("c/<slug:slug>/playoffs/<int:pk>/pulls/<int:pull>/", decisions.pull_withdraw, name="pull-withdraw"),
    path("c/<slug:slug>/playoffs/<int:pk>/wall/", playoffs_pages.playoff_wall, name="playoff-wall"),
    path("c/<slug:slug>/tournaments/<int:pk>/", tournaments.tournament, name="tournament"),
    path("c/<slug:slug>/tournaments/<int:pk>/decide/", tournaments.tournament_decide, name="tournament-decide"),
    path("c/<slug:slug>/tournaments/<int:pk>/play/", tournaments.tournament_play, name="tournament-play"),
    path("c/<slug:slug>/search/", search.search, name="search"),
    path("c/<slug:slug>/seasons/", seasons.seasons, name="seasons"),
    path("c/<slug:slug>/seasons/new/", seasons.season_new, name="season-new"),
    path("c/<slug:slug>/seasons/<int:pk>/", seasons.season, name="season"),
    path("c/<slug:slug>/seasons/<int:pk>/close/", seasons.season_close, name="season-close"),
    path("c/<slug:slug>/seasons/<int:pk>/delete/", seasons.season_delete, name="season-delete"),
    path("c/<slug:slug>/seasons/<int:pk>/scheme/<slug:game>/", schemes.season_scheme, name="season-scheme"),
    path("c/<slug:slug>/standings/", standings_pages.standings, name="standings"),
    path("c/<slug:slug>/standings/picture.png", standings_pages.standings_picture, name="standings-picture"),
    path("c/<slug:slug>/standings/share/", sharing_pages.share_standings, name="share-standings"),
    path("c/<slug:slug>/standings/race/", standings_pages.race, name="race"),
    path("c/<slug:slug>/standings.pdf", standings_pages.standings_pdf, name="standings-pdf"),
    path("c/<slug:slug>/share-links/", sharing_pages.share_links, name="share-links"),
    path("c/<slug:slug>/share-links/<uuid:pk>/revoke/", sharing_pages.share_revoke, name="share-revoke"),
    path("m/<uuid:pk>/share/", sharing_pages.share_match, name="share-match"),
    path("s/<str:token>/", sharing_pages.shared, name="shared"),
    path("s/<str:token>/picture.png", sharing_pages.shared_picture, name="shared-picture"),
    path("s/<str:token>/shared.pdf", sharing_pages.shared_paper, name="shared-pdf"),
    path("c/<slug:slug>/trophies/", trophies_pages.trophies, name="trophies"),
    path("c/<slug:slug>/trophies/new/", manage.trophy_new, name="trophy-new"),
    path("c/<slug:slug>/trophies/<int:pk>/", trophies_pages.trophy, name="trophy"),
    path("c/<slug:slug>/trophies/<int:pk>/edit/", manage.trophy_edit, name="trophy-edit"),
    path("c/<slug:slug>/trophies/<int:pk>/pass/", manage.trophy_pass, name="trophy-pass"),
    path("c/<slug:slug>/trophies/<int:pk>/retire/", manage.trophy_retire, name="trophy-retire"),
    path("c/<slug:slug>/trophies/<int:pk>/withdraw/<int:award>/", manage.award_withdraw, name="award-withdraw"),
    path("c/<slug:slug>/nights/", nights_pages.nights, name="nights"),
    path("c/<slug:slug>/nights/<int:pk>/series/", series_pages.night_series, name="night-series"),
    path("c/<slug:slug>/nights/<int:pk>/move/", series_pages.night_move, name="night-move"),
    path("c/<slug:slug>/nights/<int:pk>/series-end/", series_pages.series_end, name="series-end"),
    path("c/<slug:slug>/nights/new/", nights_pages.night_new, name="night-new"),
    path("c/<slug:slug>/nights/<int:pk>/edit/", nights_pages.night_edit, name="night-edit"),
    path("c/<slug:slug>/nights/<int:pk>/call-off/", nights_pages.night_call_off, name="night-call-off"),
]
