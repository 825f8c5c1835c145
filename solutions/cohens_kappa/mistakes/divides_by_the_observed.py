"""Your kappa divides by what the judges did not agree on.

The lesson divides by all that lies above chance, reached or not: which number is subtracted from 1
there?
"""


def cohens_kappa(first, second):
    chance, observed = chance_agreement(first, second), observed_agreement(first, second)
    if chance == 1:
        return None
    return (observed - chance) / (1 - observed) if observed < 1 else 1.0
