import FairKitCore
package import FairKitStore

extension Profiles {
    /// Carries out due erasures. Those with a legal hold or an undelivered critical alert keep waiting.
    ///
    /// - Returns: how many people were erased.
    package func carryOutErasures() async throws(DatabaseError) -> Int {
        let (now, passed, key) = (tenant.now(), tenant.passed(), tenant.store.searchKey)
        let due = try await tenant.store.read { (tx) throws(DatabaseError) in try tx.dueErasures(at: passed) }
        var count = 0
        for erasure in due {
            let rows = try await tenant.store.write { (tx) throws(DatabaseError) -> ErasedRows? in
                guard let stands = try tx.requestedErasure(of: erasure.profile), stands.dueAt <= passed,
                    try tx.hold(on: erasure.profile) == nil, try !tx.hasUnackedWarning(about: erasure.profile)
                else { return nil }
                let rows = try tx.erase(erasure.profile, at: now, key: key)
                try tx.record(
                    AuditEntry(
                        at: now, actor: .server, action: .profileErased, object: "\(rows)",
                        profileID: erasure.profile, requestID: "erasure"))
                return rows
            }
            if rows != nil { count += 1 }
        }
        if count > 0 { _ = await emptyLog() }
        return count
    }
}
