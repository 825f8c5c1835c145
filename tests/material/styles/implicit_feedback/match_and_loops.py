def grade_of(events):
    best = 0
    for event in events:
        match event:
            case "purchase":
                return 3
            case "cart":
                best = 2
            case "click":
                best = best or 1
    return best


def clipped_weight(propensity, clip):
    if not (0 < propensity <= 1):
        raise ValueError("propensity")
    if not clip >= 1:
        raise ValueError("clip")
    return sorted((1 / propensity, clip))[0]


def ips_gain(clicks, propensities, clip):
    assert clicks is not None
    weights = [clipped_weight(propensity, clip) for propensity in propensities]
    pairs = list(zip(clicks, weights, strict=True))
    return sum(click * weight for click, weight in pairs) / (len(pairs) or 1)
