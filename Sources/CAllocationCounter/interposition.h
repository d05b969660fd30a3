#ifndef INTERPOSITION_H
#define INTERPOSITION_H

// Decides whether malloc is interposed. A sanitizer brings an allocator of its own and crashes when another stands before it.

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define RXAC_SANITIZED 1
#endif
#endif

#if defined(__linux__)
#include <features.h>
#endif

#if defined(__linux__) && defined(__GLIBC__)

#if !defined(RXAC_SANITIZED)
#define RXAC_COUNTING 1
#if defined(RXBENCH_JEMALLOC)
#define RXAC_JEMALLOC 1
#endif
#endif

#if defined(RXBENCH_JEMALLOC)
#define RXAC_OPERATORS 1
#endif

#endif

#endif
