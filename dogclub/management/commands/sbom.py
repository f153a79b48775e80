"""The software bill of materials as CycloneDX JSON: the locked packages, vendored scripts and fonts.

The same checkout gives the same bytes; nothing is fetched from the network.
"""

import json
import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.core.management.base import BaseCommand

from dogclub.configuration.environment import CODE, FILES

LOCKS = {"requirements.txt": "required", "requirements-postgres.txt": "optional", "requirements-heic.txt": "optional"}
VENDORED = "dogclub/static/vendor/vendor.json"
FONTS = "games/sheets/fonts/vendor.json"
LOCKED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^ ;\\]+)", re.M)


def bill(root: Path = CODE, locks: Path = FILES) -> dict[str, Any]:
    """Return the whole document; `root` is the source code, `locks` the folder of the lock files. Raises OSError where
    a lock file is missing.
    """
    parts = [*_packages(locks), *_vendored(root), *_fonts(root)]
    by_ref = {part["bom-ref"]: part for part in reversed(parts)}
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"type": "application", "bom-ref": "dogclub", "name": "Dog Club"}},
        "components": [by_ref[ref] for ref in sorted(by_ref)],
        "dependencies": [{"ref": "dogclub", "dependsOn": sorted(by_ref)}],
    }


def _packages(locks: Path) -> Iterator[dict[str, Any]]:
    for lock, scope in LOCKS.items():
        for name, version in LOCKED.findall((locks / lock).read_text(encoding="utf-8")):
            purl = f"pkg:pypi/{re.sub(r'[-_.]+', '-', name).lower()}@{quote(version)}"
            yield _component("library", name, version, purl, _licence_of(name)) | {"scope": scope}


def _vendored(root: Path) -> Iterator[dict[str, Any]]:
    for each in json.loads((root / VENDORED).read_text(encoding="utf-8"))["vendored"]:
        purl = f"pkg:npm/{quote(each['name'], safe='/')}@{each['version']}"
        files = [_file(name, digest) for name, digest in sorted(each["files"].items())]
        yield _component("library", each["name"], each["version"], purl, each["licence"]) | {"components": files}


def _fonts(root: Path) -> Iterator[dict[str, Any]]:
    for each in json.loads((root / FONTS).read_text(encoding="utf-8"))["fonts"]:
        purl = f"pkg:npm/{quote(each['package'], safe='/')}@{each['version']}#{each['file']}"
        hashes = {"hashes": [{"alg": "SHA-256", "content": each["sha256"]}]}
        yield _component("library", each["file"], each["version"], purl, each["licence"]) | hashes


def _component(kind: str, name: str, version: str, purl: str, licence: str) -> dict[str, Any]:
    licences = {"licenses": [_licence(licence)]} if licence else {}
    return {"type": kind, "bom-ref": purl, "name": name, "version": version, "purl": purl, **licences}


def _file(name: str, digest: str) -> dict[str, Any]:
    return {"type": "file", "name": name, "hashes": [{"alg": "SHA-256", "content": digest}]}


def _licence(words: str) -> dict[str, Any]:
    """Return a licence as CycloneDX writes it: an SPDX expression (no spaces but around AND, OR and WITH),
    else a name.
    """
    is_expression = re.fullmatch(r"[\w.+()-]+(?: (?:AND|OR|WITH) [\w.+()-]+)*", words)
    return {"expression": words} if is_expression else {"license": {"name": words}}


def _licence_of(name: str) -> str:
    """Return the licence that the installed package states, in one of the three places where packages do; "" for a
    package that is not installed here.
    """
    try:
        about = metadata(name)
    except PackageNotFoundError:
        return ""
    if "License-Expression" in about:
        return about["License-Expression"]
    kinds = [each.rpartition(" :: ")[2] for each in about.get_all("Classifier", []) if each.startswith("License ::")]
    named = [each for each in about.get_all("License", []) if "\n" not in each]  # some put the whole text there
    return next(iter(kinds + named), "")


# `./run sbom`: prints the software bill of materials as CycloneDX JSON on stdout.


class Command(BaseCommand):
    help = "Prints the bill of materials as CycloneDX JSON: every package, locked or vendored."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(json.dumps(bill(), indent=2, ensure_ascii=False))
