// For RTLD_NEXT and dladdr; before the first system header.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "interposition.h"

#ifdef RXAC_COUNTING

// The allocation functions of the process. The executable's definitions come first in the dynamic linker's search, so every
// library calls these; they count and pass on to the allocator behind them.

#include "counter.h"

#include <errno.h>
#include <stdbool.h>
#include <unistd.h>

#ifdef RXAC_JEMALLOC

#include <dlfcn.h>
#include <jemalloc/jemalloc.h>

// jemalloc's own entry points, which do not come back here. They refuse a size of 0, malloc does not.
static size_t at_least_one(size_t size) { return size ? size : 1; }
static void *rxac_extended_malloc(size_t size) { return mallocx(at_least_one(size), 0); }
static void rxac_extended_free(void *pointer) { dallocx(pointer, 0); }

// The two that matter for times go to jemalloc's malloc and free once these are found: their fast paths take half the time
// of the extended interface's. The blocks are the same either way. Relaxed: each pointer is valid by itself.
static void *(*_Atomic fast_malloc)(size_t) = rxac_extended_malloc;
static void (*_Atomic fast_free)(void *) = rxac_extended_free;

/// The next definition of a function after this one, if it is jemalloc's and not the C library's.
static void *in_jemalloc(const char *name) {
    Dl_info jemalloc, found;
    void *symbol = dlsym(RTLD_NEXT, name);
    if (symbol == NULL || dladdr((void *)mallocx, &jemalloc) == 0 || dladdr(symbol, &found) == 0) { return NULL; }
    return found.dli_fbase == jemalloc.dli_fbase ? symbol : NULL;
}

__attribute__((constructor)) static void find_fast_paths(void) {
    void *(*found_malloc)(size_t) = (void *(*)(size_t))in_jemalloc("malloc");
    void (*found_free)(void *) = (void (*)(void *))in_jemalloc("free");
    if (found_malloc == NULL || found_free == NULL) { return; }
    atomic_store_explicit(&fast_malloc, found_malloc, memory_order_relaxed);
    atomic_store_explicit(&fast_free, found_free, memory_order_relaxed);
}

static void *rxac_raw_malloc(size_t size) {
    return atomic_load_explicit(&fast_malloc, memory_order_relaxed)(size);
}
static void rxac_raw_free(void *pointer) { atomic_load_explicit(&fast_free, memory_order_relaxed)(pointer); }
static void *rxac_raw_zeroed(size_t size) { return mallocx(at_least_one(size), MALLOCX_ZERO); }
static void *rxac_raw_realloc(void *old, size_t size) { return rallocx(old, at_least_one(size), 0); }
static void *rxac_raw_aligned(size_t alignment, size_t size) {
    return mallocx(at_least_one(size), MALLOCX_ALIGN(alignment));
}

#else

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static void *rxac_raw_malloc(size_t size) { return __libc_malloc(size); }
static void *rxac_raw_zeroed(size_t size) { return __libc_calloc(1, size); }
static void *rxac_raw_realloc(void *old, size_t size) { return __libc_realloc(old, size); }
static void rxac_raw_free(void *pointer) { __libc_free(pointer); }
static void *rxac_raw_aligned(size_t alignment, size_t size) { return __libc_memalign(alignment, size); }

#endif

#define INTERPOSED __attribute__((visibility("default"), used))

/// Counts a block that was handed out; a failed request is no allocation, and sets errno as malloc does.
static void *counted(void *pointer, size_t size) {
    if (__builtin_expect(pointer != NULL, 1)) { rxac_count_malloc(size); } else { errno = ENOMEM; }
    return pointer;
}

static bool is_power_of_two(size_t value) { return value != 0 && (value & (value - 1)) == 0; }

INTERPOSED void *malloc(size_t size) { return counted(rxac_raw_malloc(size), size); }

INTERPOSED void free(void *pointer) {
    if (pointer == NULL) { return; }
    rxac_count_free();
    rxac_raw_free(pointer);
}

INTERPOSED void *calloc(size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return counted(rxac_raw_zeroed(bytes), bytes);
}

INTERPOSED void *realloc(void *old, size_t size) {
    if (old == NULL) { return malloc(size); }
    if (size == 0) {
        free(old);
        return NULL;
    }
    void *pointer = counted(rxac_raw_realloc(old, size), size);
    if (pointer != NULL) { rxac_count_free(); }
    return pointer;
}

INTERPOSED void *reallocarray(void *old, size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(old, bytes);
}

INTERPOSED void *memalign(size_t alignment, size_t size) {
    if (!is_power_of_two(alignment)) {
        errno = EINVAL;
        return NULL;
    }
    return counted(rxac_raw_aligned(alignment, size), size);
}

INTERPOSED void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

INTERPOSED int posix_memalign(void **result, size_t alignment, size_t size) {
    if (!is_power_of_two(alignment) || alignment % sizeof(void *) != 0) { return EINVAL; }
    // The standard leaves errno alone here, unlike everywhere else.
    void *pointer = rxac_raw_aligned(alignment, size);
    if (pointer == NULL) { return ENOMEM; }
    rxac_count_malloc(size);
    *result = pointer;
    return 0;
}

INTERPOSED void *valloc(size_t size) { return memalign((size_t)getpagesize(), size); }

INTERPOSED void *pvalloc(size_t size) {
    size_t page = (size_t)getpagesize();
    if (size > SIZE_MAX - page) {
        errno = ENOMEM;
        return NULL;
    }
    return memalign(page, (size + page - 1) / page * page);
}

#ifdef RXAC_JEMALLOC

INTERPOSED size_t malloc_usable_size(void *pointer) { return pointer == NULL ? 0 : sallocx(pointer, 0); }

#endif

#endif
