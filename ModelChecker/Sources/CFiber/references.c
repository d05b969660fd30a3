#define _GNU_SOURCE
#include "CFiber.h"

#include <dlfcn.h>
#include <stdint.h>

// Stands in front of the run-time library's reference counting, for code of the executable: what the library itself releases, such as
// the elements of an array, isn't seen. (The library's own hooks, `_swift_release` and its flag, mistake short strings for objects.)

typedef void (*Release)(void *);
typedef void (*ReleaseMany)(void *, uint32_t);
typedef bool (*IsUnique)(const void *);

extern size_t swift_retainCount(void *);

static Release release_one;
static ReleaseMany release_many;
static IsUnique is_unique;
static void (*will_release)(void *, bool);
static void (*was_unique)(void *);
// Other threads count references, too.
static __thread bool is_watching;

#if defined(__aarch64__)
// Callers may rely on it there.
#define KEEPS_REGISTERS __attribute__((preserve_most))
#else
#define KEEPS_REGISTERS
#endif

static void *next(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) __builtin_trap();
    return function;
}

__attribute__((noinline)) static void tell(void *object, uint32_t count) {
    if ((intptr_t)object <= 0) return;
    is_watching = false;  // What is called counts references itself.
    will_release(object, swift_retainCount(object) <= count);
    is_watching = true;
}

KEEPS_REGISTERS void swift_release(void *object) {
    if (is_watching) tell(object, 1);
    if (!release_one) release_one = (Release)next("swift_release");
    release_one(object);
}

KEEPS_REGISTERS void swift_release_n(void *object, uint32_t count) {
    if (is_watching) tell(object, count);
    if (!release_many) release_many = (ReleaseMany)next("swift_release_n");
    release_many(object, count);
}

bool swift_isUniquelyReferenced_nonNull_native(const void *object) {
    if (!is_unique) is_unique = (IsUnique)next("swift_isUniquelyReferenced_nonNull_native");
    bool result = is_unique(object);
    if (result && is_watching) {
        is_watching = false;
        was_unique((void *)object);
        is_watching = true;
    }
    return result;
}

void references_watch(void (*releasing)(void *, bool), void (*unique)(void *)) {
    will_release = releasing;
    was_unique = unique;
    is_watching = true;
}

void references_ignore(void) { is_watching = false; }
