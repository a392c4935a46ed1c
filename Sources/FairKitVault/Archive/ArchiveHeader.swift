package import FairKitCore

/// The description of the tenant of an archive, in its first piece.
package struct ArchiveHeader: Codable, Hashable, Sendable {
    /// A table, and how many of its rows the archive holds.
    package struct Table: Codable, Hashable, Sendable {
        package let name: String
        /// In the order of each row's values.
        package let columns: [String]
        /// How many of the first columns are the key by which the rows are ordered; 0: all columns order them.
        package let key: Int
        package let rows: Int

        package init(name: String, columns: [String], key: Int, rows: Int) {
            self.name = name
            self.columns = columns
            self.key = key
            self.rows = rows
        }

        /// Whether name and columns can be written into a statement: small letters, digits and underscores.
        package var isNamed: Bool {
            !columns.isEmpty && (0...columns.count).contains(key)
                && ([name] + columns).allSatisfy { text in
                    (1...63).contains(text.utf8.count)
                        && text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 95 }
                }
        }
    }

    /// The number of migrations that the tenant's tables had.
    package let schemaVersion: Int
    /// The tenant's id.
    package let tenant: String
    package let name: String
    /// In milliseconds since 1970, as is `exportedAt`.
    package let createdAt: Int64
    package let exportedAt: Int64
    /// Whether the tenant was suspended, so that nothing was written after this snapshot.
    package let isSuspended: Bool
    /// As whose the audit log is sealed.
    package let sealedAs: String
    /// The end of the audit log.
    package let audit: AuditHead
    /// In the order in which they are filled: a table comes after those that it refers to.
    package let tables: [Table]

    package init(
        schemaVersion: Int, tenant: Tenant, exportedAt: Timestamp, isSuspended: Bool, sealedAs: String,
        audit: AuditHead, tables: [Table]
    ) {
        self.schemaVersion = schemaVersion
        self.tenant = "\(tenant.id)"
        name = tenant.name.text
        createdAt = tenant.createdAt.milliseconds
        self.exportedAt = exportedAt.milliseconds
        self.isSuspended = isSuspended
        self.sealedAs = sealedAs
        self.audit = audit
        self.tables = tables
    }

    /// The tenant, as it will be once it is here; nil: a value has a form that FairKit never writes.
    package var moved: Tenant? {
        guard let id = TenantID(tenant), let name = TenantName(name) else { return nil }
        return Tenant(
            id: id, name: name, state: isSuspended ? .active : .suspended,
            createdAt: Timestamp(milliseconds: createdAt), dueAt: nil)
    }

    /// How many rows there are in all tables.
    package var rows: Int { tables.reduce(0) { $0 + $1.rows } }

    var isWellFormed: Bool {
        schemaVersion > 0 && moved != nil && tables.allSatisfy { $0.isNamed && $0.rows >= 0 }
            && Set(tables.map(\.name)).count == tables.count
    }
}

/// The summary of an archive in its last piece, of all before it.
package struct ArchiveEnd: Codable, Hashable, Sendable {
    /// How many rows each table has, in the order of the header.
    package let rows: [Int]
    /// The end of the audit log, as in the header.
    package let audit: AuditHead
    /// The digest of all rows. See `RowDigest`.
    package let digest: [UInt8]

    package init(rows: [Int], audit: AuditHead, digest: [UInt8]) {
        self.rows = rows
        self.audit = audit
        self.digest = digest
    }
}
