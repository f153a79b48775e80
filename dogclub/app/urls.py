from django.urls import path

from dogclub.app.manifest import manifest
from dogclub.app.worker import offline, worker

urlpatterns = [
    path("app.webmanifest", manifest, name="app-manifest"),
    path("offline/", offline, name="app-offline"),
    path("worker.js", worker, name="app-worker"),
]
