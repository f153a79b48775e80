"""Exceptions for tests/plans.py: tables that statements may read completely, and statements that may, with reasons."""

FIXED = {
    # Their size does not depend on the number of clubs.
    "django_migrations",
    "django_content_type",
    "auth_permission",
    "auth_group",
    "pg_namespace",
    # Small: at each sign-in django-axes deletes rows older than AXES_COOLOFF_TIME, a quarter of an hour.
    "axes_accessattempt",
    # Empty, because of AXES_DISABLE_ACCESS_LOG.
    "axes_accesslog",
    "axes_accessfailurelog",
}

# Partial indexes with few rows, which may be read completely.
FEW = {
    "the_demo_club",
    "who_reads_a_digest",  # the members who chose a digest; read every five minutes
}

ONCE_AN_HOUR = "retention of all clubs, once an hour"
BY_HAND = "a command of whoever runs the server, about all clubs"

# Key: the function of the app that runs the statement, and the table.
MAY_READ_ALL = {
    ("clubs/accounts/sessions.py:clear_expired", "usersessions_usersession"): ONCE_AN_HOUR,
    ("clubs/accounts/sessions.py:clear_expired", "django_session"): ONCE_AN_HOUR,
    ("dogclub/operations/backup/restore.py:forget_lost_files", "dogclub_job"): "after a restore: which files are lost",
    ("dogclub/demo/people.py:remove_accounts", "clubs_user"): BY_HAND,
    ("dogclub/demo/people.py:remove_accounts", "games_entry"): BY_HAND,
    ("dogclub/operations/backup/restore.py:bring_up_to_date", "clubs_club"): BY_HAND,
    ("clubs/migrations/0019_standings_clock.py:note_clocks", "clubs_club"): "a migration",
    ("clubs/migrations/0021_folded_names.py:fill", "clubs_player"): "a migration",
    ("clubs/migrations/0021_folded_names.py:fill", "clubs_formername"): "a migration",
    ("leagues/migrations/0008_rank_play_offs_again.py:rank_again", "leagues_playoff"): "a migration",
    ("dogclub/management/commands/rescore.py:clubs", "clubs_club"): BY_HAND,
    ("dogclub/management/commands/rescore.py:matches", "games_match"): BY_HAND,
    ("dogclub/management/commands/signout.py:handle", "django_session"): BY_HAND,
    ("dogclub/management/commands/signout.py:handle", "usersessions_usersession"): BY_HAND,
    ("dogclub/exchange/imports/review/steps.py:clear_away", "dogclub_importbatch"): ONCE_AN_HOUR,
    ("dogclub/exchange/readings/keeping.py:clear_away", "dogclub_sheetreading"): ONCE_AN_HOUR,
    ("dogclub/notify/chat/delivery.py:enqueue_due", "dogclub_chat"): "one row a club that has a chat",
    ("dogclub/notify/push/delivery.py:enqueue_due", "dogclub_pushdevice"): "one row a browser that asked for it",
    ("dogclub/notify/push/delivery.py:enqueue_due", "dogclub_pushsettings"): "one row a member who asked for it",
    ("dogclub/privacy/own_data.py:written_otherwise", "clubs_club"): "who set rules is in the row of each club",
    ("dogclub/new_members/add.py:forget_addresses", "clubs_invitation"): ONCE_AN_HOUR,
    ("dogclub/operations/health/exposition.py:of_jobs", "dogclub_job"): "a count of the jobs of a month, for metrics",
    ("games/consequences/aggregates.py:write_missing", "games_match"): "after an update: whose sums were never written",
    ("dogclub/migrations/0002_webhook_secrets_are_encrypted.py:encrypt", "dogclub_webhook"): "a migration",
}
