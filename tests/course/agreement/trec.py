"""Lets trec_eval, msmarco_eval and gdeval, as ir_measures carries them, score TREC files."""

import ast
import re
from pathlib import Path
from typing import Any

from tests.course.agreement.libraries import library

irm = library("ir_measures")
NAMED = re.compile(r"(\w+)(?:\((\w+)=(\w+)\))?(?:@(\d+))?")


def measure(name: str) -> Any:
    """Build a measure from its name, such as `P@5` or `P(rel=2)@5`.

    ir_measures reads such names itself, by nodes of a syntax tree that Python 3.14 has no more.
    """
    matched = NAMED.fullmatch(name)
    assert matched, name
    kind, option, value, k = matched.groups()
    built = getattr(irm, kind)(**({option: ast.literal_eval(value)} if option else {}))
    return built @ int(k) if k else built


def scores(files: tuple[Path, Path], *names: str) -> dict[str, dict[str, float]]:
    """Read the files and return the values of each measure, as `{measure: {query: value}}`."""
    qrels = list(irm.read_trec_qrels(str(files[0])))
    run = list(irm.read_trec_run(str(files[1])))
    found: dict[str, dict[str, float]] = {name: {} for name in names}
    name_of = {measure(name): name for name in names}
    for metric in irm.iter_calc(list(name_of), qrels, run):
        found[name_of[metric.measure]][metric.query_id] = metric.value
    return found
