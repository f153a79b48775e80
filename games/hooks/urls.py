from django.urls import path

from games.hooks import views

urlpatterns = [
    path("c/<slug:slug>/hooks/", views.hooks, name="hooks"),
    path("c/<slug:slug>/hooks/new/", views.hook_new, name="hook-new"),
    path("c/<slug:slug>/hooks/<uuid:pk>/", views.hook, name="hook"),
    path("c/<slug:slug>/hooks/<uuid:pk>/remove/", views.hook_remove, name="hook-remove"),
    path("c/<slug:slug>/hooks/<uuid:pk>/resume/", views.hook_resume, name="hook-resume"),
    path("c/<slug:slug>/hooks/<uuid:pk>/test/", views.hook_test, name="hook-test"),
]
