"""URLs of the photos that are read: upload, check, save, undo."""

from django.urls import path

from dogclub.exchange.readings.pages import answer, show, upload

urlpatterns = [
    path("c/<slug:slug>/sheet-photos/", upload.sheet_photos, name="sheet-photos"),
    path("c/<slug:slug>/sheet-photos/<uuid:pk>/", show.sheet_reading, name="sheet-reading"),
    path("c/<slug:slug>/sheet-photos/<uuid:pk>/answer/", answer.answer, name="sheet-reading-answer"),
    path("c/<slug:slug>/sheet-photos/<uuid:pk>/<slug:which>.jpg", show.picture, name="sheet-reading-picture"),
]
