"""What Gradescope takes as results.json, rule by rule."""

import json
import math
from pathlib import Path
from typing import Any

VISIBILITIES = {"visible", "hidden", "after_due_date", "after_published"}
FORMATS = {"text", "html", "simple_format", "md", "ansi"}
OF_A_RESULT: dict[str, tuple[type, ...]] = {
    "score": (int, float),
    "execution_time": (int, float),
    "output": (str,),
    "output_format": (str,),
    "test_output_format": (str,),
    "test_name_format": (str,),
    "visibility": (str,),
    "stdout_visibility": (str,),
    "extra_data": (dict,),
    "tests": (list,),
    "leaderboard": (list,),
}
OF_A_TEST: dict[str, tuple[type, ...]] = {
    "score": (int, float),
    "max_score": (int, float),
    "status": (str,),
    "name": (str,),
    "name_format": (str,),
    "number": (str,),
    "output": (str,),
    "output_format": (str,),
    "tags": (list,),
    "visibility": (str,),
    "extra_data": (dict,),
}


def read_results(path: Path) -> dict[str, Any]:
    """Read results.json; fails where Gradescope would not take it."""
    result: dict[str, Any] = json.loads(path.read_bytes().decode("utf-8", "strict"))
    check_fields(result, OF_A_RESULT)
    for test in result.get("tests", []):
        check_fields(test, OF_A_TEST)
        assert test.get("status", "passed") in {"passed", "failed"}
        assert ("score" in test) == ("max_score" in test)
    return result


def check_fields(one: dict[str, Any], known: dict[str, tuple[type, ...]]) -> None:
    """Check names, types and the closed lists of values."""
    for name, value in one.items():
        assert isinstance(value, known[name]), name
        assert not isinstance(value, bool)
        assert not isinstance(value, float) or math.isfinite(value)
        if name.endswith("visibility"):
            assert value in VISIBILITIES
        if name.endswith("_format"):
            assert value in FORMATS


def is_without_score(result: dict[str, Any]) -> bool:
    """Whether nothing in a result says how many points there are."""
    return "score" not in result and not any("score" in test for test in result["tests"])
