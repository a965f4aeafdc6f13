"""Where the files of the project are (in a checkout and in an installed wheel), and where caches go."""

from __future__ import annotations

import os
import sys
from functools import lru_cache
from pathlib import Path


@lru_cache(maxsize=1)
def data_folder() -> Path:
    """The folder that holds the grammar, the rules and the card catalogue."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "data"
    return installed if installed.is_dir() else package.parent


@lru_cache(maxsize=1)
def cache_folder() -> Path | None:
    """A folder of this user for parse tables and compiled cards; None where none can be had."""
    chosen = os.environ.get("CARDWRIGHT_CACHE")
    if chosen == "off":
        return None
    if chosen:
        base = Path(chosen)
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", "~")).expanduser() / "cardwright"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "cardwright"
    try:
        base.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return None
    return base if os.access(base, os.W_OK) else None


def write_atomically(path: Path, data: bytes) -> None:
    """Readers see the old file or the new one, never half of it; a failure to cache is no failure."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        temporary.write_bytes(data)
        os.replace(temporary, path)
    except OSError:
        temporary.unlink(missing_ok=True)


def keep_newest(folder: Path, pattern: str, count: int) -> None:
    """Removes the oldest files of a kind, so that a cache does not grow for ever."""
    try:
        files = sorted(folder.glob(pattern), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in files[count:]:
            path.unlink(missing_ok=True)
    except OSError:
        return  # another process may be tidying up, too
