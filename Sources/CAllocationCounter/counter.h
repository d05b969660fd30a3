#ifndef COUNTER_H
#define COUNTER_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

/// One thread's counters. Only the owner writes, so a count costs a load and a store, no locked instruction; the fields are
/// atomic because readers sum the blocks of running threads. A cache line each, or two threads would share one.
struct rxac_block {
    _Alignas(64) _Atomic uint64_t mallocs;
    _Atomic uint64_t frees;
    _Atomic uint64_t bytes;
    struct rxac_block *next;
};

/// The calling thread's block. initial-exec: the variable lives in the executable's own TLS, so reaching it never allocates,
/// as the general model may on a thread's first access.
extern _Thread_local struct rxac_block *rxac_mine __attribute__((tls_model("initial-exec")));

/// Makes and registers the calling thread's block.
struct rxac_block *rxac_register(void);

static inline struct rxac_block *rxac_own(void) {
    struct rxac_block *block = rxac_mine;
    return __builtin_expect(block != NULL, 1) ? block : rxac_register();
}

/// Relaxed: a counter orders nothing. A reader that needs another thread's count synchronises with that thread first.
static inline void rxac_add(_Atomic uint64_t *counter, uint64_t amount) {
    uint64_t value = atomic_load_explicit(counter, memory_order_relaxed);
    atomic_store_explicit(counter, value + amount, memory_order_relaxed);
}

static inline void rxac_count_malloc(size_t size) {
    struct rxac_block *block = rxac_own();
    rxac_add(&block->mallocs, 1);
    rxac_add(&block->bytes, size);
}

static inline void rxac_count_free(void) { rxac_add(&rxac_own()->frees, 1); }

#endif
