"""Tells the author of a notebook the cell and its line, where a module has line numbers only."""

import re

import msgspec

from grader.model.report import JudgedSubmission
from grader.model.submission import Submission


def name_cells(judged: JudgedSubmission, submission: Submission, module: str) -> JudgedSubmission:
    """Word the messages of a report for a notebook; one of a plain module stays as it is."""
    if not submission.cells:
        return judged
    words = _Words(submission, module)
    report = judged.report
    cases = tuple(
        msgspec.structs.replace(case, message=words.tell(case.message)) for case in report.cases
    )
    report = msgspec.structs.replace(report, message=words.tell(report.message), cases=cases)
    return msgspec.structs.replace(judged, report=report)


class _Words:
    def __init__(self, submission: Submission, module: str) -> None:
        self._submission = submission
        name = re.escape(module)
        self._own_line = re.compile(rf"\bline (\d+) of {name}")
        self._import = re.compile(rf"{name}( could not be imported: \w+)(?: in line (\d+))?")
        self._names = re.compile(rf"{name} does not define\b")

    def tell(self, message: str | None) -> str | None:
        if message is None:
            return None
        imported = self._import.match(message)
        if imported is not None:
            where = f" in {self._place(imported[2])}" if imported[2] else ""
            rest = re.sub(r"\b(?:on|at) line (\d+)", self._elsewhere, message[imported.end() :])
            return f"Your notebook{imported[1]}{where}{rest}"
        if self._names.match(message):
            return self._names.sub("Your notebook does not define", message, count=1)
        return self._own_line.sub(lambda m: f"{self._place(m[1])} of your notebook", message)

    def _elsewhere(self, found: re.Match[str]) -> str:
        return f"in {self._place(found[1])}"

    def _place(self, line: str) -> str:
        return self._submission.place(int(line))
