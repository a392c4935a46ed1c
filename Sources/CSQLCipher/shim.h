#define SQLITE_HAS_CODEC 1
#include <sqlcipher/sqlite3.h>

/// SQLITE_TRANSIENT is a cast that Swift cannot import.
static inline sqlite3_destructor_type fairkit_sqlite_transient(void) { return SQLITE_TRANSIENT; }

/// Has SQLite not count its memory, for which every allocation of every connection takes one lock. Nothing asks for the count. Before SQLite is
/// used first; a function of variable arguments, which Swift can't call.
static inline int fairkit_sqlite_without_counts(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

/// Has each connection allocate pages as it needs them, and not a hundred when it first reads: to be called before the first is opened.
static inline int fairkit_sqlite_allocate_pages_when_needed(void) {
    return sqlite3_config(SQLITE_CONFIG_PAGECACHE, (void *)0, 0, 0);
}
