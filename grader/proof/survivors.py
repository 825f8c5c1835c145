"""Names the mutants that pass every hidden case, and what an author allows of them."""

import json
from collections.abc import Sequence
from typing import Annotated

import msgspec

from grader.model.report import UNDECODABLE
from grader.model.soundness import MutantCount

from .careless import CHANGES
from .material import Findings, LessonMaterial, Place
from .mutants import MOST, Mutant

FILE = "equivalent_mutants.toml"


class Allowed(msgspec.Struct, forbid_unknown_fields=True):
    """A survivor that an author allows; quotes a line, so that it stands when lines move."""

    line: Annotated[str, msgspec.Meta(min_length=1)]
    becomes: str
    reason: Annotated[str, msgspec.Meta(min_length=1)]
    function: str | None = None  # that holds it, where the line stands in several

    def covers(self, mutant: Mutant) -> bool:
        """Whether this is the mutant, however it is indented."""
        pairs = ((self.line, mutant.before), (self.becomes, mutant.after))
        is_same = all(_plain(quoted) == _plain(text) for quoted, text in pairs)
        return is_same and self.function in (None, mutant.function)


class _AllowedFile(msgspec.Struct, forbid_unknown_fields=True):
    mutants: list[Allowed] = []


def check_mutants(
    material: LessonMaterial, judged: Sequence[Mutant], left_out: int, findings: Findings
) -> MutantCount:
    """List the survivors with their diff, and the entries that allow nothing any more."""
    findings, path = findings.of("mutants"), material.solution / FILE
    text, allowed = "", list[Allowed]()
    try:
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        allowed = msgspec.toml.decode(text, type=_AllowedFile).mutants
    except UNDECODABLE as error:
        findings.error(f"{FILE} cannot be read: {error}.", Place(path))
    survivors = [one for one in judged if not one.fails_in]
    bad = [
        one
        for one in survivors
        # most lessons leave the words of an exception to the student
        if not one.is_wording and not any(entry.covers(one) for entry in allowed)
    ]
    for one in bad:
        _tell(material, one, findings)
    if left_out:
        findings.note(f"{left_out} mutants more were made and not judged: {MOST} are.")
    for entry in allowed:
        if not any(map(entry.covers, survivors)):
            is_killed = any(map(entry.covers, judged))
            what = "a mutant that the cases catch" if is_killed else "no mutant any more"
            quoted = entry.becomes.strip().partition("\n")[0]
            lines = enumerate(text.splitlines(), 1)
            line = next((n for n, one in lines if quoted in one), None)
            findings.error(
                f"The entry for {entry.becomes!r} allows {what}.",
                Place(path, line),
                advice="Remove it.",
            )
    killed = len(judged) - len(survivors)
    return MutantCount(len(judged), killed, len(survivors) - len(bad), left_out)


def _tell(material: LessonMaterial, one: Mutant, findings: Findings) -> None:
    tell, advice = findings.error, "Add a case that it fails."
    detail = f"[[mutants]]\nline = {_quoted(one.before)}\nbecomes = {_quoted(one.after)}\n"
    detail += "reason = '...'"
    change = CHANGES.get(one.after)
    if change is not None:
        whose = f"A submission whose {one.function} {one.after}"
        advice = change.advice
        tell = findings.warn if change.is_minor else findings.error
    else:
        whose = f"A mutant of {one.function}" if one.function else "A mutant"
        diff = [f"- {line}" for line in one.before.split("\n")]
        diff += [f"+ {line}" for line in one.after.split("\n")]
        detail = "\n".join((*diff, "", detail))
    tell(
        f"{whose} passes every hidden case.",
        one.place(material),
        advice=f"{advice} If it cannot be told from the reference, say why in "
        f"solutions/{material.lesson.id}/{FILE}.",
        detail=detail,
    )


def _plain(text: str) -> str:
    return "\n".join(line.strip() for line in text.strip().splitlines())


def _quoted(text: str) -> str:
    """Quote a text for TOML: as it is where that can be, else as JSON has it, on one line."""
    return json.dumps(text, ensure_ascii=False) if "'" in text or "\n" in text else f"'{text}'"
