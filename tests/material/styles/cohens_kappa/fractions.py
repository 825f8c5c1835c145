from fractions import Fraction


def observed_agreement(first, second):
    if not first:
        raise ValueError("nobody judged anything")
    return Fraction(sum(a == b for a, b in zip(first, second, strict=True)), len(first)).__float__()


def chance_agreement(first, second):
    observed_agreement(first, second)
    share = lambda label, labels: Fraction(list(labels).count(label), len(labels))
    return float(sum(share(label, first) * share(label, second) for label in {*first}))


def cohens_kappa(first, second):
    chance = chance_agreement(first, second)
    try:
        return (observed_agreement(first, second) - chance) / (1 - chance)
    except ZeroDivisionError:
        return


def weighted_kappa(first, second):
    observed_agreement(first, second)
    distances = [abs(a - b) for a in first for b in second]
    if not any(distances):
        return None
    seen = Fraction(sum(abs(a - b) for a, b in zip(first, second))) / len(first)
    return 1 - float(seen / (Fraction(sum(distances)) / len(distances)))
