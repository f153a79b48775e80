"""Chances in words; only certain ones are given as 0 or 100 per cent."""

from django.utils.translation import gettext as _

from scoring.turning import SIMULATIONS

ONE = SIMULATIONS // 100
SIGN = "\N{NO-BREAK SPACE}%"


def percent(times: int) -> str:
    """The percentage of `times` in 10,000 simulations: `<1`, `22`, `>99`; 0 and 100 only if it is never or always so.

    >>> percent(2249), percent(30), percent(9960), percent(0), percent(10_000)
    ('22', '<1', '>99', '0', '100')
    """
    if 0 < times < ONE:
        return "<1"
    if SIMULATIONS - ONE < times < SIMULATIONS:
        return ">99"
    return str(round(times / ONE))


def span(before: int, after: int) -> str:
    r"""`61 to 87 %`, with a no-break space before the sign.

    >>> span(6100, 8712)
    '61 to 87\xa0%'
    """
    return _("{before} to {after} %").format(before=percent(before), after=percent(after)).replace(" %", SIGN)
