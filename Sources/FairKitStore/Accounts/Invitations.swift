package import FairKitCore
package import Relational

private let columns: SQL =
    "id, kind, email, account_id, role, profile_id, laboratory_id, invited_by, approval, created_at, expires_at, name"

extension Connection {
    /// The invitation of a mailed secret, unless it has expired or awaits approval.
    package func invitation(digest: [UInt8], at now: Timestamp) throws(DatabaseError) -> Invitation? {
        let awaited = Invitation.Approval.awaited
        return try invitations(where: "digest = \(digest) AND expires_at > \(now) AND approval <> \(awaited)").first
    }

    /// An open invitation that has not expired.
    package func invitation(_ id: InvitationID, at now: Timestamp) throws(DatabaseError) -> Invitation? {
        try invitations(where: "id = \(id) AND kind = 'invitation' AND expires_at > \(now)").first
    }

    /// The mail that confirms the address of a person who registers.
    package func confirmation(_ id: InvitationID, at now: Timestamp) throws(DatabaseError) -> Invitation? {
        try invitations(where: "id = \(id) AND kind = \(NoticeKind.confirmation) AND expires_at > \(now)").first
    }

    /// The mail that would change an account's address.
    package func emailChange(of account: AccountID, at now: Timestamp) throws(DatabaseError) -> Invitation? {
        try invitations(
            where: "account_id = \(account) AND kind = \(NoticeKind.emailChange) AND expires_at > \(now)"
        ).first
    }

    /// The digest of the secret of a mailed link.
    package func digest(of invitation: InvitationID) throws(DatabaseError) -> [UInt8]? {
        try first("SELECT digest FROM invitation WHERE id = \(invitation)") { row throws(DatabaseError) in
            try row.value(0)
        }
    }

    /// The open invitations of people, and those that expired not long ago, the newest first.
    package func invitations(
        before id: InvitationID?, limit: Int, at now: Timestamp
    ) throws(DatabaseError) -> Page<Invitation, InvitationID> {
        let earlier: SQL = if let id { "id < \(id)" } else { "1 = 1" }
        let found = try invitations(
            where: """
                kind = 'invitation' AND expires_at > \(now.advanced(by: Invitation.kept * -1)) AND \(earlier)
                ORDER BY id DESC LIMIT \(limit + 1)
                """)
        return Page(found: found, limit: limit, cursor: \.id)
    }

    /// The open invitations that wait for the approval of another administrator than this one, the newest first.
    package func awaitedInvitations(
        ofOthersThan actor: ActorID, at now: Timestamp
    ) throws(DatabaseError) -> [Invitation] {
        let awaited = Invitation.Approval.awaited
        return try invitations(
            where: "kind = 'invitation' AND expires_at > \(now) AND approval = \(awaited) ORDER BY id DESC LIMIT 1000"
        ).filter { $0.invitedBy != actor }
    }

    /// When the last mail to an address was written, and how many since a time.
    package func invitationsSent(
        to email: MailAddress, since time: Timestamp
    ) throws(DatabaseError) -> (count: Int, last: Timestamp?) {
        let found = try first(
            """
            SELECT COUNT(*), MAX(created_at) FROM invitation
            WHERE \(lookup: "email") = \(lookup: email, .address) AND created_at >= \(time)
            """
        ) { row throws(DatabaseError) in (try row.value(0, as: Int.self), try row.value(1, as: Timestamp?.self)) }
        return found ?? (0, nil)
    }

    /// Whether an administrator has invited this address, and the mailed link has not been used.
    package func isInvited(_ email: MailAddress, at now: Timestamp) throws(DatabaseError) -> Bool {
        try exists(
            """
            SELECT 1 FROM invitation
            WHERE \(lookup: "email") = \(lookup: email, .address) AND kind = 'invitation' AND approval <> \(Invitation.Approval.awaited)
                AND expires_at > \(now)
            """)
    }

    private func invitations(where condition: SQL) throws(DatabaseError) -> [Invitation] {
        try all("SELECT \(columns), \(rights: .invitation) FROM invitation WHERE \(condition)") {
            row throws(DatabaseError) -> Invitation? in
            guard try row.isAuthentic(.invitation, at: 12) else { return nil }
            let account = try row.value(3, as: AccountID?.self)
            let name = try row.value(4, as: RoleName.self)
            let profile = try row.value(5, as: ProfileID?.self)
            // A person who self-registers has no profile yet.
            let role: Role? = name == .patient && profile == nil ? nil : try row.role(4, profile: 5, laboratory: 6)
            return Invitation(
                id: try row.value(0), kind: try row.value(1), email: try row.value(2, sealed: .invitationEmail, key: 0),
                account: account, role: role, name: try row.value(11, sealed: .invitationName, key: 0),
                invitedBy: try row.value(7), approval: try row.value(8), createdAt: try row.value(9),
                expiresAt: try row.value(10))
        }.compactMap(\.self)
    }
}

/// Deletes invitations with their mails that still wait: the mails first. See decision 0021.
func removal(ofInvitations condition: SQL) -> (mails: [SQL], invitations: SQL) {
    (
        removal(ofMails: "invitation_id IN (SELECT id FROM invitation WHERE \(condition))"),
        "DELETE FROM invitation WHERE \(condition)"
    )
}

extension WriteTransaction {
    /// - Parameters:
    ///   - digest: of the secret of its link.
    ///   - code: the digest of its code; nil: it has none.
    package func insertInvitation(
        _ invitation: Invitation, digest: [UInt8], code: [UInt8]? = nil
    ) throws(DatabaseError) {
        try run(
            """
            INSERT INTO invitation (digest, code, \(columns), rights)
            VALUES (\(digest), \(code), \(invitation.id), \(invitation.kind),
                \(sealed: invitation.email, .invitationEmail, of: invitation.id), \(invitation.account),
                \(invitation.role?.name ?? .patient), \(invitation.role?.profile), \(invitation.role?.laboratory),
                \(invitation.invitedBy), \(invitation.approval), \(invitation.createdAt), \(invitation.expiresAt),
                \(sealed: invitation.name, .invitationName, of: invitation.id),
                \(code: .invitation, invitation.id, digest, invitation.kind, invitation.account, invitation.role?.name ?? .patient, invitation.role?.profile, invitation.role?.laboratory, invitation.approval, invitation.expiresAt))
            """)
    }

    /// Revokes the mailed links that would change an account's address.
    package func removeEmailChanges(of account: AccountID) throws(DatabaseError) {
        try remove("account_id = \(account) AND kind = \(NoticeKind.emailChange)")
    }

    /// Revokes all mailed links to an account, with their mails that still wait.
    package func removeInvitations(of account: AccountID) throws(DatabaseError) {
        try remove("account_id = \(account)")
    }

    /// Revokes the invitations to a person's record that were only valid for its first account.
    package func removeFirstInvitations(to person: ProfileID) throws(DatabaseError) {
        try remove("profile_id = \(person) AND kind = 'invitation' AND approval = \(Invitation.Approval.none)")
    }

    /// Deletes an invitation that is revoked or used.
    /// - Returns: false if there is none.
    @discardableResult
    package func removeInvitation(_ id: InvitationID) throws(DatabaseError) -> Bool {
        try remove("id = \(id)") == 1
    }

    /// Revokes earlier invitations to an address.
    package func removeInvitations(to email: MailAddress) throws(DatabaseError) {
        try remove("\(lookup: "email") = \(lookup: email, .address)")
    }

    /// Deletes invitations whose retention has ended, at most a hundred.
    /// - Returns: how many.
    func forgetInvitations(at now: Timestamp) throws(DatabaseError) -> Int {
        let kept = now.advanced(by: Invitation.kept * -1)
        return try remove(
            """
            id IN (SELECT id FROM invitation
                WHERE expires_at < \(now) AND (kind <> 'invitation' OR expires_at < \(kept))
                ORDER BY expires_at, id LIMIT 100)
            """)
    }

    /// Deletes invitations with their mails that still wait.
    /// - Returns: how many invitations.
    @discardableResult
    private func remove(_ condition: SQL) throws(DatabaseError) -> Int {
        let removal = removal(ofInvitations: condition)
        for step in removal.mails { try run(step) }
        return try rowsChanged(by: removal.invitations)
    }
}
