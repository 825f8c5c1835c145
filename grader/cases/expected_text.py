"""What a hidden case expected, in words that need no knowledge of pytest."""

import re

_ONE_APPROX = re.compile(r"(-?\d[\d.]*(?:e[+-]?\d+)?) ± (\d[\d.]*(?:e[+-]?\d+)?)(?! ∠)")
_WHOLE_APPROX = re.compile(r"approx\((.*)\)", re.DOTALL)
_SMALL, _TINY = 1e-5, 1e-9  # of a value, and of 0: tolerances for nothing but rounding
_NOT_RAISED = re.compile(r"DID NOT RAISE (.+)|(.+?) not raised(?: by .+)?", re.DOTALL)
_CLASS = re.compile(r"<class '(?:\w+\.)*(\w+)'>")


def approx_text(shown: str) -> str:
    """Write what `repr` makes of a pytest.approx; a tolerance for rounding alone is left out."""
    whole = _WHOLE_APPROX.fullmatch(shown)
    return _ONE_APPROX.sub(_without_rounding, whole[1] if whole else shown)


def _without_rounding(found: re.Match[str]) -> str:
    value, tolerance = found.groups()
    is_small = float(tolerance) <= max(_TINY, _SMALL * abs(float(value)))
    return value if is_small else f"{value} ± {float(tolerance):g}"


def not_raised_text(message: str) -> str | None:
    """Say which exception a test missed, by its message; None where that is not what it says."""
    found = _NOT_RAISED.fullmatch(message.strip())
    if found is None:
        return None
    kinds = _CLASS.sub(r"\1", found[1] or found[2])
    return f"{kinds} to be raised"
