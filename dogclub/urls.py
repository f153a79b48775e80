from django.conf import settings
from django.urls import include, path

from dogclub.demo.club import demo_remove
from dogclub.manage import manage
from dogclub.operations.health.checks import live, ready
from dogclub.operations.metrics.page import metrics
from dogclub.server.web.appearance import choose_theme
from dogclub.styleguide import styleguide

# Django tries these in order, so the pages used most during a game come first.
urlpatterns = [
    path("", include("games.urls")),
    path("accounts/", include("clubs.account_urls")),
    path("accounts/", include("allauth.urls")),
    path("health/live", live, name="health-live"),
    path("health/ready", ready, name="health-ready"),
    path("metrics", metrics, name="metrics"),
    path("theme/", choose_theme, name="theme"),
    path("", include("dogclub.app.urls")),
    path("", include("dogclub.help.urls")),
    path("", include("dogclub.exchange.exports.urls")),
    path("", include("dogclub.exchange.imports.urls")),
    path("", include("dogclub.exchange.readings.urls")),
    path("", include("dogclub.exchange.archive.urls")),
    path("", include("dogclub.jobs.urls")),
    path("", include("dogclub.privacy.own_data.urls")),
    path("", include("dogclub.exchange.books.urls")),
    path("", include("dogclub.new_members.urls")),
    path("", include("dogclub.notify.chat.urls")),
    path("", include("dogclub.notify.push.urls")),
    path("", include("dogclub.notify.reminders.urls")),
    path("", include("dogclub.notify.webhooks.urls")),
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
