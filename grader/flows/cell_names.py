"""Tells the author of a notebook the cell and its line, where a module has line numbers only."""

import builtins
import re

import msgspec

from grader.model.report import JudgedSubmission
from grader.model.submission import Submission
from grader.model.text import cut_text, printable

_REST = ": what stands before counts, the rest was not run."


def name_cells(judged: JudgedSubmission, submission: Submission, module: str) -> JudgedSubmission:
    """Word the messages of a report for a notebook; one of a plain module stays as it is."""
    if not submission.cells:
        return judged
    words = _Words(submission, module)
    report = judged.report
    cases = tuple(
        msgspec.structs.replace(case, message=words.tell(case.message)) for case in report.cases
    )
    message = words.with_failure(words.tell(report.message), report.printed)
    report = msgspec.structs.replace(report, message=message, cases=cases)
    return msgspec.structs.replace(judged, report=report)


class _Words:
    def __init__(self, submission: Submission, module: str) -> None:
        self._submission = submission
        name = re.escape(module)
        self._own_line = re.compile(rf"\bline (\d+) of {name}")
        self._import = re.compile(rf"{name}( could not be imported: \w+)(?: in line (\d+))?")
        self._failed = re.compile(
            rf"^{name}, line ([0-9]{{1,7}}): (\w+); the notebook was run up to here\.$",
            re.MULTILINE,
        )
        self._lines = submission.sources.get(module, b"").decode("utf-8", "replace").split("\n")
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
            message = self._names.sub("Your notebook does not define", message, count=1)
        return self._own_line.sub(lambda m: f"{self._place(m[1])} of your notebook", message)

    def with_failure(self, message: str | None, printed: str | None) -> str | None:
        """Say first which cell ended the notebook; no more than a line and a kind of error."""
        found = self._failed.search(printed or "")
        if found is None or not 0 < int(found[1]) <= len(self._lines):
            return message
        known = getattr(builtins, found[2], None)
        is_error = isinstance(known, type) and issubclass(known, Exception)
        kind = found[2] if is_error else "an error of its own"
        line = printable(cut_text(self._lines[int(found[1]) - 1].strip(), 200), lines=False)
        place = self._place(found[1])
        failed = f"{place[0].upper()}{place[1:]} of your notebook failed with {kind}{_REST}"
        sentence, _, rest = (message or "").partition("\n")
        return "\n".join(filter(None, (f"{failed} {sentence}".strip(), f"    {line}", rest)))

    def _elsewhere(self, found: re.Match[str]) -> str:
        return f"in {self._place(found[1])}"

    def _place(self, line: str) -> str:
        return self._submission.place(int(line))
