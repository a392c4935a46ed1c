// Records whose work a thread did when a trap ended the process. See decision 0151.
#pragma once
#include <stdint.h>

/// The 16 bytes of the id of a holder of work; all zero: none.
typedef struct {
    uint8_t id[16];
} TrapHolder;

/// Sets whose work this thread does now, and returns whose it did before.
TrapHolder traps_set_holder(TrapHolder holder);

/// From now on, SIGILL, SIGTRAP, SIGBUS, SIGFPE and SIGSEGV append a line to a file, if a fault in the work of a holder causes them:
/// the holder's id and the second since 1970. Then they end the process as they did before. It is called by one thread at a
/// time; a path of more than 4,095 bytes is ignored.
///
/// `holder_of_task` is the object of a Swift `TaskLocal` whose value begins with a `TrapHolder`. It counts if the thread itself has
/// no holder.
void traps_record_in(const char *path, const void *holder_of_task);
