from django.urls import path

from games.archive import views

urlpatterns = [
    path("c/<slug:slug>/archive/", views.archive, name="archive"),
    path("c/<slug:slug>/archive/restore/", views.archive_restore, name="archive-restore"),
    path("c/<slug:slug>/archive/<uuid:pk>/", views.archive_found, name="archive-found"),
    path("c/<slug:slug>/archive/<uuid:pk>/confirm/", views.archive_confirm, name="archive-confirm"),
    path("c/<slug:slug>/archive/<uuid:pk>/drop/", views.archive_drop, name="archive-drop"),
    path("c/<slug:slug>/archive/<uuid:pk>/undo/", views.archive_undo, name="archive-undo"),
]
