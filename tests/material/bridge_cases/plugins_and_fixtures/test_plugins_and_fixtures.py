import asyncio

import pytest
import pytest_asyncio
from plugins_and_fixtures import (
    Door,
    add,
    careful,
    count,
    fetch,
    fetch_all,
    first,
    greet,
    home,
    old,
    save,
)


@pytest.mark.asyncio
async def test_await():
    assert await fetch("a") == "A"


@pytest.mark.asyncio
async def test_gather():
    assert await fetch_all(["a", "b"]) == ["A", "B"]
    assert await asyncio.gather(fetch("x"), fetch("y")) == ["X", "Y"]


@pytest.mark.asyncio
async def test_wait_for():
    with pytest.raises(asyncio.TimeoutError):
        await asyncio.wait_for(fetch("a", 5), 0.01)


@pytest.mark.asyncio
@pytest.mark.parametrize("limit", [0, 3])
async def test_async_generator(limit):
    assert [number async for number in count(limit)] == list(range(limit))


@pytest.mark.asyncio
async def test_first():
    assert await first([fetch("slow", 5), fetch("quick", 0)]) == "QUICK"


@pytest_asyncio.fixture
async def door():
    async with Door() as opened:
        yield opened
    assert opened.log == ["open", "shut"]


@pytest.mark.asyncio
async def test_async_fixture(door):
    assert door.log == ["open"]


class TestInAClass:
    @pytest.mark.asyncio
    async def test_method(self):
        assert await fetch("m") == "M"


@pytest.fixture
def counted(cache):
    cache.set("course/seen", cache.get("course/seen", 0) + 1)
    return cache.get("course/seen", None)


def test_cache(counted):
    assert add(counted, 1) == 2


def test_capture(capsys, capfd_is_there):
    greet("Ann")
    shown = capsys.readouterr()
    assert shown.out == "Hello, Ann!\n"
    assert shown.err == "greeted\n"


@pytest.fixture
def capfd_is_there(request):
    return "capfd" in request.fixturenames


def test_capture_of_files(capfd):
    greet("Bob")
    assert capfd.readouterr().out == "Hello, Bob!\n"


def test_capture_of_bytes(capsysbinary):
    greet("Cid")
    assert capsysbinary.readouterr().out == b"Hello, Cid!\n"


def test_log(caplog):
    with caplog.at_level("WARNING"):
        assert careful(-2) == 2
    assert caplog.messages == ["negative: -2"]


def test_warnings(recwarn):
    assert old() == 1
    assert [str(one.message) for one in recwarn] == ["use new()"]


def test_patches(monkeypatch, tmp_path, tmpdir):
    monkeypatch.setenv("COURSE_HOME", "here")
    assert home() == "here"
    save(tmp_path / "a.txt", "a")
    save(str(tmpdir.join("b.txt")), "b")
    assert (tmp_path / "a.txt").read_text() == "a"
    assert tmpdir.join("b.txt").read() == "b"


def test_folders(tmp_path_factory, tmpdir_factory):
    file = tmp_path_factory.mktemp("own") / "a.txt"
    save(file, "a")
    assert file.read_text() == "a"
    assert tmpdir_factory.mktemp("other").check()


def test_properties(record_property, record_testsuite_property, pytestconfig, request):
    record_property("course", "first")
    record_testsuite_property("sum", add(1, 1))
    assert request.config is pytestconfig
    assert request.node.user_properties == [("course", "first")]
    assert request.node.name == "test_properties"


def test_names_for_examples(doctest_namespace):
    doctest_namespace["add"] = add
    assert doctest_namespace["add"](1, 2) == 3


@pytest.fixture(params=[1, 2])
def number(request):
    request.addfinalizer(lambda: None)
    return request.param


def test_parameters(number, request):
    assert add(number, 1) == number + 1
    assert request.getfixturevalue("number") == number


def test_subtests(subtests):
    for one in (1, 2):
        with subtests.test(one=one):
            assert add(one, 0) == one
