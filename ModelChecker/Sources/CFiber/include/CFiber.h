// Cooperative fibers: stacks and the switch between them, without a system call. Knows nothing of who is scheduled when.
#pragma once

#include <stddef.h>

/// Saves the caller's registers on its stack and their address in `*from`; goes on where `to` was saved.
void fiber_switch(void *_Nullable *_Nonnull from, void *_Nonnull to);

/// What `fiber_switch` takes to run `run(argument)` on a fresh stack. `run` must not return.
/// - `top`: the end of the stack's memory, which grows downwards from there.
void *_Nonnull fiber_prepare(void *_Nonnull top, void (*_Nonnull run)(void *_Nullable), void *_Nullable argument);

/// Memory for a stack of `size` bytes, a multiple of the page size, below which a page can't be touched. Returns its end.
void *_Nonnull fiber_stack_create(size_t size);
