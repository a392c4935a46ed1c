package import FairKitCore
package import Relational

extension Connection {
    /// The codes that an account requested since a time, the earliest first.
    package func codesSent(by account: AccountID, since time: Timestamp) throws(DatabaseError) -> [Timestamp] {
        try all("SELECT at FROM contact_code_sent WHERE account_id = \(account) AND at > \(time) ORDER BY at") {
            row throws(DatabaseError) in try row.value(0)
        }
    }

    /// The codes that an address received since a time, the earliest first.
    /// - Parameter address: its digest.
    package func codesSent(to address: [UInt8], since time: Timestamp) throws(DatabaseError) -> [Timestamp] {
        try all("SELECT at FROM contact_code_sent WHERE address = \(address) AND at > \(time) ORDER BY at") {
            row throws(DatabaseError) in try row.value(0)
        }
    }
}

extension WriteTransaction {
    /// Stores the digest of the code that is sent to a contact point; an earlier code is void.
    package func setCode(
        of contact: ContactPointID, digest: [UInt8], expiresAt: Timestamp
    ) throws(DatabaseError) {
        try run("DELETE FROM contact_code WHERE contact_id = \(contact)")
        try run(
            """
            INSERT INTO contact_code (contact_id, digest, expires_at) VALUES (\(contact), \(digest), \(expiresAt))
            """)
    }

    /// Counts a code that is sent.
    /// - Parameters:
    ///   - address: its digest.
    ///   - time: earlier ones are forgotten.
    package func countCode(
        to address: [UInt8], by account: AccountID, at now: Timestamp, forgetting time: Timestamp
    ) throws(DatabaseError) {
        try run("DELETE FROM contact_code_sent WHERE at <= \(time)")
        try run("INSERT INTO contact_code_sent (address, account_id, at) VALUES (\(address), \(account), \(now))")
    }

    /// Compares a code with the one that was sent, and counts a failure. The right code is used up.
    /// - Returns: nil if no code is valid.
    package func tryCode(
        of contact: ContactPointID, digest: [UInt8], at now: Timestamp
    ) throws(DatabaseError) -> Bool? {
        let sent = try first(
            "SELECT digest, failures FROM contact_code WHERE contact_id = \(contact) AND expires_at > \(now)"
        ) { row throws(DatabaseError) in (try row.value(0, as: [UInt8].self), try row.value(1, as: Int.self)) }
        guard let (right, failures) = sent, failures < ContactCode.mostFailures else { return nil }
        guard right == digest else {
            try run("UPDATE contact_code SET failures = failures + 1 WHERE contact_id = \(contact)")
            return false
        }
        try run("DELETE FROM contact_code WHERE contact_id = \(contact)")
        return true
    }

    /// Deletes the code from a notice that has been sent, or will not be.
    package func forgetCode(in notice: NoticeID) throws(DatabaseError) {
        try forgetFacts(of: notice)
    }
}
