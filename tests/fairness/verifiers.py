"""The verifiers that this project has, behind one call, and the published vectors."""

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from engine.fairness.verify import verify
from tests.narrow import present

ROOT = Path(__file__).parents[2]
FAIRNESS = ROOT / "docs" / "fairness"
VECTORS: dict[str, Any] = json.loads((FAIRNESS / "vectors.json").read_text("utf-8"))
OLD_VECTORS: dict[str, Any] = json.loads((FAIRNESS / "vectors-1.json").read_text("utf-8"))
"""Those of the first protocol."""
OLD_RECORDS: dict[str, str] = {record["name"]: record["text"] for record in OLD_VECTORS["records"]}
RECORDS: dict[str, str] = {record["name"]: record["text"] for record in VECTORS["records"]}

Found = tuple[int, str] | None
"""The first wrong hand and field; ``None``: everything is right."""
NO_PROOF: Found = (-1, "no proof")


def _loaded() -> ModuleType:
    spec = present(importlib.util.spec_from_file_location("verificar", FAIRNESS / "verificar.py"))
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


verificar = _loaded()


def by_engine(text: str) -> Found:
    verdict = verify(text)
    if not verdict.proved:
        return NO_PROOF
    fault = verdict.fault
    return None if fault is None else (fault.hand, fault.field.value)


def by_one_file(text: str) -> Found:
    try:
        return NO_PROOF if verificar.check(text) is None else None
    except verificar.Wrong as wrong:
        return wrong.hand, wrong.field


VERIFIERS: dict[str, Callable[[str], Found]] = {"engine": by_engine, "verificar": by_one_file}
