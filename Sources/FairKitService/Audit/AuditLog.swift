package import FairKitCore
import FairKitStore

/// The audit log of a tenant: who did what, in ids.
package struct AuditLog: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var audit: AuditLog { AuditLog(tenant: self) }
}

extension AuditLog {
    /// A page of entries, newest first. The audit log records this access, too.
    package func list(
        _ filter: AuditFilter, before cursor: AuditCursor?, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> Page<NumberedEntry, AuditCursor> {
        try await tenant.read(.readAudit, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Page<NumberedEntry, AuditCursor>, Never> in
            grant.log(.auditRead, nil, about: filter.patient)
            return .success(try tx.auditEntries(filter, before: cursor, limit: limit))
        }
    }
}
