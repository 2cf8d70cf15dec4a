"""Many small numbers written in a few wide moves, for observations and masks.

LLVM doesn't find these by itself: it can't know that what is written isn't what is read. Two bodies each: with bounds checks, or
in plain Python, they are the loops that they stand for.
"""

from __future__ import annotations

from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core.cgutils import pointer_add
from numba.extending import intrinsic

from .jit import COMPILED, kernel

BYTE = ir.IntType(8)

if COMPILED and not numba.config.BOUNDSCHECK:

    def _data(context: Any, builder: Any, kind: Any, value: Any, offset: Any, item: Any) -> Any:
        """A pointer to `item`s, so many bytes behind the start of an array."""
        array = context.make_array(kind)(context, builder, value)
        return pointer_add(builder, array.data, offset, item.as_pointer())

    @intrinsic(prefer_literal=True)
    def narrow(typing_context: Any, source: Any, out: Any, at: Any, count: Any) -> Any:
        """The numbers `source[1]` to `source[count]`, int16 of which there are a constant many, as `out[at]` and on, int8."""
        wide, small = (ir.VectorType(ir.IntType(bits), count.literal_value) for bits in (16, 8))

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            from_kind, to_kind = signature.args[:2]
            behind = context.get_constant(types.intp, 2)
            start = _data(context, builder, from_kind, arguments[0], behind, wide)
            end = _data(context, builder, to_kind, arguments[1], arguments[2], small)
            builder.store(builder.trunc(builder.load(start, align=2), small), end, align=1)
            return context.get_dummy_value()

        return types.none(source, out, types.int64, count), generate

    @intrinsic(prefer_literal=True)
    def spread(typing_context: Any, word: Any, out: Any, at: Any, count: Any) -> Any:
        """The lowest `count` bits of a word, a constant up to 64, as `out[at]` and on, int8."""
        items = count.literal_value
        lanes = max(8, 1 << (items - 1).bit_length())  # of other widths LLVM fails without AVX-512
        flags, bytes_of_flags = (ir.VectorType(kind, lanes) for kind in (ir.IntType(1), BYTE))
        first = ir.Constant(ir.VectorType(ir.IntType(32), items), list(range(items)))

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word = context.cast(builder, arguments[0], signature.args[0], types.uint64)
            low = builder.trunc(word, ir.IntType(lanes)) if lanes < 64 else word
            found = builder.zext(builder.bitcast(low, flags), bytes_of_flags)
            end = _data(context, builder, signature.args[1], arguments[1], arguments[2], ir.VectorType(BYTE, items))
            builder.store(builder.shuffle_vector(found, found, first), end, align=1)
            return context.get_dummy_value()

        return types.none(word, out, types.int64, count), generate

else:

    @kernel
    def narrow(source, out, at, count):
        for n in range(count):
            out[at + n] = source[n + 1]

    @kernel
    def spread(word, out, at, count):
        for n in range(count):
            out[at + n] = (int(word) >> n) & 1
