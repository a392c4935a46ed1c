#define SQLITE_HAS_CODEC 1
#include <sqlcipher/sqlite3.h>

/// SQLITE_TRANSIENT is a cast that Swift cannot import.
static inline sqlite3_destructor_type fairkit_sqlite_transient(void) { return SQLITE_TRANSIENT; }
