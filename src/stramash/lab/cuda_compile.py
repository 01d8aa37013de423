"""From a kernel in Python to machine code for a GPU: kept small, kept on disk, made without a GPU.

Numba translates the rules for CUDA as it does for the CPU, but left alone it would inline them into each
other and unroll their loops until a kernel has 160,000 instructions: minutes of compiling, and more code than
the instruction cache of a GPU holds. Here larger functions stay functions and loops stay loops; the same
kernel then has 12,000 instructions and is compiled in seconds.
"""

from __future__ import annotations

import hashlib
import re
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core.dispatcher import Dispatcher

from stramash.core.rule import cache_folder, sources_key

if not hasattr(np, "row_stack"):  # numba-cuda asks for a name that NumPy dropped
    setattr(np, "row_stack", np.vstack)  # noqa: B010

__all__ = ["Code", "assemble", "compile_kernel", "translate"]

#: Functions with more LLVM instructions than this are called, not copied to where they are called from.
MOST_INLINED = 150


@dataclass(frozen=True)
class Code:
    """A kernel as machine code, and its name there."""

    name: str
    cubin: bytes


def compile_kernel(
    kernel: Any,
    signature: tuple[Any, ...],
    rules: Iterable[Callable[..., Any]],
    *,
    capability: tuple[int, int],
    registers: int | None = None,
    most_inlined: int = MOST_INLINED,
    told: Callable[[], None] = lambda: None,
) -> Code:
    """Return the machine code of a kernel that calls these rules, from the disk if it is there already.

    `told` is called if it has to be compiled.
    """
    rules = tuple(rules)
    path = _place(kernel, signature, rules, capability, registers, most_inlined)
    if path.exists():
        name, cubin = path.read_bytes().split(b"\0", 1)
        return Code(name.decode(), cubin)
    told()
    assembly, name_there = translate(kernel, signature, rules, capability, most_inlined)
    code = Code(name_there, assemble(assembly, capability, registers))
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(code.name.encode() + b"\0" + code.cubin)
    Path(file.name).replace(path)
    return code


def _place(kernel: Any, *rest: Any) -> Path:
    """Where the machine code is kept: named by everything that it depends on."""
    signature, rules, *choices = rest
    keys = [sources_key(one) for one in (*rules, kernel)]
    source = Path(kernel.__code__.co_filename).read_bytes()
    versions = [numba.__version__, metadata.version("numba-cuda"), np.__version__]
    digest = hashlib.sha256(repr((kernel.__qualname__, signature, keys, versions, choices)).encode() + source)
    return cache_folder() / "cuda" / f"{kernel.__name__}-{digest.hexdigest()[:24]}.cubin"


def translate(
    kernel: Any,
    signature: tuple[Any, ...],
    rules: Iterable[Callable[..., Any]],
    capability: tuple[int, int],
    most_inlined: int = MOST_INLINED,
) -> tuple[str, str]:
    """Return a kernel in the assembly language of GPUs, and its name there."""
    from numba.cuda import compiler
    from numba.cuda.cudadrv import nvvm

    for one in rules:
        _translate_as_function(one, most_inlined)
    library, _ = compiler._compile_pyfunc_with_fixup(
        kernel, signature, device=False, cc=capability, abi="numba"
    )
    _keep_loops(library._module)
    options = library._nvvm_options | {"arch": f"compute_{capability[0]}{capability[1]}"}
    modules = [_close_loops(str(module)) for module in dict.fromkeys(library.modules)]
    return nvvm.compile_ir(modules, **options).decode().strip("\0").strip(), library._entry_name


def assemble(assembly: str, capability: tuple[int, int], registers: int | None) -> bytes:
    """Return the machine code of an assembly text, whose threads take so many registers at most."""
    from cuda.core import Linker, LinkerOptions, ObjectCode

    options = LinkerOptions(arch=f"sm_{capability[0]}{capability[1]}", max_register_count=registers)
    return bytes(Linker(ObjectCode.from_ptx(assembly.encode()), options=options).link("cubin").code)


# --- Keeping machine code small ------------------------------------------------------------------------


@cache
def _translator() -> Any:
    """Return Numba's translator of device functions, which also keeps large functions and loops as such."""
    from numba.cuda.dispatcher import CUDADispatcher

    class Translator(CUDADispatcher):  # type: ignore[misc]
        most_inlined = MOST_INLINED

        def compile_device(self, args: Any, return_type: Any = None) -> Any:
            known = args in self.overloads
            result = super().compile_device(args, return_type)
            if not known:
                module, name = result.library._module, result.fndesc.llvm_func_name
                _keep_loops(module)
                for function in module.functions:
                    if function.name == name and _size(function) > self.most_inlined:
                        function.attributes.add("noinline")
            return result

    return Translator


def _translate_as_function(one: Any, most_inlined: int) -> None:
    """Have a rule, and all rules it calls, translated by our translator when a kernel asks for it."""
    at = "_CUDATypingContext__dispatcher"  # where Numba keeps a CPU function's twin for the device
    if isinstance(getattr(one, at, None), _translator()):
        return
    options = one.targetoptions | {"device": True, "debug": False, "opt": True}
    twin = _translator()(one.py_func, options)
    twin.most_inlined = most_inlined
    setattr(one, at, twin)
    function = one.py_func
    values = [function.__globals__.get(name) for name in function.__code__.co_names]
    values += [cell.cell_contents for cell in function.__closure__ or ()]
    for value in values:
        if isinstance(value, Dispatcher) and hasattr(value, "py_func"):
            _translate_as_function(value, most_inlined)


def _size(function: Any) -> int:
    return sum(len(block.instructions) for block in function.blocks)


def _keep_loops(module: Any) -> None:
    """Mark every jump of a module as one whose loop, if it closes one, is not to be unrolled."""
    never = module.add_metadata(["llvm.loop.unroll.disable"])
    loop = module.add_metadata([never, never])
    for function in module.functions:
        for block in function.blocks:
            if block.terminator is not None and isinstance(
                block.terminator, ir.Branch | ir.ConditionalBranch
            ):
                block.terminator.set_metadata("llvm.loop", loop)


def _close_loops(module: str) -> str:
    """Let the marks of loops begin with themselves, as LLVM wants them and llvmlite cannot write."""
    return re.sub(
        r"^!(\d+) = !\{ !(\d+), !\2 \}$", r"!\1 = distinct !{ !\1, !\2 }", module, flags=re.MULTILINE
    )
