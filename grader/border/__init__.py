"""The border between hidden cases and a submission: the wire, its two ends and the contract."""
