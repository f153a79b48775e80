"""Django's configuration of the package: signals are connected and garbage collection is enabled once all apps are
loaded.
"""

import gc
import logging

from django.apps import AppConfig
from django.db.models.signals import post_delete

logger = logging.getLogger(__name__)


class DogClubConfig(AppConfig):
    name = "dogclub"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.conf import settings

        from clubs.players.anonymise import player_anonymised
        from dogclub import database, speedups
        from dogclub.api.http.endpoint import forget
        from dogclub.configuration import catalogues
        from dogclub.configuration.environment import IS_INSTALLED
        from dogclub.exchange.readings.keeping import forget_unsaved
        from dogclub.jobs import files
        from dogclub.notify.push import delivery as push
        from dogclub.notify.webhooks import delivery as webhooks
        from dogclub.operations.health import checks as installation_checks
        from dogclub.operations.logs import events
        from dogclub.privacy import erasure
        from dogclub.privacy.erasure import forget_file

        if not IS_INSTALLED:
            try:
                catalogues.compile_changed()
            except OSError as error:  # a server with older texts is better than none
                logger.warning("Texts stay as they were, in part English: a catalogue could not be written: %s", error)
        speedups.connect(settings.SPEEDUPS)
        database.connect()
        installation_checks.connect()
        events.connect()
        webhooks.connect()
        push.connect()
        erasure.connect()
        player_anonymised.connect(forget, dispatch_uid="responses of the API")
        player_anonymised.connect(forget_unsaved, dispatch_uid="photos that are read")
        post_delete.connect(forget_file, "dogclub.ImportBatch", dispatch_uid="files of imports")
        post_delete.connect(files.forget, "dogclub.Job", dispatch_uid="files of jobs")
        gc.freeze()
        gc.enable()
