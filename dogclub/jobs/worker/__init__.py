"""The life of a job: enqueue, lease, run, outcome, mail, sweep."""
