"""Gymnasium's base class and box, or as much of them as the environments need."""
from __future__ import annotations

import enum
from typing import Any, Optional, Tuple

import numpy as np
import numpy.typing as npt


class OwnAutoresetMode(enum.Enum):
    """When an environment whose episode has ended begins the next one."""

    NEXT_STEP = "NextStep"
    SAME_STEP = "SameStep"
    DISABLED = "Disabled"


class OwnBox:
    """Arrays between two bounds."""

    def __init__(self, low: Any, high: Any, dtype: Any = np.float64):
        self.dtype = np.dtype(dtype)
        self.low = np.asarray(low, self.dtype)
        self.high = np.asarray(high, self.dtype)
        self.shape: Tuple[int, ...] = self.low.shape
        self._random = np.random.default_rng()

    def seed(self, seed: Optional[int] = None) -> Optional[int]:
        self._random = np.random.default_rng(seed)
        return seed

    def sample(self) -> npt.NDArray[Any]:
        return self._random.uniform(self.low, self.high).astype(self.dtype)

    def contains(self, x: Any) -> bool:
        array = np.asarray(x)
        return bool(array.shape == self.shape and array.dtype.kind in "iuf"
                    and (array >= self.low).all() and (array <= self.high).all())

    def __contains__(self, x: Any) -> bool:
        return self.contains(x)

    def __repr__(self) -> str:
        return f"Box({self.low.min()}, {self.high.max()}, {self.shape}, {self.dtype})"


Box: Any = OwnBox
AutoresetMode: Any = OwnAutoresetMode
Base: Any = object
try:
    from gymnasium.spaces import Box  # type: ignore[no-redef]
    from gymnasium.vector import AutoresetMode, VectorEnv as Base  # type: ignore[no-redef]
except ImportError:
    pass


def box(low: Any, high: Any) -> Any:
    return Box(np.asarray(low, np.float64), np.asarray(high, np.float64), dtype=np.float64)
