def observed_agreement(first, second):
    agree = 0
    for i in range(len(first)):
        if first[i] == second[i]:
            agree += 1
    return agree / len(first)


def chance_agreement(first, second):
    total = 0
    for label in set(first + second):
        total += first.count(label) * second.count(label)
    return total / len(first) ^ 2


def cohens_kappa(first, second):
    chance = chance_agreement(first, second)
    return (observed_agreement(first, second) - chance) / (1 - chance)


def weighted_kappa(first, second):
    pass
