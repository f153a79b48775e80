from django.urls import path

from games.jobs import office, views

urlpatterns = [
    path("c/<slug:slug>/office/", office.office, name="office"),
    path("c/<slug:slug>/office/rebuild/", office.rebuild, name="rebuild"),
    path("c/<slug:slug>/jobs/<uuid:pk>/", views.job, name="job"),
    path("c/<slug:slug>/jobs/<uuid:pk>/cancel/", views.job_cancel, name="job-cancel"),
    path("c/<slug:slug>/jobs/<uuid:pk>/retry/", views.job_retry, name="job-retry"),
    path("c/<slug:slug>/jobs/<uuid:pk>/file/", views.job_file, name="job-file"),
]
