"""What the warm jail is told crosses as it is."""

import json

from msgspec.structs import replace

from grader.inside.order import Bounds, Folders, Order

FOLDERS = Folders("/scratch/w/work", "/scratch/w/tmp", "/scratch/w/cases")

BOUNDS = Bounds(1, 2, 3, 4, 5, 6)


def test_an_order_crosses_as_it_is() -> None:
    """What the warm jail reads equals what the trusted side wrote."""
    order = Order("a:b", replace(FOLDERS, volume="/tmp"), BOUNDS, ("math",), readable=("/jail",))

    assert Order.from_json(order.to_json()) == order
    assert json.loads(order.to_json())["entry"] == "a:b"
