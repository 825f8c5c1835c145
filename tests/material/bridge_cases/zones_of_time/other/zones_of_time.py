import locale
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo


def at(year, month, day, zone):
    return datetime(year, month, day).replace(tzinfo=ZoneInfo(key=zone))


def name_of(when):
    return getattr(when.tzinfo, "key", "UTC")


def next_day(when):
    return datetime.combine(when.date() + timedelta(days=1), when.time(), when.tzinfo)


def meeting(when, zone):
    return datetime.fromtimestamp(when.timestamp(), zone)


def hour_of(seconds):
    return datetime.fromtimestamp(seconds).hour


def decimal_point():
    locale.setlocale(locale.LC_ALL, "")
    return locale.localeconv()["decimal_point"]
