"""URLs of adding members by a list."""

from django.urls import path

from dogclub.new_members.pages import invitations_send, members_add

urlpatterns = [
    path("c/<slug:slug>/people/add/", members_add, name="members-add"),
    path("c/<slug:slug>/invitations/send/", invitations_send, name="invitations-send"),
]
