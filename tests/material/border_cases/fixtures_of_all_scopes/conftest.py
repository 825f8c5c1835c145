import pytest

CALLS = []


@pytest.fixture(scope="session")
def start():
    CALLS.append("session")
    return 100


@pytest.fixture
def factory():
    from fixtures_of_all_scopes import Counter

    made = []

    def make(n=0):
        made.append(Counter(n))
        return made[-1]

    yield make
    for counter in made:
        counter.reset()


@pytest.fixture(autouse=True)
def fresh_total():
    import fixtures_of_all_scopes

    fixtures_of_all_scopes.Counter.total = 0
    yield
    fixtures_of_all_scopes.Counter.total = 0
