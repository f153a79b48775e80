"""Pages are compressed with Brotli where the browser accepts it, and padded so that their length reveals nothing."""

import brotli
import pytest
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.test import RequestFactory

from dogclub.server.web.headers import CompressionMiddleware, compressed

TEXT = b"A page about dogs. " * 40


def answered(response: HttpResponseBase, accepted: str = "gzip, deflate, br") -> HttpResponseBase:
    request = RequestFactory().get("/", headers={"accept-encoding": accepted})
    answer = CompressionMiddleware(lambda _: response)(request)
    assert isinstance(answer, HttpResponseBase)
    return answer


def test_a_page_is_sent_as_brotli_and_its_tag_says_that_the_bytes_are_others() -> None:
    answer = answered(HttpResponse(TEXT, headers={"ETag": '"1"'}))
    assert isinstance(answer, HttpResponse)
    assert brotli.decompress(answer.content) == TEXT
    assert answer["Content-Length"] == str(len(answer.content))
    assert (answer["Content-Encoding"], answer["Vary"], answer["ETag"]) == ("br", "Accept-Encoding", 'W/"1"')


@pytest.mark.parametrize("accepted", ["gzip", "gzip, br;q=0", "br;q=0.0, gzip"])
def test_who_reads_no_brotli_gets_gzip(accepted: str) -> None:
    assert answered(HttpResponse(TEXT), accepted)["Content-Encoding"] == "gzip"


@pytest.mark.parametrize("accepted", ["br", "br;q=0.5, gzip", "zstd, br"])
def test_who_reads_brotli_gets_it(accepted: str) -> None:
    assert answered(HttpResponse(TEXT), accepted)["Content-Encoding"] == "br"


def test_what_is_streamed_stays_with_gzip() -> None:
    assert answered(StreamingHttpResponse([TEXT]))["Content-Encoding"] == "gzip"


@pytest.mark.parametrize("response", [HttpResponse(b"short"), HttpResponse(TEXT, headers={"Content-Encoding": "zstd"})])
def test_what_is_short_or_compressed_already_stays_as_it_is(response: HttpResponse) -> None:
    before = response.content
    answer = answered(response)
    assert isinstance(answer, HttpResponse)
    assert answer.content == before


@pytest.mark.parametrize("hidden", [0, 1, 99])
def test_bytes_that_say_nothing_make_a_page_longer(hidden: int) -> None:
    packed = compressed(TEXT, hidden)
    assert brotli.decompress(packed) == TEXT
    assert len(packed) == len(compressed(TEXT, 0)) + hidden


def test_the_same_page_has_many_lengths() -> None:
    lengths = {len(compressed_page()) for _ in range(200)}
    assert len(lengths) > 20
    assert max(lengths) - min(lengths) < CompressionMiddleware.max_random_bytes


def compressed_page() -> bytes:
    answer = answered(HttpResponse(TEXT))
    assert isinstance(answer, HttpResponse)
    return answer.content
