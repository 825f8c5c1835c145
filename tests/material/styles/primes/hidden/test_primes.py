from itertools import islice, takewhile
import pytest
from primes import factors, primes, primes_below


def test_first_primes():
    assert list(islice(primes(), 8)) == [2, 3, 5, 7, 11, 13, 17, 19]


def test_loop_that_stops():
    found = []
    for prime in primes():
        if prime > 10:
            break
        found.append(prime)
    assert found == [2, 3, 5, 7]
    assert sum(takewhile(lambda n: n < 30, primes())) == 129


@pytest.mark.parametrize(("limit", "expected"), [(2, []), (3, [2]), (12, [2, 3, 5, 7, 11])])
def test_primes_below(limit, expected):
    assert list(primes_below(limit)) == expected


def test_factors():
    assert list(factors(84)) == [2, 2, 3, 7]
    assert list(factors(1)) == []
    with pytest.raises(ValueError, match="positive"):
        list(factors(0))
