"""Make bots from texts: bots of the package, such as `search:0.5s`, and your own.

`my_bot:HighCards` is the address of a bot of your own: the class `HighCards` in the module `my_bot`, which
may lie in the current folder. Importing a module runs its code. So only commands that a user starts on their
own machine call `make_own`; the web table calls `make`, which makes bots of the package only.
"""

from __future__ import annotations

import hashlib
import importlib
import inspect
import re
import sys
from pathlib import Path
from types import ModuleType

from stramash.bots.contract import Bot
from stramash.bots.errors import UnknownBot
from stramash.bots.levels import LevelBot, find_level
from stramash.bots.named import make_named, names

__all__ = ["is_own", "make", "make_own", "normalized", "sources_of"]

_ADDRESS = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")


def make(spec: str, seed: int | None = None) -> Bot:
    """Return the bot of the package that a text describes; with a seed it plays the same way every time."""
    level = find_level(spec.strip().lower())
    return make_named(spec, seed) if level is None else LevelBot(level, seed)


def is_own(spec: str) -> bool:
    """Return whether a text is the address of a bot of your own.

    >>> is_own("my_bot:HighCards"), is_own("search:0.5s"), is_own("greedy")
    (True, False, False)
    """
    spec = spec.strip()
    return _ADDRESS.fullmatch(spec) is not None and spec.partition(":")[0].lower() not in names()


def normalized(spec: str) -> str:
    """Return a text that describes a bot in one spelling: an address keeps its case.

    >>> normalized(" Greedy "), normalized("my_bot:HighCards")
    ('greedy', 'my_bot:HighCards')
    """
    return spec.strip() if is_own(spec) else spec.strip().lower()


def make_own(spec: str, seed: int | None = None) -> Bot:
    """Return the bot that a text describes: one of the package, or one of your own by its address.

    A class or function with a parameter `seed` gets the seed. Raise UnknownBot if there is no such bot.
    """
    if not is_own(spec):
        return make(spec, seed)
    spec = spec.strip()
    module_name, _, name = spec.partition(":")
    factory = getattr(_module(module_name), name, None)
    if not callable(factory):
        raise UnknownBot(f"no bot {spec!r}: the module {module_name} has no class or function {name!r}")
    seeded = "seed" in inspect.signature(factory).parameters
    bot = factory(seed=seed) if seeded else factory()
    if not isinstance(getattr(bot, "name", None), str) or not callable(getattr(bot, "choose", None)):
        raise UnknownBot(f"{spec} is not a bot: a bot has a text `name` and a method `choose(view)`")
    return bot  # type: ignore[no-any-return]


def sources_of(specs: tuple[str, ...]) -> str:
    """Return a hash of the modules of these bots, empty if all are bots of the package."""
    modules = sorted({spec.partition(":")[0] for spec in specs if is_own(spec)})
    if not modules:
        return ""
    files = [Path(inspect.getfile(_module(module))).read_bytes() for module in modules]
    return hashlib.sha256(b"\0".join(files)).hexdigest()[:16]


def _module(name: str) -> ModuleType:
    folder = str(Path.cwd())
    if folder not in sys.path:
        sys.path.append(folder)
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise UnknownBot(f"the module {name!r} of a bot cannot be imported: {error}") from error
