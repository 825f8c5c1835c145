"""You count the trials that go beyond the observed difference, and leave out those that equal it.

Try two systems that score alike on every query: no trial can go beyond 0, and what p should such
a pair have?
"""


def randomization_test(a, b, trials, seed):
    observed = differences(a, b)
    far = abs(mean(observed)) + CLOSE
    rng = random.Random(seed)
    count = 0
    for _ in range(trials):
        signed = [d if rng.random() < 0.5 else -d for d in observed]
        if abs(mean(signed)) >= far:
            count += 1
    return (count + 1) / (trials + 1)
