"""Django's `changepassword`, for an account by its email address in any case, which is then signed out everywhere."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.management.commands import changepassword
from django.db import DEFAULT_DB_ALIAS

from clubs.accounts.sessions import end_sessions
from clubs.security import report_event
from dogclub.management.commands.signout import account_of


class Command(changepassword.Command):
    help = "Sets a new password for a person who forgot it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", metavar="EMAIL", help="of the account")

    def handle(self, *args: Any, **options: Any) -> str:
        user = account_of(options["username"])
        said = super().handle(*args, **{**options, "username": user.email, "database": DEFAULT_DB_ALIAS})
        end_sessions(user)
        report_event("password-changed", subject=user, detail="command")
        return str(said)
