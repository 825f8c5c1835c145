"""Show how many readers are left at each position, and the ERR of some lists."""

import math

from expected_reciprocal_rank import expected_reciprocal_rank, stop_probability

FOUND = [3, 2, 0, 0, 1]
LISTS = {
    "as above": FOUND,
    "best one second": [2, 3, 0, 0, 1],
    "best one last": [0, 0, 1, 2, 3],
    "only perfect ones": [3, 3, 3, 3, 3],
    "only weak ones": [1, 1, 1, 1, 1],
}
WIDTH = 36


def is_share(value):
    """Tell a number from 0 to 1 from everything else."""
    return isinstance(value, (int, float)) and math.isfinite(value) and 0 <= value <= 1


def bar(value):
    """Return a value with a bar that is full at 1, or say that it cannot be drawn."""
    if not is_share(value):
        return f"  {value!r:.20} is no probability"
    return f"{value:8.4f} |{'#' * round(28 * value):<28}|"


def draw_way_down():
    """Show who gets to each position, and who stops there."""
    print(f"1000 readers of {FOUND}: # stop there, > go on\n")
    readers = 1000.0
    for position, grade in enumerate(FOUND, start=1):
        stop = stop_probability(grade, max(FOUND))
        if not is_share(stop):
            print(f"  {position}  grade {grade}   {stop!r:.20} is no probability")
            return
        gone = readers * stop
        cells, stopped = round(WIDTH * readers / 1000), round(WIDTH * gone / 1000)
        picture = "#" * stopped + ">" * (cells - stopped)
        print(f"  {position}  grade {grade}  {readers:5.0f} get there, {gone:4.0f} stop {picture}")
        readers -= gone


def main():
    """Draw both pictures, or say which function is still missing."""
    try:
        draw_way_down()
        print("\nFive lists: your expected_reciprocal_rank\n")
        for name, grades in LISTS.items():
            score = expected_reciprocal_rank(list(grades), 3)
            print(f"  {name:<18}{grades!s:<16}{bar(score)}")
    except NotImplementedError as missing:
        print(f"  Nothing to draw yet: {missing}.")
        return
    print("\nFew readers see a second perfect result; many weak results replace no good one.")


if __name__ == "__main__":
    main()
