import Coordination
import FairKitCore
import FairKitStore
import Logging

extension OpenTenants {
    /// Records in the first tenant's audit what was done to tenants and to the server's own keys, and is not recorded there yet.
    ///
    /// It is in `control.db` since the change itself, and stays there until it is recorded: a crash in between records it twice, and
    /// loses nothing.
    package func recordChanges() async {
        // Not while it is this one's turn: who changes tenants records, too.
        try? await loadIfUnknown()
        guard !known.isEmpty, !isStopping else { return }
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
                "what was done to tenants could not be recorded, and is tried again", metadata: ["error": "\(error)"])
        }
    }
}

extension TenantEventKind {
    /// As which it is recorded.
    var action: AuditAction {
        switch self {
        case .created: .tenantCreated
        case .renamed: .tenantRenamed
        case .suspended: .tenantSuspended
        case .resumed: .tenantResumed
        case .erased: .tenantErased
        case .restored: .tenantRestored
        }
    }
}
