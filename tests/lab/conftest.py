"""PyTorch is in no lock (docs/decisions.md): what needs it is collected where it is installed."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore = [] if find_spec("torch") else ["test_ppo.py"]
