"""Imports in the API: uploaded, read, answered, confirmed and undone, by the same rules as on the page."""

import io
import json
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.test import Client
from pytest_django.fixtures import Settings

from clubs.models import Club, Player, Role, Scope
from dogclub.exchange.imports.review import steps
from dogclub.models import ImportBatch, Job
from games.models import Match
from tests.dogclub.api.kennel import Kennel, Program, a_kennel
from tests.dogclub.api.working import work, worker
from tests.dogclub.exchange.imports.files import records, totals
from tests.dogclub.exchange.imports.test_bg_stats import export, play
from tests.dogclub.exchange.imports.whole import digest
from tests.factory import a_club

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("worker")]
IMPORTS = "clubs/kennel/imports"
OLD = totals(("2024-03-12", "Bea Marlowe", 52), ("2024-03-12", "B. Marlow", -7), ("2024-03-12", "Otto Pym", 12))
BROKEN = totals(("2024-03-12", "Bea Marlowe", "many"), ("2024-03-12", "Otto Pym", 3))
__all__ = ["worker"]


@pytest.fixture
def kennel() -> Kennel:
    return a_kennel()


@pytest.fixture
def program(kennel: Kennel) -> Program:
    return kennel.program()


def uploaded(program: Program, content: bytes = OLD, name: str = "old.csv") -> str:
    """Upload a file, run its job and return the address of the import."""
    answer = program.hand_in(f"{IMPORTS}?name={name}", content)
    assert answer.status_code == 202, answer.json()
    assert answer.json()["state"] == "reading"
    work()
    return f"{IMPORTS}/{answer.json()['id']}"


def status_and_problem(answer: Any) -> tuple[int, str, str]:
    return answer.status_code, answer.json()["error"]["code"], answer.json()["detail"]


def whole_list(program: Program, path: str, name: str) -> list[Any]:
    """Return the items of all pages of a list."""
    found: list[Any] = []
    while path:
        page = program.get(path).json()
        found += page[name]
        path = (page["next"] or "").partition("/api/v1/")[2]
    return found


def test_a_bg_stats_file_goes_in_by_api_alone_and_out_again(kennel: Kennel, program: Program) -> None:
    before = digest(kennel.club)
    one = uploaded(program, export(play(), play("Catan")), "plays.json")
    found = program.get(one).json()
    assert (found["state"], found["kind"]) == ("asking", "BG Stats")
    assert found["found"]["games"] == 1 or found["found"]["open_names"]
    names = program.get(f"{one}/names?means=question").json()["names"]
    program.post(f"{one}/answer", {"names": {each["name"]: "new" for each in names}})
    assert program.get(one).json()["found"]["games"] == 1
    assert program.post(f"{one}/confirm").status_code == 202
    work()
    done = program.get(one).json()
    assert (done["state"], done["made"]["games"], done["found"], done["job"]["state"]) == ("done", 1, None, "done")
    oldest = whole_list(program, "clubs/kennel/matches?limit=2", "matches")[-1]
    assert {seat["name"]: seat["total"] for seat in oldest["seats"]} == {
        "Bea Marlowe": 52,
        "Otto Pym": -7,
        "Núria Ødegård": 12,
    }
    assert program.post(f"{one}/undo").status_code == 202
    work()
    assert program.get(one).json()["state"] == "undone"
    assert digest(kennel.club) == before


def test_a_name_nobody_is_sure_of_is_asked_about_with_those_it_may_be(kennel: Kennel, program: Program) -> None:
    one = uploaded(program)
    bea, otto = kennel.players[:2]
    assert program.get(f"{one}/names").json()["names"] == [
        {"name": "Bea Marlowe", "means": "player", "player": bea.pk, "like": [], "lookalike": ""},
        {
            "name": "B. Marlow",
            "means": "question",
            "player": None,
            "like": [{"player": bea.pk, "name": "Bea Marlowe"}],
            "lookalike": "",
        },
        {"name": "Otto Pym", "means": "player", "player": otto.pk, "like": [], "lookalike": ""},
    ]
    counts = program.get(one).json()["found"]
    assert (counts["games"], counts["questions"], counts["open_names"]) == (0, 3, 1)
    assert (counts["asks"], counts["stays_out"]) == (counts["questions"], counts["left_out"])
    answered = program.post(f"{one}/answer", {"names": {"B. Marlow": kennel.players[2].pk}}).json()["found"]
    assert (answered["games"], answered["goes_in"], answered["open_names"]) == (1, 3, 0)


def test_everybody_who_is_asked_about_may_be_new(program: Program) -> None:
    one = uploaded(program)
    counts = program.post(f"{one}/answer", {"all_new": True}).json()["found"]
    assert (counts["games"], counts["newcomers"], counts["open_names"]) == (1, 1, 0)
    assert not Player.objects.filter(name="B. Marlow").exists()


def test_two_names_that_are_one_player_are_told_as_a_problem(kennel: Kennel, program: Program) -> None:
    one = uploaded(program)
    program.post(f"{one}/answer", {"names": {"B. Marlow": kennel.players[0].pk}})
    (found,) = program.get(f"{one}/problems").json()["problems"]
    assert (found["line"], found["column"]) == (2, "")
    assert "same player" in found["message"]
    assert status_and_problem(program.post(f"{one}/confirm")) == (
        409,
        "refused",
        "None of this can be imported as it is.",
    )


def test_a_cell_is_mended_and_the_file_read_again_once(program: Program) -> None:
    one = uploaded(program, BROKEN)
    (wrong,) = program.get(f"{one}/problems").json()["problems"]
    assert (wrong["line"], wrong["column"], wrong["value"]) == (2, "total", "many")
    mends = {"mends": [{"line": 2, "column": "total", "value": "20"}]}
    assert program.post(f"{one}/mend", mends).json()["state"] == "reading"
    assert program.post(f"{one}/mend", mends).status_code == 200
    assert Job.objects.filter(kind="read-import").count() == 2
    assert program.get(f"{one}/problems").json()["problems"] == []
    work()
    assert program.get(one).json()["found"]["games"] == 1
    assert program.post(f"{one}/mend", mends).status_code == 200


def test_of_several_mends_one_that_is_wrong_undoes_all(program: Program) -> None:
    one = uploaded(program, BROKEN)
    mends = [{"line": 2, "column": "total", "value": "20"}, {"line": 3, "column": "total", "value": "4"}]
    code = status_and_problem(program.post(f"{one}/mend", {"mends": mends}))
    assert code == (422, "invalid", "Line 3, total: There is nothing to fix in that cell.")
    assert "mends" not in ImportBatch.objects.get().answers


def test_lists_of_a_file_are_read_page_by_page(program: Program) -> None:
    people = [f"Dog {number}" for number in range(7)]
    one = uploaded(program, totals(*(("2024-03-12", name, "many") for name in people)))
    assert [each["name"] for each in whole_list(program, f"{one}/names?limit=3", "names")] == people
    assert [each["line"] for each in whole_list(program, f"{one}/problems?limit=2", "problems")] == list(range(2, 9))[
        :4
    ]
    assert status_and_problem(program.get(f"{one}/names?cursor=4:x"))[1] == "cursor"
    assert status_and_problem(program.get(f"{one}/names?means=maybe"))[1] == "query"


def test_confirming_twice_is_once_and_undoing_too(program: Program) -> None:
    one = uploaded(program)
    program.post(f"{one}/answer", {"all_new": True})
    assert [program.post(f"{one}/confirm").status_code for _ in range(2)] == [202, 200]
    work()
    assert program.post(f"{one}/confirm").status_code == 200
    work()
    assert Match.objects.filter(batch__isnull=False).count() == 1
    assert [program.post(f"{one}/undo").status_code for _ in range(2)] == [202, 200]
    work()
    assert program.post(f"{one}/undo").status_code == 200
    assert Job.objects.filter(kind="undo-import").count() == 1
    assert program.get(one).json()["undone_at"]


def test_what_has_gone_on_meanwhile_takes_no_answers(program: Program) -> None:
    one = uploaded(program)
    assert status_and_problem(program.post(f"{one}/undo"))[:2] == (409, "refused")
    program.post(f"{one}/answer", {"all_new": True})
    program.post(f"{one}/confirm")
    mend = {"mends": [{"line": 2, "column": "total", "value": "1"}]}
    for step, body in (("answer", {"all_new": True}), ("mend", mend)):
        answer = program.post(f"{one}/{step}", body)
        assert (answer.status_code, answer.json()["error"]["state"]) == (409, "writing")
    assert status_and_problem(program.delete(one))[:2] == (409, "refused")


def test_a_match_somebody_wrote_on_keeps_its_import(program: Program) -> None:
    one = uploaded(program)
    program.post(f"{one}/answer", {"all_new": True})
    program.post(f"{one}/confirm")
    work()
    Match.objects.filter(batch__isnull=False).update(version=99)
    status, code, sentence = status_and_problem(program.post(f"{one}/undo"))
    assert (status, code) == (409, "refused")
    assert sentence.endswith("stands in the way: it was edited since.")


def test_a_file_of_which_nothing_was_written_is_forgotten(
    program: Program, django_capture_on_commit_callbacks: Any
) -> None:
    one = uploaded(program)
    kept = ImportBatch.objects.get().file
    with django_capture_on_commit_callbacks(execute=True):
        assert program.delete(one).status_code == 204
    assert not default_storage.exists(kept)
    assert program.get(one).status_code == program.delete(one).status_code == 404


BAD_ANSWERS: dict[str, tuple[Any, int, str]] = {
    "nothing at all": (None, 400, "json"),
    "a list": ([], 422, "malformed"),
    "an unknown key": ({"who": 1}, 422, "unknown-key"),
    "a name of another file": ({"names": {"Rex": "new"}}, 422, "invalid"),
    "a player of nowhere": ({"names": {"B. Marlow": 10**17}}, 422, "invalid"),
    "a player by name": ({"names": {"B. Marlow": "Bea Marlowe"}}, 422, "malformed"),
    "a true one": ({"names": {"B. Marlow": True}}, 422, "malformed"),
    "one good, one bad": ({"names": {"B. Marlow": "new", "Rex": "new"}}, 422, "invalid"),
}


@pytest.mark.parametrize("case", BAD_ANSWERS)
def test_a_bad_answer_is_told_what_is_wrong_and_changes_nothing(case: str, program: Program) -> None:
    body, status, code = BAD_ANSWERS[case]
    one = uploaded(program)
    assert status_and_problem(program.post(f"{one}/answer", body))[:2] == (status, code)
    assert ImportBatch.objects.get().answers == {}


def test_a_player_of_another_club_is_nobody_here(program: Program) -> None:
    one, rex = uploaded(program), Player.objects.create(club=a_club("friday"), name="Rex")
    answer = program.post(f"{one}/answer", {"names": {"B. Marlow": rex.pk}})
    assert (answer.status_code, answer.json()["error"]["player"]) == (422, "B. Marlow")


BAD_FILES: dict[str, tuple[bytes, str]] = {
    "an empty one": (b"", "This file is empty."),
    "noise": (bytes(range(256)) * 40, "Dog Club cannot read this file."),
    "a picture": (b"\x89PNG\r\n\x1a\n" + b"\0" * 400, "Dog Club cannot read this file."),
}


@pytest.mark.parametrize("case", BAD_FILES)
def test_a_bad_file_is_refused_at_once_and_not_kept(case: str, program: Program) -> None:
    content, sentence = BAD_FILES[case]
    status, code, detail = status_and_problem(program.hand_in(IMPORTS, content))
    assert (status, code) == (422, "invalid")
    assert detail.startswith(sentence)
    assert not ImportBatch.objects.exists()


def test_a_file_that_turns_out_to_be_no_good_says_so_later(program: Program) -> None:
    one = uploaded(program, b"date,player,total\n")
    found = program.get(one).json()
    assert found["state"] == "refused"
    assert found["problem"]
    assert status_and_problem(program.post(f"{one}/confirm"))[:2] == (409, "refused")


def test_more_than_the_house_takes_is_not_read_to_its_end(
    program: Program, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    monkeypatch.setattr("dogclub.api.http.upload.MOST_BYTES", 100)
    assert status_and_problem(program.hand_in(IMPORTS, OLD * 9))[:2] == (413, "too-large")
    assert status_and_problem(Form(program).hand_in({"file": io.BytesIO(OLD * 9)}))[:2] == (413, "too-large")
    assert not ImportBatch.objects.exists()


def test_a_body_larger_than_any_other_may_be_is_a_file_all_the_same(program: Program) -> None:
    rows = [("2024-03-12", "Bea Marlowe", number) for number in range(120_000)]
    large = totals(*rows)
    assert 2_500_000 < len(large) < steps.MOST_BYTES
    assert program.hand_in(f"{IMPORTS}?name=large.csv", large).json()["size"] == len(large)


class Form:
    """Sends the file as a multipart form, as a page does."""

    def __init__(self, program: Program) -> None:
        self.headers = {"Authorization": f"Bearer {program.token}"}

    def hand_in(self, fields: dict[str, Any], **more: Any) -> Any:
        return Client().post(f"/api/v1/{IMPORTS}", fields, headers=self.headers, **more)


def test_a_form_with_a_file_will_do_as_well(program: Program) -> None:
    file = io.BytesIO(OLD)
    file.name = "from-a-form.csv"
    answer = Form(program).hand_in({"file": file})
    assert (answer.status_code, answer.json()["file_name"]) == (202, "from-a-form.csv")


def test_a_form_without_one_or_in_pieces_is_told_so(program: Program) -> None:
    assert status_and_problem(Form(program).hand_in({"other": "x"}))[:2] == (422, "invalid")
    answer = program.hand_in(IMPORTS, b"--x\r\nbroken", "multipart/form-data")
    assert status_and_problem(answer)[:2] == (400, "parse-error")


def test_a_name_may_come_in_the_head(program: Program) -> None:
    head = {"Content-Disposition": "attachment; filename*=UTF-8''b%C3%BCcher.csv"}
    assert program.hand_in(IMPORTS, OLD, **head).json()["file_name"] == "bücher.csv"


def test_records_come_as_json_too(program: Program) -> None:
    record = json.loads(records({"record": 1, "game": "dirty-dog", "players": ["Bea Marlowe"], "rounds": []}))
    assert program.hand_in(IMPORTS, json.dumps(record).encode(), "application/json").json()["kind"]


def test_the_same_file_again_finds_everything_here_already(program: Program) -> None:
    one = uploaded(program)
    program.post(f"{one}/answer", {"all_new": True})
    program.post(f"{one}/confirm")
    work()
    counts = program.get(uploaded(program)).json()["found"]
    assert (counts["games"], counts["already_here"]) == (0, 3)


def test_importing_is_for_organisers(kennel: Kennel, program: Program) -> None:
    one = uploaded(program)
    others = [kennel.person(role) for role in (Role.MEMBER, Role.SCOREKEEPER)]
    for other in (*others, kennel.program(Scope.RECORD), kennel.program(Scope.RESULTS)):
        assert other.hand_in(IMPORTS, OLD).status_code == 403
        assert {other.get(path).status_code for path in (IMPORTS, one, f"{one}/names", f"{one}/problems")} == {403}
        assert other.post(f"{one}/confirm").status_code == other.delete(one).status_code == 403
    assert kennel.person(Role.ORGANISER).get(one).status_code == 200
    assert Program().get(one).status_code == 401


def test_the_list_holds_every_import_but_no_archive(kennel: Kennel, program: Program) -> None:
    first, second = uploaded(program), uploaded(program)
    ImportBatch.objects.create(club=kennel.club, source="whole-archive", file_name="all.zip")
    ImportBatch.objects.create(club=Club.objects.create(slug="friday", name="Friday"), file_name="theirs.csv")
    ids = [each["id"] for each in whole_list(program, f"{IMPORTS}?limit=1", "imports")]
    assert ids == [address.rpartition("/")[2] for address in (second, first)]


def test_what_was_read_need_not_be_sent_again(program: Program) -> None:
    one = uploaded(program)
    tag = program.get(one)["ETag"]
    assert program.get(one, If_None_Match=tag).status_code == 304
    program.post(f"{one}/answer", {"all_new": True})
    assert program.get(one, If_None_Match=tag).status_code == 200
