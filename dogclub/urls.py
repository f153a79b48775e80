from django.urls import include, path

from dogclub.appearance import choose_theme

urlpatterns = [
    path("accounts/", include("allauth.urls")),
    path("theme/", choose_theme, name="theme"),
    path("", include("games.urls")),
    path("", include("leagues.urls")),
]

handler400 = "dogclub.errors.not_understood"
handler403 = "dogclub.errors.not_allowed"
handler404 = "dogclub.errors.not_found"
handler500 = "dogclub.errors.broken"
