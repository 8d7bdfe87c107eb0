"""Metrics of a continual evaluation, from its matrix: final success, transfer, forgetting."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Metrics:
    """Metrics of a matrix R of n stages. R[i, j] is the success rate on stage j after learning stage i.

    Rates are fractions from 0 to 1, differences are from -1 to 1. A figure is None if it is undefined: with one stage,
    or without a baseline. With i and j from 1 to n:

    Attributes:
        final: average final success, ``mean over j of R[n, j]``; "ACC" of Lopez-Paz and Ranzato, "Gradient Episodic
            Memory for Continual Learning", NeurIPS 2017, equation 2.
        learning: success right after learning, ``mean over j of R[j, j]``.
        backward_transfer: effect of later stages on earlier ones, ``mean over j < n of R[n, j] - R[j, j]``; "BWT",
            equation 3 there. Below 0: later stages harmed earlier ones.
        forward_transfer: effect of earlier stages on later ones before these are learnt,
            ``mean over j > 1 of R[j - 1, j] - b[j]``, where b is the success before any learning; "FWT", equation 4
            there.
        forgetting: drop of each stage but the last from its best, ``mean over j < n of
            max over i < n of R[i, j] - R[n, j]``; Chaudhry, Dokania, Ajanthan and Torr, "Riemannian Walk for
            Incremental Learning: Understanding Forgetting and Intransigence", ECCV 2018, section 3. Below 0: the
            final success is better than all before.
        drops: the terms of forgetting, one for each stage but the last.
        seen: for each stage, mean success on all stages learnt so far, ``mean over j <= i of R[i, j]``.
    """

    final: float
    learning: float
    backward_transfer: float | None
    forward_transfer: float | None
    forgetting: float | None
    drops: tuple[float, ...]
    seen: tuple[float, ...]


def metrics(matrix: ArrayLike, baseline: Sequence[float] | None = None) -> Metrics:
    """Compute the metrics of a matrix.

    Args:
        matrix: float[n, n], fractions from 0 to 1. Row i is after learning stage i, column j the evaluation on stage j.
        baseline: float[n], the success on each stage before any learning.

    Raises:
        ValueError: the matrix is empty or not square, the baseline has another length, or a value is not from 0 to 1.

    >>> metrics([[0.8, 0.1], [0.5, 0.9]], baseline=[0.0, 0.0]).backward_transfer
    -0.30000000000000004
    """
    rates: NDArray[np.float64] = np.asarray(matrix, np.float64)
    count = len(rates) if rates.ndim else 0
    if rates.shape != (count, count) or not count:
        raise ValueError(
            f"The matrix has the shape {rates.shape}; it must be square, with a row for each stage."
        )
    start = None if baseline is None else np.asarray(baseline, np.float64)
    if start is not None and start.shape != (count,):
        raise ValueError(
            f"The baseline has the shape {start.shape}; it must have one rate for each of {count} stages."
        )
    for values in (rates, *(() if start is None else (start,))):
        if not ((values >= 0) & (values <= 1)).all():
            raise ValueError("The matrix and the baseline must have fractions from 0 to 1.")
    diagonal, last = np.diagonal(rates), rates[-1]
    several = count > 1
    drops = rates[:-1, :-1].max(axis=0) - last[:-1] if several else np.zeros(0)
    ahead = np.diagonal(rates, offset=1)  # the success on each stage but the first, just before it is learnt
    return Metrics(
        final=float(last.mean()),
        learning=float(diagonal.mean()),
        backward_transfer=float((last - diagonal)[:-1].mean()) if several else None,
        forward_transfer=float((ahead - start[1:]).mean()) if several and start is not None else None,
        forgetting=float(drops.mean()) if several else None,
        drops=tuple(float(drop) for drop in drops),
        seen=tuple(float(rates[number, : number + 1].mean()) for number in range(count)),
    )
