"""Holds the sentences for verdicts and outcomes, each in one place."""

from enum import StrEnum
from fractions import Fraction

from msgspec import Struct

from grader.model.report import OUR_FAULT, Outcome, Verdict
from grader.model.unlocking import State


class Tone(StrEnum):
    """How something is coloured; words and a symbol always say the same."""

    GOOD = "good"
    BAD = "bad"
    STOPPED = "stopped"
    READY = "ready"
    QUIET = "quiet"


class Badge(Struct, frozen=True):
    """A symbol and a word that stand for a verdict or an outcome."""

    symbol: str
    plain: str  # the symbol where only ASCII can be written
    word: str
    tone: Tone


class Wording(Struct, frozen=True):
    """What a verdict is called, what it means, and what to do next."""

    badge: Badge
    sentence: str
    advice: str


VERDICTS = {
    Verdict.PASSED: Wording(
        Badge("✓", "+", "passed", Tone.GOOD),
        "Your code passes every case.",
        "Nothing is left to fix.",
    ),
    Verdict.FAILED: Wording(
        Badge("✗", "x", "not all passed", Tone.BAD),
        "Your code runs, and not every case passes yet.",
        "Work through the cases in order: a later one often needs what an earlier one tests.",
    ),
    Verdict.ERROR: Wording(
        Badge("!", "!", "error", Tone.BAD),
        "Your code stopped with an error.",
        "Fix this first: it stops everything that comes after it.",
    ),
    Verdict.TOO_MUCH_OUTPUT: Wording(
        Badge("≡", "=", "too much output", Tone.STOPPED),
        "Your code printed too much and was stopped.",
        "Take out the calls of print, the ones inside loops first.",
    ),
    Verdict.OUT_OF_MEMORY: Wording(
        Badge("▲", "^", "out of memory", Tone.STOPPED),
        "Your code used too much memory and was stopped.",
        "Look for a list or a text that keeps growing.",
    ),
    Verdict.TIMED_OUT: Wording(
        Badge("◷", "~", "ran too long", Tone.STOPPED),
        "Your code ran too long and was stopped.",
        "Look for a loop that never ends, or for work that is done again and again.",
    ),
    Verdict.MISSING: Wording(
        Badge("∅", "0", "nothing submitted", Tone.QUIET),
        "There is nothing of yours to judge.",
        "Submit your file. If you have, tell your instructor where.",
    ),
    Verdict.UNREADABLE: Wording(
        Badge("⊘", "/", "not readable", Tone.QUIET),
        "Your submission could not be read, so it was not judged.",
        "Mend what is wrong with it, and submit again.",
    ),
    Verdict.UNDECIDED: Wording(
        Badge("≟", "&", "undecided", Tone.QUIET),
        "Your instructor has to decide something before your work is judged.",
        "Tell your instructor which of the files is yours, or which one counts.",
    ),
    Verdict.GRADER_FAULT: Wording(
        Badge("?", "?", "grader fault", Tone.QUIET),
        OUR_FAULT,
        "Submit the same file again. If this happens twice, tell your instructor.",
    ),
}

OUTCOMES = {
    Outcome.PASSED: VERDICTS[Verdict.PASSED].badge,
    Outcome.FAILED: Badge("✗", "x", "not passed", Tone.BAD),
    Outcome.ERROR: VERDICTS[Verdict.ERROR].badge,
    Outcome.TIMED_OUT: VERDICTS[Verdict.TIMED_OUT].badge,
    Outcome.OUT_OF_MEMORY: VERDICTS[Verdict.OUT_OF_MEMORY].badge,
    Outcome.SKIPPED: Badge("○", "-", "not counted", Tone.QUIET),
}

STATES = {
    State.PASSED: Badge("✓", "+", "passed", Tone.GOOD),
    State.OPEN: Badge("→", ">", "open", Tone.READY),
    State.LOCKED: Badge("■", "#", "locked", Tone.QUIET),
}

CLOSED = Badge("○", "-", "closed", Tone.QUIET)  # open by its state, and takes no work any more


def badge_of(what: Verdict | Outcome) -> Badge:
    """Return what stands for a verdict or an outcome."""
    return OUTCOMES[what] if isinstance(what, Outcome) else VERDICTS[what].badge


def percent(share: float | Fraction) -> int:
    """Round a share to whole percent; 100 means all, 0 means none."""
    if share <= 0:
        return 0
    return 100 if share >= 1 else min(99, max(1, round(share * 100)))
