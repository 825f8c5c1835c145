"""All of your trials are the same one, so your p is either 1 or as small as it can be.

A generator that is made anew with the same seed begins anew, too: how often does your function
make one, and how often should it?
"""


def randomization_test(a, b, trials, seed):
    observed = differences(a, b)
    far = abs(mean(observed)) - CLOSE
    count = 0
    for _ in range(trials):
        rng = random.Random(seed)
        signed = [d if rng.random() < 0.5 else -d for d in observed]
        if abs(mean(signed)) >= far:
            count += 1
    return (count + 1) / (trials + 1)
