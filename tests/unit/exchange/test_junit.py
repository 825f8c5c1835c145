"""A class is one document, written suite by suite."""

import tracemalloc
from xml.etree import ElementTree as ET

import pytest

from grader.exchange.junit import junit_xml
from grader.model.disclosure import disclose
from tests.unit.exchange.builders import ALL_KINDS, report


@pytest.mark.parametrize("size", [0, 1, 3])
def test_each_student_has_a_suite(size: int) -> None:
    """The suites stand in one document, indented as a whole, also those of nobody."""
    students = [f"s{number}" for number in range(size)]

    written = junit_xml(disclose(report(name, *ALL_KINDS)) for name in students)

    root = ET.fromstring(written)
    assert [suite.get("name") for suite in root] == [f"sums: {name}" for name in students]
    ET.indent(root, " ")
    assert ET.tostring(root) == written.partition(b"\n")[2].strip()


def test_a_class_takes_little_more_than_its_text() -> None:
    """At no time is there a tree of all suites."""
    disclosures = (disclose(report(f"s{number}", *ALL_KINDS)) for number in range(50))
    tracemalloc.start()
    try:
        size = len(junit_xml(disclosures))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()

    assert peak < 6 * size
