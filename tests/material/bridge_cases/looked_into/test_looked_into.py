import inspect
import typing

import looked_into as lesson
import pytest
from looked_into import Circle, Shape, area, greet, pick, plugin, registered, total


def test_annotations_in_the_signature():
    signature = inspect.signature(area)
    assert signature.parameters["width"].annotation is float
    assert signature.return_annotation is float
    assert str(signature) == "(width: float, height: float = 1.0) -> float"


def test_annotations():
    assert area.__annotations__ == {"width": float, "height": float, "return": float}
    assert typing.get_type_hints(greet) == {"names": list[str], "return": str}
    assert inspect.signature(greet).parameters["names"].annotation == list[str]
    assert inspect.get_annotations(greet)["return"] is str


def test_annotations_of_typing():
    hints = typing.get_type_hints(pick)
    assert hints["items"] == typing.List[int]
    assert hints["default"] == typing.Optional[int]
    assert typing.get_args(hints["key"]) == ([int], str)
    assert hints["mode"] == typing.Literal["first", "last"]
    assert hints["extra"] is typing.Any
    found = inspect.signature(pick).return_annotation
    assert found == typing.Dict[str, typing.Tuple[int, ...]]
    assert typing.get_origin(found) is dict


def test_annotations_of_a_method():
    assert inspect.signature(Circle.scale).parameters["by"].annotation is int
    assert inspect.signature(Circle(1).scale).return_annotation is None


def test_annotations_of_a_class():
    assert Circle.__annotations__ == {"radius": float}
    assert typing.get_type_hints(Circle) == {"radius": float}


def test_names_in_the_code():
    assert "sum" not in total.__code__.co_names
    assert total([1, 2]) == 3


def test_names_of_a_method():
    assert "print" not in Circle.scale.__code__.co_names


def test_what_a_class_has():
    own = vars(Circle)
    assert "scale" in own
    assert "sides" in own
    assert isinstance(own["double"], property)
    assert "name" not in own
    assert {name for name in own if not name.startswith("_")} == {
        *("scale", "sides", "unit", "pi", "double"),
    }


def test_members_of_a_class():
    functions = dict(inspect.getmembers(Circle, inspect.isfunction))
    assert {"scale", "name"} <= functions.keys()
    names = [name for name, _ in inspect.getmembers(Circle) if not name.startswith("_")]
    assert names == ["double", "name", "pi", "scale", "sides", "unit"]


def test_members_of_an_object():
    assert dict(inspect.getmembers(Circle(2)))["radius"] == 2
    assert vars(Circle(2)) == {"radius": 2}


def test_members_of_the_module():
    functions = [name for name, _ in inspect.getmembers(lesson, inspect.isfunction)]
    assert {"area", "greet", "total"} <= set(functions)
    classes = dict(inspect.getmembers(lesson, inspect.isclass))
    assert classes["Circle"] is Circle


def test_decorated_class_of_the_test():
    @plugin
    class Export:
        def run(self):
            return "exported"

    assert registered() == ["Export"]
    assert Export().run() == "exported"
    assert Export.plugin is True


def test_class_of_the_test_is_judged():
    class Square(Shape):
        pass

    class Other:
        pass

    assert issubclass(Square, Shape)
    assert lesson.is_shape(Square) is True
    assert lesson.is_shape(Other) is False
    assert lesson.is_shape(int) is False
    assert lesson.made(Other).__class__ is Other


def test_parents():
    assert Circle.__mro__ == (Circle, Shape, object)
    assert Circle.__bases__ == (Shape,)
    assert Shape.__subclasses__()[0] is Circle


@pytest.mark.parametrize("name", ["width", "height"])
def test_kinds_of_parameters(name):
    kind = inspect.signature(area).parameters[name].kind
    assert kind is inspect.Parameter.POSITIONAL_OR_KEYWORD


def test_defaults():
    assert area.__defaults__ == (1.0,)
    assert inspect.getfullargspec(area).args == ["width", "height"]
    assert area.__code__.co_argcount == 2
