"""Work that takes longer than a page may. The job's row is the truth; a queue only says that there is something to do.

`enqueue` writes the row with whatever else the page writes, and tells the queue after the commit. A worker takes a
lease on the row and says every few seconds that it is alive; `sweep` finds what nobody was told of and what nobody
works on any more. Whatever a kind writes besides its file, it writes in `Work.once`, in one transaction with the end of
the job.
"""

from dogclub.jobs.worker.enqueue import cancel, enqueue, enqueue_once, retry
from dogclub.jobs.worker.kinds import Kind, Urgency
from dogclub.jobs.worker.work import Again, Impossible, Work

__all__ = ["Again", "Impossible", "Kind", "Urgency", "Work", "cancel", "enqueue", "enqueue_once", "retry"]
