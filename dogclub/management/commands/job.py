"""`./run job`: runs one job in this process; a worker starts it for work with long computations."""

import sys
from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand
from django_guid import set_guid

from dogclub.jobs.run import run_here
from dogclub.jobs.work import limit_memory, limit_processor


class Command(BaseCommand):
    help = "Does one job, if it is there to be done."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("id", type=UUID)
        parser.add_argument("--lease", type=UUID, help="under which whoever started this process looks after it")
        parser.add_argument("--seconds", type=int, help="of processor time after which this process is ended")
        parser.add_argument("--request", default="", help="the number of the request that asked for it, for the log")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["request"]:
            set_guid(options["request"])
        limit_memory()
        if options["seconds"]:
            limit_processor(options["seconds"])
        try:
            run_here(options["id"], options["lease"])
        except KeyboardInterrupt:
            sys.exit(130)  # the server is being stopped; the job is run again after its next start
