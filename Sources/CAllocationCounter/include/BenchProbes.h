#ifndef BENCHPROBES_H
#define BENCHPROBES_H

// The few facts that Swift cannot ask for by itself.

#include <stdbool.h>

/// Does nothing, in a translation unit the optimiser cannot see into: what `pointer` leads to must exist in memory before
/// the call and may have changed after it.
void rxac_escape(const void *pointer);

/// Whether the kernel offers a private expedited membarrier.
bool rxac_has_membarrier(void);

/// The C compiler of the toolchain that built this program, with its commit.
const char *rxac_c_compiler(void);

#endif
