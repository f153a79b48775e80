from django.urls import path

from dogclub.help import pages

urlpatterns = [
    path("robots.txt", pages.robots, name="robots"),
    path("help/", pages.index, name="help"),
    path("help/at-the-table/call-outs/", pages.call_outs, name="help-call-outs"),
    path("help/at-the-table/rules/<slug:game>/", pages.rules, name="help-rules"),
    path("help/<path:key>/", pages.page, name="help-page"),
]
