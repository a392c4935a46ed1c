package import FairKitCore
import FairKitStore
import FairKitVault

/// A part of the audit, oldest entry first.
package struct AuditPart: Sendable {
    package let entries: [NumberedEntry]
    /// Those of the entries from the first to the last of this part; in the last part also those that follow.
    package let checkpoints: [AuditCheckpoint]
    package let publicKey: [UInt8]
    package let tenant: String
    /// The entry after which the next part begins; nil: this is the last one.
    package let next: Int64?
    /// The last entry of the audit when the first part was made: an export does not follow what it adds itself.
    package let end: Int64
}

/// Which part of the audit is asked for.
package struct AuditRange: Sendable {
    package var from: Timestamp?
    package var to: Timestamp?
    package var after: Int64 = 0
    /// From the part before; nil for the first.
    package var end: Int64?

    package init() {}
}

extension AuditLog {
    /// How many entries a part has.
    private static let limit = 500

    /// Gives an administrator the audit as it stands, with MACs and checkpoints, part by part. Each part is recorded. The first part makes
    /// a checkpoint, and the export ends with what that covers: so every entry that it lists is missed when it is cut off later.
    package func export(_ range: AuditRange, by caller: Caller) async throws(Refusal<Never>) -> AuditPart {
        // First written, then read: whoever gets a part has left a trace.
        try await tenant.write(.operateStore, as: caller) {
            (_, grant) throws(DatabaseError) -> Outcome<Void, Never> in
            grant.note(.auditExported, "after \(range.after)", about: nil)
            return .success(())
        }
        // What keeps a checkpoint from being made is told by `verify`; what is there can be exported nevertheless.
        let note = range.end == nil ? try? await tenant.store.noteAudit(at: tenant.now()) : nil
        let isSigned = note.map { $0 != .refused } ?? false
        let (publicKey, tenantID) = (tenant.store.auditPublicKey, tenant.store.auditTenant)
        return try await tenant.read(.operateStore, as: caller) {
            (tx, _) throws(DatabaseError) -> Outcome<AuditPart, Never> in
            let end: Int64
            if let known = range.end {
                end = known
            } else if isSigned, let signed = try tx.lastCheckpoint() {
                end = signed.number
            } else {
                end = try tx.lastAuditNumber()
            }
            let found = try tx.auditEntries(
                after: range.after, through: end, from: range.from, to: range.to, limit: AuditLog.limit)
            let isLast = found.count < AuditLog.limit
            let last = isLast ? end : found.last?.number ?? end
            return .success(
                AuditPart(
                    entries: found, checkpoints: try tx.checkpoints(after: range.after, through: last),
                    publicKey: publicKey, tenant: tenantID, next: isLast ? nil : last, end: end))
        }
    }
}
