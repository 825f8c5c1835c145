import math
import random
from dataclasses import dataclass, field


@dataclass
class Comparison:
    a: list
    b: list
    differences: list = field(init=False)

    def __post_init__(self):
        self.differences = [x - y for x, y in zip(self.a, self.b, strict=True)]
        if not self.differences:
            raise ValueError("no queries")

    def mean(self, signs=None):
        signs = signs or [1] * len(self.differences)
        return math.fsum(s * d for s, d in zip(signs, self.differences)) / len(self.differences)

    def is_far(self, signs):
        far, found = abs(self.mean()), abs(self.mean(signs))
        return found > far or math.isclose(found, far, rel_tol=1e-9, abs_tol=1e-12)


def mean_difference(a, b):
    return Comparison(a, b).mean()


def randomization_test(a, b, trials, seed):
    comparison, toss = Comparison(a, b), random.Random(seed).random
    count = 1 + sum(
        comparison.is_far([1 if toss() < 0.5 else -1 for _ in a]) for _ in range(trials)
    )
    return count / (trials + 1)


def is_noise(p, alpha=0.05):
    return alpha < p
