"""Which tables a statement may read from one end to the other, and which statements may: each with its reason."""

FIXED = {
    # As long as the program is, however many clubs there are.
    "django_migrations",
    "django_content_type",
    "auth_permission",
    "auth_group",
    "pg_namespace",
    # django-axes deletes at each sign-in what is older than AXES_COOLOFF_TIME: the last quarter of an hour.
    "axes_accessattempt",
    # Empty: AXES_DISABLE_ACCESS_LOG.
    "axes_accesslog",
    "axes_accessfailurelog",
}

# Indexes of a few rows of a table, whose whole is soon read.
FEW = {
    "the_demo_club",
    "who_reads_a_digest",  # the members who chose one; looked for every five minutes
}

ONCE_AN_HOUR = "retention of all clubs, once an hour"
BY_HAND = "a command of whoever runs the server, about all clubs"

# By the function of ours that asks and the table.
MAY_READ_ALL = {
    ("clubs/accounts/sessions.py:clear_expired", "usersessions_usersession"): ONCE_AN_HOUR,
    ("clubs/accounts/sessions.py:clear_expired", "django_session"): ONCE_AN_HOUR,
    ("dogclub/backup/after_restore.py:forget_lost_files", "dogclub_job"): "after a restore: which files are lost",
    ("dogclub/demo/sign_ins.py:remove_accounts", "clubs_user"): BY_HAND,
    ("dogclub/demo/sign_ins.py:remove_accounts", "games_entry"): BY_HAND,
    ("dogclub/backup/after_restore.py:bring_up_to_date", "clubs_club"): BY_HAND,
    ("clubs/migrations/0019_standings_clock.py:note_clocks", "clubs_club"): "a migration",
    ("dogclub/management/commands/rescore.py:clubs", "clubs_club"): BY_HAND,
    ("dogclub/management/commands/rescore.py:matches", "games_match"): BY_HAND,
    ("dogclub/management/commands/signout.py:handle", "django_session"): BY_HAND,
    ("dogclub/management/commands/signout.py:handle", "usersessions_usersession"): BY_HAND,
    ("dogclub/imports/review/uploads.py:clear_away", "dogclub_importbatch"): ONCE_AN_HOUR,
    ("dogclub/metrics/exposition.py:of_jobs", "dogclub_job"): "a count of the jobs of a month, for metrics",
    ("games/consequences/aggregates.py:write_missing", "games_match"): "after an update: whose sums were never written",
    ("dogclub/migrations/0002_webhook_secrets_are_encrypted.py:encrypt", "dogclub_webhook"): "a migration",
}
