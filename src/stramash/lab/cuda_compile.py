"""Compile a Python kernel to GPU machine code: small, and cached on disk.

By default Numba and NVVM unroll nested loops until a kernel has 160,000 instructions. Such a kernel takes
minutes to compile and does not fit the instruction cache of a GPU. This module forbids loop unrolling, except
in leaf functions, and compiles the options of a game as constants, so that code for other options is removed.
The same kernel then has 21,000 instructions and is compiled in half a minute. Functions are still inlined:
without inlining, kernels had half the speed.
"""

from __future__ import annotations

import contextlib
import hashlib
import inspect
import re
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core.dispatcher import Dispatcher

from stramash.core.compiling import once_on_this_machine
from stramash.core.rule import cache_folder
from stramash.lab.cuda_versions import check_version

__all__ = ["Code", "assemble", "compile_kernel", "translate"]


_one_at_a_time = threading.Lock()


@dataclass(frozen=True)
class Code:
    """The machine code of a kernel, and the name of the kernel in it."""

    name: str
    cubin: bytes


def compile_kernel(
    kernel: Any,
    signature: tuple[Any, ...],
    *,
    fixed: Mapping[str, int],
    capability: tuple[int, int],
    registers: int | None = None,
    unroll: bool = True,
    on_compile: Callable[[], None] = lambda: None,
) -> Code:
    """Return the machine code of a kernel, from the cache on disk if possible.

    `fixed` has the constant fields of the state, the options: code for other values is not compiled. `unroll`
    allows loop unrolling in leaf functions. `on_compile` is called before compiling.
    """
    choices = sorted(fixed.items()), capability, registers, unroll
    path = cache_folder() / "cuda" / f"{kernel.__name__}-{_key(kernel, signature, choices)}.cubin"
    # The fixed values are patched into classes of Numba, so only one thread at a time may compile
    with _one_at_a_time, once_on_this_machine(path) as needed:
        if needed:
            on_compile()
            assembly, name = translate(kernel, signature, fixed, capability, unroll)
            cubin = assemble(assembly, capability, registers)
            with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
                file.write(name.encode() + b"\0" + cubin)
            Path(file.name).replace(path)
    name_there, code = path.read_bytes().split(b"\0", 1)
    return Code(name_there.decode(), code)


def _key(kernel: Any, signature: tuple[Any, ...], choices: Any) -> str:
    """Return a hash of everything machine code depends on: functions, constants and compiler versions."""
    from numba.cuda.cudadrv import nvvm

    parts = [Path(__file__).read_bytes(), Path(inspect.getfile(kernel)).read_bytes()]
    parts += [f"{name} {version(name)}".encode() for name in ("numba", "numba-cuda", "llvmlite")]
    parts.append(repr(nvvm.NVVM().get_ir_version()).encode())
    for function in _functions(kernel):
        parts.append(inspect.getsource(function).encode())
        for name, value in _named(function).items():
            if isinstance(value, np.ndarray):
                parts.append(name.encode() + value.tobytes())
            elif isinstance(value, int | float | np.generic | str):
                parts.append(f"{name}={value!r}".encode())
    whole = repr((signature, choices)).encode() + b"\0".join(sorted(parts))
    return hashlib.sha256(whole).hexdigest()[:24]


def _functions(function: Any) -> list[Any]:
    """Return a function and all rules that it calls, in Python."""
    found = [function]
    for one in found:
        rules = (value.py_func for value in _named(one).values() if isinstance(value, Dispatcher))
        found += [rule for rule in dict.fromkeys(rules) if rule not in found]
    return found


def _named(function: Any) -> dict[str, Any]:
    """Return the values of all global and closure names that a function uses."""
    code = function.__code__
    around = {name: function.__globals__[name] for name in code.co_names if name in function.__globals__}
    closed = zip(code.co_freevars, function.__closure__ or (), strict=True)
    return around | {name: cell.cell_contents for name, cell in closed}


def translate(
    kernel: Any,
    signature: tuple[Any, ...],
    fixed: Mapping[str, int],
    capability: tuple[int, int],
    unroll: bool = True,
) -> tuple[str, str]:
    """Return a kernel as PTX assembly, and its name in it; this needs no GPU."""
    check_version()
    from numba.cuda import compiler
    from numba.cuda.cudadrv import nvvm

    for function in _functions(kernel):
        for rule in _named(function).values():
            if isinstance(rule, Dispatcher):
                _translate_again(rule, unroll)
    with _fixed_fields(fixed), _for_capability(capability):
        library, _ = compiler._compile_pyfunc_with_fixup(
            kernel, signature, device=False, cc=capability, abi="numba"
        )
    _keep_loops(library._module)
    options = library._nvvm_options | {"arch": f"compute_{capability[0]}{capability[1]}"}
    modules = [_trimmed(str(module)) for module in dict.fromkeys(library.modules)]
    return nvvm.compile_ir(modules, **options).decode().strip("\0").strip(), library._entry_name


@contextlib.contextmanager
def _for_capability(capability: tuple[int, int]) -> Iterator[None]:
    """Compile device functions for a given compute capability instead of that of the present GPU."""
    from numba.cuda import dispatcher

    usual = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=capability)
    try:
        yield
    finally:
        dispatcher.get_current_device = usual


@contextlib.contextmanager
def _fixed_fields(fixed: Mapping[str, int]) -> Iterator[None]:
    """Compile these fields of records as constants."""
    from numba.cuda.target import CUDATargetContext

    usual = CUDATargetContext.get_getattr

    def get_getattr(self: Any, typ: Any, attr: str) -> Any:
        if isinstance(typ, numba.types.Record) and attr in fixed:
            kind = typ.typeof(attr)
            return lambda context, *_: context.get_constant(kind, fixed[attr])
        return usual(self, typ, attr)

    CUDATargetContext.get_getattr = get_getattr
    try:
        yield
    finally:
        CUDATargetContext.get_getattr = usual


def assemble(assembly: str, capability: tuple[int, int], registers: int | None) -> bytes:
    """Return the machine code of PTX assembly; `registers` is the maximum number of registers a thread."""
    from cuda.core import Linker, LinkerOptions, ObjectCode

    options = LinkerOptions(arch=f"sm_{capability[0]}{capability[1]}", max_register_count=registers)
    return bytes(Linker(ObjectCode.from_ptx(assembly.encode()), options=options).link("cubin").code)


# --- Small and fast machine code -----------------------------------------------


def _trimmed(module: str) -> str:
    """Return the text of a module without code that takes time and has no effect."""
    return _copy_by_words(_leave_unset(_close_loops(module)))


@cache
def _translator() -> Any:
    """Return Numba's translator of device functions, changed so that it forbids loop unrolling."""
    from numba.cuda.dispatcher import CUDADispatcher

    class Translator(CUDADispatcher):  # type: ignore[misc]
        keeps_loops = True

        def compile_device(self, args: Any, return_type: Any = None) -> Any:
            known = args in self.overloads
            result = super().compile_device(args, return_type)
            if not known and self.keeps_loops:
                _keep_loops(result.library._module)
            return result

    return Translator


def _translate_again(rule: Any, unroll: bool) -> None:
    """Translate a rule again for each kernel with our translator."""
    options = rule.targetoptions | {"device": True, "debug": False, "opt": True}
    # Numba keeps a CPU function's twin for the device here
    twin = rule._CUDATypingContext__dispatcher = _translator()(rule.py_func, options)
    twin.keeps_loops = not unroll or len(_functions(rule.py_func)) > 1


def _keep_loops(module: Any) -> None:
    """Mark every branch of a module with `unroll.disable`, which applies to the loop that it closes."""
    never = module.add_metadata(["llvm.loop.unroll.disable"])
    loop = module.add_metadata([never, never])
    for function in module.functions:
        for block in function.blocks:
            if block.terminator is not None and isinstance(
                block.terminator, ir.Branch | ir.ConditionalBranch
            ):
                block.terminator.set_metadata("llvm.loop", loop)


def _close_loops(module: str) -> str:
    """Make the loop metadata self-referential: LLVM requires that, and llvmlite cannot write it."""
    return re.sub(
        r"^!(\d+) = !\{ !(\d+), !\2 \}$", r"!\1 = distinct !{ !\1, !\2 }", module, flags=re.MULTILINE
    )


def _leave_unset(module: str) -> str:
    """Leave the local arrays of a thread uninitialised: kernels write each entry before they read it.

    Numba fills them with zeros; for a list of actions that takes longer than finding the actions.
    """
    return re.sub(r'^ *store .* zeroinitializer, .* %"_cudapy_lmem\S*"\n', "", module, flags=re.MULTILINE)


#: A record that is read and at once written to another place
_COPY = re.compile(
    r"^ *(?P<value>%\S+) = load \[(?P<size>\d+) x i8\], \[\d+ x i8\]\* (?P<source>%\S+)\n"
    r" *store \[\d+ x i8\] (?P=value), \[\d+ x i8\]\* (?P<target>%\S+)$",
    flags=re.MULTILINE,
)
_WORD = 8


def _copy_by_words(module: str) -> str:
    """Copy records by words of eight bytes; by default a GPU copies them byte by byte.

    The size and the alignment of states are multiples of a word.
    """
    return _COPY.sub(_words_copied, module)


def _words_copied(copy: re.Match[str]) -> str:
    size, value = int(copy["size"]), copy["value"].strip('%"')
    if size % _WORD:
        return copy[0]
    ends = ("source", "target")
    lines = [f'%"{value}.{end}" = bitcast [{size} x i8]* {copy[end]} to i64*' for end in ends]
    for index in range(size // _WORD):
        word = f"{value}.{index}"
        for end in ends:
            place = f'getelementptr inbounds i64, i64* %"{value}.{end}", i64 {index}'
            lines.append(f'%"{word}.{end}" = {place}')
        lines.append(f'%"{word}" = load i64, i64* %"{word}.source", align {_WORD}')
        lines.append(f'store i64 %"{word}", i64* %"{word}.target", align {_WORD}')
    return "\n".join(f"  {line}" for line in lines)
