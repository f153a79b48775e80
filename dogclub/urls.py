from django.urls import include, path

from dogclub.demo.pages import demo_remove
from dogclub.health.pages import live, ready
from dogclub.manage.pages import manage
from dogclub.metrics.page import metrics
from dogclub.web.appearance import choose_theme

# Django tries these in order, so the pages used most during a game come first.
urlpatterns = [
    path("", include("games.urls")),
    path("accounts/", include("allauth.urls")),
    path("health/live", live, name="health-live"),
    path("health/ready", ready, name="health-ready"),
    path("metrics", metrics, name="metrics"),
    path("theme/", choose_theme, name="theme"),
    path("", include("dogclub.app.urls")),
    path("", include("dogclub.help.urls")),
    path("", include("dogclub.exports.urls")),
    path("", include("dogclub.imports.urls")),
    path("", include("dogclub.archive.urls")),
    path("", include("dogclub.jobs.urls")),
    path("", include("dogclub.own_data.urls")),
    path("", include("dogclub.books.urls")),
    path("", include("dogclub.reminders.urls")),
    path("", include("dogclub.webhooks.urls")),
    path("api/v1/", include("dogclub.api.urls")),
    path("c/<slug:slug>/manage/", manage, name="manage"),
    path("c/<slug:slug>/remove-demo/", demo_remove, name="demo-remove"),
    path("", include("leagues.urls")),
    path("", include("clubs.urls")),
]

handler400 = "dogclub.web.errors.not_understood"
handler403 = "dogclub.web.errors.not_allowed"
handler404 = "dogclub.web.errors.not_found"
handler500 = "dogclub.web.errors.broken"
