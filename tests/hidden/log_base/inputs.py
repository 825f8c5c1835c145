"""Fair inputs of log_base."""

_BASES = [2, 3, 4, 10, 1.5, 1, 0.5]


def divisors_today():
    """Give lengths, and bases of which some are none."""
    return [(length, base) for length in range(9) for base in _BASES]


def divisors_at_first():
    """Give the same."""
    return divisors_today()
