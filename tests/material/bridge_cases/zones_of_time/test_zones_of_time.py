import time
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from zones_of_time import at, decimal_point, hour_of, meeting, name_of, next_day

BERLIN = ZoneInfo("Europe/Berlin")


def test_offset_in_summer():
    assert at(2024, 7, 1, "Europe/Berlin").utcoffset() == timedelta(hours=2)


def test_zone_itself():
    assert at(2024, 7, 1, "Europe/Berlin").tzinfo == BERLIN
    assert at(2024, 7, 1, "Europe/Berlin").tzname() == "CEST"


def test_instant():
    assert at(2024, 1, 1, "Asia/Tokyo") == datetime(2023, 12, 31, 15, tzinfo=timezone.utc)


def test_name_of_a_zone_that_is_given():
    assert name_of(datetime(2024, 7, 1, tzinfo=BERLIN)) == "Europe/Berlin"
    assert name_of(datetime(2024, 7, 1, tzinfo=timezone.utc)) == "UTC"


def test_a_day_across_the_change_of_clocks():
    later = next_day(datetime(2024, 3, 30, 12, tzinfo=BERLIN))
    assert (later.hour, later.utcoffset()) == (12, timedelta(hours=2))


def test_zone_as_an_argument():
    assert meeting(datetime(2024, 3, 31, 12, tzinfo=BERLIN), ZoneInfo("Asia/Tokyo")).hour == 19


def test_unknown_zone():
    with pytest.raises(KeyError):
        at(2024, 1, 1, "Atlantis/Capital")


def test_local_time():
    assert hour_of(0) == datetime.fromtimestamp(0).hour


def test_local_time_of_a_patched_zone(monkeypatch):
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    assert hour_of(0) == 9
    monkeypatch.undo()
    time.tzset()


def test_local_time_again():
    assert hour_of(0) == datetime.fromtimestamp(0).hour


def test_locale():
    assert decimal_point() == "."
