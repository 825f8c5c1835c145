def observed_agreement(first, second):
    same = 0
    for i in range(len(first)):
        if first[i] == second[i]:
            same += 1
    return same


def chance_agreement(first, second):
    labels = set(first)
    p = 0
    for label in labels:
        p += first.count(label) * second.count(label)
    return p / len(first)


def cohens_kappa(first, second):
    po = observed_agreement(first, second)
    pe = chance_agreement(first, second)
    return (po - pe) / (1 - pe)


def weighted_kappa(first, second):
    distance = 0
    for a, b in zip(first, second):
        distance += abs(a - b)
    return 1 - distance / len(first)
