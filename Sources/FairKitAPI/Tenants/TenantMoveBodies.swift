package import FairKitCore

/// Where to write the archive of a tenant.
package struct TenantExportRequest: Codable, Sendable {
    package let path: String
    /// The file of the archive's key; it is created if it does not exist.
    package let keyFile: String
    /// The treatment of an active tenant: `suspend` it first, or export it `active`. nil: refuse.
    package let ifActive: String?

    package init(path: String, keyFile: String, ifActive: String?) {
        self.path = path
        self.keyFile = keyFile
        self.ifActive = ifActive
    }
}

/// The archive of a tenant.
package struct ExportedTenantBody: Decodable, JSONBody, Sendable {
    package let name: String
    package let path: String
    package let keyFile: String
    package let bytes: Int
    package let rows: Int
    package let schemaVersion: Int
    package let auditEntries: Int64

    package init(
        name: String, path: String, keyFile: String, bytes: Int, rows: Int, schemaVersion: Int, auditEntries: Int64
    ) {
        self.name = name
        self.path = path
        self.keyFile = keyFile
        self.bytes = bytes
        self.rows = rows
        self.schemaVersion = schemaVersion
        self.auditEntries = auditEntries
    }
}

/// The archive of a tenant, to import.
package struct TenantImportRequest: Codable, Sendable {
    package let path: String
    package let keyFile: String
    /// The tenant's new name; nil: its own.
    package let name: String?

    package init(path: String, keyFile: String, name: String?) {
        self.path = path
        self.keyFile = keyFile
        self.name = name
    }
}

/// A tenant that was imported.
package struct ImportedTenantBody: Decodable, JSONBody, Sendable {
    package let tenant: TenantBody
    package let rows: RowCounts

    package init(tenant: TenantBody, rows: RowCounts) {
        self.tenant = tenant
        self.rows = rows
    }
}
