"""Compression of pages: brotli for clients that accept it (all browsers, over HTTPS and on localhost), gzip for others.

A random number of padding bytes hides the length of the page, as gzip's random file name does, so that an eavesdropper
cannot find out a secret in it by text placed beside it (https://breachattack.com).
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
WINDOW = 18  # of 2 ** 18 bytes, so that repetitions in long pages are found
# An empty block of metadata (RFC 7932, 9.2), as a stream has one after each flush. Its bits, the lowest first: not the
# last block (0), no length of data (11), a bit that is reserved (0), nothing to skip (00).
NOTHING = bytes([0b000110])


class CompressionMiddleware(GZipMiddleware):
    """Compresses with brotli. Streams and clients without brotli are left to gzip; short or compressed responses stay
    as they are.
    """

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
    """Return the content compressed with brotli, with `hidden` bytes of padding."""
    stream = brotli.Compressor(quality=QUALITY, lgwin=WINDOW)
    packed: bytes = stream.process(content) + stream.flush() + NOTHING * hidden + stream.finish()
    return packed
