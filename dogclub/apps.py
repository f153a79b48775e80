from django.apps import AppConfig
from django.db.models.signals import post_delete


class DogClubConfig(AppConfig):
    name = "dogclub"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from dogclub.jobs.worker import files
        from dogclub.webhooks import notify

        notify.connect()
        post_delete.connect(files.forget, "dogclub.Job", dispatch_uid="files of jobs")
