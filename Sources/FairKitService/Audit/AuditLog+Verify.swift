package import FairKitCore
import FairKitStore

/// The findings of a verification, and the data to check its checkpoints with.
package struct AuditReport: Sendable {
    package let verification: AuditVerification
    package let publicKey: [UInt8]
    package let tenant: String
}

extension AuditLog {
    /// Verifies the audit log: detects changed, removed and reordered entries. The result is recorded.
    ///
    /// - Parameter kept: a checkpoint that was kept outside the server, if there is one.
    package func verify(
        against kept: AuditCheckpoint?, by caller: Caller
    ) async throws(Refusal<Never>) -> AuditReport {
        try await tenant.permit(.operateStore, to: caller, for: Never.self)
        let verification: AuditVerification
        do { verification = try await tenant.store.verifyAudit(against: kept) } catch { throw .store(error) }
        let found = verification.findings.first?.code ?? "sound"
        let outcome: AuditOutcome = verification.isSound ? .success : .failed
        try await tenant.write(.operateStore, as: caller) {
            (_, grant) throws(DatabaseError) -> Outcome<Void, Never> in
            grant.log(caller.entry(.auditVerified, found, about: nil, outcome: outcome, at: grant.now))
            return .success(())
        }
        return AuditReport(
            verification: verification, publicKey: tenant.store.auditPublicKey, tenant: tenant.store.auditTenant)
    }
}
