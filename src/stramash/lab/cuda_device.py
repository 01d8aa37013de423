"""Access to the GPU: memory that other libraries can share, and kernel launches."""

from __future__ import annotations

import ctypes
import math
import sys
import threading
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from stramash.core.errors import StramashError

__all__ = [
    "DeviceArray",
    "NoDevice",
    "Program",
    "capability",
    "device",
    "foreign",
    "gpu_name",
    "has_gpu",
    "multiprocessors",
    "synchronize",
]

#: The default stream, which PyTorch, CuPy and Numba also use by default.
_STREAM = 0
#: The default stream in the CUDA array interface
_DEFAULT_STREAM = 1
_KIND_OF_CUDA_IN_DLPACK = 2


class NoDevice(StramashError):
    """No usable GPU was found."""


def _checked(result: tuple[Any, ...]) -> Any:
    """Return the result of a driver call; raise NoDevice if it failed."""
    error, *values = result
    if int(error) != 0:
        raise NoDevice(f"the GPU refused: {error!r}")
    return values[0] if values else None


_here = threading.local()


@cache
def _first_gpu() -> tuple[Any, Any]:
    """Return the driver and the context of the first GPU, which PyTorch, CuPy and Numba use as well."""
    try:
        from cuda.bindings import driver
    except ImportError as error:
        raise NoDevice(
            "device='cuda' needs the package numba-cuda: install stramash[cuda], or use device='cpu'"
        ) from error
    try:
        _checked(driver.cuInit(0))
        return driver, _checked(driver.cuDevicePrimaryCtxRetain(_checked(driver.cuDeviceGet(0))))
    except (NoDevice, RuntimeError, OSError) as error:
        raise NoDevice(
            "device='cuda' needs an NVIDIA GPU and its driver, and none was found: use device='cpu'"
        ) from error


def device() -> Any:
    """Return the driver, with the first GPU active in this thread; raise NoDevice without a GPU."""
    driver, context = _first_gpu()
    if not hasattr(_here, "ready"):
        _checked(driver.cuCtxSetCurrent(context))
        _here.ready = True
    return driver


def has_gpu() -> bool:
    """Return whether there is a GPU that can be used."""
    try:
        device()
    except NoDevice:
        return False
    return True


@cache
def _attribute(name: str) -> int:
    """Return an attribute of the GPU from the driver."""
    driver = device()
    kind = getattr(driver.CUdevice_attribute, f"CU_DEVICE_ATTRIBUTE_{name}")
    return int(_checked(driver.cuDeviceGetAttribute(kind, _checked(driver.cuCtxGetDevice()))))


def capability() -> tuple[int, int]:
    """Return the compute capability of the GPU."""
    return _attribute("COMPUTE_CAPABILITY_MAJOR"), _attribute("COMPUTE_CAPABILITY_MINOR")


def gpu_name() -> str:
    """Return the name of the GPU."""
    driver = device()
    name = _checked(driver.cuDeviceGetName(64, _checked(driver.cuCtxGetDevice())))
    return bytes(name).split(b"\0")[0].decode()


def multiprocessors() -> int:
    """Return how many multiprocessors the GPU has."""
    return _attribute("MULTIPROCESSOR_COUNT")


class _Memory:
    """A block of GPU memory, freed when the last reference to it is gone."""

    def __init__(self, size: int) -> None:
        self.pointer = int(_checked(device().cuMemAlloc(size + 8)))

    def __del__(self) -> None:
        if not sys.is_finalizing() and hasattr(self, "pointer"):
            device().cuMemFree(self.pointer)


def _strides(shape: tuple[int, ...], dtype: np.dtype[Any]) -> tuple[int, ...]:
    """Return the strides in bytes of a C-contiguous array."""
    return tuple(dtype.itemsize * math.prod(shape[place + 1 :]) for place in range(len(shape)))


class DeviceArray:
    """An array on the GPU; it supports the CUDA array interface and DLPack without a copy."""

    def __init__(
        self,
        shape: tuple[int, ...],
        dtype: npt.DTypeLike,
        *,
        memory: _Memory | None = None,
        strides: tuple[int, ...] | None = None,
    ) -> None:
        self.shape = shape
        self.dtype: np.dtype[Any] = np.dtype(dtype)
        self.size = math.prod(shape)
        self.strides = strides or _strides(shape, self.dtype)
        self._memory = memory or _Memory(self.size * self.dtype.itemsize)

    @classmethod
    def of(cls, values: npt.NDArray[Any]) -> DeviceArray:
        """Return a copy of a NumPy array on the GPU."""
        array = cls(values.shape, values.dtype)
        array.put(values)
        return array

    @property
    def pointer(self) -> int:
        """The address of the array."""
        return self._memory.pointer

    @property
    def contiguous(self) -> bool:
        """Whether the items are contiguous in C order."""
        return self.strides == _strides(self.shape, self.dtype)

    @property
    def T(self) -> DeviceArray:  # noqa: N802 (as everywhere)
        """The same memory with its axes in reverse."""
        return DeviceArray(self.shape[::-1], self.dtype, memory=self._memory, strides=self.strides[::-1])

    def put(self, values: npt.NDArray[Any]) -> None:
        """Copy values of the same shape and type from the host."""
        host = np.ascontiguousarray(values)
        if host.nbytes:
            _checked(device().cuMemcpyHtoD(self.pointer, host.ctypes.data, host.nbytes))

    def get(self) -> npt.NDArray[Any]:
        """Return a copy on the host, after all earlier work of the GPU is done."""
        straight = self.strides[0] >= self.strides[-1]
        host = np.empty(self.shape if straight else self.shape[::-1], self.dtype)
        if host.nbytes:
            _checked(device().cuMemcpyDtoH(host.ctypes.data, self.pointer, host.nbytes))
        return host if straight else host.T

    def item(self, index: int) -> npt.NDArray[Any]:
        """Return a copy of one item of a list, as an array of one."""
        host = np.empty(1, self.dtype)
        _checked(device().cuMemcpyDtoH(host.ctypes.data, self.pointer + index * host.nbytes, host.nbytes))
        return host

    def clear(self) -> None:
        """Fill it with zeros."""
        _checked(device().cuMemsetD8Async(self.pointer, 0, self.size * self.dtype.itemsize, _STREAM))

    def arguments(self) -> list[int]:
        """Return the kernel arguments that Numba expects for an array."""
        return [0, 0, self.size, self.dtype.itemsize, self.pointer, *self.shape, *self.strides]

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "descr": self.dtype.descr,
            "data": (self.pointer, False),
            "strides": self.strides,
            "version": 3,
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        return _KIND_OF_CUDA_IN_DLPACK, 0

    def __dlpack__(self, **wishes: Any) -> Any:
        from cuda.core.utils import StridedMemoryView

        synchronize()  # the consumer may use a stream of its own, as JAX does
        return StridedMemoryView.from_cuda_array_interface(self, stream_ptr=-1).__dlpack__(**wishes)

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<{self.dtype} array of shape {self.shape} on the GPU>"


def foreign(values: Any) -> DeviceArray | None:
    """Return another library's GPU array as a `DeviceArray` without a copy; None for other values."""
    if isinstance(values, DeviceArray):
        return values
    if not hasattr(values, "__cuda_array_interface__"):
        return None
    found = values.__cuda_array_interface__
    if found.get("stream") not in (None, _DEFAULT_STREAM):  # its owner may still write to it
        _checked(device().cuStreamSynchronize(found["stream"]))
    return DeviceArray(
        tuple(found["shape"]),
        np.dtype(found["typestr"]),
        memory=_Lent(found["data"][0], values),
        strides=found.get("strides"),
    )


class _Lent(_Memory):
    """Memory of another library; its owner is kept alive while it is used."""

    def __init__(self, pointer: int, owner: Any) -> None:
        self.pointer = pointer
        self.owner = owner

    def __del__(self) -> None:
        """Do nothing: the owner frees the memory."""


class Program:
    """A kernel loaded on the GPU, ready to be launched."""

    def __init__(self, name: str, cubin: bytes) -> None:
        driver = device()
        self._module = _checked(driver.cuModuleLoadData(cubin))
        self._function = _checked(driver.cuModuleGetFunction(self._module, name.encode()))

    def start(self, blocks: int, threads: int, *arguments: DeviceArray | int | bool) -> None:
        """Launch the kernel; do not wait for it."""
        values: list[int | bool] = []
        kinds: list[Any] = []
        for argument in arguments:
            if isinstance(argument, DeviceArray):
                values += argument.arguments()
                kinds += [ctypes.c_int64] * (len(values) - len(kinds))
            else:
                values.append(argument)
                kinds.append(ctypes.c_bool if isinstance(argument, bool) else ctypes.c_int64)
        _checked(
            device().cuLaunchKernel(
                self._function, blocks, 1, 1, threads, 1, 1, 0, _STREAM, (tuple(values), tuple(kinds)), 0
            )
        )

    def resident(self, threads: int) -> int:
        """Return how many blocks of `threads` threads the whole GPU runs at a time."""
        find = device().cuOccupancyMaxActiveBlocksPerMultiprocessor
        return int(_checked(find(self._function, threads, 0))) * multiprocessors()

    def profile(self) -> dict[str, int]:
        """Return how many registers and how much local memory each thread uses."""
        driver = device()
        kinds = driver.CUfunction_attribute
        names = {
            "registers": kinds.CU_FUNC_ATTRIBUTE_NUM_REGS,
            "local_bytes": kinds.CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES,
            "shared_bytes": kinds.CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
        }
        return {
            name: int(_checked(driver.cuFuncGetAttribute(kind, self._function)))
            for name, kind in names.items()
        }


def synchronize() -> None:
    """Wait until the GPU has finished all its work."""
    _checked(device().cuCtxSynchronize())
