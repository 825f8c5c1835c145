"""You mix the scores of all queries, so easy and hard queries hide how the systems differ.

The lesson takes the difference of each query first: may a trial exchange any two scores, or only
the two of one query?
"""


def randomization_test(a, b, trials, seed):
    observed = differences(a, b)
    scores = [*a, *b]
    far = abs(mean(observed)) - CLOSE
    rng = random.Random(seed)
    count = 0
    for _ in range(trials):
        rng.shuffle(scores)
        signed = differences(scores[: len(a)], scores[len(a) :])
        if abs(mean(signed)) >= far:
            count += 1
    return (count + 1) / (trials + 1)
