"""`manage.py test` runs ./test, so that nobody takes "Ran 0 tests" for an answer."""

import os
import subprocess
from collections.abc import Sequence
from typing import Any

from django.core.management.base import CommandError

from dogclub.configuration.environment import CODE, IS_INSTALLED


class PytestRunner:
    """What Django's TEST_RUNNER asks for: the labels are pytest's arguments, such as a folder of tests."""

    def __init__(self, **options: Any) -> None:
        pass

    def run_tests(self, test_labels: Sequence[str], **options: Any) -> int:
        """Run the suite, and return its exit status. Raises CommandError where there are no tests."""
        if IS_INSTALLED:
            raise CommandError("the tests are in the source code: call ./test in a checkout.")
        environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
        return subprocess.run([CODE / "test", *test_labels], env=environment, check=False).returncode
