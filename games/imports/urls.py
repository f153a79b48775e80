"""Files from elsewhere: choosing one, looking at it, bringing it in, taking it back."""

from django.urls import path

from games.imports.views import answering, deciding, looking, uploading

urlpatterns = [
    path("c/<slug:slug>/imports/", uploading.imports, name="imports"),
    path("c/<slug:slug>/imports/<uuid:pk>/", looking.import_page, name="import"),
    path("c/<slug:slug>/imports/<uuid:pk>/answer/", answering.import_answer, name="import-answer"),
    path("c/<slug:slug>/imports/<uuid:pk>/mend/", answering.import_mend, name="import-mend"),
    path("c/<slug:slug>/imports/<uuid:pk>/confirm/", deciding.import_confirm, name="import-confirm"),
    path("c/<slug:slug>/imports/<uuid:pk>/drop/", deciding.import_drop, name="import-drop"),
    path("c/<slug:slug>/imports/<uuid:pk>/undo/", deciding.import_undo, name="import-undo"),
]
