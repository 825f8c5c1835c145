"""Your p is a little too small for some systems, because equal sums do not compare as equal.

Ask Python whether 0.1 + 0.2 == 0.3, then whether the means of two trials that agree on paper agree
in your code: how far apart may two numbers be that you still want to call equal?
"""


def randomization_test(a, b, trials, seed):
    observed = differences(a, b)
    far = abs(mean(observed))
    rng = random.Random(seed)
    count = 0
    for _ in range(trials):
        signed = [d if rng.random() < 0.5 else -d for d in observed]
        if abs(mean(signed)) >= far:
            count += 1
    return (count + 1) / (trials + 1)
