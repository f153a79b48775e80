from django.urls import path

from dogclub.webhooks import pages

urlpatterns = [
    path("c/<slug:slug>/hooks/", pages.webhooks, name="hooks"),
    path("c/<slug:slug>/hooks/new/", pages.hook_new, name="hook-new"),
    path("c/<slug:slug>/hooks/<uuid:pk>/", pages.webhook, name="hook"),
    path("c/<slug:slug>/hooks/<uuid:pk>/remove/", pages.hook_remove, name="hook-remove"),
    path("c/<slug:slug>/hooks/<uuid:pk>/resume/", pages.hook_resume, name="hook-resume"),
    path("c/<slug:slug>/hooks/<uuid:pk>/test/", pages.hook_test, name="hook-test"),
]
