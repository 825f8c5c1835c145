def observed_agreement(first, second):
    if len(first) != len(second) or not first:
        raise ValueError
    return sum(a == b for a, b in zip(first, second)) / len(first)


def chance_agreement(first, second):
    n = len(first)
    return sum(first.count(x) / n * second.count(x) / n for x in set(first))


def cohens_kappa(first, second):
    po = observed_agreement(first, second)
    pe = chance_agreement(first, second)
    return po - pe / 1 - pe
