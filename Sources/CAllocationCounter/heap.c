#include "interposition.h"

#include "CAllocationCounter.h"

#include <stddef.h>

#ifdef RXAC_JEMALLOC

#include <jemalloc/jemalloc.h>

static bool read_size(const char *name, uint64_t *value) {
    size_t size_value = 0;
    size_t length = sizeof size_value;
    if (mallctl(name, &size_value, &length, NULL, 0) != 0) { return false; }
    *value = size_value;
    return true;
}

bool rxac_read_heap(rxac_heap *heap) {
    // Blocks in a thread's cache count as allocated: give back those of this thread.
    mallctl("thread.tcache.flush", NULL, NULL, NULL, 0);
    // jemalloc's statistics stand still until the epoch is advanced.
    uint64_t epoch = 1;
    size_t length = sizeof epoch;
    if (mallctl("epoch", &epoch, &length, &epoch, sizeof epoch) != 0) { return false; }
    return read_size("stats.allocated", &heap->allocated) && read_size("stats.active", &heap->active)
        && read_size("stats.resident", &heap->resident);
}

const char *rxac_allocator_name(void) { return "jemalloc"; }

const char *rxac_allocator_version(void) {
    const char *version = "";
    size_t length = sizeof version;
    mallctl("version", &version, &length, NULL, 0);
    return version;
}

#else

#if defined(__linux__)
#include <features.h>
#endif
#if defined(__GLIBC__)
#include <gnu/libc-version.h>
#endif

bool rxac_read_heap(rxac_heap *heap) {
    (void)heap;
    return false;
}

#if defined(RXAC_SANITIZED)
const char *rxac_allocator_name(void) { return "sanitizer"; }
const char *rxac_allocator_version(void) { return ""; }
#elif defined(__GLIBC__)
const char *rxac_allocator_name(void) { return "glibc"; }
const char *rxac_allocator_version(void) { return gnu_get_libc_version(); }
#else
const char *rxac_allocator_name(void) { return "system"; }
const char *rxac_allocator_version(void) { return ""; }
#endif

#endif
