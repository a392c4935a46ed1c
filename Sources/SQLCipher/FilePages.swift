package import Relational

/// SQLite's facts about a file.
package struct FilePages: Hashable, Sendable {
    /// The size of a page in bytes.
    package let size: Int
    /// The number of pages.
    package let count: Int
    /// The number of empty pages, which are reused first.
    package let free: Int
    /// The number of migrations that were applied.
    package let schemaVersion: Int
}

extension Connection {
    /// SQLite's facts about the file.
    package func filePages() throws(DatabaseError) -> FilePages {
        FilePages(
            size: try number("PRAGMA page_size"), count: try number("PRAGMA page_count"),
            free: try number("PRAGMA freelist_count"), schemaVersion: try number("PRAGMA user_version"))
    }
}
