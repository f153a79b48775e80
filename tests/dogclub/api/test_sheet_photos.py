"""Photos of sheets in the API: uploaded, read, and deleted."""

from typing import Any

import pytest

from clubs.models import Scope
from dogclub.exchange.readings import job_kind
from dogclub.models import SheetReading
from tests.dogclub.api.kennel import Kennel, Program, a_kennel
from tests.dogclub.api.working import work, worker
from tests.photos import a_jpeg

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("worker")]
PHOTOS = "clubs/kennel/sheet-photos"
__all__ = ["worker"]


@pytest.fixture
def kennel() -> Kennel:
    return a_kennel()


@pytest.fixture
def program(kennel: Kennel) -> Program:
    return kennel.program()


def add(program: Program, content: bytes) -> Any:
    return program.hand_in(PHOTOS, content, "image/jpeg")


def test_a_photo_is_uploaded_and_read(program: Program) -> None:
    answer = add(program, a_jpeg())
    assert answer.status_code == 201
    assert (answer.json()["state"], answer.json()["result"]) == ("reading", None)
    place = answer["Location"].partition("/api/v1/")[2]
    work()
    found = program.get(place).json()
    assert found["state"] == "refused"
    assert found["job"]["state"] == "done"
    assert found["result"]["problems"][0]["code"] == "no-sheet"
    assert program.get(PHOTOS).json()["sheet_photos"] == [found]
    assert program.delete(place).status_code == 204
    assert program.get(place).status_code == 404


def test_the_result_is_what_the_command_prints(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    document = {"sheet": None, "record": None, "cells": [], "problems": [{"code": "empty", "message": "Empty."}]}
    monkeypatch.setattr(job_kind, "document", lambda images, figures_read: (document, []))
    place = add(program, a_jpeg())["Location"].partition("/api/v1/")[2]
    work()
    assert program.get(place).json()["result"] == document


def test_no_picture_and_a_saved_photo_are_refused(kennel: Kennel, program: Program) -> None:
    answer = add(program, b"no picture")
    assert answer.status_code == 422
    assert "This is not a" in answer.json()["detail"]
    place = add(program, a_jpeg())["Location"].partition("/api/v1/")[2]
    SheetReading.objects.update(state=SheetReading.State.SAVED)
    assert program.delete(place).status_code == 409
    assert SheetReading.objects.count() == 1


def test_a_key_that_only_reads_results_sees_no_photo(kennel: Kennel) -> None:
    assert add(kennel.program(Scope.RESULTS), a_jpeg()).status_code == 403
    assert kennel.program(Scope.RESULTS).get(PHOTOS).status_code == 403
