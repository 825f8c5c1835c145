import math
import receipts


def test_line():
    assert receipts.line("Tea", 2, 3.5) == "Tea         2 x   3.50 =   7.00"


def test_printed_receipt(capsys):
    receipts.show([("Tea", 2, 3.5), ("Cake", 1, 4.25)])
    out, err = capsys.readouterr()
    assert out.splitlines()[-1].split() == ["Total", "11.25"]
    assert out.count("\n") == 3
    assert err == ""


def test_sum_is_right():
    assert math.isclose(receipts.total([("Tea", 3, 0.1)]), 0.3)
    assert f"{receipts.total([('Tea', 2, 3.5)]):.2f}" == "7.00"


def test_asked_items(monkeypatch, capsys):
    answers = iter(["Tea", "2", "3.5", ""])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(answers))
    assert [tuple(item) for item in receipts.ask()] == [("Tea", 2, 3.5)]
