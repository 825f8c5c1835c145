"""Your kappa is never below 0.

Judges can agree less often than by chance, as Eve and Finn do: what does the formula give then?
"""


def cohens_kappa(first, second):
    chance = chance_agreement(first, second)
    if chance == 1:
        return None
    return max(0.0, (observed_agreement(first, second) - chance) / (1 - chance))
