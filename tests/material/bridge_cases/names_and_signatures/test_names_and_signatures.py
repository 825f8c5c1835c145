import inspect
import types
import typing

import names_and_signatures
import pytest
from names_and_signatures import Shape, area, greet, numbers, power, shout


def test_name_and_doc():
    assert area.__name__ == "area"
    assert area.__doc__ == "Give the area of a rectangle."
    assert greet.__doc__ is None


def test_doc_of_class_and_module():
    assert Shape.__name__ == "Shape"
    assert Shape.__doc__.strip().startswith("A flat thing")
    assert "measures" in names_and_signatures.__doc__
    assert Shape.corners.__doc__ == "Count corners."
    assert Shape().corners.__name__ == "corners"


def test_annotations():
    assert area.__annotations__ == {"width": float, "height": float, "return": float}
    assert typing.get_type_hints(area)["return"] is float


def test_parameters():
    assert list(inspect.signature(area).parameters) == ["width", "height"]
    assert inspect.signature(greet).parameters["name"].default == "you"
    assert str(inspect.signature(power)) == "(base, /, exponent=2, *, mod=None)"


def test_kinds_of_parameters():
    kinds = [p.kind for p in inspect.signature(power).parameters.values()]
    assert kinds == [
        inspect.Parameter.POSITIONAL_ONLY,
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
        inspect.Parameter.KEYWORD_ONLY,
    ]


def test_full_arg_spec():
    spec = inspect.getfullargspec(greet)
    assert spec.args == ["name"]
    assert spec.defaults == ("you",)


def test_inspect_answers():
    assert inspect.isfunction(area)
    assert inspect.isclass(Shape)
    assert inspect.isgeneratorfunction(numbers)
    assert inspect.isgenerator(numbers())
    assert inspect.ismodule(names_and_signatures)
    assert inspect.ismethod(Shape().corners)
    assert not inspect.isclass(area)
    assert callable(shout)


def test_types():
    assert isinstance(area, types.FunctionType)
    assert isinstance(area, typing.Callable)
    assert type(names_and_signatures) is types.ModuleType


def test_lambda():
    assert shout.__name__ == "<lambda>"


def test_method_signature():
    assert list(inspect.signature(Shape.scale).parameters) == ["self", "factor"]
    assert list(inspect.signature(Shape).parameters) == ["sides"]


def test_members():
    functions = [n for n, f in inspect.getmembers(Shape, inspect.isfunction)]
    assert {"corners", "scale", "__init__"} <= set(functions)
    here = {
        n
        for n, f in inspect.getmembers(names_and_signatures, inspect.isfunction)
        if f.__module__ == "names_and_signatures"
    }
    assert here == {"area", "greet", "numbers", "power", "shout"}


def test_code_facts():
    assert area.__code__.co_argcount == 2
    assert area.__defaults__ is None
    assert greet.__defaults__ == ("you",)
    assert power.__kwdefaults__ == {"mod": None}


def test_module_name():
    assert area.__module__ == "names_and_signatures"
    assert names_and_signatures.__name__ == "names_and_signatures"
    assert Shape.__module__ == "names_and_signatures"
    assert Shape.corners.__qualname__ == "Shape.corners"


def test_has_no_other_names():
    with pytest.raises(AttributeError):
        _ = area.calls
