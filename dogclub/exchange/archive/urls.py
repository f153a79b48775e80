from django.urls import path

from dogclub.exchange.archive import pages

urlpatterns = [
    path("c/<slug:slug>/archive/", pages.archive, name="archive"),
    path("c/<slug:slug>/archive/restore/", pages.archive_restore, name="archive-restore"),
    path("c/<slug:slug>/archive/<uuid:pk>/", pages.archive_found, name="archive-found"),
    path("c/<slug:slug>/archive/<uuid:pk>/confirm/", pages.archive_confirm, name="archive-confirm"),
    path("c/<slug:slug>/archive/<uuid:pk>/drop/", pages.archive_drop, name="archive-drop"),
    path("c/<slug:slug>/archive/<uuid:pk>/undo/", pages.archive_undo, name="archive-undo"),
]
