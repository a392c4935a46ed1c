/// What SQLite says of a file as a whole.
package struct FilePages: Hashable, Sendable {
    /// The bytes of a page.
    package let size: Int
    /// How many pages the file has.
    package let count: Int
    /// How many of them hold nothing, and are used again first.
    package let free: Int
    /// How many migrations have made its schema.
    package let schemaVersion: Int
}

extension Connection {
    /// What SQLite says of the file.
    package func filePages() throws(DatabaseError) -> FilePages {
        FilePages(
            size: try number("PRAGMA page_size"), count: try number("PRAGMA page_count"),
            free: try number("PRAGMA freelist_count"), schemaVersion: try number("PRAGMA user_version"))
    }
}
