"""`./run sbom`: prints the software bill of materials as CycloneDX JSON on stdout."""

import json
from typing import Any

from django.core.management.base import BaseCommand

from dogclub.management.bill_of_materials import bill


class Command(BaseCommand):
    help = "Prints the bill of materials as CycloneDX JSON: every package, locked or vendored."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(json.dumps(bill(), indent=2, ensure_ascii=False))
