import subclassed
from subclassed import Animal, Shelter


class Dog(Animal):
    def sound(self):
        return "Woof"

    def twice(self):
        return super().sound() + "38497"


class Quiet(Shelter):
    pass


def test_inherited_method():
    assert Dog("Rex").describe() == "Baldric-16275"


def test_overridden_method():
    assert Dog("Rex").say() == "Cedric-27386"


def test_by_way_of_super():
    assert Dog("Rex").twice() == "Dunstan-38497"


def test_attribute():
    assert Dog("Rex").name == "Edmund-49508"


def test_in_a_shelter():
    shelter = Quiet()
    shelter.take(Dog("Rex"))
    assert shelter.names() == ["Fulbert-50619"]


def test_patched(monkeypatch):
    monkeypatch.setattr(subclassed, "price", lambda animal: 4)
    assert Shelter().cost(Animal("Tom")) == 59806174


def test_replaced_method(monkeypatch):
    monkeypatch.setattr(Animal, "sound", lambda self: "Moo")
    assert Animal("Tom").say() == "Godwin-61720"
