"""The contract: roles by name within a case, turns, and what is believed."""

from grader.border.contract import Action, CaseContract, Contract, Operand, Shape, Terms


def recorded() -> Contract:
    """Record a case in which one name gives an object, one gives both, and one gives data."""
    terms = Terms(Contract(), is_recording=True)
    terms.start_case("first")
    terms.role_at("Stack()", Shape.OBJECT, ["Stack", "Base"])
    terms.note_data("m.pair()[]", 1)
    terms.role_at("m.pair()[]", Shape.OBJECT, ["Stack"])
    terms.note_data("m.size()", 1)
    terms.note_answer("Stack", "eq", Operand.OBJECT)
    terms.admits(Action.LACKS, "nan")
    contract = terms.finish_case()
    terms.start_case("second")
    contract.cases |= terms.finish_case().cases
    return contract


def held(case: str) -> Terms:
    """Hold a run to what was recorded."""
    terms = Terms(recorded(), is_recording=False)
    terms.start_case(case)
    return terms


def test_a_students_class_plays_the_references_role() -> None:
    """Its own name does not matter where the name in the contract has one role."""
    assert held("first").role_at("Stack()", Shape.OBJECT, ["MyStack"]) == "Stack"


def test_nothing_is_admitted_where_the_reference_gave_data() -> None:
    """No shape is admitted at a name, or in a case, where no object came."""
    terms = held("first")

    assert terms.role_at("m.size()", Shape.OBJECT, ["Stack"]) is None
    assert terms.role_at("Stack()", Shape.FUNCTION, []) is None
    assert held("second").role_at("Stack()", Shape.OBJECT, ["Stack"]) is None
    assert held("unknown").role_at("Stack()", Shape.OBJECT, ["Stack"]) is None


def test_where_a_name_gives_both_the_turn_decides() -> None:
    """An object is admitted only where the reference's one was in order."""
    first, second = held("first"), held("first")
    second.note_data("m.pair()[]", 1)

    assert first.role_at("m.pair()[]", Shape.OBJECT, ["Stack"]) is None
    assert second.role_at("m.pair()[]", Shape.OBJECT, ["Stack"]) == "Stack"
    assert second.role_at("m.pair()[]", Shape.OBJECT, ["Stack"]) is None


def test_of_several_roles_the_classes_names_choose() -> None:
    """Where a name has two roles, a class plays the one that it is called by."""
    terms = Terms(Contract(), is_recording=True)
    terms.start_case("case")
    for name in ("Circle", "Square"):
        terms.role_at("m.shapes()[]", Shape.OBJECT, [name])
    judged = Terms(terms.finish_case(), is_recording=False)
    judged.start_case("case")

    assert judged.role_at("m.shapes()[]", Shape.OBJECT, ["Mine", "Square"]) == "Square"
    assert judged.role_at("m.shapes()[]", Shape.OBJECT, ["Mine"]) is None


def test_another_run_of_the_reference_admits_its_own_turns() -> None:
    """Where the reference's objects came earlier in one of its runs, they may come there."""
    whole = CaseContract(shapes={"m.f()": ["data:"]})

    whole.add(CaseContract(shapes={"m.f()": ["data:", "object:A"]}, turns={"m.f()": [2, 0]}))

    assert whole.turns == {"m.f()": [0, 2]}


def test_an_answer_is_believed_by_role_family_and_operand() -> None:
    """What the reference answered about objects says nothing about data."""
    terms = held("first")

    assert terms.believes("Stack", "eq", Operand.OBJECT)
    assert not terms.believes("Stack", "eq", Operand.DATA)
    assert not terms.believes("Stack", "order", Operand.OBJECT)
    assert not held("second").believes("Stack", "eq", Operand.OBJECT)


def test_a_deed_counts_in_its_own_case() -> None:
    """What the reference did in one case is not admitted in another, nor recorded by judging."""
    assert held("first").admits(Action.LACKS, "nan")
    assert not held("second").admits(Action.LACKS, "nan")


def test_the_tier_is_a_property_of_the_contract() -> None:
    """Objects are needed where an object came; functions and iterators are not objects."""
    plain = Terms(Contract(), is_recording=True)
    plain.start_case("case")
    plain.role_at("m.f", Shape.FUNCTION, [])

    assert recorded().needs_objects()
    assert not plain.finish_case().needs_objects()
