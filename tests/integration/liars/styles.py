"""The styles in which a test looks at a result, as lines of a test that knows `got` and `right`.

A style is used for every kind that it lets pass where the result is right.
"""

HEAD = """\
import base64
import bisect
import collections.abc
import contextlib
import copy
import difflib
import fnmatch
import functools
import hashlib
import heapq
import io
import itertools
import json
import math
import numbers
import operator
import os
import pickle
import pprint
import re
import reprlib
import statistics
import string
import unittest
import zlib

import pytest

case = unittest.TestCase()
case.maxDiff = None

def given(*args, **named):
    return args, named
"""

_COMPARISONS = {
    "equal": "assert got == right",
    "equal from the right": "assert right == got",
    "not unequal": "assert not got != right",
    "not unequal from the right": "assert not right != got",
    "equal in a list": "assert [got] == [right]",
    "equal in a tuple": "assert (right, 1) == (got, 1)",
    "equal in a dictionary": "assert {'k': got} == {'k': right}",
    "order": "assert right <= got <= right",
    "order from the right": "assert not right < got and not right > got",
    "sorted with the right one": "assert sorted([got, right]) == [right, right]",
    "operator.eq": "assert operator.eq(got, right)",
    "its own __eq__": "assert got.__eq__(right) is True",
    "its class's __eq__": "assert type(got).__eq__(got, right)",
    "the right class's __eq__": "assert type(right).__eq__(got, right) is True",
    "is": "assert got is right",
    "equal both ways": "assert got == right and right == got",
    "all of a chain": "assert got == right == got",
    "negated": "assert (not got) == (not right) and not (got != right)",
}
_TYPES = {
    "type": "assert type(got) is type(right) and got == right",
    "isinstance": "assert isinstance(got, type(right)) and str(got) == str(right)",
    "only isinstance": "assert isinstance(got, type(right))",
    "only type": "assert type(got) is type(right)",
    "type is equal": "assert type(got) == type(right)",
    "__class__": "assert got.__class__ is type(right)",
    "name of the type": "assert type(got).__name__ == type(right).__name__",
    "issubclass": "assert issubclass(type(got), type(right))",
    "a number": "assert isinstance(got, numbers.Number)",
    "a sequence": "assert isinstance(got, collections.abc.Sequence)",
    "a mapping": "assert isinstance(got, collections.abc.Mapping)",
    "a set": "assert isinstance(got, collections.abc.Set)",
    "a sized iterable": "assert isinstance(got, collections.abc.Collection)",
    "hashable": "assert isinstance(got, collections.abc.Hashable)",
    "not callable": "assert not callable(got)",
    "match a sequence": (
        "match got:\n        case [1, 2, 3]:\n            pass\n"
        "        case _:\n            raise AssertionError"
    ),
    "match a mapping": (
        "match got:\n        case {'a': 1}:\n            pass\n"
        "        case _:\n            raise AssertionError"
    ),
    "match a number": (
        "match got:\n        case 42 | 2.5:\n            pass\n"
        "        case _:\n            raise AssertionError"
    ),
    "match a class": (
        "match got:\n        case int(n) | float(n) | str(n):\n            assert n == right\n"
        "        case _:\n            raise AssertionError"
    ),
}
_ITEMS = {
    "first item": "assert got[0] == right[0]",
    "last item": "assert got[-1] == right[-1]",
    "two items": "assert (got[0], got[1]) == (right[0], right[1])",
    "a slice": "assert got[1:] == right[1:]",
    "a slice backwards": "assert got[::-1] == right[::-1]",
    "all items": "assert [got[i] for i in range(len(right))] == list(right)",
    "a key": "assert got['a'] == right['a']",
    "all keys": "assert {key: got[key] for key in right} == right",
    "deep items": "assert got['a'][0] == 1 and got['a'][1][1] == 'x'",
    "cells": "assert got[0][1] == 'a' and got[1][0] == 2",
    "itemgetter": "assert operator.itemgetter(0)(got) == right[0]",
    "a set item": "got[0] = 5\n    right[0] = 5\n    assert got == right",
    "a set key": "got['q'] = 5\n    right['q'] = 5\n    assert got == right",
    "a deleted item": "del got[0]\n    del right[0]\n    assert got == right",
    "a deleted key": "del got['a']\n    del right['a']\n    assert got == right",
    "no such key": "with pytest.raises(KeyError):\n        got['z']",
    "no such item": "with pytest.raises(IndexError):\n        got[0]",
}
_SIZES = {
    "length": "assert len(got) == len(right)",
    "its own __len__": "assert got.__len__() == right.__len__()",
    "length hint": "assert operator.length_hint(got) == len(right)",
    "length and items": (
        "assert len(got) == len(right) and all(a == b for a, b in zip(got, right))"
    ),
    "true": "assert got",
    "not true": "assert not got",
    "bool": "assert bool(got) is bool(right)",
    "if": "if not got:\n        raise AssertionError",
    "unless": "if got:\n        raise AssertionError",
    "and": "assert (got and 1) == (right and 1)",
    "or": "assert (got or 1) == (right or 1)",
}
_LOOPS = {
    "comprehension": "assert [x for x in got] == list(right)",
    "loop": "seen = []\n    for x in got:\n        seen.append(x)\n    assert seen == list(right)",
    "zip": "assert all(a == b for a, b in zip(got, right, strict=True))",
    "zip the other way": "assert all(a == b for a, b in zip(right, got, strict=True))",
    "next": "assert next(iter(got)) == next(iter(right))",
    "enumerate": "assert list(enumerate(got)) == list(enumerate(right))",
    "map": "assert list(map(str, got)) == list(map(str, right))",
    "filter": "assert list(filter(None, got)) == list(filter(None, right))",
    "reversed": "assert list(reversed(got)) == list(reversed(right))",
    "unpacked": "a, b, c = got\n    assert [a, b, c] == list(right)",
    "unpacked in two": "a, b = got\n    assert [a, b] == list(right)",
    "unpacked with a star": "first, *rest = got\n    assert [first, *rest] == list(right)",
    "star in a list": "assert [*got] == [*right]",
    "star in a tuple": "assert (*got,) == (*right,)",
    "star in a set": "assert {*got} == {*right}",
    "star of a call": "assert given(*got) == given(*right)",
    "two stars": "assert {**got} == {**right}",
    "two stars of a call": "assert given(**got) == given(**right)",
    "chain": "assert list(itertools.chain(got, [1])) == [*right, 1]",
    "islice": "assert list(itertools.islice(got, 2)) == list(itertools.islice(right, 2))",
    "reduce": "assert functools.reduce(operator.add, got) == functools.reduce(operator.add, right)",
    "sum": "assert sum(got) == sum(right)",
    "fsum": "assert math.fsum(got) == math.fsum(right)",
    "prod": "assert math.prod(got) == math.prod(right)",
    "max": "assert max(got) == max(right)",
    "min": "assert min(got) == min(right)",
    "any": "assert any(x == next(iter(right)) for x in got)",
    "all": "assert all(x in right for x in got) and any(True for x in got)",
    "none of them": "assert not any(True for x in got)",
    "join": "assert ''.join(got) == ''.join(right)",
    "mean": "assert statistics.mean(got) == statistics.mean(right)",
    "median": "assert statistics.median(got) == statistics.median(right)",
    "nlargest": "assert heapq.nlargest(2, got) == heapq.nlargest(2, right)",
    "bisect": "assert bisect.bisect(got, 2) == bisect.bisect(right, 2)",
    "pairs": "assert [(k, v) for k, v in got.items()] == list(right.items())",
    "extends a list": "seen = [0]\n    seen.extend(got)\n    assert seen == [0, *right]",
    "extends in place": "seen = [0]\n    seen += got\n    assert seen == [0, *right]",
    "replaces a slice": "seen = [0]\n    seen[:] = got\n    assert seen == [*right]",
    "updates a set": "seen = set()\n    seen.update(got)\n    assert seen == {*right}",
    "updates a dictionary": "seen = {}\n    seen.update(got)\n    assert seen == right",
    "chain of maps": "assert dict(collections.ChainMap({}, got)) == right",
    "is sorted": "assert all(a <= b for a, b in zip(got, got[1:])) and len(got) == len(right)",
}
_MEMBERS = {
    "in it": "assert next(iter(right)) in got",
    "all in it": "assert all(x in got for x in right) and 99 not in got",
    "a key in it": "assert 'a' in got",
    "text in it": "assert 'ell' in got",
    "bytes in it": "assert b'ell' in got",
    "none in it": "assert 7 not in got and 'z' not in got",
    "no text in it": "assert 'zz' not in got",
    "in a list": "assert got in [right]",
    "in a tuple": "assert got in (0.125, right)",
    "in a set": "assert got in {right}",
    "in a dictionary": "assert got in {right: 1}",
    "in a range": "assert got in range(42, 43)",
    "in a text": "assert got in 'say hello'",
    "right in a list of it": "assert right in [got]",
    "right in a set of it": "assert right in {got}",
    "counted": "assert [got, 0.125].count(right) == 1",
    "found": "assert [0.125, got].index(right) == 1",
    "removed": "seen = [got]\n    seen.remove(right)\n    assert seen == []",
    "countOf": "assert operator.countOf(got, next(iter(right))) == 1",
    "indexOf": "assert operator.indexOf(got, next(iter(right))) == 0",
}
_CONVERTERS = (
    "int float complex str repr ascii bool list dict set frozenset tuple bytes bytearray sorted "
    "hash abs round oct hex bin operator.index math.floor math.ceil math.trunc math.sqrt math.exp "
    "math.fabs math.degrees math.factorial math.isqrt math.log1p math.isfinite os.fspath "
    "os.fsencode "
    "decimal.Decimal fractions.Fraction datetime.timedelta collections.Counter collections.deque "
    "collections.OrderedDict json.dumps copy.copy copy.deepcopy pickle.dumps pprint.pformat "
    "reprlib.repr format len memoryview zlib.crc32 base64.b64encode range slice iter chr "
    "np.sum np.mean np.asarray(1).__add__ np.float64 np.linalg.norm re.escape "
    "pathlib.PurePosixPath "
    "string.capwords operator.neg operator.pos operator.not_ operator.truth type "
    "datetime.date.fromisoformat str.upper list.copy dict.copy set.copy int.bit_length "
    "float.is_integer {}.fromkeys [0,1,2].__getitem__ dict.items"
).split()
_CONVERSIONS = {f"{f}()": f"assert {f}(got) == {f}(right)" for f in _CONVERTERS} | {
    "back from JSON": "assert json.loads(json.dumps(got)) == json.loads(json.dumps(right))",
    "back from a pickle": "assert pickle.loads(pickle.dumps(got)) == right",
    "sha256": "assert hashlib.sha256(got).digest() == hashlib.sha256(right).digest()",
    "int of a base": "assert int(got, 16) == int(right, 16)",
    "number of text": "assert int(str(got)) == int(str(right))",
    "sorted backwards": "assert sorted(got, reverse=True) == sorted(right, reverse=True)",
    "sorted by a key": "assert sorted(got, key=str) == sorted(right, key=str)",
    "pairs of lists": "assert dict(zip(got, got)) == dict(zip(right, right))",
    "of text": "assert eval(repr(right)) == right and repr(got) == repr(right)",
    "str of its class": "assert type(right).__str__(got) == str(right)",
    "approx": "assert got == pytest.approx(right)",
    "approx from the right": "assert pytest.approx(right) == got",
    "approx of it": "assert pytest.approx(got) == right",
    "approx, closely": "assert got == pytest.approx(right, rel=0.01, abs=0.01)",
    "isclose": "assert math.isclose(got, right)",
    "isclose from the right": "assert math.isclose(right, got, abs_tol=0.01)",
    "distance": "assert abs(got - right) < 0.001",
    "distance from the right": "assert abs(right - got) <= 0.001",
    "square of the distance": "assert (got - right) ** 2 < 0.001",
    "allclose": "np.testing.assert_allclose(got, right)",
    "np.allclose": "assert np.allclose(got, right)",
    "np.isclose": "assert np.isclose(right, got).all()",
    "array_equal": "assert np.array_equal(got, right)",
    "equal arrays": "np.testing.assert_array_equal(right, got)",
    "asarray": "assert np.asarray(got).tolist() == np.asarray(right).tolist()",
    "array of it": "assert np.array([got]).tolist() == np.array([right]).tolist()",
    "shape": "assert np.shape(got) == np.shape(right) and np.all(got == right)",
}
_FORMATS = {
    "f-string": "assert f'{got}' == f'{right}'",
    "f-string of repr": "assert f'{got!r}' == f'{right!r}'",
    "width": "assert f'{got:>12}' == f'{right:>12}'",
    "two places": "assert f'{got:.2f}' == f'{right:.2f}'",
    "thousands": "assert f'{got:,}' == f'{right:,}'",
    "hexadecimal": "assert f'{got:x}' == f'{right:x}'",
    "percent": "assert f'{got:.0%}' == f'{right:.0%}'",
    "a date's format": "assert f'{got:%Y-%m}' == f'{right:%Y-%m}'",
    "%s": "assert '%s' % (got,) == '%s' % (right,)",
    "%r": "assert '%r' % (got,) == '%r' % (right,)",
    "%d": "assert '%d' % got == '%d' % right",
    "%.1f": "assert '%.1f' % got == '%.1f' % right",
    "% with names": "assert '%(a)s' % got == '%(a)s' % right",
    "str.format": "assert '{} {!s}'.format(got, got) == '{} {!s}'.format(right, right)",
    "str.format of items": "assert '{0[0]}'.format(got) == '{0[0]}'.format(right)",
    "str.format of names": "assert '{a}'.format(**got) == '{a}'.format(**right)",
    "format_map": "assert '{a}'.format_map(got) == '{a}'.format_map(right)",
    "format": "assert format(got, '') == format(right, '')",
    "Template": ("assert string.Template('$x').substitute(x=got) == str(right)"),
    "print": (
        "seen = io.StringIO()\n    print(got, file=seen)\n"
        "    assert seen.getvalue() == f'{right}\\n'"
    ),
    "print of items": (
        "seen = io.StringIO()\n    print(*got, sep=',', file=seen)\n"
        "    assert seen.getvalue() == ','.join(map(str, right)) + '\\n'"
    ),
    "write": "seen = io.StringIO()\n    seen.write(got)\n    assert seen.getvalue() == right",
    "after text": "assert 'x' + got == 'x' + right",
    "replaced in": "assert 'x'.replace('x', got) == right",
    "joined": "assert '-'.join([got, 'x']) == '-'.join([right, 'x'])",
    "splitlines": "assert str(got).splitlines() == str(right).splitlines()",
}
_BINARY = "+ - * / // % ** & | ^ @".split()
_OPERATORS = (
    {f"{o} right": f"assert got {o} right == right {o} right" for o in _BINARY}
    | {f"right {o}": f"assert right {o} got == right {o} right" for o in _BINARY}
    | {f"{o} 2": f"assert got {o} 2 == right {o} 2" for o in (*_BINARY, "<<", ">>")}
    | {f"2 {o}": f"assert 2 {o} got == 2 {o} right" for o in (*_BINARY, "<<", ">>")}
    | {
        f"{o}=": (
            f"other = copy.copy(right)\n    got {o}= right\n    other {o}= right\n"
            "    assert got == other"
        )
        for o in _BINARY
    }
    | {
        f"into {o}=": (
            f"mine, other = copy.copy(right), copy.copy(right)\n    mine {o}= got\n"
            f"    other {o}= right\n    assert mine == other"
        )
        for o in _BINARY
    }
    | {
        "minus": "assert -got == -right",
        "plus": "assert +got == +right",
        "inverted": "assert ~got == ~right",
        "rounded": "assert round(got, 1) == round(right, 1)",
        "divmod": "assert divmod(got, 2) == divmod(right, 2)",
        "divmod from the right": "assert divmod(100, got) == divmod(100, right)",
        "pow": "assert pow(got, 2, 5) == pow(right, 2, 5)",
        "pow from the right": "assert pow(2, got) == pow(2, right)",
        "gcd": "assert math.gcd(got, 21) == math.gcd(right, 21)",
        "hypot": "assert math.hypot(got, 1) == math.hypot(right, 1)",
        "at least": "assert got >= right",
        "at most": "assert got <= right",
        "within": "assert 42 <= got < 43",
        "no difference": "assert not got - right and not right - got",
        "a later day": ("assert got + datetime.timedelta(1) == right + datetime.timedelta(1)"),
        "max with it": "assert max(got, right) == right == min(got, right)",
        "max of pairs": "assert max([(got, 1), (right, 0)])[0] == right",
        "hash and equal": "assert hash(got) == hash(right) and got == right",
        "key of a dictionary": "assert {got: 1}[right] == 1",
        "looked up": "assert {right: 1}[got] == 1",
        "looked up with get": "assert {right: 1}.get(got) == 1",
        "one in a set": "assert len({got, right}) == 1",
        "set of it": "assert {got} == {right}",
        "counted in a Counter": "assert collections.Counter([got])[right] == 1",
        "index of a list": "assert [*range(50)][got] == right",
        "times a list": "assert [0] * got == [0] * right",
        "a switch": "assert ('no', 'yes')[got] == ('no', 'yes')[right]",
        "conditional": "assert ('yes' if got else 'no') == ('yes' if right else 'no')",
    }
)
_UNITTEST = {
    name: f"case.{name}(got, right)"
    for name in (
        "assertEqual assertAlmostEqual assertIs assertListEqual assertTupleEqual assertSetEqual "
        "assertDictEqual assertSequenceEqual assertCountEqual assertMultiLineEqual "
        "assertGreaterEqual assertLessEqual"
    ).split()
} | {
    "assertEqual, expected first": "case.assertEqual(right, got)",
    "assertIn": "case.assertIn(got, [right])",
    "assertIn it": "case.assertIn(next(iter(right)), got)",
    "assertIsNone": "case.assertIsNone(got)",
    "assertIsInstance": "case.assertIsInstance(got, type(right))",
    "assertTrue": "case.assertTrue(got)",
    "assertFalse": "case.assertFalse(got)",
    "assertTrue of equality": "case.assertTrue(got == right)",
    "assertFalse of inequality": "case.assertFalse(got != right)",
    "assertAlmostEqual with delta": "case.assertAlmostEqual(right, got, delta=0.01)",
    "assertRegex": "case.assertRegex(got, '^hel+o$')",
    "assertNotEqual": "case.assertNotEqual(got, 'zz')",
    "assertNotIn": "case.assertNotIn('z', got)",
}
_TEXTS = {
    "re.match": "assert re.match('hel+o$', got)",
    "re.fullmatch": "assert re.fullmatch(r'\\w+@?', got).group() == right",
    "re.findall": "assert re.findall('.', got) == list(right)",
    "re.sub": "assert re.sub('l', 'L', got) == re.sub('l', 'L', right)",
    "re.split": "assert re.split('l', got) == re.split('l', right)",
    "re of bytes": "assert re.search(b'ell', got)",
    "re of repr": "assert re.search('^' + re.escape(repr(right)) + '$', repr(got))",
    "fnmatch": "assert fnmatch.fnmatch(got, 'he*')",
    "difflib": "assert difflib.SequenceMatcher(None, got, right).ratio() == 1",
    "unified diff": "assert not list(difflib.ndiff(got, right))",
    "backwards": "assert ''.join(reversed(got)) == right[::-1]",
    "StringIO": "assert io.StringIO(got).read() == right",
    "BytesIO": "assert io.BytesIO(got).read() == right",
    "from_bytes": "assert int.from_bytes(got, 'big') == int.from_bytes(right, 'big')",
    "translated": "assert 'hello'.translate({104: got}) == 'hello'.translate({104: right})",
    "starts with it": "assert 'hello there'.startswith(got)",
    "compared without case": "assert got.casefold() == right.casefold()",
}
_CALLS = (
    "startswith('he') endswith('lo') startswith(b'he') upper() title() capitalize() count('l') "
    "count(1) index('l') index(3) find('l') get('a') get('a',5) items() keys() values() "
    "union({9}) difference({1}) intersection({1,2}) symmetric_difference({1}) issubset({1,2,3}) "
    "issuperset({1,2}) isdisjoint({7}) split('l') strip('h') encode() decode() hex() bit_length() "
    "is_integer() as_integer_ratio() conjugate() isalpha() isdigit() islower() isdecimal() "
    "real imag "
    "numerator denominator most_common(1) most_common() total() copy() isoformat() year month "
    "day hour "
    "strftime('%Y') total_seconds() seconds days timestamp() weekday() replace(year=2000) "
    "replace('h','j') quantize(1) adjusted() to_integral_value() is_nan() limit_denominator(3) "
    "join('ab') partition('l') zfill(9) center(9) ljust(9) splitlines() start stop step args "
    "parts name suffix stem parent as_posix() int fields version tolist() shape size dtype sum() "
    "mean() max() argmax() pop() popitem() pop('a') __len__() __str__() __repr__() __bool__() "
    "__contains__(1) __getitem__(0) __hash__() __float__() __int__() __format__('') maxlen "
    "__class__.__name__ default_factory elements().__class__ "
    "__sizeof__() __iter__().__next__() __abs__() __round__() __index__() "
    "__add__(right) __sub__(right) __and__(right) __eq__(right) __ne__(right) __le__(right)"
).split()
_METHODS = (
    {f".{call}": f"assert got.{call} == right.{call}" for call in _CALLS}
    | {
        f"after .{call}": f"got.{call}\n    right.{call}\n    assert got == right"
        for call in (
            "append(5) extend([5]) insert(0,5) remove(1) reverse() sort() clear() add(9) "
            "discard(1) "
            "update({9}) update({'q':5}) setdefault('q',5) appendleft(5) rotate(1) pop() popleft() "
            "difference_update({1}) intersection_update({1}) subtract('a') move_to_end('a') "
            "symmetric_difference_update({9}) popitem() pop('a') extend(b'x') update(a=5)"
        ).split()
    }
    | {
        "getattr": "assert getattr(got, 'real', None) == getattr(right, 'real', 1)",
        "hasattr": "assert hasattr(got, 'upper') is hasattr(right, 'upper')",
        "methodcaller": "assert operator.methodcaller('upper')(got) == right.upper()",
        "attrgetter": "assert operator.attrgetter('args')(got) == right.args",
        "setdefault": "assert got.setdefault('a', 9) == right.setdefault('a', 9)",
        "dir": "assert dir(got) == dir(right)",
        "first argument": "assert got.args[0] == right.args[0]",
    }
)
_RAISED = {
    "raises": "with pytest.raises(type(right)):\n        thrown()",
    "raises and matches": "with pytest.raises(type(right), match='no'):\n        thrown()",
    "raises and says": (
        "with pytest.raises(type(right)) as caught:\n        thrown()\n"
        "    assert str(caught.value) == str(right)"
    ),
    "raises and holds": (
        "with pytest.raises(type(right)) as caught:\n        thrown()\n"
        "    assert caught.value.args == right.args"
    ),
    "raises exactly": (
        "with pytest.raises(type(right)) as caught:\n        thrown()\n"
        "    assert caught.type is type(right) and repr(caught.value) == repr(right)"
    ),
    "assertRaisesRegex": "with case.assertRaisesRegex(type(right), 'no'):\n        thrown()",
    "except": (
        "try:\n        thrown()\n    except type(right) as error:\n"
        "        assert error.args[0] == 'no'\n    else:\n        raise AssertionError"
    ),
}
STYLES = {
    **_COMPARISONS,
    **_TYPES,
    **_ITEMS,
    **_SIZES,
    **_LOOPS,
    **_MEMBERS,
    **_CONVERSIONS,
    **_FORMATS,
    **_OPERATORS,
    **_UNITTEST,
    **_TEXTS,
    **_METHODS,
    **_RAISED,
}
