"""What a comparison of a class says: who is like whom, where, and what was left out."""

from enum import StrEnum

from msgspec import Struct

from .winnowing import NOISE
from .works import Place, Work

SLIGHT = 2 * NOISE  # tokens


class Likeness(StrEnum):
    """How two submissions are alike, the closest first."""

    IDENTICAL = "identical"
    SAME = "the same but for names and layout"
    SHARED = "in parts"


class Settings(Struct, frozen=True):
    """What is worth showing."""

    least_tokens: int = 30  # of their own that two must share
    least_whole: int = SLIGHT  # the same, where the whole of both is alike
    least_share: float = 0.3  # of the smaller one's own tokens
    common_share: float = 0.5  # what more of the class has is an idiom; 1 keeps all
    most_tokens: int = 20_000  # read of a file
    most_pairs: int = 200  # looked at closely


class Region(Struct, frozen=True):
    """A run that two submissions share: its first and last line in either, and its tokens."""

    number: int
    left: tuple[Place, Place]
    right: tuple[Place, Place]
    tokens: int


class Finding(Struct, frozen=True):
    """Two submissions that are alike, and who else has the very same code as either."""

    likeness: Likeness
    left: Work
    right: Work
    tokens: int  # shared, beyond what everybody was given
    left_own: int
    right_own: int
    regions: tuple[Region, ...]
    left_also: tuple[str, ...] = ()
    right_also: tuple[str, ...] = ()

    @property
    def share(self) -> float:
        """The part of the smaller one's own tokens that stands in the other, too."""
        return self.tokens / max(1, min(self.left_own, self.right_own))

    @property
    def weight(self) -> float:
        """What findings are ranked by: much in common counts, and much of little counts less."""
        return self.tokens * self.share

    @property
    def is_slight(self) -> bool:
        """Whether there is too little in it to mean anything by itself."""
        return self.tokens < SLIGHT


class Comparison(Struct, frozen=True):
    """Everything that is said of a class."""

    findings: tuple[Finding, ...]  # the weightiest first
    compared: int
    earlier: int
    small: tuple[str, ...]  # with hardly anything of their own: no pairs are made of them
    common: int  # runs left out since much of the class has them
    given: int  # runs left out since everybody was given them
    not_python: tuple[str, ...]
    cut: tuple[str, ...]  # only the beginning was read
    unseen: int  # pairs that share something and were not looked at closely
    most_tokens: int
    typical_own: int  # tokens of its own that a submission of the class has: the median
    is_thinned: bool = False  # widespread fingerprints were not used to find pairs
