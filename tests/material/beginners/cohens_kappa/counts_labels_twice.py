def observed_agreement(first, second):
    if len(first) != len(second):
        return "different lengths"
    count = 0
    for one, two in zip(first, second):
        if one == two:
            count += 1
    return count / len(first)


def chance_agreement(first, second):
    result = 0
    for label in first:
        result += (first.count(label) / len(first)) * (second.count(label) / len(second))
    return result


def cohens_kappa(first, second):
    a = observed_agreement(first, second)
    c = chance_agreement(first, second)
    if c == 1:
        return 1
    return (a - c) / (1 - c)


def weighted_kappa(first, second):
    wrong = sum([abs(a - b) for a, b in zip(first, second)])
    possible = sum([abs(a - b) for a in first for b in second])
    return 1 - wrong / possible
