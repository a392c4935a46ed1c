/// A table as the catalogue of its database describes it.
@usableFromInline package struct CatalogueTable: Sendable {
    /// Columns that refer to another row, or to one of the same table.
    package struct Reference: Sendable {
        package let parent: String
        package let columns: [(from: String, to: String)]

        package init(to parent: String, columns: [(from: String, to: String)]) {
            self.parent = parent
            self.columns = columns
        }
    }

    package let name: String
    /// In their order.
    package let columns: [String]
    /// The columns of the primary key, in its order; empty: it has none.
    package let key: [String]
    package let references: [Reference]

    package init(name: String, columns: [String], key: [String], references: [Reference]) {
        self.name = name
        self.columns = columns
        self.key = key
        self.references = references
    }
}

extension Connection {
    /// The tables of the database, in the order of their names.
    package func catalogue() throws(DatabaseError) -> [CatalogueTable] { try session.catalogue() }
}
