#include "interposition.h"

#include "CAllocationCounter.h"

#ifdef RXAC_COUNTING

#include "counter.h"

#include <sys/mman.h>

_Thread_local struct rxac_block *rxac_mine __attribute__((tls_model("initial-exec")));

/// All blocks ever made, newest first. Blocks are only added, never removed: a thread's counts outlive it.
static _Atomic(struct rxac_block *) blocks;

/// Used when no memory is left for a block. Shared by the threads that failed, so their counts may lose some.
static struct rxac_block spill;

/// Blocks come from the system in slabs, not from the allocator behind the interposed functions: a thread's first call may be
/// one that the C library makes while it takes the thread apart, and jemalloc would set up a cache for a thread that is gone
/// a moment later.
enum { BLOCKS_IN_SLAB = 1024 };

struct slab {
    struct rxac_block blocks[BLOCKS_IN_SLAB];
    _Atomic uint64_t used;
};

static _Atomic(struct slab *) current_slab;

static struct rxac_block *new_block(void) {
    while (true) {
        struct slab *slab = atomic_load_explicit(&current_slab, memory_order_acquire);
        if (slab != NULL) {
            uint64_t index = atomic_fetch_add_explicit(&slab->used, 1, memory_order_relaxed);
            if (index < BLOCKS_IN_SLAB) { return &slab->blocks[index]; }
        }
        // Fresh pages are zero. Release: who finds the slab finds it mapped.
        struct slab *fresh = mmap(NULL, sizeof *fresh, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (fresh == MAP_FAILED) { return NULL; }
        if (!atomic_compare_exchange_strong_explicit(
                &current_slab, &slab, fresh, memory_order_acq_rel, memory_order_relaxed)) {
            munmap(fresh, sizeof *fresh);
        }
    }
}

struct rxac_block *rxac_register(void) {
    struct rxac_block *block = new_block();
    if (block == NULL) { return &spill; }
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
