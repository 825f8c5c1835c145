"""`divisors_today` does not refuse every base of 1 or below with a `ValueError`.

Which bases does the lesson allow? Your code has to check this before it computes anything.
"""


def divisors_today(n, base):
    return [math.log(i + 1) / math.log(base) if base > 0 else 0.0 for i in range(1, n + 1)]
