// Cooperative fibers: stacks and the switch between them, without a system call. Knows nothing of who is scheduled when. And a look at
// the reference counts of what runs on them.
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Saves the caller's registers on its stack and their address in `*from`; goes on where `to` was saved.
void fiber_switch(void *_Nullable *_Nonnull from, void *_Nonnull to);

/// What `fiber_switch` takes to run `run(argument)` on a fresh stack. `run` must not return.
/// - `top`: the end of the stack's memory, which grows downwards from there.
void *_Nonnull fiber_prepare(void *_Nonnull top, void (*_Nonnull run)(void *_Nullable), void *_Nullable argument);

/// Memory for a stack of `size` bytes, a multiple of the page size, below which a page can't be touched. Returns its end.
void *_Nonnull fiber_stack_create(size_t size);

/// Prepares to tell of the references that this thread gives up: before each time, with the object and whether that is the last
/// reference to it, which frees it; and with each object that was asked whether it has one reference only, and has.
///
/// References to `uncounted`, which is never freed, are no longer counted at all, on any thread.
void references_watch(
    void *_Nonnull uncounted, void (*_Nonnull releasing)(void *_Nonnull object, bool is_last), void (*_Nonnull unique)(void *_Nonnull object));
/// From now on none is told of until `references_resume` is given what this returns.
bool references_pause(void);
void references_resume(bool are_told);
