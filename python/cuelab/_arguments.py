"""Arguments that users pass, checked; every message names the argument and what is allowed."""
from __future__ import annotations

import operator
from typing import Any, Iterable, Optional, Tuple

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Shape = Tuple[Optional[int], ...]


def numbers(name: str, value: Any, *shapes: Shape, letters: str = "") -> Array:
    """A C-contiguous array of doubles with one of the shapes; None fits any length."""
    try:
        array = np.asarray(value)
    except Exception as error:
        raise ValueError(f"{name}: must be an array of numbers ({error})") from None
    if array.dtype.kind not in "iuf":
        raise TypeError(f"{name}: must be numbers, not {array.dtype}")
    if not any(_fits(array.shape, shape) for shape in shapes):
        raise ValueError(f"{name}: has the shape {array.shape}, must be {letters}")
    return np.ascontiguousarray(array, dtype=np.float64).reshape(array.shape)


def _fits(shape: tuple[int, ...], wanted: Shape) -> bool:
    return len(shape) == len(wanted) and all(w is None or w == s for s, w in zip(shape, wanted))


def whole(name: str, value: Any, low: int, high: int) -> int:
    """A whole number in a range."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: must be a whole number, not {type(value).__name__}") from None
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name}: must be a whole number, not {type(value).__name__}")
    if not low <= number <= high:
        raise ValueError(f"{name}: is {number}, must be between {low} and {high}")
    return number


def text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{name}: must be a text, not {type(value).__name__}")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{name}: is not valid Unicode") from None
    return value


def flag(name: str, value: Any) -> bool:
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name}: must be True or False, not {type(value).__name__}")
    return bool(value)


def one_of(name: str, value: Any, known: Iterable[str]) -> str:
    names = list(known)
    if text(name, value) not in names:
        raise ValueError(f'{name}: is "{value}", must be one of {", ".join(names)}')
    return str(value)
