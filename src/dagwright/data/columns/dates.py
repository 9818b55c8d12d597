"""Labels and whole numbers that are dates or times."""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt

__all__ = ["are_calendar_numbers", "are_epoch_seconds", "is_date", "is_span_of_years"]

_YEAR = r"(?:1[0-9]|20|21)\d\d"
_MONTH = r"(?:0?[1-9]|1[0-2])"
_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
_NAME = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_WEEKDAY = r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?[,.]?\s+)?"
_CLOCK = (
    r"\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?(?:\s?[ap]\.?m\.?)?(?:\s?(?:z|utc|gmt|[+-]\d\d:?\d\d))?"
)
_SEP = r"[-/. ]"
_ANY_YEAR = rf"(?:{_YEAR}|'?\d\d)"

_DATES = [
    rf"{_YEAR}(?P<s1>{_SEP}){_MONTH}(?P=s1){_DAY}",
    rf"{_DAY}(?P<s2>[-/. ]){_DAY}(?P=s2){_ANY_YEAR}",
    rf"{_MONTH}[-/.]{_YEAR}",
    rf"{_YEAR}[-/]{_MONTH}",
    rf"{_YEAR}[-/: ]?(?:q[1-4]|w\d\d?|m{_MONTH})",
    rf"q[1-4][-/: ]?{_ANY_YEAR}",
    rf"{_DAY}(?:st|nd|rd|th)?[-/. ]?\s?(?:of )?{_NAME}(?:[-/, ]\s?{_ANY_YEAR})?",
    rf"{_NAME}[-/ ]?\s?{_DAY}(?:st|nd|rd|th)?(?:,?[-/ ]\s?{_ANY_YEAR})?",
    rf"{_NAME}[-/, ]\s?{_ANY_YEAR}",
    rf"{_YEAR}[-/ ]?{_NAME}(?:[-/ ]?{_DAY})?",
]
_DATE = re.compile(
    rf"{_WEEKDAY}(?:{'|'.join(_DATES)})(?:(?:t|,?\s+){_CLOCK})?|{_CLOCK}", re.IGNORECASE
)
_SPAN = re.compile(
    rf"-?{_YEAR}\s*(?:[-\u2013/&,]|to)\s*(?:{_YEAR}|\d\d|present|now)?", re.IGNORECASE
)

_FEWEST_CALENDAR_NUMBERS = 8
"""Fewer whole numbers can look like 199501 or 19950131 by chance."""

_EPOCH_SECONDS = (1.0e9, 2.2e9)


def is_date(label: str) -> bool:
    """Tell whether a label is a date, a month of a year, a quarter or a time of day."""
    return _DATE.fullmatch(label) is not None


def is_span_of_years(label: str) -> bool:
    """Tell whether a label names several years, such as ``1995 - 1998`` or ``2010/11``."""
    return _SPAN.fullmatch(label) is not None


def are_calendar_numbers(
    distinct: npt.NDArray[np.float64], fewest: int = _FEWEST_CALENDAR_NUMBERS
) -> bool:
    """Tell whether whole numbers are dates (20140503), months (201405) or times (20140503143000).

    At least `fewest` of them must differ.
    """
    if len(distinct) < fewest:
        return False
    low, high = distinct.min(), distinct.max()
    if low >= 17000101000000 and high <= 21991231235959:
        hours, minutes, seconds = distinct // 10**4 % 100, distinct // 100 % 100, distinct % 100
        on_clock = (hours < 24) & (minutes < 60) & (seconds < 60)
        return bool(on_clock.all()) and are_calendar_numbers(np.unique(distinct // 10**6), 1)
    if low >= 17000101 and high <= 21991231:
        months, days = distinct // 100 % 100, distinct % 100
        return bool(np.all((months >= 1) & (months <= 12) & (days >= 1) & (days <= 31)))
    if low >= 170001 and high <= 219912:
        months = distinct % 100
        return bool(np.all((months >= 1) & (months <= 12)) and high - low >= 100)
    return False


def are_epoch_seconds(distinct: npt.NDArray[np.float64]) -> bool:
    """Tell whether whole numbers can be seconds since 1970, from 2001 to 2039."""
    return (
        len(distinct) >= _FEWEST_CALENDAR_NUMBERS
        and bool(distinct.min() >= _EPOCH_SECONDS[0])
        and bool(distinct.max() <= _EPOCH_SECONDS[1])
    )
