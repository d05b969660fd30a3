#include "interposition.h"

#ifdef RXAC_OPERATORS

// C++'s operator new and delete. jemalloc's library brings its own, which the Swift runtime would find before those of the
// C++ library and which do not go through malloc: uncounted, and a crash under a sanitizer, whose free would be given blocks that
// its malloc did not make. These go through malloc. Without jemalloc those of the C++ library do.
//
// The names are the Itanium C++ ABI's for 64-bit Linux. In: n[wa]: new and new[]; d[la]: delete and delete[];
// m: size_t; Pv: void *; RKSt9nothrow_t: const std::nothrow_t &; St11align_val_t: std::align_val_t.

#include <malloc.h>
#include <stdlib.h>

#define INTERPOSED __attribute__((visibility("default"), used))

/// C cannot throw std::bad_alloc, and nobody here would catch it.
static void *or_abort(void *pointer) {
    if (pointer == NULL) { abort(); }
    return pointer;
}

#define NEW(name)                                                                                                     \
    INTERPOSED void *name##m(size_t size) { return or_abort(malloc(size)); }                                          \
    INTERPOSED void *name##mRKSt9nothrow_t(size_t size, const void *tag) { (void)tag; return malloc(size); }          \
    INTERPOSED void *name##mSt11align_val_t(size_t size, size_t alignment) {                                          \
        return or_abort(memalign(alignment, size));                                                                   \
    }                                                                                                                 \
    INTERPOSED void *name##mSt11align_val_tRKSt9nothrow_t(size_t size, size_t alignment, const void *tag) {           \
        (void)tag;                                                                                                    \
        return memalign(alignment, size);                                                                             \
    }

#define DELETE(name)                                                                                                  \
    INTERPOSED void name##Pv(void *pointer) { free(pointer); }                                                        \
    INTERPOSED void name##Pvm(void *pointer, size_t size) { (void)size; free(pointer); }                              \
    INTERPOSED void name##PvRKSt9nothrow_t(void *pointer, const void *tag) { (void)tag; free(pointer); }              \
    INTERPOSED void name##PvSt11align_val_t(void *pointer, size_t alignment) { (void)alignment; free(pointer); }      \
    INTERPOSED void name##PvmSt11align_val_t(void *pointer, size_t size, size_t alignment) {                          \
        (void)size;                                                                                                   \
        (void)alignment;                                                                                              \
        free(pointer);                                                                                                \
    }                                                                                                                 \
    INTERPOSED void name##PvSt11align_val_tRKSt9nothrow_t(void *pointer, size_t alignment, const void *tag) {         \
        (void)alignment;                                                                                              \
        (void)tag;                                                                                                    \
        free(pointer);                                                                                                \
    }

NEW(_Znw)
NEW(_Zna)
DELETE(_Zdl)
DELETE(_Zda)

#endif
