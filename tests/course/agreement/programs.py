"""Asks the programs of others that the course's references are compared with."""

import importlib
import os
import pkgutil
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

# pytrec_eval, which ir_measures needs, has no wheel for Linux elsewhere.
ALL_ARE_OFFERED = sys.platform != "linux" or platform.machine() == "x86_64"
NAMED = re.compile(r"(\w+)(?:@(\d+))?")
Files = tuple[Path, Path]


def library(name: str) -> Any:
    """Import a library of others; a module without it is skipped, but never where CI runs."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        return missing(f"{name} cannot be imported ({error})")


def missing(what: str) -> Any:
    """Skip the module that asks, with the reason; fail where CI runs, which has to compare."""
    reason = f"{what}, so the course's references are not compared with it"
    if os.environ.get("CI") and ALL_ARE_OFFERED:
        raise RuntimeError(f"{reason}; CI has to: install the extra `test` of pyproject.toml")
    pytest.skip(reason, allow_module_level=True)


irm = library("ir_measures")
rbp_eval = library("rbp_eval")
rbp_eval_dcg = library("rbp_eval.dcg")


def measure(name: str) -> Any:
    """Build a measure from its name, such as `P@5`.

    ir_measures reads such names itself, by nodes of a syntax tree that Python 3.14 has no more.
    """
    matched = NAMED.fullmatch(name)
    assert matched, name
    kind, k = matched.groups()
    built = getattr(irm, kind)
    return built @ int(k) if k else built


def trec_eval(files: Files, *names: str) -> dict[str, dict[str, float]]:
    """Let trec_eval, and msmarco_eval for RR@10, score: `{measure: {query: value}}`."""
    qrels = list(irm.read_trec_qrels(str(files[0])))
    run = list(irm.read_trec_run(str(files[1])))
    found: dict[str, dict[str, float]] = {name: {} for name in names}
    name_of = {measure(name): name for name in names}
    for metric in irm.iter_calc(list(name_of), qrels, run):
        found[name_of[metric.measure]][metric.query_id] = metric.value
    return found


def gdeval(files: Files, k: int, max_grade: int) -> dict[str, tuple[float, float]]:
    """Let gdeval compute (NDCG@k, ERR@k) of each query that has a relevant document.

    Its script prints five places and takes 4 for the largest grade, whatever the judgments hold.
    Here it prints all 17 and takes the grade it is told: nothing else of it is changed.
    """
    script = (pkgutil.get_data("ir_measures", "bin/gdeval.pl") or b"").decode()
    script, places = re.subn(r"%\.5f", "%.17g", script)
    script, grades = re.subn(r"(?m)^\$MAX_JUDGMENT = 4;", f"$MAX_JUDGMENT = {max_grade};", script)
    assert (places, grades) == (2, 1), "gdeval is another version than this was written for"
    perl = shutil.which("perl") or missing("there is no perl here")
    command = [perl, "-", *map(str, files), str(k)]
    printed = subprocess.run(command, input=script, capture_output=True, text=True, check=True)
    rows = [line.split(",") for line in printed.stdout.splitlines()[1:]]
    return {query: (float(ndcg), float(err)) for _, query, ndcg, err in rows}


def dcg_of_rbp_eval(rels: Sequence[float], **options: float) -> float:
    """Let rbp_eval compute the DCG of one list, as first published if not told otherwise."""
    lines = [(f"d{place}", rel, place) for place, rel in enumerate(rels, start=1)]
    qrels = rbp_eval.load_qrels(StringIO("".join(f"1 0 {d} {rel}\n" for d, rel, _ in lines)))
    qrels.set_reltype(rbp_eval.RelType.FRACT, 1.0)
    run = rbp_eval.load_run(StringIO("".join(f"1 Q0 {d} {i} {-i} t\n" for d, _, i in lines)))
    ranked = run.get_qdocs_by_qid("1").get_scores(rbp_eval.Ordering.SCORE)
    asked = rbp_eval_dcg.DcgOptions(**{"normalised": False, **options})
    return float(rbp_eval_dcg.compute_dcg(qrels, "1", ranked, asked))


def rbp(
    files: Files, scale: float, patience: Sequence[float]
) -> dict[str, list[tuple[float, float]]]:
    """Let rbp_eval compute (RBP, residual) of each query for each patience, from TREC files."""
    qrels = rbp_eval.load_qrels(StringIO(files[0].read_text(encoding="utf-8")))
    run = rbp_eval.load_run(StringIO(files[1].read_text(encoding="utf-8")))
    qrels.set_reltype(rbp_eval.RelType.FRACT, scale)
    whole = [float(rbp_eval.DEPTH_FULL)]
    done = rbp_eval.evaluate(qrels, run, rbp_eval.Ordering.SCORE, list(patience), whole)
    return {
        result.qid: [(one.sum, one.err) for one in result.depth_res[0].persist_res]
        for result in done.qid_res
    }


def compatibility(first: Sequence[str], second: Sequence[str], p: float) -> float:
    """Let ir_measures compare a run with the best order of its judgments, by RBO.

    It sums over the depths that the lists have, and divides by the weight of these depths.
    """
    places = range(len(first), 0, -1)
    run = {"1": dict(zip(first, map(float, places), strict=True))}
    judged = {"1": dict(zip(second, places, strict=True))}
    (value,) = irm.iter_calc([irm.Compat(p=p, normalize=False)], judged, run)
    return float(value.value)
