"""Your comparison leaves out trials that are exactly as far from 0 as what was observed.

With a single query both ways are exactly that far, so p is 1: which sign in your comparison leaves
them out, and what does the lesson say about tiny errors?
"""


def randomization_test(a, b, trials, seed):
    observed = differences(a, b)
    far = abs(mean(observed))
    rng = random.Random(seed)
    count = 0
    for _ in range(trials):
        signed = [d if rng.random() < 0.5 else -d for d in observed]
        if abs(mean(signed)) > far:
            count += 1
    return (count + 1) / (trials + 1)
