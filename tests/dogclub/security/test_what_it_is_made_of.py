"""The bill of materials, and the deployment checks."""

import json
import re
from io import StringIO
from typing import Any

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from django.core.management import call_command
from pytest_django.fixtures import Settings

from dogclub.management.commands.sbom import bill
from dogclub.operations.health.checks import OPEN, security_warnings
from tests.factory import a_club
from tests.server import ROOT

LOCKED = re.compile(r"^([a-zA-Z0-9._-]+)(?:\[\S*\])?==(\S+)", re.M)


def printed() -> dict[str, Any]:
    out = StringIO()
    call_command("sbom", stdout=out)
    return dict(json.loads(out.getvalue()))


def test_every_locked_package_is_in_it() -> None:
    found = {(part["name"], part["version"]) for part in printed()["components"]}
    for lock in ("requirements.txt", "requirements-postgres.txt", "requirements-heic.txt"):
        assert set(LOCKED.findall((ROOT / lock).read_text())) - found == set()


def test_everything_vendored_is_in_it_with_its_files() -> None:
    parts = {part["name"]: part for part in printed()["components"]}
    for each in json.loads((ROOT / "dogclub/static/vendor/vendor.json").read_text())["vendored"]:
        part = parts[each["name"]]
        assert part["version"] == each["version"] and part["licenses"]
        assert {file["name"]: file["hashes"][0]["content"] for file in part["components"]} == each["files"]


def test_every_installed_package_states_its_licence() -> None:
    elsewhere = {"async-timeout", "colorama"}  # for other versions of Python, and for Windows
    assert {part["name"] for part in printed()["components"] if "licenses" not in part} <= elsewhere | {"pillow-heif"}


def test_it_is_cyclonedx() -> None:
    document = bill()
    assert (document["bomFormat"], document["specVersion"]) == ("CycloneDX", "1.6")
    refs = [part["bom-ref"] for part in document["components"]]
    assert len(refs) == len(set(refs)) > 60
    assert document["dependencies"] == [{"ref": "dogclub", "dependsOn": refs}]
    for part in document["components"]:
        assert part["type"] == "library" and part["name"] and part["version"]
        assert re.fullmatch(r"pkg:(pypi|npm)/[%\w./-]+@[\w.+-]+(#[\w.-]+)?", part["purl"])
        assert all(set(each) in ({"expression"}, {"license"}) for each in part.get("licenses", []))
    assert bill() == document


def test_it_keeps_to_cyclonedx_s_own_schema() -> None:
    check = JsonStrictValidator(SchemaVersion.V1_6)
    assert check.validate_str(json.dumps(printed())) is None
    wrong = printed()
    wrong["components"][0]["scope"] = "a bone"
    assert check.validate_str(json.dumps(wrong)) is not None


@pytest.mark.django_db
def test_what_is_open_is_said_with_what_to_do(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    settings.WEBHOOKS_MAY_STAY_INSIDE = True
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    a_club(is_demo=True)
    found = security_warnings()
    assert [each.id for each in found] == [f"dogclub.{name}" for name in OPEN]
    assert all(each.hint for each in found)


@pytest.mark.django_db
def test_a_house_with_all_doors_shut_hears_nothing(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "0123456789" * 6)
    settings.HTTPS, settings.BACKUP_TO, settings.METRICS_TOKEN = True, "/mnt/backup", "bone" * 8
    settings.EMAIL_BACKEND, settings.BASE_URL = "dogclub.notify.mail.QueuedMail", "https://dogs.example"
    assert security_warnings() == []
