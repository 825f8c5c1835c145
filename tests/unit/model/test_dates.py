"""Moments stay where every time zone has a date for them."""

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

import pytest

from grader.model.dates import moment, read_due
from grader.model.phrases import date_text

ZONES = ("UTC", "Pacific/Kiritimati", "Etc/GMT+12", "Europe/Berlin")


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("value", [date.min, date.max])
def test_the_ends_of_the_calendar_can_be_written(value: date, zone: str) -> None:
    """A lesson that is due at the last of all dates can be shown to whoever is anywhere."""
    when = moment("due", value, ZoneInfo(zone))

    assert all(str(value.year) in date_text(when, ZoneInfo(other)) for other in ZONES)


def test_another_moment_stays_as_it_is() -> None:
    """The zone in which it was written stays, too."""
    berlin = ZoneInfo("Europe/Berlin")

    when = moment("due", datetime(2026, 9, 1, 8), berlin)  # noqa: DTZ001 - as manifests have them

    assert (when.isoformat(), when.tzinfo) == ("2026-09-01T08:00:00+02:00", berlin)


@pytest.mark.parametrize("text", ["2026-10-05", "20261005", " 2026-10-05 "])
def test_a_day_ends_at_its_last_moment(text: str) -> None:
    """A due date that is typed without a time means what it means in the manifest."""
    berlin = ZoneInfo("Europe/Berlin")

    assert read_due(text, berlin) == moment("due", date(2026, 10, 5), berlin)
    assert read_due(text, berlin) == datetime.combine(date(2026, 10, 5), time.max, berlin)


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("2026-10-05T18:00", datetime(2026, 10, 5, 18, tzinfo=ZoneInfo("Europe/Berlin"))),
        ("2026-10-05T18:00Z", datetime(2026, 10, 5, 18, tzinfo=UTC)),
        ("soon", None),
    ],
)
def test_a_typed_time(text: str, when: datetime | None) -> None:
    """A time counts as it is typed, without an offset in the course's zone."""
    assert read_due(text, ZoneInfo("Europe/Berlin")) == when
