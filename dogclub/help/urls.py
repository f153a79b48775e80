from django.urls import path

from dogclub.help import pages

urlpatterns = [
    path("help/", pages.index, name="help"),
    path("help/<path:key>/", pages.page, name="help-page"),
]
