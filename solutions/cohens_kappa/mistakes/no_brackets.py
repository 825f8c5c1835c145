"""In your kappa the division comes before the subtractions.

Python divides first, as in 1 - 4 / 2. Where do brackets belong?
"""


def cohens_kappa(first, second):
    chance = chance_agreement(first, second)
    if chance == 1:
        return None
    return observed_agreement(first, second) - chance / 1 - chance
