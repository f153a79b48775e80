from django.urls import path

from dogclub.notify.chat import pages

urlpatterns = [path("c/<slug:slug>/chat/", pages.chat, name="chat")]
