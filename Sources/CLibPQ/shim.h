#include <libpq-fe.h>
#include <string.h>

/// The fields of a server's error that FairKit keeps: macros of characters, which Swift cannot import. None of them holds a value of a row.
static inline const char *fairkit_pq_state(const PGresult *result) { return PQresultErrorField(result, PG_DIAG_SQLSTATE); }
static inline const char *fairkit_pq_table(const PGresult *result) { return PQresultErrorField(result, PG_DIAG_TABLE_NAME); }
static inline const char *fairkit_pq_column(const PGresult *result) { return PQresultErrorField(result, PG_DIAG_COLUMN_NAME); }
static inline const char *fairkit_pq_constraint(const PGresult *result) { return PQresultErrorField(result, PG_DIAG_CONSTRAINT_NAME); }

/// Drops the notices of a connection: libpq would print them, and they may hold values of rows. Warnings are counted.
static inline void fairkit_pq_count_warning(void *count, const PGresult *result) {
    const char *severity = PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
    if (severity && strcmp(severity, "WARNING") == 0) ++*(int *)count;
}
static inline void fairkit_pq_count_warnings(PGconn *connection, int *count) {
    PQsetNoticeReceiver(connection, fairkit_pq_count_warning, count);
}
