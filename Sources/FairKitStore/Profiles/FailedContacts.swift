package import FairKitCore
package import Relational

// Addresses of profiles to which messages could not be delivered.

extension Connection {
    /// The failed addresses of a profile, by channel.
    package func failedContacts(of profile: ProfileID) throws(DatabaseError) -> [FailedContact] {
        try all(
            """
            SELECT channel, failed_at, reason FROM profile_contact_failure WHERE profile_id = \(profile)
            ORDER BY channel
            """
        ) { row throws(DatabaseError) in
            FailedContact(channel: try row.value(0), at: try row.value(1), reason: try row.value(2))
        }
    }
}

extension WriteTransaction {
    /// Records that an address of a profile does not take messages. The latest failure replaces an earlier one.
    package func recordFailedContact(_ failure: FailedContact, of profile: ProfileID) throws(DatabaseError) {
        try removeFailedContact(of: profile, over: failure.channel)
        try run(
            """
            INSERT INTO profile_contact_failure (profile_id, channel, failed_at, reason)
            VALUES (\(profile), \(failure.channel), \(failure.at), \(failure.reason))
            """)
    }

    /// A message was accepted after all.
    package func removeFailedContact(of profile: ProfileID, over channel: ContactKind) throws(DatabaseError) {
        try run("DELETE FROM profile_contact_failure WHERE profile_id = \(profile) AND channel = \(channel)")
    }

    /// Forgets the failures of addresses that a new version of a profile replaces.
    func forgetFailedContacts(of profile: Profile) throws(DatabaseError) {
        let (id, details) = (profile.id, profile.details)
        let earlier = try first("SELECT email, phone FROM profile WHERE id = \(id)") { row throws(DatabaseError) in
            (
                email: try row.value(0, as: String?.self, sealed: .profileEmail, of: id),
                phone: try row.value(1, as: String?.self, sealed: .profilePhone, of: id)
            )
        }
        guard let earlier else { return }
        if earlier.email != details.email { try removeFailedContact(of: id, over: .email) }
        if earlier.phone != details.phone { try removeFailedContact(of: id, over: .sms) }
    }
}
