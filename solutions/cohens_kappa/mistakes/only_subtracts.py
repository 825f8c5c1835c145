"""Your kappa subtracts the chance agreement, but does not divide.

Judges who agree on everything should have a kappa of 1: what do they get from your code?
"""


def cohens_kappa(first, second):
    chance = chance_agreement(first, second)
    if chance == 1:
        return None
    return observed_agreement(first, second) - chance
