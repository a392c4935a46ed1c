/// The archive of a tenant.
package struct ExportedTenant: Equatable, Sendable {
    package let path: String
    package let bytes: Int
    package let rows: Int
    package let schemaVersion: Int
    /// The number of the last entry of the audit log that it holds.
    package let auditEntries: Int64

    package init(path: String, bytes: Int, rows: Int, schemaVersion: Int, auditEntries: Int64) {
        self.path = path
        self.bytes = bytes
        self.rows = rows
        self.schemaVersion = schemaVersion
        self.auditEntries = auditEntries
    }
}
