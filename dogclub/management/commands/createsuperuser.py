"""Django's `createsuperuser`, which would make an account that may do nothing more than any other here."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Says what to use: Dog Club has no administrators."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        raise CommandError(
            "Dog Club has no administrators and no /admin/: whoever starts a club owns it, and gives others a role "
            "under Manage, Members. To start one, press Start your own club on the front page."
        )
