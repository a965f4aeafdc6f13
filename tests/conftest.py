"""Settings for the whole suite: where modules are found, and how hypothesis looks for examples."""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings

# Tests do not write into the user's cache. Workers of a parallel run take over what the first process has set.
if "CARDWRIGHT_CACHE" not in os.environ:
    os.environ["CARDWRIGHT_CACHE"] = folder = tempfile.mkdtemp(prefix="cardwright-tests-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)

# so that `from tests.strategies import ...` works however pytest was started
ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

# A game is a slow example and its length varies: neither is a fault. Without a deadline a slow machine does not fail.
_SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
_PATIENT = settings(deadline=None, suppress_health_check=_SLOW, print_blob=True, report_multiple_bugs=False)
settings.register_profile("fixed", _PATIENT, derandomize=True, database=None)
# HYPOTHESIS_PROFILE=explore looks at other examples on every run, for those who hunt for bugs
settings.register_profile("explore", _PATIENT)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))
