#include "BenchProbes.h"

#include <stddef.h>
#include <stdint.h>

// Client requests of valgrind, spelt out so that its headers needn't be installed. A request is a fixed sequence of instructions
// that does nothing on a processor (the rotations add up to whole turns) and that valgrind recognises. The sequences and the
// numbers are valgrind's stable interface to programs.

enum {
    RUNNING_ON_VALGRIND = 0x1001,
    CALLGRIND = 'C' << 24 | 'T' << 16,
    ZERO_STATS = CALLGRIND + 1,
    DUMP_STATS_AT = CALLGRIND + 3,
    TOGGLE_COLLECT = CALLGRIND + 2,
    START_INSTRUMENTATION = CALLGRIND + 4,
};

/// What valgrind answers, or 0 where the program doesn't run under it.
static uintptr_t request(uintptr_t code, const void *argument) {
    uintptr_t result = 0;
#if defined(__linux__) && defined(__x86_64__)
    volatile uintptr_t words[6] = {code, (uintptr_t)argument, 0, 0, 0, 0};
    __asm__ volatile("rolq $3, %%rdi\n\trolq $13, %%rdi\n\trolq $61, %%rdi\n\trolq $51, %%rdi\n\txchgq %%rbx, %%rbx"
                     : "+d"(result)
                     : "a"(words)
                     : "cc", "memory");
#elif defined(__linux__) && defined(__aarch64__)
    volatile uintptr_t words[6] = {code, (uintptr_t)argument, 0, 0, 0, 0};
    __asm__ volatile("mov x3, xzr\n\tmov x4, %1\n\t"
                     "ror x12, x12, #3\n\tror x12, x12, #13\n\tror x12, x12, #51\n\tror x12, x12, #61\n\t"
                     "orr x10, x10, x10\n\tmov %0, x3"
                     : "=r"(result)
                     : "r"(words)
                     : "cc", "memory", "x3", "x4");
#else
    (void)code;
    (void)argument;
#endif
    return result;
}

bool rxac_is_on_valgrind(void) { return request(RUNNING_ON_VALGRIND, NULL) != 0; }

void rxac_callgrind_start(void) {
    // What is written is set to zero, and nothing is collected in between: to do so again would take a third of the time of a count.
    static bool isZero = false;
    if (!isZero) {
        // Not before, since with each part callgrind goes over all code that it has seen so, and starting the program runs most of it.
        request(START_INSTRUMENTATION, NULL);
        request(ZERO_STATS, NULL);
    }
    isZero = true;
    request(TOGGLE_COLLECT, NULL);
}

void rxac_callgrind_stop(void) { request(TOGGLE_COLLECT, NULL); }

void rxac_callgrind_write(const char *label) { request(DUMP_STATS_AT, label); }
