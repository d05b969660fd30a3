#if defined(__linux__)
#define _GNU_SOURCE  // sched_getaffinity, CPU_ISSET_S, pipe2
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>
#elif defined(__APPLE__)
#include <crt_externs.h>
#include <fcntl.h>
#include <unistd.h>
#else
#include <fcntl.h>
#include <unistd.h>
#endif

#include "BenchProbes.h"

void rxac_escape(const void *pointer) { (void)pointer; }

bool rxac_has_membarrier(void) {
#if defined(__linux__) && defined(SYS_membarrier)
    // 0 is MEMBARRIER_CMD_QUERY; bit 3 is MEMBARRIER_CMD_PRIVATE_EXPEDITED. Spelt out so that old kernel headers suffice.
    long commands = syscall(SYS_membarrier, 0, 0, 0);
    return commands > 0 && (commands & (1 << 3)) != 0;
#else
    return false;
#endif
}

int rxac_pipe(int ends[2]) {
#if defined(__linux__)
    return pipe2(ends, O_CLOEXEC);
#else
    if (pipe(ends) != 0) return -1;
    for (int end = 0; end < 2; end++) fcntl(ends[end], F_SETFD, FD_CLOEXEC);
    return 0;
#endif
}

const char *rxac_c_compiler(void) { return __VERSION__; }

#if defined(__linux__) && defined(__GLIBC__)
// Swift asks /proc for the arguments, which isn't everywhere. glibc passes them to the functions that run before main.
static const char *const *arguments;

__attribute__((constructor)) static void keep_arguments(int count, char **words) {
    (void)count;
    arguments = (const char *const *)words;
}
#endif

const char *const *rxac_arguments(void) {
#if defined(__linux__) && defined(__GLIBC__)
    return arguments;
#elif defined(__APPLE__)
    return (const char *const *)*_NSGetArgv();
#else
    return 0;
#endif
}

const char *rxac_program_path(void) {
#if defined(__linux__)
    return (const char *)getauxval(AT_EXECFN);
#else
    return 0;
#endif
}

int rxac_usable_processors(unsigned char *is_usable, int size) {
#if defined(__linux__)
    // The kernel refuses a set that is smaller than its own.
    for (int most = 1024; most <= 1 << 20; most *= 2) {
        cpu_set_t *set = CPU_ALLOC(most);
        if (!set) { return 0; }
        size_t bytes = CPU_ALLOC_SIZE(most);
        CPU_ZERO_S(bytes, set);
        if (sched_getaffinity(0, bytes, set) == 0) {
            for (int number = 0; number < size; number += 1) { is_usable[number] = CPU_ISSET_S(number, bytes, set) ? 1 : 0; }
            int count = CPU_COUNT_S(bytes, set);
            CPU_FREE(set);
            return count;
        }
        CPU_FREE(set);
    }
#else
    (void)is_usable;
    (void)size;
#endif
    return 0;
}
