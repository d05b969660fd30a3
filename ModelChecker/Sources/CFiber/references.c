#define _GNU_SOURCE
#include "CFiber.h"

#include <stdint.h>

#if defined(__linux__)
#include <dlfcn.h>
#include <link.h>

// Looks at the reference counting of the run-time library, by the library's hooks: what it releases itself is seen, too, such as the elements of an
// array and what is behind an existential.

typedef void *(*Retain)(void *);
typedef void *(*RetainMany)(void *, uint32_t);
typedef void (*Release)(void *);
typedef void (*ReleaseMany)(void *, uint32_t);
typedef bool (*IsUnique)(const void *);

extern size_t swift_retainCount(void *);
extern bool swift_isDeallocating(void *);
extern Retain _swift_retain;
extern RetainMany _swift_retain_n;
extern Release _swift_release;
extern ReleaseMany _swift_release_n;
extern bool _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly;

static Retain retain_one;
static RetainMany retain_many;
static Release release_one;
static ReleaseMany release_many;
static IsUnique is_unique;
static void (*will_release)(void *, bool);
static void (*was_unique)(void *);
// Other threads count references, too.
static __thread bool is_watching;

// The hooks get the characters of short strings as well, and the text of literals, which the library's own functions behind them take for objects.
// No text has these bytes in the places where addresses of the heap have them; and what is part of an image is no object that is ever freed.
typedef struct {
    uintptr_t start;
    uintptr_t end;
} Range;

static Range images[256];
static size_t image_count;
// Between two images, or none: where the last object was, as the next one mostly is.
static __thread Range gap;
// Lives for ever, so its references needn't be counted.
static void *immortal;

static int add_image(struct dl_phdr_info *info, size_t size, void *context) {
    Range range = {UINTPTR_MAX, 0};
    for (int index = 0; index < info->dlpi_phnum; index++) {
        if (info->dlpi_phdr[index].p_type != PT_LOAD) continue;
        uintptr_t start = info->dlpi_addr + info->dlpi_phdr[index].p_vaddr, end = start + info->dlpi_phdr[index].p_memsz;
        if (start < range.start) range.start = start;
        if (end > range.end) range.end = end;
    }
    if (range.end == 0) return 0;
    if (image_count == sizeof(images) / sizeof(images[0])) __builtin_trap();
    size_t place = image_count++;
    for (; place > 0 && images[place - 1].start > range.start; place--) images[place] = images[place - 1];
    images[place] = range;
    return 0;
}

__attribute__((noinline)) static bool is_in_gap(uintptr_t address) {
    // How many begin at or before it.
    size_t low = 0, count = image_count;
    while (low < count) {
        size_t middle = (low + count) / 2;
        if (images[middle].start <= address) low = middle + 1; else count = middle;
    }
    if (low > 0 && address < images[low - 1].end) return false;
    gap = (Range){low == 0 ? 0 : images[low - 1].end, low == image_count ? UINTPTR_MAX : images[low].start};
    return true;
}

static inline bool is_object(void *object) {
    uintptr_t address = (uintptr_t)object, high = address >> 40;
    if (object == immortal || address % 8 != 0 || !(high == 0x55 || high == 0x56 || (high >= 0x7e && high <= 0xff))) return false;
    return (address >= gap.start && address < gap.end) || is_in_gap(address);
}

// Whoever frees an object takes references to it, too, while it ends. None of them is the last one.
__attribute__((noinline)) static void tell(void *object, uint32_t count) {
    if (swift_isDeallocating(object)) return;
    is_watching = false;  // What is called counts references itself.
    will_release(object, swift_retainCount(object) <= count);
    is_watching = true;
}

static void *retain_object(void *object) { return is_object(object) ? retain_one(object) : object; }

static void *retain_object_many(void *object, uint32_t count) {
    return is_object(object) ? retain_many(object, count) : object;
}

static void release_object(void *object) {
    if (!is_object(object)) return;
    if (is_watching) tell(object, 1);
    release_one(object);
}

static void release_object_many(void *object, uint32_t count) {
    if (!is_object(object)) return;
    if (is_watching) tell(object, count);
    release_many(object, count);
}

// Stands in front of the library's, for code of the executable; it has no hook.
bool swift_isUniquelyReferenced_nonNull_native(const void *object) {
    if (!is_unique) is_unique = (IsUnique)dlsym(RTLD_NEXT, "swift_isUniquelyReferenced_nonNull_native");
    bool result = is_unique(object);
    if (result && is_watching) {
        is_watching = false;
        was_unique((void *)object);
        is_watching = true;
    }
    return result;
}

void references_watch(void *uncounted, void (*releasing)(void *, bool), void (*unique)(void *)) {
    immortal = uncounted;
    will_release = releasing;
    was_unique = unique;
    if (!release_one) {
        dl_iterate_phdr(add_image, NULL);
        retain_one = _swift_retain;
        retain_many = _swift_retain_n;
        release_one = _swift_release;
        release_many = _swift_release_n;
        _swift_retain = retain_object;
        _swift_retain_n = retain_object_many;
        _swift_release = release_object;
        _swift_release_n = release_object_many;
        _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly = true;
    }
}

bool references_pause(void) {
    bool was_told = is_watching;
    is_watching = false;
    return was_told;
}

void references_resume(bool are_told) { is_watching = are_told; }
#else
// Where heaps lie elsewhere nothing is seen, and a deinitializer may seem to know less than it does.
void references_watch(void *uncounted, void (*releasing)(void *, bool), void (*unique)(void *)) {}
bool references_pause(void) { return false; }
void references_resume(bool are_told) {}
#endif
