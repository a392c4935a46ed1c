package import FairKitCore
import KeyRing
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
        return try tryCode(
            digest, sent, counting: "UPDATE contact_code SET failures = failures + 1 WHERE contact_id = \(contact)",
            using: "DELETE FROM contact_code WHERE contact_id = \(contact)")
    }

    /// The same for the code of a mail.
    package func tryCode(
        of invitation: InvitationID, digest: [UInt8], at now: Timestamp
    ) throws(DatabaseError) -> Bool? {
        let oldest = now.advanced(by: ContactCode.lifetimeInMails * -1)
        let sent = try first(
            "SELECT code, failures FROM invitation WHERE id = \(invitation) AND code IS NOT NULL AND created_at > \(oldest)"
        ) { row throws(DatabaseError) in (try row.value(0, as: [UInt8].self), try row.value(1, as: Int.self)) }
        return try tryCode(
            digest, sent, counting: "UPDATE invitation SET failures = failures + 1 WHERE id = \(invitation)",
            using: "UPDATE invitation SET code = NULL WHERE id = \(invitation)")
    }

    private func tryCode(
        _ digest: [UInt8], _ sent: (right: [UInt8], failures: Int)?, counting failure: SQL, using code: SQL
    ) throws(DatabaseError) -> Bool? {
        guard let sent, sent.failures < ContactCode.mostFailures else { return nil }
        let isRight = equalInConstantTime(sent.right, digest)
        try run(isRight ? code : failure)
        return isRight
    }

    /// Deletes the code from a notice that has been sent, or will not be.
    package func forgetCode(in notice: NoticeID) throws(DatabaseError) {
        try forgetFacts(of: notice)
    }
}
