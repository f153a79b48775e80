"""The life of a job: enqueue, lease, run, outcome, email."""
