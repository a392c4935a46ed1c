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
    ///
    /// - Parameter isFurther: whether it is a further part of what was recorded as read.
    package func list(
        _ filter: AuditFilter, before cursor: AuditCursor?, limit: Int, isFurther: Bool = false, by caller: Caller
    ) async throws(Refusal<Never>) -> Page<NumberedEntry, AuditCursor> {
        try await tenant.read(.readAudit, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Page<NumberedEntry, AuditCursor>, Never> in
            if !isFurther { grant.log(.auditRead, nil, about: filter.patient) }
            return .success(try tx.auditEntries(filter, before: cursor, limit: limit))
        }
    }

    /// When the log was checked last, and whether it was sound; nil: never. It is shown with entries, whose list is on record.
    package func lastCheck(by caller: Caller) async throws(Refusal<Never>) -> (at: Timestamp, isSound: Bool)? {
        try await tenant.read(.readAudit, as: caller) {
            (tx, _) throws(DatabaseError) -> Outcome<(at: Timestamp, isSound: Bool)?, Never> in
            .success(try tx.lastAuditCheck())
        }
    }
}
