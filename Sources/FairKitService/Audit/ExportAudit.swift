package import FairKitCore
package import FairKitStore

/// Gives an administrator the audit as it stands, with MACs and checkpoints, part by part. Each part is recorded.
package struct ExportAudit: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    /// A part of the audit, oldest entry first.
    package struct Part: Sendable {
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

    /// What is asked for.
    package struct Request: Sendable {
        package var from: Timestamp?
        package var to: Timestamp?
        package var after: Int64 = 0
        /// From the part before; nil for the first.
        package var end: Int64?

        package init() {}
    }

    private static let limit = 500

    package func callAsFunction(_ request: Request, by caller: Caller) async throws(OperationFailure) -> Part {
        guard caller.subject.may(.operateStore) else { throw .forbidden }
        let entry = caller.entry(.auditExported, "after \(request.after)", about: nil, at: now())
        let (publicKey, tenant) = (store.auditPublicKey, store.auditTenant)
        do {
            // First written, then read: whoever gets a part has left a trace.
            try await store.write { (tx) throws(DatabaseError) in try tx.record(entry) }
            return try await store.read { (tx) throws(DatabaseError) in
                let newest = try tx.lastAuditNumber()
                let end = request.end ?? newest
                let found = try tx.auditEntries(
                    after: request.after, through: end, from: request.from, to: request.to, limit: ExportAudit.limit)
                let isLast = found.count < ExportAudit.limit
                let last = isLast ? end : found.last?.number ?? end
                return Part(
                    entries: found, checkpoints: try tx.checkpoints(after: request.after, through: last),
                    publicKey: publicKey, tenant: tenant, next: isLast ? nil : last, end: end)
            }
        } catch { throw .store(error) }
    }
}
