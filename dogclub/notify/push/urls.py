from django.urls import path

from dogclub.notify.push import pages

urlpatterns = [path("c/<slug:slug>/phone/", pages.phone, name="phone")]
