"""The metrics in Prometheus' text format, collected for each scrape."""

from collections.abc import Iterator
from math import inf

from django.conf import settings
from django.db import connection
from django.db.models import Count
from django.utils import timezone
from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)

from clubs.process_counters import COUNTED
from dogclub import __version__
from dogclub.jobs.queue import oldest_waiting
from dogclub.live.runtime import hub
from dogclub.models import Job
from dogclub.operations.backup.scheduled import last_done
from dogclub.operations.leftover_files import last_done as last_clean_up
from dogclub.operations.logs.events import requests

COUNTERS = {
    "entries": ("dogclub_entries_written", "Entries this process wrote into the ledger."),
    "conflicts": ("dogclub_conflicts", "Writes refused because another tablet was quicker, or something was missing."),
    "sheets": ("dogclub_sheets_printed", "PDF sheets this process made."),
}


class Snapshot:
    """A Prometheus collector that reads all values at the time of the scrape."""

    def collect(self) -> Iterator[Metric]:
        yield InfoMetricFamily("dogclub_build", "Which Dog Club this is.", {"version": __version__})
        yield from of_requests()
        for what, (name, words) in COUNTERS.items():
            yield CounterMetricFamily(name, words, COUNTED[what])
        yield GaugeMetricFamily("dogclub_live_streams", "Streams this process keeps open.", len(hub.listeners))
        yield from of_jobs()
        yield GaugeMetricFamily("dogclub_database_bytes", "Size of the database.", database_size())
        yield from of_backups()
        yield from of_leftover_files()


def of_requests() -> Iterator[Metric]:
    """Yield counts and histogram of the requests by route."""
    answered = CounterMetricFamily("dogclub_requests", "Requests answered.", labels=["route", "status"])
    for (route, status), number in sorted(requests.answered.items()):
        answered.add_metric([route, status], number)
    yield answered
    took = HistogramMetricFamily("dogclub_request_seconds", "Time to an answer.", labels=["route"])
    for route, timing in sorted(requests.timings.items()):
        took.add_metric([route], timing.buckets(), timing.seconds)
    yield took


def of_jobs() -> Iterator[Metric]:
    """Yield the number of jobs by kind and state, and for how many seconds the oldest due job has waited."""
    gauge = GaugeMetricFamily("dogclub_jobs", "Background work by kind and state.", labels=["kind", "state"])
    for row in Job.objects.order_by("kind", "state").values("kind", "state").annotate(number=Count("pk")):
        gauge.add_metric([row["kind"], row["state"]], row["number"])
    yield gauge
    since, _ = oldest_waiting()
    age = (timezone.now() - since).total_seconds() if since else 0.0
    yield GaugeMetricFamily("dogclub_oldest_waiting_job_seconds", "How long the oldest due job has waited.", age)


def of_backups() -> Iterator[Metric]:
    """Yield the age in seconds of the last backup, infinity before the first, so that an alert on old ones fires then,
    too; nothing where none is scheduled.
    """
    if settings.BACKUP_TO:
        last = last_done()
        age = (timezone.now() - last.finished_at).total_seconds() if last and last.finished_at else inf
        yield GaugeMetricFamily("dogclub_last_backup_seconds", "Age of the last scheduled backup.", age)


def of_leftover_files() -> Iterator[Metric]:
    """Yield the number of files that the last clean-up deleted, if there was one."""
    last = last_clean_up()
    if last:
        number = last.result.get("deleted", 0)
        yield GaugeMetricFamily("dogclub_leftover_files", "Files without a row that the last clean-up deleted.", number)


def database_size() -> int:
    """Return the size in bytes, for SQLite including the write-ahead log."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
    from pathlib import Path

    name = str(connection.settings_dict["NAME"])
    files = [Path(name), Path(f"{name}-wal")]
    return sum(file.stat().st_size for file in files if file.exists())


def text() -> bytes:
    """Return the whole exposition, with Prometheus' process metrics."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(Snapshot())
    ProcessCollector(registry=registry)
    return generate_latest(registry)
