#ifndef CALLOCATIONCOUNTER_H
#define CALLOCATIONCOUNTER_H

// Exact allocation counts of the whole process, by defining malloc and its kin in the executable.
// Every function here may be called from any thread; none of them allocates.

#include <stdbool.h>
#include <stdint.h>

#include "BenchProbes.h"

/// Cumulative counts since the process began.
/// `reallocated` blocks count as one malloc and one free, so `mallocs - frees` is the number of live blocks.
typedef struct {
    uint64_t mallocs;
    uint64_t frees;
    /// Bytes asked for, not bytes handed out: the same whatever allocator stands behind.
    uint64_t bytes;
} rxac_counts;

/// Whether malloc is interposed in this build: false under the address and thread sanitizers and off Linux with glibc.
bool rxac_is_counting(void);

/// Why `rxac_is_counting()` is false; an empty string when it is true.
const char *rxac_reason(void);

/// The counts of all threads, ended ones included.
/// Exact for every allocation that happened before the call; one that runs meanwhile may or may not be in it.
rxac_counts rxac_read_all(void);

/// The counts of the calling thread.
rxac_counts rxac_read_thread(void);

/// What the allocator itself holds, in bytes.
typedef struct {
    /// In blocks the program holds, the caches of other threads included.
    uint64_t allocated;
    /// In pages with at least one such block.
    uint64_t active;
    /// Physically mapped by the allocator.
    uint64_t resident;
} rxac_heap;

/// Reads jemalloc's statistics after flushing the calling thread's cache. False without jemalloc.
bool rxac_read_heap(rxac_heap *heap);

/// The allocator that serves the process: "jemalloc", "glibc", "sanitizer" or "system".
const char *rxac_allocator_name(void);

/// That allocator's version, such as "5.3.0" or "2.36"; an empty string where it tells none.
const char *rxac_allocator_version(void);

#endif
