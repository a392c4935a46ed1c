package import FairKitCore
package import FairKitStore

/// Looks whether the audit is what was written. What it finds is recorded.
package struct VerifyAudit: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    /// - Parameter kept: a checkpoint that was kept elsewhere, if there is one.
    package func callAsFunction(
        against kept: AuditCheckpoint?, by caller: Caller
    ) async throws(OperationFailure) -> AuditReport {
        guard caller.subject.may(.operateStore) else { throw .forbidden }
        do {
            let verification = try await store.verifyAudit(against: kept)
            let found = verification.findings.first?.code ?? "sound"
            let outcome: AuditOutcome = verification.isSound ? .success : .failed
            let entry = caller.entry(.auditVerified, found, about: nil, outcome: outcome, at: now())
            try await store.write { (tx) throws(DatabaseError) in try tx.record(entry) }
            return AuditReport(
                verification: verification, publicKey: store.auditPublicKey, tenant: store.auditTenant)
        } catch { throw .store(error) }
    }
}

/// What a verification found, and what its checkpoints are checked with.
package struct AuditReport: Sendable {
    package let verification: AuditVerification
    package let publicKey: [UInt8]
    package let tenant: String
}
