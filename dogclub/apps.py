"""Django's configuration of the package: signals are connected and garbage collection is enabled once all apps are
loaded.
"""

import gc

from django.apps import AppConfig
from django.db.models.signals import post_delete


class DogClubConfig(AppConfig):
    name = "dogclub"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from dogclub.configuration import deploy_checks
        from dogclub.erasure import club_files, names
        from dogclub.jobs import files
        from dogclub.logs import security_signals
        from dogclub.webhooks import notify

        deploy_checks.connect()
        security_signals.connect()
        notify.connect()
        names.connect()
        post_delete.connect(club_files.forget_file, "dogclub.ImportBatch", dispatch_uid="files of imports")
        post_delete.connect(files.forget, "dogclub.Job", dispatch_uid="files of jobs")
        gc.freeze()
        gc.enable()
