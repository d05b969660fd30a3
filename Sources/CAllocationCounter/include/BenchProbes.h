#ifndef BENCHPROBES_H
#define BENCHPROBES_H

// The few facts that Swift cannot ask for by itself.

#include <stdbool.h>

/// Does nothing, in a translation unit the optimiser cannot see into: what `pointer` leads to must exist in memory before
/// the call and may have changed after it.
void rxac_escape(const void *pointer);

/// Whether the kernel offers a private expedited membarrier.
bool rxac_has_membarrier(void);

/// Whether the program runs under valgrind. False also on processors whose client requests aren't known here.
bool rxac_is_on_valgrind(void);

/// Under callgrind (`--collect-atstart=no`): counts from here, in this thread. Elsewhere nothing.
void rxac_callgrind_start(void);

/// Under callgrind: stops counting, in this thread.
void rxac_callgrind_stop(void);

/// Under callgrind: writes what was counted, of all threads, into the next of its files, with `label` as the trigger.
void rxac_callgrind_write(const char *label);

/// The C compiler of the toolchain that built this program, with its commit.
const char *rxac_c_compiler(void);

/// The words that this program was started with, its name first, as the C library got them; the array ends with a null pointer. Null where
/// the C library tells nobody but `main`.
const char *const *rxac_arguments(void);

/// The path that this program was started by, absolute or as of the folder where it began; null where the kernel doesn't tell.
const char *rxac_program_path(void);

/// As `pipe`, with ends that no child inherits unless it is told to: not even one that another thread starts meanwhile, where the system can do that in
/// one step, as Linux can.
int rxac_pipe(int ends[2]);

/// How many processors this process may run on; 0 where the system doesn't tell. `is_usable` gets a byte for each, up to `size`: 1 for those.
int rxac_usable_processors(unsigned char *is_usable, int size);

#endif
