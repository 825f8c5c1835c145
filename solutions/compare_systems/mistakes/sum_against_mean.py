"""You compare the sum of a trial with the mean that was observed, so nearly every trial counts.

A sum of four differences is four times their mean: which of the two do you take for the observed
signs, and which for the signs of a trial?
"""


def randomization_test(a, b, trials, seed):
    observed = differences(a, b)
    far = abs(mean(observed)) - CLOSE
    rng = random.Random(seed)
    count = 0
    for _ in range(trials):
        signed = [d if rng.random() < 0.5 else -d for d in observed]
        if abs(sum(signed)) >= far:
            count += 1
    return (count + 1) / (trials + 1)
