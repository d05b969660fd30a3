#include "interposition.h"

#include "CAllocationCounter.h"

#ifdef RXAC_COUNTING

#include "counter.h"

#include <string.h>

_Thread_local struct rxac_block *rxac_mine __attribute__((tls_model("initial-exec")));

/// All blocks ever made, newest first. Blocks are only added, never removed: a thread's counts outlive it.
static _Atomic(struct rxac_block *) blocks;

/// Used when no memory is left for a block. Shared by the threads that failed, so their counts may lose some.
static struct rxac_block spill;

struct rxac_block *rxac_register(void) {
    struct rxac_block *block = rxac_raw_aligned(_Alignof(struct rxac_block), sizeof *block);
    if (block == NULL) { return &spill; }
    memset(block, 0, sizeof *block);
    struct rxac_block *head = atomic_load_explicit(&blocks, memory_order_relaxed);
    // Release: a reader that finds the block also finds it zeroed and its `next` set.
    do { block->next = head; } while (!atomic_compare_exchange_weak_explicit(
        &blocks, &head, block, memory_order_release, memory_order_relaxed));
    rxac_mine = block;
    return block;
}

static void add(rxac_counts *sum, struct rxac_block *block) {
    sum->mallocs += atomic_load_explicit(&block->mallocs, memory_order_relaxed);
    sum->frees += atomic_load_explicit(&block->frees, memory_order_relaxed);
    sum->bytes += atomic_load_explicit(&block->bytes, memory_order_relaxed);
}

rxac_counts rxac_read_all(void) {
    rxac_counts sum = {0, 0, 0};
    add(&sum, &spill);
    // Acquire pairs with the release above.
    struct rxac_block *block = atomic_load_explicit(&blocks, memory_order_acquire);
    for (; block != NULL; block = block->next) { add(&sum, block); }
    return sum;
}

rxac_counts rxac_read_thread(void) {
    rxac_counts sum = {0, 0, 0};
    add(&sum, rxac_own());
    return sum;
}

bool rxac_is_counting(void) { return true; }

const char *rxac_reason(void) { return ""; }

#else

rxac_counts rxac_read_all(void) { return (rxac_counts){0, 0, 0}; }

rxac_counts rxac_read_thread(void) { return (rxac_counts){0, 0, 0}; }

bool rxac_is_counting(void) { return false; }

const char *rxac_reason(void) {
#ifdef RXAC_SANITIZED
    return "allocations are not counted in a build with a sanitizer";
#else
    return "allocations are counted on Linux with glibc only";
#endif
}

#endif
