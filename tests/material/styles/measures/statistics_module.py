import statistics as st

median = st.median
standard_deviation = st.pstdev


def mean(numbers):
    if len(numbers) == 0:
        raise st.StatisticsError("no data")
    return st.fmean(numbers)
