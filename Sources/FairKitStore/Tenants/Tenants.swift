package import FairKitCore
package import Relational

private let columns: SQL = "id, name, state, created_at, due_at"

// Stored in `control.db`. No other file has these tables.

extension Connection {
    /// All tenants, in the order of their names; erased ones last.
    package func tenants() throws(DatabaseError) -> [Tenant] {
        try all("SELECT \(columns) FROM tenant ORDER BY state = 'erased', name, created_at", Tenant.init(row:))
    }

    /// Whether a tenant that is not erased has this name.
    package func isTaken(_ name: TenantName) throws(DatabaseError) -> Bool {
        try exists("SELECT 1 FROM tenant WHERE name = \(name) AND state <> 'erased'")
    }

    /// The folders of all tenants that are not erased, or of those that are.
    package func folders(erased isErased: Bool) throws(DatabaseError) -> [String] {
        let wanted: SQL = isErased ? "state = 'erased'" : "state <> 'erased'"
        return try all("SELECT folder FROM tenant WHERE \(wanted)") { row throws(DatabaseError) in try row.value(0) }
    }

    /// The folder of a tenant.
    package func folder(of tenant: TenantID) throws(DatabaseError) -> String? {
        try first("SELECT folder FROM tenant WHERE id = \(tenant)") { row throws(DatabaseError) in try row.value(0) }
    }

    /// The tenants that are not erased, with their folders.
    package func tenantsInUse() throws(DatabaseError) -> [(tenant: Tenant, folder: String)] {
        var found: [(tenant: Tenant, folder: String)] = []
        for tenant in try tenants() where tenant.state != .erased {
            if let folder = try folder(of: tenant.id) { found.append((tenant, folder)) }
        }
        return found
    }
}

extension WriteTransaction {
    /// Adds a tenant whose folder exists.
    package func insertTenant(_ tenant: Tenant, folder: String) throws(DatabaseError) {
        try run(
            """
            INSERT INTO tenant (id, name, folder, state, created_at, due_at)
            VALUES (\(tenant.id), \(tenant.name), \(folder), \(tenant.state), \(tenant.createdAt), \(tenant.dueAt))
            """)
    }

    /// Takes the place of a tenant that is given up, so that another can have it.
    package func releaseFolder(of tenant: TenantID) throws(DatabaseError) {
        try run(
            "UPDATE tenant SET state = 'erased', due_at = NULL, folder = \("unused-\(tenant)") WHERE id = \(tenant)")
    }

    /// Renames a tenant.
    package func rename(_ tenant: TenantID, to name: TenantName) throws(DatabaseError) {
        try run("UPDATE tenant SET name = \(name) WHERE id = \(tenant)")
    }

    package func setTenantState(_ state: TenantState, of tenant: TenantID) throws(DatabaseError) {
        try run("UPDATE tenant SET state = \(state) WHERE id = \(tenant)")
    }

    /// Records when background work is due for a tenant.
    package func setDue(_ due: Timestamp?, of tenant: TenantID) throws(DatabaseError) {
        try run("UPDATE tenant SET due_at = \(due) WHERE id = \(tenant)")
    }

    /// Records that background work is due for every active tenant.
    package func setAllDue(at now: Timestamp) throws(DatabaseError) {
        try run(
            "UPDATE tenant SET due_at = \(now) WHERE state = 'active' AND (due_at IS NULL OR due_at > \(now))")
    }

    /// A write without effect. It overwrites what a failed commit may have left in the log.
    package func writeOver() throws(DatabaseError) {
        try run("INSERT INTO unrecorded (number, at, action, object, request_id) VALUES (-1, 0, '', '', '')")
        try run("DELETE FROM unrecorded WHERE number = -1")
    }

    /// Appends to the history of tenants.
    package func recordTenantEvent(
        _ kind: TenantEventKind, of tenant: TenantID, at now: Timestamp, in request: String
    ) throws(DatabaseError) {
        try run(
            """
            INSERT INTO tenant_event (number, tenant_id, kind, at, request_id)
            VALUES ((SELECT COALESCE(MAX(number), 0) + 1 FROM tenant_event), \(tenant), \(kind), \(now), \(request))
            """)
    }
}

extension Tenant {
    fileprivate init(row: borrowing Row) throws(DatabaseError) {
        self.init(
            id: try row.value(0), name: try row.value(1), state: try row.value(2), createdAt: try row.value(3),
            dueAt: try row.value(4))
    }
}
