from django.urls import path

from dogclub.reminders import address_check, pages

urlpatterns = [
    path("c/<slug:slug>/reminders/", pages.reminders, name="reminders"),
    path("reminders/off/<str:token>/", pages.reminders_off, name="reminders-off"),
    path("reminders/address/<str:token>/", address_check.reminders_address, name="reminders-address"),
]
