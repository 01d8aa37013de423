"""How Numba compiles rules: whole call graphs at once, and only where a process asked for it.

Numba optimises every function together with everything it calls, and generates machine code for each. A
rule near the bottom of a call graph is therefore compiled dozens of times. Here only rules that Python
calls (*entry points*) become machine code. Rules that rules call are translated to LLVM's intermediate
representation, once for each signature, and linked into the entry points, where LLVM optimises all of them
together.

A call from Python never waits for the compiler by default. It runs machine code if there is some, else the
plain function (`stramash.core.interpreting`). `allow` says what calls of a game's rules may do beyond that:
load machine code from the disk, or compile.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np
from numba.core import sigutils, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.dispatcher import OmittedArg
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering

from stramash.core.interpreting import plain
from stramash.core.rule_cache import RuleCache

__all__ = ["LIBRARY", "Allowed", "Rule", "allow", "allowed"]

#: The home of rules that belong to no game: those of the core, the bots and the lab
LIBRARY = ""


class Allowed(IntEnum):
    """What a call may do if its machine code is not in memory."""

    INTERPRET = 0
    LOAD = 1  #: load machine code from the cache; interpret if it is missing
    COMPILE = 2  #: load machine code from the cache; compile if it is missing


_allowed: dict[str, Allowed] = {}
#: How often `allow` was called: after a call, machine code that was missing may be on the disk
_permits = 0


def allow(home: str, what: Allowed) -> None:
    """Allow calls of the rules of a home to load or compile; earlier permissions stay."""
    global _permits
    _permits += 1
    for one in (home, LIBRARY):
        _allowed[one] = max(what, allowed(one))


def allowed(home: str) -> Allowed:
    """Return what calls of the rules of a home may do."""
    return _allowed.get(home, Allowed.INTERPRET)


#: The types of states by their dtypes: Numba needs milliseconds to make one
_state_types: dict[np.dtype[Any], Any] = {}
#: Held while a type is made: if two threads made the same type at once, Numba would treat it as two types
_typing = threading.Lock()


class _InnerLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The intermediate code of a rule, for linking into other rules."""

    def add_linking_library(self, library: Any) -> None:
        self._linking_libraries.append(library)

    def add_llvm_module(self, module: Any) -> None:
        self._optimize_functions(module)  # quick, and what LLVM inlines later depends on it
        self._final_module.link_in(module)

    def finalize(self) -> None:
        self._finalized = True


class _EntryLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of an entry point: links each library below it once."""

    def add_linking_library(self, library: Any) -> None:
        if library in self._linking_libraries:
            return
        if not isinstance(library, _InnerLibrary):
            super().add_linking_library(library)
            return
        self._linking_libraries.append(library)
        for below in library._linking_libraries:
            self.add_linking_library(below)


@register_pass(mutates_CFG=True, analysis_only=False)
class _InnerLowering(NativeLowering):  # type: ignore[misc]
    _name = "stramash_inner_lowering"

    def run_pass(self, state: Any) -> bool:
        state.flags.no_compile = True
        state.library = _InnerLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        return bool(super().run_pass(state))


@register_pass(mutates_CFG=True, analysis_only=False)
class _EntryLowering(NativeLowering):  # type: ignore[misc]
    _name = "stramash_entry_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = _EntryLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


class _RuleCompiler(CompilerBase):  # type: ignore[misc]
    """Numba's pipeline for nopython code, with another last step."""

    lowering: type[NativeLowering]

    def define_pipelines(self) -> list[PassManager]:
        usual = DefaultPassBuilder.define_nopython_pipeline(self.state)
        ours = PassManager("rule")
        ours.passes.extend(
            (self.lowering if one is NativeLowering else one, why) for one, why in usual.passes
        )
        ours.finalize()
        return [ours]


class _InnerCompiler(_RuleCompiler):
    lowering = _InnerLowering


class _EntryCompiler(_RuleCompiler):
    lowering = _EntryLowering


def _widened(kind: Any) -> Any:
    """Return the type of an argument with whole numbers widened to 64 bits."""
    numba_types: Any = types
    if isinstance(kind, numba_types.IntegerLiteral):
        kind = numba_types.unliteral(kind)
    is_small = isinstance(kind, numba_types.Integer) and kind.signed and kind.bitwidth < 64
    return numba_types.int64 if is_small else kind


class _InnerRule(CPUDispatcher):  # type: ignore[misc]
    """A rule as other rules call it."""

    def __init__(self, entry: Rule) -> None:
        options = entry.targetoptions | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        super().__init__(entry.py_func, entry.locals, options, _InnerCompiler)
        self._entry = entry

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Type a call by another rule: whole numbers are passed as 64 bits.

        So one translation serves all callers. Numba calculates with 64 bits anyway: no result changes.
        """
        _, folded = self._compiler.fold_argument_types(args, kws)
        return super().get_call_template(tuple(_widened(one) for one in folded), {})

    def compile(self, sig: Any) -> Any:
        """Translate the rule for a signature, or link its machine code if that exists already."""
        with global_compiler_lock, self._compiling_counter:
            args, return_type = sigutils.normalize_signature(sig)
            result = self.overloads.get(tuple(args))
            if result is None:
                result = self._entry.find(tuple(args))
            if result is None:
                # Numba finds a callee by its entry point, so each needs one of its own.
                result = self._compiler.compile(args, return_type)._replace(entry_point=object())
                self.targetctx.insert_user_function(result.entry_point, result.fndesc, [result.library])
            self.overloads[tuple(args)] = result
            return result.entry_point


class Rule(CPUDispatcher):  # type: ignore[misc]
    """A rule as Python calls it: an entry point, compiled or interpreted."""

    #: what `allow` is called with to permit calls of this rule: the hash of a game's sources, or `LIBRARY`
    home: str = LIBRARY

    def __init__(
        self,
        py_func: Callable[..., Any],
        locals: dict[str, Any] | None = None,  # noqa: A002 (Numba's own name for it)
        targetoptions: dict[str, Any] | None = None,
        pipeline_class: type[CompilerBase] = _EntryCompiler,
    ) -> None:
        super().__init__(py_func, locals, targetoptions, pipeline_class)
        #: signatures without machine code on the disk, each with the number of permits at that time
        self._not_on_disk: dict[tuple[Any, ...], int] = {}
        self._inner = _InnerRule(self)

    def keep_in(self, folder: Path, name: str) -> None:
        """Keep machine code in a folder on the disk, under a lasting name."""
        self._cache = RuleCache(self.py_func, folder, name)

    @property
    def _numba_type_(self) -> types.Dispatcher:
        """The Numba type of this rule where another rule calls it."""
        return types.Dispatcher(self._inner)

    def find(self, signature: tuple[Any, ...]) -> Any:
        """Return the machine code for a signature, from memory or from the cache; None if it is missing."""
        found = self.overloads.get(signature)
        permits = _permits
        if found is not None or self._not_on_disk.get(signature) == permits:
            return found
        with global_compiler_lock:
            found = self.overloads.get(signature)
            if found is not None:  # another thread loaded it; added twice, Numba would find it ambiguous
                return found
            found = self._cache.load_overload(signature, self.targetctx)
            if found is None:
                self._not_on_disk[signature] = permits
                return None
            self._cache_hits[signature] += 1
            self.targetctx.insert_user_function(found.entry_point, found.fndesc, [found.library])
            self.add_overload(found)
        return found

    def typeof_pyval(self, val: Any) -> Any:
        """Return the type of an argument. Numba's dispatcher calls this once for each type."""
        with _typing:
            if not isinstance(val, np.void):
                return super().typeof_pyval(val)
            known = _state_types.get(val.dtype)
            if known is None:
                known = _state_types[val.dtype] = super().typeof_pyval(val)
            self._types_active_call.add(known)
            return known

    def _compile_for_args(self, *args: Any, **kws: Any) -> Callable[..., Any]:
        """Return the function that carries out a call, if no machine code for it is in memory.

        Numba's dispatcher calls this method, and then the result with the same arguments.
        """
        may = allowed(self.home)
        if may is Allowed.COMPILE:
            compiled: Callable[..., Any] = super()._compile_for_args(*args, **kws)
            return compiled
        if may is Allowed.LOAD:
            found = self.find(tuple(self.typeof_pyval(arg) for arg in args))
            self._types_active_call.clear()
            if found is not None:
                entry: Callable[..., Any] = found.entry_point
                return entry
        function = plain(self)
        return _with_defaults(function) if self.py_func.__defaults__ else function


def _with_defaults(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that takes arguments as Numba passes them: defaults are wrapped."""

    def call(*args: Any) -> Any:
        return function(*(arg.value if isinstance(arg, OmittedArg) else arg for arg in args))

    return call
