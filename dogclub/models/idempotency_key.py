"""Keys of requests to the API that may be sent again, with the first response."""

from django.db import models
from django.utils import timezone

from clubs.models import Club


class IdempotencyKey(models.Model):
    """A POST that its client may send again: who sent it, under which key, and the response it gets each time.

    `requester` is the API key or account, `fingerprint` the SHA-256 of the method, the address and the body, `response`
    the encrypted status, headers and body: it may hold a secret that is shown only once.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    requester = models.CharField(max_length=60)
    key = models.CharField(max_length=255)
    fingerprint = models.CharField(max_length=64)
    response = models.TextField()
    created_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["requester", "key"], name="one_request_a_key"),)

    def __str__(self) -> str:
        return self.key
