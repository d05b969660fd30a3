#include "BenchProbes.h"

#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

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

const char *rxac_c_compiler(void) { return __VERSION__; }
