"""Your p changes when A and B change places, so it depends on which system you call A.

Where A is worse, nearly every trial ends above what was observed: which distance does the lesson
compare, that from the observed mean or that from 0?
"""


def randomization_test(a, b, trials, seed):
    observed = differences(a, b)
    far = mean(observed) - CLOSE
    rng = random.Random(seed)
    count = 0
    for _ in range(trials):
        signed = [d if rng.random() < 0.5 else -d for d in observed]
        if mean(signed) >= far:
            count += 1
    return (count + 1) / (trials + 1)
