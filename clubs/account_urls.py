"""Routes under /accounts/ before allauth's: those that need mail, and the link with which an owner helps a member."""

from allauth.account import views
from django.urls import path

from clubs.accounts.adapter import needs_mail
from clubs.members.password_link import password_link

urlpatterns = [
    path("password/reset/", needs_mail(views.password_reset), name="account_reset_password"),
    path("login/code/", needs_mail(views.request_login_code), name="account_request_login_code"),
    path("password/link/<str:token>/", password_link, name="password-link"),
]
