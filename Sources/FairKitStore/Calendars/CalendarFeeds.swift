package import FairKitCore
package import Relational

extension Connection {
    /// The account whose calendar feed has a secret with this digest.
    package func account(ofCalendar digest: [UInt8]) throws(DatabaseError) -> AccountID? {
        try first("SELECT account_id FROM calendar_feed WHERE digest = \(digest)") {
            row throws(DatabaseError) in try row.value(0)
        }
    }

    /// The registered kits of a person whose sample has not been sent, with the day by which it has to be.
    package func kitsToSend(of person: ProfileID) throws(DatabaseError) -> [Kit] {
        let ids = try all(
            """
            SELECT id FROM kit WHERE profile_id = \(person) AND status = \(KitStatus.registered) AND send_by IS NOT NULL
            ORDER BY id LIMIT 100
            """
        ) { row throws(DatabaseError) in try row.value(0, as: KitID.self) }
        var kits: [Kit] = []
        for id in ids {
            if let kit = try kit(id, in: .all) { kits.append(kit) }
        }
        return kits
    }
}

extension WriteTransaction {
    /// Opens the calendar feed of an account. Its former address no longer works.
    package func openCalendar(of account: AccountID, digest: [UInt8], at now: Timestamp) throws(DatabaseError) {
        _ = try closeCalendar(of: account)
        try run(
            "INSERT INTO calendar_feed (account_id, digest, created_at) VALUES (\(account), \(digest), \(now))")
    }

    /// - Returns: whether there was one.
    package func closeCalendar(of account: AccountID) throws(DatabaseError) -> Bool {
        try rowsChanged(by: "DELETE FROM calendar_feed WHERE account_id = \(account)") == 1
    }
}
