import logging
import unittest
import warnings

import pytest
from warnings_and_logs import careful, deprecated_add, divide, process, refuse


def test_warns():
    with pytest.warns(DeprecationWarning, match="use plus"):
        assert deprecated_add(1, 2) == 3


def test_record():
    with pytest.warns(UserWarning) as record:
        careful(-1)
    assert len(record) == 1
    assert str(record[0].message) == "negative: -1"


def test_no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert careful(5) == 5


def test_turned_into_an_error():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(UserWarning):
            careful(-2)


def test_deprecated_call():
    with pytest.deprecated_call():
        deprecated_add(0, 0)


def test_caplog(caplog):
    with caplog.at_level(logging.INFO):
        process(["a", ""])
    assert "processed a" in caplog.text
    assert [r.levelname for r in caplog.records] == ["INFO", "WARNING"]
    assert caplog.records[1].getMessage() == "skipped item 1"


def test_caplog_tuples(caplog):
    process([""])
    assert caplog.record_tuples == [("warnings_and_logs", logging.WARNING, "skipped item 0")]


def test_log_before_an_error(caplog):
    with pytest.warns(UserWarning, match="refused"), pytest.raises(KeyError):
        refuse("z")
    assert caplog.messages == ["refused z"]


def test_exception_log(caplog):
    assert divide(1, 0) is None
    assert caplog.records[0].levelno == logging.ERROR


class LogTest(unittest.TestCase):
    def test_assert_logs(self):
        with self.assertLogs("warnings_and_logs", level="INFO") as logs:
            process(["x"])
        self.assertEqual(logs.output, ["INFO:warnings_and_logs:processed x"])

    def test_assert_warns(self):
        with self.assertWarns(UserWarning) as caught:
            careful(-3)
        self.assertIn("-3", str(caught.warning))
