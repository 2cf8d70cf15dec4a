"""Whole-program compilation: all that a kernel calls is compiled with it, in one piece, and not one function at a time.

Numba optimises a function together with all that it calls and makes machine code of it, and does so again for each caller: of
some 300 functions that call one another, most are compiled a dozen times over. And since any of them may be called from
elsewhere, LLVM can't fit it to the calls that there are. Here a function that a kernel calls is only translated (`Part`); the
kernel that Python calls takes in all its parts, makes them its own (`internal`), and is optimised once (`Whole`). That compiles
in half the time, and what comes out is a quarter faster.

What is large and called from many kernels, a game's rules above all, is compiled apart (`Apart`): once, and kernels call its
machine code. Whoever is loaded from disk has it loaded first (`Load`).

Only Numba's pipeline of passes is a public extension point; libraries of code and what `lowering` leaves behind are not, so that
pyproject.toml allows the versions of Numba with which this was tried.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from numba.core import compiler, compiler_machinery, typed_passes
from numba.core.codegen import JITCodeLibrary


@dataclass(frozen=True)
class Load:
    """Loads, or compiles, what a kernel on disk calls: a function that is compiled apart, for some types."""

    module: str
    name: str
    signature: tuple[Any, ...]

    def __call__(self) -> None:
        getattr(importlib.import_module(self.module), self.name).compile(self.signature)


# The libraries of functions that are compiled apart.
APART: WeakKeyDictionary[Any, Load] = WeakKeyDictionary()


class PartLibrary(JITCodeLibrary):
    """The code of a function that kernels call, as it was translated: neither optimised nor machine code."""

    _linking_libraries: list[Any]  # those of the functions that it calls

    def add_llvm_module(self, ll_module: Any) -> None:
        """Take in code, without the passes over each function that the whole goes through anyway."""
        ll_module.data_layout = self._codegen._data_layout
        self._final_module.link_in(ll_module)

    def add_linking_library(self, library: Any) -> None:
        """Note a function that is called from here."""
        if library in APART:
            self._reload_init.add(APART[library])
        else:
            super().add_linking_library(library)

    def finalize(self) -> None:
        """Nothing more comes."""
        self._raise_if_finalized()
        self._finalized = True

    def take_in_parts(self, module: Any) -> None:
        """Link to `module` the code of all functions that are called from here, and of those that they call."""
        libraries: dict[Any, None] = {}
        waiting = list(self._linking_libraries)
        while waiting:
            library = waiting.pop()
            if library not in libraries:
                libraries[library] = None
                if isinstance(library, PartLibrary):
                    waiting += library._linking_libraries
        for library in libraries:
            self._reload_init.update(library._reload_init)
            module.link_in(JITCodeLibrary._get_module_for_linking(library), preserve=True)

    def _get_module_for_linking(self) -> Any:
        """All code that a caller needs which Numba compiles in its own way."""
        module = JITCodeLibrary._get_module_for_linking(self).clone()
        self.take_in_parts(module)
        return module


class WholeLibrary(PartLibrary):
    """The code of a kernel that Python calls, and of all its parts."""

    def finalize(self) -> None:
        """Take in the parts and compile."""
        own = {function.name for function in self._final_module.functions if not function.is_declaration}
        self.take_in_parts(self._final_module)
        for function in self._final_module.functions:
            if not function.is_declaration and function.name not in own:
                function.linkage = "internal"
        self._linking_libraries = []
        JITCodeLibrary.finalize(self)


@compiler_machinery.register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(typed_passes.NativeLowering):
    """Translates a function for the kernels that call it. Python can't call it."""

    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        """Leave the code in a `PartLibrary`, and a key by which callers find it."""
        state.library = PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = state.flags.no_cpython_wrapper = state.flags.no_cfunc_wrapper = True
        super().run_pass(state)
        key = object()
        state.targetctx.insert_user_function(key, state.cr.fndesc, [state.library])
        state.cr = state.cr._replace(cfunc=key)
        return True


@compiler_machinery.register_pass(mutates_CFG=True, analysis_only=False)
class WholeLowering(typed_passes.NativeLowering):
    """Translates and compiles a kernel that Python calls."""

    _name = "whole_lowering"

    def run_pass(self, state: Any) -> bool:
        """Compile in a `WholeLibrary`, which can be kept on disk."""
        state.library = WholeLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


@compiler_machinery.register_pass(mutates_CFG=True, analysis_only=False)
class ApartLowering(WholeLowering):
    """The same for one that kernels call as well, by a name that is the same in every process."""

    _name = "apart_lowering"

    def run_pass(self, state: Any) -> bool:
        """As above; Numba's names hold a number that counts what a process has compiled."""
        state.func_ir.func_id.unique_id = 0
        return super().run_pass(state)


class _Compiler(compiler.CompilerBase):
    """Numba's own passes, but for the last one of note."""

    lowering: Any

    def define_pipelines(self) -> list[Any]:
        passes = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes[:] = [(self.lowering if step is typed_passes.NativeLowering else step, why) for step, why in passes.passes]
        passes.finalize()
        return [passes]


class PartCompiler(_Compiler):
    """For functions that kernels call."""

    lowering = PartLowering


class WholeCompiler(_Compiler):
    """For kernels that Python calls."""

    lowering = WholeLowering


class ApartCompiler(_Compiler):
    """For functions that are compiled apart."""

    lowering = ApartLowering
