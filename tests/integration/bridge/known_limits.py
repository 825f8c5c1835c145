"""Where a stand-in cannot be what it stands for: cases that differ across the bridge, and why.

Each is a limit that docs/writing-hidden-cases.md tells an author of, or the contract at work.
A case that no longer differs on that side must be taken out here; one that the reference itself
does not pass across the bridge is left out for every submission.
"""

TYPE = "type() and isinstance by a library's class show the stand-in, not its original"
FILES = "a file that a test's open() has not closed has not been written"
PROCESS = "a test starts no process of its own: it would run a stranger's code beside the cases"

RECORDED = "recorded"  # the reference, as it is learned

LIMITS: dict[str, dict[tuple[str, str], str]] = {
    "names_and_signatures": {(RECORDED, "test_types"): TYPE},
    "shop_package": {(RECORDED, "test_own_process"): PROCESS},
    "temporary_folders": {(RECORDED, "WithoutMoving::test_file_of_lines"): FILES},
}


def without_limits(folder: str, unlike: list[str]) -> list[str]:
    """Leave out the differences that are known; add those that are known and gone."""
    known = dict(LIMITS.get(folder, {}))
    kept = []
    met = set()
    for line in unlike:
        side, named = line.split(" ", 2)[:2]
        case = named.rstrip(":").partition("::")[2]
        if (side, case) in known:
            met.add((side, case))
        else:
            kept.append(line)
    return kept + [
        f"{side} {case} differs no longer" for side, case in known if (side, case) not in met
    ]
