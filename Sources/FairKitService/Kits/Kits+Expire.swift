import FairKitCore
package import FairKitStore

extension Kits {
    /// Expires kits past their last day, and kits whose sample never arrived. Kits on their way are left alone.
    ///
    /// - Returns: how many expired.
    package func expire() async throws(DatabaseError) -> Int {
        let (now, passed) = (tenant.now(), tenant.passed())
        var count = 0
        while !Task.isCancelled {
            let (looked, expired) = try await tenant.store.write { (tx) throws(DatabaseError) in
                let due = try tx.kitsExpiring(at: passed)
                var expired = 0
                for kit in due where try tx.expire(kit, at: now) { expired += 1 }
                return (due.count, expired)
            }
            count += expired
            if looked == 0 { break }
        }
        return count
    }
}

extension WriteTransaction {
    /// - Returns: whether the kit expired.
    fileprivate func expire(_ kit: Kit, at now: Timestamp) throws(DatabaseError) -> Bool {
        try forgetDue(of: kit.id)
        // The list may hold a kit twice.
        guard var kit = try self.kit(kit.id, in: .all), kit.status.endsByItself else { return false }
        kit.status = .expired
        try append(KitEvent(status: .expired, at: now, actor: .server, implied: false), to: kit.id)
        try update(kit, at: now)
        try record(
            AuditEntry(
                at: now, actor: .server, action: .kitAdvanced, object: "\(kit.id)", profileID: kit.profileID,
                requestID: "expiry"))
        return true
    }
}
