"""Photos of paper sheets: read by a job, checked by a person, saved as matches."""
