"""URLs of the API."""

from django.urls import include, path
from drf_spectacular.views import SpectacularJSONAPIView

from dogclub.api import comments, root, share_links
from dogclub.api.background import imports, jobs, webhooks
from dogclub.api.clubs import branding, clubs, email_settings, member_photos, players
from dogclub.api.clubs import settings as club_settings
from dogclub.api.clubs import terms as club_terms
from dogclub.api.league import my_page, playoffs, points, ratings, seasons, standings, statistics, trophies, two_players
from dogclub.api.matches import chances, confirmations, entries, matches, photos, score, scoring_device, sheets
from dogclub.api.nights import answers, attendance, draws, guests, night_series, nights, reports
from dogclub.api.reference import pages as reference
from dogclub.api.reference import problem_pages

OF_A_CLUB = [
    path("emails/mine", email_settings.my_emails, name="api-emails"),
    path("comments/<int:pk>", comments.comment, name="api-comment"),
    path("branding", branding.branding, name="api-branding"),
    path("hooks", webhooks.webhooks, name="api-webhooks"),
    path("hooks/<uuid:pk>", webhooks.webhook, name="api-webhook"),
    path("hooks/<uuid:pk>/resume", webhooks.webhook_resume, name="api-webhook-resume"),
    path("hooks/<uuid:pk>/test", webhooks.webhook_test, name="api-webhook-test"),
    path("imports", imports.imports, name="api-imports"),
    path("imports/<uuid:pk>", imports.one_import, name="api-import"),
    path("imports/<uuid:pk>/answer", imports.import_answer, name="api-import-answer"),
    path("imports/<uuid:pk>/confirm", imports.import_confirm, name="api-import-confirm"),
    path("imports/<uuid:pk>/mend", imports.import_correction, name="api-import-mend"),
    path("imports/<uuid:pk>/names", imports.import_names, name="api-import-names"),
    path("imports/<uuid:pk>/problems", imports.import_problems, name="api-import-problems"),
    path("imports/<uuid:pk>/undo", imports.import_undo, name="api-import-undo"),
    path("jobs", jobs.jobs, name="api-jobs"),
    path("jobs/<uuid:pk>", jobs.job, name="api-job"),
    path("jobs/<uuid:pk>/cancel", jobs.job_cancel, name="api-job-cancel"),
    path("jobs/<uuid:pk>/file", jobs.job_file, name="api-job-file"),
    path("jobs/<uuid:pk>/retry", jobs.job_retry, name="api-job-retry"),
    path("logo", branding.logo, name="api-logo"),
    path("matches", matches.matches, name="api-matches"),
    path("me", my_page.my_page, name="api-my-page"),
    path("nights", nights.nights, name="api-nights"),
    path("nights/<int:pk>", nights.night, name="api-night"),
    path("nights/<int:pk>/answers", answers.answers, name="api-night-answers"),
    path("nights/<int:pk>/answers/mine", answers.my_answer, name="api-night-answer"),
    path("nights/<int:pk>/attendance/<int:player>", attendance.attendance, name="api-attendance"),
    path("nights/<int:pk>/call-off", nights.night_off, name="api-night-off"),
    path("nights/<int:pk>/call-on", nights.night_on, name="api-night-on"),
    path("nights/<int:pk>/comments", comments.night_comments, name="api-night-comments"),
    path("nights/<int:pk>/deal", draws.deal_draw, name="api-night-deal"),
    path("nights/<int:pk>/draw", draws.draw, name="api-night-draw"),
    path("nights/<int:pk>/guests", guests.guests, name="api-night-guests"),
    path("nights/<int:pk>/report", reports.night_report, name="api-night-report"),
    path("nights/<int:pk>/report.png", reports.report_picture, name="api-report-picture"),
    path("nights/<int:pk>/series", night_series.night_series, name="api-night-series"),
    path("nights/<int:pk>/series/end", night_series.series_end, name="api-series-end"),
    path("nights/series", night_series.new_series, name="api-new-series"),
    path("players", players.players, name="api-players"),
    path("players/<int:pk>", players.player, name="api-player"),
    path("players/<int:pk>/against/<int:other>", two_players.two_players, name="api-two-players"),
    path("players/<int:pk>/photo", member_photos.member_photo, name="api-member-photo"),
    path("players/<int:pk>/picture.png", share_links.player_picture, name="api-player-picture"),
    path("players/<int:pk>/statistics", statistics.player_statistics, name="api-player-statistics"),
    path("playoffs", playoffs.playoffs, name="api-playoffs"),
    path("playoffs/<int:pk>", playoffs.playoff, name="api-playoff"),
    path("ratings", ratings.ratings_of_club, name="api-ratings"),
    path("records", statistics.club_records, name="api-club-records"),
    path("seasons", seasons.seasons, name="api-seasons"),
    path("seasons/<int:pk>", seasons.season, name="api-season"),
    path("seasons/<int:pk>/points/<slug:game>", points.season_points, name="api-season-points"),
    path("settings", club_settings.club_settings, name="api-club-settings"),
    path("share-links", share_links.share_links, name="api-share-links"),
    path("share-links/<uuid:pk>", share_links.share_link, name="api-share-link"),
    path("standings", standings.standings_of_club, name="api-standings"),
    path("standings/race", standings.race, name="api-race"),
    path("standings.png", standings.standings_picture, name="api-standings-picture"),
    path("standings.pdf", standings.standings_on_paper, name="api-standings-pdf"),
    path("terms", club_terms.club_terms, name="api-terms"),
    path("trophies", trophies.trophies_of_club, name="api-trophies"),
    path("trophies/<int:pk>", trophies.trophy_chain, name="api-trophy"),
    path("trophies/<int:pk>/pass", trophies.trophy_pass, name="api-trophy-pass"),
]

urlpatterns = [
    path("", root.root, name="api-root"),
    path("clubs", clubs.clubs, name="api-clubs"),
    path("clubs/<slug:slug>", clubs.club, name="api-club"),
    path("clubs/<slug:slug>/", include(OF_A_CLUB)),
    path("docs", reference.docs, name="api-docs"),
    path("games", clubs.games, name="api-games"),
    path("matches/<uuid:pk>", matches.match, name="api-match"),
    path("matches/<uuid:pk>/abandon", matches.abandon, name="api-abandon"),
    path("matches/<uuid:pk>/chances", chances.chances, name="api-chances"),
    path("matches/<uuid:pk>/comments", comments.match_comments, name="api-match-comments"),
    path("matches/<uuid:pk>/confirmations", confirmations.confirmations, name="api-confirmations"),
    path("matches/<uuid:pk>/entries", entries.entries, name="api-entries"),
    path("matches/<uuid:pk>/pencil", scoring_device.scoring_device, name="api-scoring-device"),
    path("matches/<uuid:pk>/photo", photos.photo, name="api-photo"),
    path("matches/<uuid:pk>/record", sheets.record, name="api-record"),
    path("matches/<uuid:pk>/reopen", matches.reopen, name="api-reopen"),
    path("matches/<uuid:pk>/sheet", sheets.sheet, name="api-sheet"),
    path("matches/<uuid:pk>/picture.png", sheets.picture, name="api-picture"),
    path("matches/<uuid:pk>/sheet.pdf", sheets.sheet_on_paper, name="api-sheet-pdf"),
    path("problems", problem_pages.problems, name="api-problems"),
    path("problems/<slug:code>", problem_pages.problem, name="api-problem"),
    path("schema", SpectacularJSONAPIView.as_view(), name="api-schema"),
    path("schema/archive.json", score.archive_schema, name="api-archive-schema"),
    path("schema/records/<slug:game>.json", score.record_schema, name="api-record-schema"),
    path("score", score.score_record, name="api-score"),
]
