from django.conf import settings
from django.urls import include, path

from clubs.urls import accounts as clubs_accounts
from dogclub.app.script_messages import late_messages
from dogclub.app.worker import manifest, offline, worker
from dogclub.demo.club import demo_remove
from dogclub.exchange.archive import pages as archive_pages
from dogclub.exchange.books import pages as books_pages
from dogclub.exchange.exports import files as export_files
from dogclub.exchange.exports import pages as exports_pages
from dogclub.exchange.imports.pages import show as imports_show
from dogclub.exchange.imports.pages import steps as imports_steps
from dogclub.exchange.readings.pages import answer as readings_answer
from dogclub.exchange.readings.pages import answer as readings_upload
from dogclub.exchange.readings.pages import show as readings_show
from dogclub.help import library as help_pages
from dogclub.jobs import pages
from dogclub.jobs import pages as jobs_pages
from dogclub.manage import manage
from dogclub.new_members.pages import invitations_send, members_add
from dogclub.notify.chat import pages as chat_pages
from dogclub.notify.push import pages as push_pages
from dogclub.notify.reminders import delivery
from dogclub.notify.reminders import pages as reminders_pages
from dogclub.notify.webhooks import pages as webhooks_pages
from dogclub.operations.health.checks import live, ready
from dogclub.operations.health.metrics import metrics
from dogclub.privacy import own_data
from dogclub.server.web.headers import choose_theme
from dogclub.styleguide import styleguide

TABLE = "<slug:table>.<slug:form>"

# Django tries these in order, so the pages used most during a game come first.
urlpatterns = [
    path("", include("games.urls")),
    path("accounts/", include(clubs_accounts)),
    path("accounts/", include("allauth.urls")),
    path("health/live", live, name="health-live"),
    path("health/ready", ready, name="health-ready"),
    path("metrics", metrics, name="metrics"),
    path("theme/", choose_theme, name="theme"),
    path("app.webmanifest", manifest, name="app-manifest"),
    path("offline/", offline, name="app-offline"),
    path("script-messages/<str:language>/<str:name>.<str:digest>.json", late_messages, name="script-messages"),
    path("worker.js", worker, name="app-worker"),
    path("robots.txt", help_pages.robots, name="robots"),
    path("help/", help_pages.index, name="help"),
    path("help/at-the-table/call-outs/", help_pages.call_outs, name="help-call-outs"),
    path("help/at-the-table/rules/<slug:game>/", help_pages.rules, name="help-rules"),
    path("help/<path:key>/", help_pages.page, name="help-page"),
    path("c/<slug:slug>/exports/", exports_pages.exports, name="exports"),
    path("c/<slug:slug>/exports/hands/", exports_pages.hands, name="hands"),
    path("c/<slug:slug>/exports/plays.bgsplay", export_files.plays_file, name="plays-file"),
    path("c/<slug:slug>/exports/records.jsonl", export_files.records_file, name="records-file"),
    path(f"c/<slug:slug>/exports/{TABLE}", exports_pages.table_file, name="table-file"),
    path("c/<slug:slug>/feeds/", exports_pages.feeds, name="feeds"),
    path("c/<slug:slug>/feeds/open/", exports_pages.feeds_open, name="feeds-open"),
    path("c/<slug:slug>/nights.ics", exports_pages.club_nights, name="nights-ics"),
    path("c/<slug:slug>/nights/<int:pk>/night.ics", exports_pages.one_night, name="night-ics"),
    path("c/<slug:slug>/results.<slug:form>", exports_pages.club_results, name="results-feed"),
    path(f"c/<slug:slug>/nights/<int:pk>/files/{TABLE}", exports_pages.night_file, name="night-file"),
    path(f"c/<slug:slug>/players/<int:pk>/files/{TABLE}", exports_pages.player_file, name="player-file"),
    path(f"c/<slug:slug>/trophies/<int:pk>/files/{TABLE}", exports_pages.trophy_file, name="trophy-file"),
    path("m/<uuid:pk>/play.bgsplay", export_files.play_file, name="play-file"),
    path(f"m/<uuid:pk>/files/{TABLE}", exports_pages.match_file, name="match-file"),
    path("answer/<str:token>/night.ics", exports_pages.answered_night, name="answer-ics"),
    path("watch/<str:token>/nights.ics", exports_pages.link_nights, name="link-nights"),
    path("watch/<str:token>/results.<slug:form>", exports_pages.link_results, name="link-results"),
    path("c/<slug:slug>/imports/", imports_steps.imports, name="imports"),
    path("c/<slug:slug>/imports/template/<slug:game>.xlsx", imports_steps.import_template, name="import-template"),
    path("c/<slug:slug>/imports/<uuid:pk>/", imports_show.import_page, name="import"),
    path("c/<slug:slug>/imports/<uuid:pk>/answer/", imports_steps.import_answer, name="import-answer"),
    path("c/<slug:slug>/imports/<uuid:pk>/mend/", imports_steps.import_correction, name="import-mend"),
    path("c/<slug:slug>/imports/<uuid:pk>/format/", imports_steps.import_format, name="import-format"),
    path("c/<slug:slug>/imports/<uuid:pk>/season/", imports_steps.import_season, name="import-season"),
    path("c/<slug:slug>/imports/<uuid:pk>/confirm/", imports_steps.import_confirm, name="import-confirm"),
    path("c/<slug:slug>/imports/<uuid:pk>/drop/", imports_steps.import_drop, name="import-drop"),
    path("c/<slug:slug>/imports/<uuid:pk>/undo/", imports_steps.import_undo, name="import-undo"),
    path("c/<slug:slug>/sheet-photos/", readings_upload.sheet_photos, name="sheet-photos"),
    path("c/<slug:slug>/sheet-photos/<uuid:pk>/", readings_show.sheet_reading, name="sheet-reading"),
    path("c/<slug:slug>/sheet-photos/<uuid:pk>/answer/", readings_answer.answer, name="sheet-reading-answer"),
    path("c/<slug:slug>/sheet-photos/<uuid:pk>/<slug:which>.jpg", readings_show.picture, name="sheet-reading-picture"),
    path("c/<slug:slug>/archive/", archive_pages.archive, name="archive"),
    path("c/<slug:slug>/archive/restore/", archive_pages.archive_restore, name="archive-restore"),
    path("c/<slug:slug>/archive/<uuid:pk>/", archive_pages.archive_found, name="archive-found"),
    path("c/<slug:slug>/archive/<uuid:pk>/confirm/", archive_pages.archive_confirm, name="archive-confirm"),
    path("c/<slug:slug>/archive/<uuid:pk>/drop/", archive_pages.archive_drop, name="archive-drop"),
    path("c/<slug:slug>/archive/<uuid:pk>/undo/", archive_pages.archive_undo, name="archive-undo"),
    path("c/<slug:slug>/office/", pages.exchange_page, name="exchange"),
    path("c/<slug:slug>/office/rebuild/", pages.rebuild, name="rebuild"),
    path("c/<slug:slug>/jobs/<uuid:pk>/", jobs_pages.job, name="job"),
    path("c/<slug:slug>/jobs/<uuid:pk>/cancel/", jobs_pages.job_cancel, name="job-cancel"),
    path("c/<slug:slug>/jobs/<uuid:pk>/retry/", jobs_pages.job_retry, name="job-retry"),
    path("c/<slug:slug>/jobs/<uuid:pk>/file/", jobs_pages.job_file, name="job-file"),
    path("privacy/", own_data.privacy, name="privacy"),
    path("account/data/", own_data.my_data, name="my-data"),
    path("c/<slug:slug>/book/", books_pages.book, name="book"),
    path("c/<slug:slug>/nights/<int:pk>/sheets.pdf", books_pages.night_sheets, name="night-sheets"),
    path("c/<slug:slug>/nights/<int:pk>/paper.pdf", books_pages.night_paper, name="night-paper"),
    path("c/<slug:slug>/nights/<int:pk>/report.pdf", books_pages.night_report_pdf, name="night-report-pdf"),
    path("c/<slug:slug>/people/add/", members_add, name="members-add"),
    path("c/<slug:slug>/invitations/send/", invitations_send, name="invitations-send"),
    path("c/<slug:slug>/chat/", chat_pages.chat, name="chat"),
    path("c/<slug:slug>/phone/", push_pages.phone, name="phone"),
    path("c/<slug:slug>/nights/<int:pk>/remind/", push_pages.night_remind, name="night-remind"),
    path("c/<slug:slug>/reminders/", reminders_pages.reminders, name="reminders"),
    path("reminders/off/<str:token>/", reminders_pages.reminders_off, name="reminders-off"),
    path("reminders/address/<str:token>/", delivery.reminders_address, name="reminders-address"),
    path("c/<slug:slug>/hooks/", webhooks_pages.webhooks, name="webhooks"),
    path("c/<slug:slug>/hooks/new/", webhooks_pages.webhook_new, name="webhook-new"),
    path("c/<slug:slug>/hooks/<uuid:pk>/", webhooks_pages.webhook, name="webhook"),
    path("c/<slug:slug>/hooks/<uuid:pk>/remove/", webhooks_pages.webhook_remove, name="webhook-remove"),
    path("c/<slug:slug>/hooks/<uuid:pk>/resume/", webhooks_pages.webhook_resume, name="webhook-resume"),
    path("c/<slug:slug>/hooks/<uuid:pk>/test/", webhooks_pages.webhook_test, name="webhook-test"),
    path("api/v1/", include("dogclub.api.urls")),
    path("c/<slug:slug>/manage/", manage, name="manage"),
    path("c/<slug:slug>/remove-demo/", demo_remove, name="demo-remove"),
    path("", include("leagues.urls")),
    path("", include("clubs.urls")),
    *([path("styleguide/", styleguide, name="styleguide")] if settings.DEBUG else []),
]

handler400 = "dogclub.server.web.errors.not_understood"
handler403 = "dogclub.server.web.errors.not_allowed"
handler404 = "dogclub.server.web.errors.not_found"
handler500 = "dogclub.server.web.errors.broken"
