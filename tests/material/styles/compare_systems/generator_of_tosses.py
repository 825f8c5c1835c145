import random
import statistics


def mean_difference(a, b):
    if len(a) != len(b) or not a:
        raise ValueError("compare the same queries")
    return statistics.fmean(map(lambda x, y: x - y, a, b))


class Tosses:
    def __init__(self, differences, seed):
        self.differences = differences
        self.rng = random.Random(seed)

    def __iter__(self):
        while True:
            yield abs(sum(d if self.rng.random() < 0.5 else -d for d in self.differences))


def randomization_test(a, b, trials, seed):
    bound = abs(mean_difference(a, b)) * len(a) - 1e-11
    tosses = iter(Tosses([x - y for x, y in zip(a, b)], seed))
    hits = [next(tosses) >= bound for _ in range(trials)]
    return (1 + hits.count(True)) / (1 + trials)


def is_noise(p, alpha=0.05):
    return not p <= alpha
