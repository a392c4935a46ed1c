/// One step of the schema. The list of steps is append-only, and its length is the file's `user_version`.
package struct Migration: Sendable {
    /// The file's name without its extension: `m0001_foundation`.
    package let name: String
    /// Statements, run in one transaction.
    package let sql: String

    package init(name: String, sql: String) {
        self.name = name
        self.sql = sql
    }
}
