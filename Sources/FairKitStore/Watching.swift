package import FairKitCore
package import SQLCipher

extension Connection {
    /// Whether something may happen in this store though nobody asks: a critical alert that is not delivered, a delivery that is
    /// to be sent, or alerts that are to be offered.
    package func wantsWatching() throws(DatabaseError) -> Bool {
        if try owesOffers() { return true }
        // One part for each partial index.
        let undelivered: [SQL] = ["state = 'pending'", "state = 'leased'", "state = 'parked'"]
        for state in undelivered {
            if try exists("SELECT 1 FROM delivery WHERE \(state) AND lane = 0 LIMIT 1") { return true }
        }
        for webhook in try webhooks() {
            guard let group = try consumerGroup(named: webhook.group) else { continue }
            if try hasUndelivered(group) { return true }
        }
        return false
    }

    /// When the first of those things expires that are kept for a time only; nil if there is none.
    package func firstExpiry() throws(DatabaseError) -> Timestamp? {
        let kept = try first(
            """
            SELECT (SELECT MIN(expires_at) FROM kit_photo), (SELECT MIN(expires_at) FROM idempotency),
                (SELECT at FROM send ORDER BY number LIMIT 1)
            """
        ) { row throws(DatabaseError) in
            (
                photo: try row.value(0, as: Timestamp?.self), key: try row.value(1, as: Timestamp?.self),
                send: try row.value(2, as: Timestamp?.self)
            )
        }
        return [kept?.photo, kept?.key, kept?.send.map { $0.advanced(by: Send.kept) }].compactMap(\.self).min()
    }
}
