package import FairKitCore
package import Relational

extension WriteTransaction {
    /// Takes a message from each budget, or from none if one of them has nothing left.
    ///
    /// - Parameter store: has the key of the digests.
    /// - Returns: the budget that has nothing left.
    package func spend(
        _ budgets: [SendingBudget], of store: Store, at now: Timestamp
    ) throws(DatabaseError) -> SpentBudget? {
        var spent: [([UInt8], Timestamp)] = []
        for budget in budgets {
            let digest: [UInt8]
            do { digest = try store.digest(of: budget) } catch { throw .unsealable("\(error)") }
            let fullAt = try first("SELECT full_at FROM sending_budget WHERE holder = \(digest)") {
                row throws(DatabaseError) in try row.value(0, as: Timestamp.self)
            }
            var bucket = TokenBucket(fullAt: fullAt, budget.limit, at: now)
            let answer = bucket.take(at: now.nanoseconds, budget.limit)
            guard answer.isAllowed else {
                return SpentBudget(budget, retryAfter: .seconds(answer.secondsToNext))
            }
            spent.append((digest, bucket.storedFullAt))
        }
        try run("DELETE FROM sending_budget WHERE full_at <= \(now)")
        for (digest, fullAt) in spent {
            try run("DELETE FROM sending_budget WHERE holder = \(digest)")
            try run("INSERT INTO sending_budget (holder, full_at) VALUES (\(digest), \(fullAt))")
        }
        return nil
    }
}
