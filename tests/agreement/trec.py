"""Lets trec_eval and msmarco_eval, as ir_measures carries them, score TREC files."""

from pathlib import Path

from tests.agreement.libraries import library

irm = library("ir_measures")
Scores = dict[str, float]


def scores(files: tuple[Path, Path], *measures: str) -> dict[str, Scores]:
    """Read the files and return the values of each measure by query, as `{measure: {query: v}}`."""
    qrels = list(irm.read_trec_qrels(str(files[0])))
    run = list(irm.read_trec_run(str(files[1])))
    found: dict[str, Scores] = {name: {} for name in measures}
    named = {irm.parse_measure(name): name for name in measures}
    for metric in irm.iter_calc(list(named), qrels, run):
        found[named[metric.measure]][metric.query_id] = metric.value
    return found
