"""Compiles the catalogues of messages for the wheel: a part of its build, named in pyproject.toml."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledCatalogues(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        sys.path.insert(0, self.root)
        from dogclub.configuration.catalogues import compile_changed

        compile_changed(Path(self.root) / "dogclub" / "locale")
        build_data["artifacts"].append("dogclub/locale/*/LC_MESSAGES/django.mo")
