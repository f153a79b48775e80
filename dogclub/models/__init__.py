"""Rows of the product round the league: jobs, imports, webhooks."""

from dogclub.models.import_batch import ImportBatch
from dogclub.models.job import Job
from dogclub.models.webhook import Webhook

__all__ = [
    "ImportBatch",
    "Job",
    "Webhook",
]
