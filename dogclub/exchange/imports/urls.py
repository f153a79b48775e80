"""URLs of the import pages: upload, preview, confirm, undo."""

from django.urls import path

from dogclub.exchange.imports.pages import answer, show, upload

urlpatterns = [
    path("c/<slug:slug>/imports/", upload.imports, name="imports"),
    path("c/<slug:slug>/imports/template/<slug:game>.xlsx", upload.import_template, name="import-template"),
    path("c/<slug:slug>/imports/<uuid:pk>/", show.import_page, name="import"),
    path("c/<slug:slug>/imports/<uuid:pk>/answer/", answer.import_answer, name="import-answer"),
    path("c/<slug:slug>/imports/<uuid:pk>/mend/", answer.import_correction, name="import-mend"),
    path("c/<slug:slug>/imports/<uuid:pk>/format/", answer.import_format, name="import-format"),
    path("c/<slug:slug>/imports/<uuid:pk>/season/", answer.import_season, name="import-season"),
    path("c/<slug:slug>/imports/<uuid:pk>/confirm/", answer.import_confirm, name="import-confirm"),
    path("c/<slug:slug>/imports/<uuid:pk>/drop/", answer.import_drop, name="import-drop"),
    path("c/<slug:slug>/imports/<uuid:pk>/undo/", answer.import_undo, name="import-undo"),
]
