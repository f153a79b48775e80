from django.urls import path

from dogclub.notify.webhooks import pages

urlpatterns = [
    path("c/<slug:slug>/hooks/", pages.webhooks, name="webhooks"),
    path("c/<slug:slug>/hooks/new/", pages.webhook_new, name="webhook-new"),
    path("c/<slug:slug>/hooks/<uuid:pk>/", pages.webhook, name="webhook"),
    path("c/<slug:slug>/hooks/<uuid:pk>/remove/", pages.webhook_remove, name="webhook-remove"),
    path("c/<slug:slug>/hooks/<uuid:pk>/resume/", pages.webhook_resume, name="webhook-resume"),
    path("c/<slug:slug>/hooks/<uuid:pk>/test/", pages.webhook_test, name="webhook-test"),
]
