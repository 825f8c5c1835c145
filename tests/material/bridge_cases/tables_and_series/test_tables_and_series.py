import numpy as np
import pandas as pd
import pytest
from pandas.testing import assert_frame_equal, assert_index_equal, assert_series_equal
from tables_and_series import (
    Report,
    add_total,
    apply_to,
    boxed,
    by_text,
    cities,
    clean,
    column_types,
    doubled,
    empty,
    first_day,
    gap,
    graded,
    in_zone,
    largest,
    load,
    mean,
    merged,
    monthly,
    pivot,
    summary,
    totals,
    where,
    with_gaps,
)


@pytest.fixture
def sales():
    return pd.DataFrame(
        {
            "city": ["Rome", "Rome", "Oslo", "Oslo"],
            "shop": ["a", "b", "a", "b"],
            "price": [1.5, 2.5, 4.0, 0.5],
            "count": [2, 1, 1, 4],
            "day": ["2024-01-05", "2024-01-20", "2024-02-01", "2024-03-31"],
        }
    )


def test_load():
    found = load([{"a": 1, "b": "x"}, {"a": 2, "b": None}])
    assert isinstance(found, pd.DataFrame)
    assert_frame_equal(found, pd.DataFrame({"a": [1, 2], "b": ["x", None]}))


def test_clean_leaves_its_input_alone():
    given = pd.DataFrame({"a": [1.0, None, 1.0, 3.0]})
    before = given.copy()
    assert clean(given)["a"].tolist() == [1, 3]
    assert_frame_equal(given, before)


def test_in_place(sales):
    assert add_total(sales) is None
    assert sales["total"].tolist() == [3, 2.5, 4, 2]
    assert list(sales.columns)[-1] == "total"


def test_groups(sales):
    expected = pd.Series([4.5, 4.0], index=pd.Index(["Oslo", "Rome"], name="city"), name="price")
    assert_series_equal(totals(sales), expected)


def test_levels(sales):
    found = summary(sales)
    assert found.index.names == ["city", "shop"]
    assert found.columns.tolist() == [("price", "min"), ("price", "max")]
    assert found.loc[("Rome", "b"), ("price", "max")] == 2.5


def test_pivot(sales):
    found = pivot(sales)
    assert found.columns.name == "shop"
    assert found.at["Oslo", "a"] == 4


def test_merge(sales):
    right = pd.DataFrame({"city": ["Rome"], "country": ["Italy"]})
    found = merged(sales, right)
    assert found["country"].isna().sum() == 2
    assert found.shape == (4, 6)


def test_months(sales):
    found = monthly(sales)
    assert found.index.freqstr == "MS"
    assert found.tolist() == [4.0, 4.0, 0.5]
    assert found.index[0] == pd.Timestamp("2024-01-01")


def test_categories():
    found = graded(pd.Series([40, 60, 99]))
    assert found.dtype == "category"
    assert found.cat.ordered
    assert list(found) == ["C", "B", "A"]
    assert (found > "C").tolist() == [False, True, True]


def test_gaps():
    found = with_gaps([1, None, 3])
    assert found.dtype == "Int64"
    assert found.isna().tolist() == [False, True, False]
    assert found.sum() == 4
    assert gap()[0] is pd.NA
    assert pd.isna(gap()[1])


def test_unique(sales):
    assert list(cities(sales)) == ["Rome", "Oslo"]


def test_types(sales):
    found = column_types(sales)
    assert found["price"] == np.float64
    assert pd.api.types.is_string_dtype(found["city"])


def test_row(sales):
    found = largest(sales)
    assert found.name == 2
    assert found["city"] == "Oslo"


def test_index(sales):
    assert_index_equal(where(sales), pd.Index([1, 2]))


def test_numbers():
    assert mean(pd.Series([1, 2, 6])) == pytest.approx(3)
    assert isinstance(mean(pd.Series([1.5])), float)


def test_days():
    found = first_day(pd.date_range("2024-05-01", periods=2).to_series())
    assert found == pd.Timestamp(2024, 5, 1)
    assert found.day_name() == "Wednesday"


def test_zones():
    found = in_zone(["2024-07-01 12:00"], "Europe/Berlin")
    assert str(found.dtype).endswith("Europe/Berlin]")
    assert found.dt.hour.tolist() == [12]
    assert found.iloc[0] == pd.Timestamp("2024-07-01 10:00", tz="UTC")


def test_callback():
    assert apply_to(pd.Series(["a", "b"]), str.upper).tolist() == ["A", "B"]
    assert apply_to(pd.Series([1, 2]), lambda number: number * 10).tolist() == [10, 20]


def test_inside(sales):
    found = boxed(sales)
    assert found["head"].equals(sales.head(1))
    assert found["shape"] == (4, 5)


def test_series_in_place():
    series = pd.Series([1, 2], index=["a", "b"], name="n")
    doubled(series)
    assert series.to_dict() == {"a": 2, "b": 4}
    assert series.name == "n"


def test_text(sales):
    assert by_text(sales, "om")["price"].sum() == 4


def test_nothing():
    assert empty().empty
    assert list(empty()) == ["a", "b"]


def test_object(sales):
    report = Report(sales)
    assert report.rows() == 4
    assert report.best().iloc[0]["city"] == "Oslo"
    assert_frame_equal(report.table, sales)
