"""Your p can be 0, as if luck had been shown to be impossible.

One way to set the signs is known before the first trial, and it is as far from 0 as itself: where
is it in your fraction, above and below the line?
"""


def randomization_test(a, b, trials, seed):
    observed = differences(a, b)
    far = abs(mean(observed)) - CLOSE
    rng = random.Random(seed)
    count = 0
    for _ in range(trials):
        signed = [d if rng.random() < 0.5 else -d for d in observed]
        if abs(mean(signed)) >= far:
            count += 1
    return count / trials
