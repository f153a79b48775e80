from django.urls import path

from dogclub.notify.push import night_reminder, pages

urlpatterns = [
    path("c/<slug:slug>/phone/", pages.phone, name="phone"),
    path("c/<slug:slug>/nights/<int:pk>/remind/", night_reminder.night_remind, name="night-remind"),
]
