"""Your p counts only the trials in favour of one system, so it is about half of what it should be.

A difference of the same size for the other system would be just as surprising: does your
comparison look at the mean or at its distance from 0?
"""


def randomization_test(a, b, trials, seed):
    observed = differences(a, b)
    far = abs(mean(observed)) - CLOSE
    rng = random.Random(seed)
    count = 0
    for _ in range(trials):
        signed = [d if rng.random() < 0.5 else -d for d in observed]
        if mean(signed) >= far:
            count += 1
    return (count + 1) / (trials + 1)
