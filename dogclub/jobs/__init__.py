"""Background jobs, for work that takes too long for a request. The job's row is authoritative; a queue message only
says that there is a job.

`enqueue` writes the row in the transaction of the request and sends the message after the commit. A worker takes a
lease on the row and renews it every few seconds; `next_job` finds those whose message was lost or whose worker has
died. Whatever a kind writes besides its file, it writes in `Work.once`, in one transaction with the end of the job.
"""

from dogclub.jobs.asking import cancel, enqueue, enqueue_once, retry
from dogclub.jobs.work import Again, Impossible, Kind, Queue, Urgency, Work

__all__ = ["Again", "Impossible", "Kind", "Queue", "Urgency", "Work", "cancel", "enqueue", "enqueue_once", "retry"]
