from django.urls import path

from dogclub.app.script_messages import late_messages
from dogclub.app.worker import manifest, offline, worker

urlpatterns = [
    path("app.webmanifest", manifest, name="app-manifest"),
    path("offline/", offline, name="app-offline"),
    path("script-messages/<str:language>/<str:name>.<str:digest>.json", late_messages, name="script-messages"),
    path("worker.js", worker, name="app-worker"),
]
