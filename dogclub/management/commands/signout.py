"""`./run signout EMAIL`: ends all sessions of one account, or with --everybody of all accounts."""

from argparse import ArgumentParser
from typing import Any

from allauth.usersessions.models import UserSession
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.db.models.functions import Lower

from clubs.accounts.sessions import end_sessions
from clubs.models import Session, User


def account_of(email: str) -> User:
    """Return the account with this email, in any case. Raises CommandError."""
    user = User.objects.annotate(address=Lower("email")).filter(address=email.strip().lower()).first()
    if user is None:
        raise CommandError(f"No account has the email {email}.")
    return user


class Command(BaseCommand):
    help = "Signs a person out of every browser, or everybody."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        who = parser.add_mutually_exclusive_group(required=True)
        who.add_argument("email", nargs="?", default="", help="of the account")
        who.add_argument("--everybody", action="store_true")

    @transaction.atomic
    def handle(self, *args: Any, email: str, everybody: bool, **options: Any) -> None:
        if everybody:
            ended, _ = Session.objects.all().delete()
            UserSession.objects.all().delete()
            self.stdout.write(f"Signed out everybody: {ended} sessions ended.")
            return
        user = account_of(email)
        self.stdout.write(f"Signed out {user.email}: {end_sessions(user)} sessions ended.")
