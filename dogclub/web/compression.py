"""Pages go out as brotli to browsers that read it, which over HTTPS and on localhost all do; to others as gzip.

Like gzip’s random file name, bytes that say nothing hide how long a page became, so that nobody on the line finds out
a secret in it by what they have put beside it (https://breachattack.com).
"""

import re
import secrets

import brotli
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

ACCEPTED = re.compile(r"\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?![.\d]))")
SHORTEST = 200  # bytes, as for gzip
# Faster than gzip and shorter; 5 would be shorter by another twentieth, and slower (docs/developers/performance.md).
QUALITY = 4
WINDOW = 18  # of 2 ** 18 bytes, so that long pages find themselves again
# An empty block of metadata (RFC 7932, 9.2), as a stream has one after each flush. Its bits, the lowest first: not the
# last block (0), no length of data (11), a bit that is reserved (0), nothing to skip (00).
NOTHING = bytes([0b000110])


class CompressionMiddleware(GZipMiddleware):
    """Leaves to gzip what is streamed. What is short, or compressed already, stays as it is."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if (
            not isinstance(response, HttpResponse)
            or response.has_header("Content-Encoding")
            or len(response.content) < SHORTEST
            or not ACCEPTED.search(request.headers.get("Accept-Encoding", ""))
        ):
            unchanged: HttpResponseBase = super().process_response(request, response)
            return unchanged
        patch_vary_headers(response, ("Accept-Encoding",))
        response.content = compressed(response.content, secrets.randbelow(self.max_random_bytes))
        response.headers["Content-Length"] = str(len(response.content))
        response.headers["Content-Encoding"] = "br"
        tag = response.headers.get("ETag", "")
        if tag.startswith('"'):
            response.headers["ETag"] = f"W/{tag}"
        return response


def compressed(content: bytes, hidden: int) -> bytes:
    """`hidden` is how many bytes stand in it for nothing."""
    stream = brotli.Compressor(quality=QUALITY, lgwin=WINDOW)
    packed: bytes = stream.process(content) + stream.flush() + NOTHING * hidden + stream.finish()
    return packed
