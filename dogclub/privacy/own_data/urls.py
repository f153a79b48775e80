from django.urls import path

from dogclub.privacy.own_data import pages

urlpatterns = [
    path("privacy/", pages.privacy, name="privacy"),
    path("account/data/", pages.my_data, name="my-data"),
]
