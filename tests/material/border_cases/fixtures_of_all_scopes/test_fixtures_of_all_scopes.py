import pytest
from fixtures_of_all_scopes import Counter, Store


@pytest.fixture(scope="module")
def store():
    store = Store()
    yield store
    store.close()
    assert store.is_open is False


@pytest.fixture(scope="class")
def shared():
    return Counter(10)


@pytest.fixture(params=[1, 5], ids=["one", "five"])
def counter(request):
    return Counter(request.param)


@pytest.fixture
def raised(counter):
    counter.up()
    return counter


def test_session_fixture_of_the_conftest(start):
    assert Counter(start).up() == 101


def test_parameters_of_a_fixture(counter):
    assert counter.up() == counter.n
    assert counter.n in (2, 6)


def test_fixture_on_a_fixture(raised, counter):
    assert raised is counter
    assert raised.n in (2, 6)


def test_factory(factory):
    a, b = factory(), factory(3)
    assert (a.up(), b.up()) == (1, 4)


def test_autouse_has_cleared_the_class_attribute():
    assert Counter.total == 0
    Counter().up()
    assert Counter.total == 1


def test_module_scope_is_filled(store):
    store.put("a", 1)
    assert store.rows == {"a": 1}


def test_module_scope_is_kept(store):
    store.put("b", 2)
    assert store.rows["b"] == 2


class TestShared:
    def test_first(self, shared):
        assert shared.up() == 11

    def test_second(self, shared):
        assert shared.n >= 10
        assert shared.up() > 10

    @pytest.fixture
    def own(self):
        self.mine = Counter(7)
        return self.mine

    def test_method_fixture(self, own):
        assert own is self.mine
        assert own.up() == 8


@pytest.mark.usefixtures("store")
class TestClosed:
    @classmethod
    def setup_class(cls):
        cls.counter = Counter(1)

    def setup_method(self, method):
        self.local = Store()

    def teardown_method(self, method):
        self.local.close()

    def test_setup(self):
        assert self.counter.up() >= 2
        assert self.local.is_open

    def test_closed(self):
        self.local.close()
        with pytest.raises(RuntimeError, match="closed"):
            self.local.put("k", "v")


def setup_module(module):
    module.PREPARED = Counter(40)


def test_setup_module():
    assert PREPARED.up() >= 41  # noqa: F821


def test_request(request):
    fixture = request.getfixturevalue("factory")
    assert fixture(2).up() == 3


@pytest.fixture
def finalised(request):
    counter = Counter(5)
    request.addfinalizer(counter.reset)
    return counter


def test_finalizer(finalised):
    assert finalised.up() == 6


def test_tmp_path_factory(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    (folder / "n.txt").write_text("4")
    assert Counter(int((folder / "n.txt").read_text())).up() == 5
