from django.urls import path

from dogclub.notify.reminders import bounces, pages

urlpatterns = [
    path("c/<slug:slug>/reminders/", pages.reminders, name="reminders"),
    path("reminders/off/<str:token>/", pages.reminders_off, name="reminders-off"),
    path("reminders/address/<str:token>/", bounces.reminders_address, name="reminders-address"),
]
