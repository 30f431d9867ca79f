"""How far long work has come: a bar for what takes more than two seconds, in notebooks and on terminals."""

from __future__ import annotations

import sys
import time
from typing import Any, cast

PATIENCE = 2.0
"""Seconds without a word."""
PAUSE = 0.2
"""Seconds between words."""
FORMAT = "{desc}{percentage:3.0f} % {bar:30} {elapsed}"


class Bar:
    """A bar of tqdm where there is one, else a line; it speaks of the step that is being done."""

    def __init__(self) -> None:
        self._next = time.monotonic() + PATIENCE
        self._bar = cast(Any, None)
        self._has_line = False

    def __call__(self, step: str, done: int, total: int) -> None:
        """Shows that so much of a step is done."""
        now = time.monotonic()
        if now < self._next or total <= 0:
            return
        self._next = now + PAUSE
        tqdm = _tqdm()
        is_notebook = tqdm is not None and tqdm.__module__.endswith("notebook")
        if not (is_notebook or _is_terminal()):
            return
        if tqdm is None:
            self._write(f"{step}: {100 * min(done, total) // total} %")
            return
        if self._bar is None:
            self._bar = tqdm(total=total, leave=False, bar_format=None if is_notebook else FORMAT)
        self._bar.total, self._bar.n = total, min(done, total)
        self._bar.set_description(step)

    def close(self) -> None:
        """Takes the bar away."""
        if self._bar is not None:
            self._bar.close()
        if self._has_line:
            self._write("")
        self._bar, self._has_line = None, False

    def _write(self, text: str) -> None:
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()
        self._has_line = True

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()


def _is_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


def _tqdm() -> Any:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm
