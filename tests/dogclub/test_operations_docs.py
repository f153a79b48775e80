"""The promises of the pages in docs/running-it and of the files they name, as far as they can be tested offline."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from tests.server import ROOT, Server, an_installation

DOCS = "\n".join(page.read_text() for page in sorted((ROOT / "docs" / "running-it").glob("*.md")))
DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
DOCKERFILE = (ROOT / "Dockerfile").read_text()
UNITS = sorted((DEPLOY / "systemd").iterdir())
VARIABLES = set(re.findall(r"^\| `([A-Z][A-Z0-9_]+)` \|", DOCS, re.M))


def instructions() -> list[tuple[str, str]]:
    """Each instruction of the Dockerfile with its arguments, continuation lines joined."""
    joined = re.sub(r"\\\n", " ", re.sub(r"^#.*\n", "", DOCKERFILE, flags=re.M))
    return [(line.split(None, 1)[0], line.split(None, 1)[1]) for line in joined.splitlines() if line.strip()]


def test_the_image_is_built_in_two_steps_from_pinned_ground() -> None:
    bases = [given for name, given in instructions() if name == "FROM"]
    assert bases == ["python:3.11-slim-bookworm AS build", "python:3.11-slim-bookworm AS run"]


def test_the_image_installs_only_what_the_locks_name_by_hash() -> None:
    [install] = [given for name, given in instructions() if name == "RUN" and "pip" in given]
    assert {"--require-hashes", "--no-deps"} <= set(install.split())
    for lock in re.findall(r"requirements[\w-]*\.txt", install):
        assert (ROOT / lock).exists()
    assert not re.search(r"https?://|--index|--extra-index|--trusted-host", DOCKERFILE.replace("http://127.0.0.1", ""))


def test_the_image_runs_as_nobody_in_particular_and_hands_signals_on() -> None:
    said = instructions()
    names = [name for name, _ in said]
    assert dict(said)["USER"] == "dogclub"
    assert names.index("USER") < names.index("ENTRYPOINT") < names.index("CMD")
    assert dict(said)["ENTRYPOINT"] == '["tini", "--"]'
    assert "/health/live" in dict(said)["HEALTHCHECK"]
    assert "ADD" not in names and "latest" not in DOCKERFILE and "sudo" not in DOCKERFILE


def test_the_image_gets_the_program_and_nothing_of_ours() -> None:
    kept = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and not line.startswith("#")]
    assert kept[0] == "*"
    taken = [line.removeprefix("!") for line in kept[1:] if line.startswith("!")]
    assert not {"var", ".env", ".git", ".venv", "tests"} & set(taken)
    assert all(list(ROOT.glob(each)) for each in taken)


@pytest.mark.thorough
def test_what_runs_needs_only_what_the_image_takes(tmp_path: Path) -> None:
    """Runs the files that the image contains, without the rest of the repository."""
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    for name in (line[1:] for line in lines if line.startswith("!")):
        for source in ROOT.glob(name):
            target = tmp_path / "program" / source.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(source, target, ignore=ignored) if source.is_dir() else shutil.copy(source, target)
    [collect] = [given for name, given in instructions() if name == "RUN" and "collectstatic" in given]
    for command in (collect.partition(" &&")[0], "python manage.py check"):
        variables = {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "DOGCLUB_VAR": str(tmp_path / "kept")}
        done = subprocess.run(
            command, shell=True, cwd=tmp_path / "program", env=variables, capture_output=True, text=True
        )
        assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "kept" / "secret-key").exists()  # which the image deletes again
    assert "rm /kept/secret-key" in collect


def test_compose_has_every_part_and_waits_for_each() -> None:
    services = COMPOSE["services"]
    assert set(services) == {"app", "worker", "postgres", "redis", "caddy"}
    for name, service in services.items():
        assert "healthcheck" in service or name in ("app", "caddy"), name  # the image has the one of the app
        for wait in service.get("depends_on", {}).values():
            assert wait == {"condition": "service_healthy"}
    used = {volume.partition(":")[0] for each in services.values() for volume in each["volumes"]}
    assert {each for each in used if not each.startswith(".")} == set(COMPOSE["volumes"])
    assert {network for each in services.values() for network in each["networks"]} == set(COMPOSE["networks"])


def test_only_caddy_is_open_to_the_outside() -> None:
    services = COMPOSE["services"]
    assert [name for name, each in services.items() if "ports" in each] == ["caddy"]
    assert [name for name in ("postgres", "redis") if services[name]["networks"] != ["inside"]] == []
    assert COMPOSE["networks"]["inside"] == {"internal": True}
    trusted = services["app"]["environment"]["TRUSTED_PROXIES"]
    assert services["caddy"]["networks"]["outside"]["ipv4_address"] == trusted


def test_compose_sets_what_there_is_to_set_and_asks_for_what_it_needs() -> None:
    given = COMPOSE["services"]["app"]["environment"]
    of_the_image = {"DEBUG", "DOGCLUB_VAR", "HEIC_PHOTOS"}  # fixed in it, or for a checkout alone
    assert given.keys() == VARIABLES - of_the_image
    assert COMPOSE["services"]["worker"]["environment"] == given
    asked = set(re.findall(r"\$\{([A-Z0-9_]+)", (ROOT / "compose.yaml").read_text()))
    example = set(re.findall(r"^([A-Z0-9_]+)=", (DEPLOY / "compose.env.example").read_text(), re.M))
    assert asked == example


def test_database_and_redis_ask_for_a_password() -> None:
    given, redis = COMPOSE["services"]["app"]["environment"], COMPOSE["services"]["redis"]
    assert re.match(r"postgres://dogclub:\$\{POSTGRES_PASSWORD:\?[^}]+\}@postgres:", given["DATABASE_URL"])
    assert re.match(r"redis://:\$\{REDIS_PASSWORD:\?[^}]+\}@redis:", given["REDIS_URL"])
    assert redis["command"][1:3] == ["--requirepass", "${REDIS_PASSWORD}"]
    assert redis["environment"] == {"REDISCLI_AUTH": "${REDIS_PASSWORD}"}  # the healthcheck needs it


def test_every_image_of_compose_says_which_version() -> None:
    images = [each["image"] for each in COMPOSE["services"].values() if "build" not in each]
    assert all(re.fullmatch(r"[a-z]+:\d+(-bookworm)?", image) for image in images)
    client = re.search(r"postgresql-client-(\d+)", DOCKERFILE)
    assert client and f"postgres:{client[1]}-bookworm" in images


@pytest.mark.parametrize("service", ["app", "worker"])
def test_the_commands_of_compose_are_commands(service: str) -> None:
    said = COMPOSE["services"][service]["command"]
    words = said[2] if said[0] == "sh" else " ".join(said)
    for command in re.findall(r"manage\.py (\w+)", words):
        assert command in get_commands()
    if service == "worker":
        assert words.startswith("celery --quiet -A dogclub worker --pool threads")


def test_caddys_file_balances_and_asks_whether_the_app_is_alive() -> None:
    text = re.sub(r"\{\$[^}]+\}", "", re.sub(r"#.*", "", (DEPLOY / "Caddyfile").read_text()))
    assert text.count("{") == text.count("}")
    assert "health_uri /health/live" in text
    given = set(re.findall(r"\{\$([A-Z_]+)", (DEPLOY / "Caddyfile").read_text()))
    assert given - {"DOGCLUB_UPSTREAM"} == COMPOSE["services"]["caddy"]["environment"].keys()


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_can_read_the_unit(unit: Path, tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        return  # the next test reads the unit without it
    for each in UNITS:
        text = each.read_text().replace("/opt/dogclub/.venv/bin/celery", "/bin/true")
        (tmp_path / each.name).write_text(text.replace("/opt/dogclub/run", "/bin/true"))
    done = subprocess.run(["systemd-analyze", "verify", str(tmp_path / unit.name)], capture_output=True, text=True)
    assert [line for line in done.stderr.splitlines() if "dogclub" in line] == []


@pytest.mark.parametrize("unit", [unit for unit in UNITS if unit.suffix == ".service"], ids=lambda unit: unit.name)
def test_a_service_may_do_no_more_than_it_must(unit: Path) -> None:
    text = unit.read_text()
    for line in ("User=dogclub", "NoNewPrivileges=true", "ProtectSystem=strict", "ProtectHome=true", "UMask=0077"):
        assert f"\n{line}\n" in text
    assert re.search(
        r"^ExecStart=/opt/dogclub/(run|\.venv/bin/celery --quiet -A dogclub worker --pool threads)", text, re.M
    )


def test_everything_the_page_names_is_there() -> None:
    named = set(re.findall(r"`(deploy/[\w./-]+|compose\.yaml)`", DOCS))
    assert {"deploy/Caddyfile", "deploy/nginx.conf", "compose.yaml"} <= named
    assert [name for name in named if not (ROOT / name).exists()] == []
    for link in re.findall(r"\]\(\.\./(developers/adr/[\w.-]+)\)", DOCS):
        assert (ROOT / "docs" / link).exists()
    for heading in re.findall(r"\]\(#([\w-]+)\)", DOCS):
        anchors = {
            re.sub(r"[^\w -]", "", each).lower().replace(" ", "-") for each in re.findall(r"^##+ (.+)$", DOCS, re.M)
        }
        assert heading in anchors


def blocks() -> Iterator[str]:
    return iter(re.findall(r"^```sh tried\n(.*?)^```$", DOCS, re.M | re.S))


@pytest.mark.thorough
def test_the_commands_of_the_page_work_in_their_order(migrated: Server, tmp_path: Path) -> None:
    """Backup, restore, drill and update as documented; a folder stands for the mounted disk."""
    disk = tmp_path / "disk"
    with an_installation(migrated, tmp_path / "var") as installation:
        script = "set -e\n" + "\n".join(blocks()).replace("/mnt/backup", str(disk))
        script = script.replace("./run ", f"sleep 1; {' '.join(installation.command())} ").replace(
            "mktemp -d", f"cp -r {installation.var} {tmp_path}/drill && echo {tmp_path}/drill"
        )
        assert script.count("manage.py") >= 7
        done = subprocess.run(
            ["bash", "-c", script], env=installation.environment, cwd=tmp_path, capture_output=True, text=True
        )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("Restored: 0 clubs") == 3
    assert "0 checked, 0 differed." in done.stdout


def test_each_message_of_troubleshooting_is_one_that_is_said() -> None:
    files = [ROOT / "run", ROOT / "setup.sh", *(ROOT / "templates").glob("*.html"), *(ROOT / "dogclub").rglob("*.py")]
    said = re.sub(r"\{\w*\}", "{}", "".join(file.read_text() for file in files))
    page = (ROOT / "docs" / "running-it" / "troubleshooting.md").read_text()
    quoted = re.findall(r"“([^”]+)”", "".join(line.split("|")[1] for line in page.splitlines() if line.startswith("|")))
    assert len(quoted) > 20
    assert [each for each in quoted if any(part.strip() not in said for part in each.split("…"))] == []


def test_each_command_for_docker_is_a_command() -> None:
    page = (ROOT / "docs" / "running-it" / "docker.md").read_text()
    commands = set(re.findall(r"manage\.py ([a-z_]+)", page))
    assert {"backup", "restore", "check", "demo", "changepassword", "signout"} <= commands <= get_commands().keys()
    assert (
        set(re.findall(r"docker compose (?:exec|logs|stop|run)[^`\n]*? (app|worker|caddy)\b", page))
        <= COMPOSE["services"].keys()
    )


def test_nginx_takes_what_dog_club_takes_and_says_who_asks() -> None:
    text = re.sub(r"#.*", "", (DEPLOY / "nginx.conf").read_text())
    assert text.count("{") == text.count("}")
    for line in (
        "client_max_body_size 32m;",
        "proxy_set_header Host $http_host;",
        "proxy_set_header X-Forwarded-For $remote_addr;",
        "proxy_set_header X-Forwarded-Proto $scheme;",
    ):
        assert line in text
