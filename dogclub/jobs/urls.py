from django.urls import path

from dogclub.jobs import exchange_page, pages

urlpatterns = [
    path("c/<slug:slug>/office/", exchange_page.exchange_page, name="exchange"),
    path("c/<slug:slug>/office/rebuild/", exchange_page.rebuild, name="rebuild"),
    path("c/<slug:slug>/jobs/<uuid:pk>/", pages.job, name="job"),
    path("c/<slug:slug>/jobs/<uuid:pk>/cancel/", pages.job_cancel, name="job-cancel"),
    path("c/<slug:slug>/jobs/<uuid:pk>/retry/", pages.job_retry, name="job-retry"),
    path("c/<slug:slug>/jobs/<uuid:pk>/file/", pages.job_file, name="job-file"),
]
