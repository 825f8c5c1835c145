"""What a submission forges by texts that are evaluated, and by pickles."""

from tests.integration import controls

from .attack import Attack, asks, attack


def texts(asked: str, right: str, *forged: str, head: str = "ANSWER = 12\n") -> Attack:
    """Have a text evaluated beside the hidden cases."""
    return Attack(asks(asked, head), right, forged, (controls.any_text,))


TEXTS = {
    "a text": texts(
        "assert eval(lesson.f()) == ANSWER", "def f(): return '4 * 3'", "def f(): return 'ANSWER'"
    ),
    "a text as bytes": texts(
        "assert eval(lesson.f()) == ANSWER", "def f(): return '4 * 3'", "def f(): return b'ANSWER'"
    ),
    "a text in pieces": texts(
        "assert eval(''.join(lesson.f())) == ANSWER",
        "def f(): return list('4 * 3')",
        "def f(): return list('ANSWER')",
    ),
    "a text in a file": texts(
        "path = tmp_path / 'a.txt'\nlesson.f(path)\nassert eval(path.read_text()) == ANSWER",
        "def f(path): path.write_text('4 * 3')",
        "def f(path): path.write_text('ANSWER')",
    ),
    "a text as a tree": texts(
        "tree = ast.parse(lesson.f(), mode='eval')\n"
        "assert eval(compile(tree, '', 'eval')) == ANSWER",
        "def f(): return '4 * 3'",
        "def f(): return 'ANSWER'",
        head="import ast\nANSWER = 12\n",
    ),
    "an annotation": texts(
        "assert typing.get_type_hints(lesson.f)['x'] is OWN_TYPE",
        "def f(x: int): pass",
        "def f(x: \"next(m.OWN_TYPE for m in MODULES if hasattr(m, 'OWN_TYPE'))\"): pass".replace(
            "MODULES", "[*__import__('sys').modules.values()]"
        ),
        head="import typing\nOWN_TYPE = int\n",
    ),
    "a module that is written": texts(
        "(tmp_path / 'other.py').write_text(lesson.f())\nsys.path.insert(0, str(tmp_path))\n"
        "import other\nassert other.x == ANSWER",
        "def f(): return 'x = 4 * 3'",
        "def f(): return 'import sys; x = sys._getframe(0).f_back and 12'",
        head="import sys\nANSWER = 12\n",
    ),
    "a module that the submission writes": texts(
        "sys.path.insert(0, str(tmp_path))\nlesson.f(tmp_path)\nimport colorsys\n"
        "assert colorsys.rgb_to_hls(1, 1, 1)[1] == ANSWER / 12",
        "def f(path): pass",
        "def f(path): (path / 'colorsys.py').write_text('def rgb_to_hls(*given): return given')",
        head="import sys\nANSWER = 12\nsys.modules.pop('colorsys', None)\n",
    ),
}
ANY = "def f(): return b'cunittest.mock\\nANY\\n.'"
PICKLES = {
    "a pickle": attack(
        asks("assert pickle.loads(lesson.f()) == [1]", "import pickle\n"),
        "import pickle\ndef f(): return pickle.dumps([1])",
        ANY,
        by=(controls.any_pickle,),
    ),
    "a pickle in a file": attack(
        asks(
            "lesson.f(tmp_path / 'a')\n"
            "with open(tmp_path / 'a', 'rb') as file: assert pickle.load(file) == [1]",
            "import pickle\n",
        ),
        "import pickle\ndef f(path): path.write_bytes(pickle.dumps([1]))",
        f"{ANY}\nmade = f()\ndef f(path): path.write_bytes(made)",
        by=(controls.any_pickle,),
    ),
}
