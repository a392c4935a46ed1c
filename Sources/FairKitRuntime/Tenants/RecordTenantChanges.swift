import Coordination
import FairKitCore
import FairKitService
import FairKitStore
import Logging

extension OpenTenants {
    /// Records in the first tenant's audit log the changes of tenants and of the server's own keys that are not
    /// recorded there yet.
    ///
    /// Each change is in `control.db` with the change itself until it is recorded. A crash in between records it twice,
    /// and loses nothing.
    package func recordChanges() async {
        // Called outside the lock, because a change of tenants records, too.
        try? await loadIfUnknown()
        // Two servers would record each change twice.
        guard !known.isEmpty, !isStopping, !servesWithoutFirst, Leadership(.list, by: leases).isHeld else { return }
        await recording.acquire()
        defer { recording.release() }
        do {
            let control = installation.control
            let entries = try await control.read { (tx) throws(DatabaseError) in try tx.unrecorded() }
            guard let last = entries.last else { return }
            let first = try await use(.standard, evenSuspended: true)
            defer { withExtendedLifetime(first) {} }
            try await first.store.write { (tx) throws(DatabaseError) in
                for unrecorded in entries { try tx.record(unrecorded.entry) }
            }
            try await control.write { (tx) throws(DatabaseError) in try tx.forgetUnrecorded(upTo: last.number) }
        } catch {
            logger.error(
                "changes of tenants could not be recorded in the audit log; the server tries again",
                metadata: ["error": "\(error)"])
        }
    }
}

extension TenantEventKind {
    /// The action in the audit log.
    var action: AuditAction {
        switch self {
        case .created: .tenantCreated
        case .renamed: .tenantRenamed
        case .suspended: .tenantSuspended
        case .resumed: .tenantResumed
        case .erased: .tenantErased
        case .restored: .tenantRestored
        case .exported: .tenantExported
        case .imported: .tenantImported
        }
    }
}
