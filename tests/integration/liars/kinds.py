"""The kinds of results that a test asks for: what is right, and what is wrong in the same type."""

HEAD = """\
import collections
import datetime
import decimal
import fractions
import pathlib
import uuid

import numpy as np
"""

# right, wrong
KINDS = {
    "list": ("[1, 2, 3]", "[7]"),
    "empty_list": ("[]", "[7]"),
    "text_list": ("['a', 'b']", "['z']"),
    "dict": ("{'a': 1, 'b': 2}", "{'z': 9}"),
    "empty_dict": ("{}", "{'z': 9}"),
    "str": ("'hello'", "'zz'"),
    "empty_str": ("''", "'zz'"),
    "digits": ("'42'", "'zz'"),
    "int": ("42", "7"),
    "zero": ("0", "7"),
    "float": ("2.5", "9.75"),
    "zero_float": ("0.0", "9.75"),
    "true": ("True", "False"),
    "false": ("False", "True"),
    "none": ("None", "7"),
    "tuple": ("(1, 2, 3)", "(7,)"),
    "set": ("{1, 2, 3}", "{7}"),
    "frozenset": ("frozenset([1, 2, 3])", "frozenset([7])"),
    "bytes": ("b'hello'", "b'zz'"),
    "bytearray": ("bytearray(b'hello')", "bytearray(b'zz')"),
    "deque": ("collections.deque([1, 2, 3])", "collections.deque([7])"),
    "Counter": ("collections.Counter('aab')", "collections.Counter('z')"),
    "OrderedDict": ("collections.OrderedDict(a=1, b=2)", "collections.OrderedDict(z=9)"),
    "defaultdict": ("collections.defaultdict(int, a=1)", "collections.defaultdict(int, z=9)"),
    "Decimal": ("decimal.Decimal('2.5')", "decimal.Decimal('9.75')"),
    "Fraction": ("fractions.Fraction(5, 2)", "fractions.Fraction(39, 4)"),
    "complex": ("3 + 4j", "9j"),
    "datetime": ("datetime.datetime(2024, 5, 6, 7)", "datetime.datetime(1999, 1, 1)"),
    "date": ("datetime.date(2024, 5, 6)", "datetime.date(1999, 1, 1)"),
    "timedelta": ("datetime.timedelta(hours=2)", "datetime.timedelta(days=9)"),
    "range": ("range(1, 4)", "range(9)"),
    "path": ("pathlib.PurePosixPath('a/b.txt')", "pathlib.PurePosixPath('z')"),
    "uuid": ("uuid.UUID(int=5)", "uuid.UUID(int=7)"),
    "nested": ("{'a': [1, (2.5, 'x')]}", "{'a': [7, (9.75, 'z')]}"),
    "rows": ("[(1, 'a'), (2, 'b')]", "[(7, 'z')]"),
    "exception": ("ValueError('no', 3)", "ValueError('yes')"),
    "array": ("np.array([1.0, 2.0])", "np.array([7.0])"),
    "float64": ("np.float64(2.5)", "np.float64(9.75)"),
}
RAISED = ("exception",)
# a class that extends one of these is no data: it is a wrong result
NOT_TAKEN = (
    "Decimal Fraction datetime date timedelta path uuid array float64 none range true false".split()
)
