package import FairKitCore
import FairKitStore
import FairKitVault

/// A part of the audit log, oldest entry first.
package struct AuditPart: Sendable {
    package let entries: [NumberedEntry]
    /// The checkpoints from the first to the last entry of this part; in the last part also later ones.
    package let checkpoints: [AuditCheckpoint]
    package let publicKey: [UInt8]
    package let tenant: String
    /// The entry after which the next part begins; nil: this is the last part.
    package let next: Int64?
    /// The last entry when the first part was made: an export does not include the entries that it causes itself.
    package let end: Int64
}

/// The part of the audit log to export.
package struct AuditRange: Sendable {
    package var from: Timestamp?
    package var to: Timestamp?
    package var after: Int64 = 0
    /// Taken from the previous part; nil for the first one.
    package var end: Int64?

    package init() {}
}

extension AuditLog {
    /// Entries per part.
    private static let limit = 500

    /// Exports the audit log to an administrator in parts, with MACs and checkpoints. Each part is recorded.
    ///
    /// The first part creates a checkpoint, and the export ends at it. So if an exported entry is cut off later,
    /// verification notices.
    package func export(_ range: AuditRange, by caller: Caller) async throws(Refusal<FollowFailure>) -> AuditPart {
        // The entry is written before the part is read, so that every export leaves a trace.
        try await tenant.write(.operateStore, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, FollowFailure> in
            guard try tx.isAuditEntry(range.after) else { return .own(.notYet) }
            grant.log(.auditExported, "after \(range.after)", about: nil)
            return .success(())
        }
        // `verify` reports what prevents a checkpoint; the existing entries can still be exported.
        let note = range.end == nil ? try? await tenant.store.logAudit(at: tenant.now()) : nil
        let isSigned = note.map { $0 != .refused } ?? false
        let (publicKey, tenantID) = (tenant.store.auditPublicKey, tenant.store.auditTenant)
        return try await tenant.read(.operateStore, as: caller) {
            (tx, _) throws(DatabaseError) -> Outcome<AuditPart, FollowFailure> in
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
