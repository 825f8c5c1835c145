import pytest
from csv_reader import column, group_by, read_rows

TEXT = "name,city,amount\nAda,Bern,12\nBob,Basel,30\nCyd,Bern,8\n"


@pytest.fixture
def rows(tmp_path):
    path = tmp_path / "data.csv"
    path.write_text(TEXT)
    return read_rows(path)


def test_rows_are_dictionaries(rows):
    assert rows[0] == {"name": "Ada", "city": "Bern", "amount": 12}
    assert [row["name"] for row in rows] == ["Ada", "Bob", "Cyd"]
    assert len(rows) == 3


def test_amounts_are_numbers(rows):
    assert all(isinstance(row["amount"], int) for row in rows)


def test_column(rows):
    assert list(column(rows, "city")) == ["Bern", "Basel", "Bern"]
    with pytest.raises(KeyError):
        list(column(rows, "street"))


def test_groups(rows):
    groups = group_by(rows, "city")
    assert sorted(groups) == ["Basel", "Bern"]
    assert [row["name"] for row in groups["Bern"]] == ["Ada", "Cyd"]
