package import FairKitCore
package import Relational

private let columns: SQL =
    "id, email, role, profile_id, laboratory_id, state, created_at, password_at, otp_confirmed_at, name, phone, language"

extension Connection {
    /// An account; nil if it does not exist or was deleted.
    package func account(_ id: AccountID) throws(DatabaseError) -> Account? {
        try accounts(where: "id = \(id) AND state <> 'deleted'").first
    }

    /// The account with an address.
    /// - Parameter email: in lower case.
    package func account(email: MailAddress) throws(DatabaseError) -> Account? {
        try accounts(where: "\(lookup: "email") = \(lookup: email, .address)").first
    }

    /// A page of accounts, the newest first.
    package func accounts(
        role: RoleName?, before id: AccountID?, limit: Int
    ) throws(DatabaseError) -> Page<Account, AccountID> {
        let wanted: SQL = if let role { "role = \(role)" } else { "1 = 1" }
        let earlier: SQL = if let id { "id < \(id)" } else { "1 = 1" }
        let found = try accounts(
            where: "state <> 'deleted' AND \(wanted) AND \(earlier) ORDER BY id DESC LIMIT \(limit + 1)")
        return Page(found: found, limit: limit, cursor: \.id)
    }

    /// The stored hash of an account's password.
    package func password(of id: AccountID) throws(DatabaseError) -> String? {
        try first("SELECT password FROM account WHERE id = \(id)") { row throws(DatabaseError) in
            try row.value(0, sealed: .accountPassword, of: id)
        }
    }

    /// Whether a person has an account, or had one that was deleted.
    package func hadAccount(_ person: ProfileID) throws(DatabaseError) -> Bool {
        try exists("SELECT 1 FROM profile WHERE id = \(person) AND had_account = 1")
    }

    /// Whether the address of a person's record was changed since the record was made.
    package func emailWasChanged(of person: ProfileID) throws(DatabaseError) -> Bool {
        // Both actions are written out so that SQLite uses the partial index.
        try exists(
            """
            SELECT 1 FROM audit WHERE profile_id = \(person) AND action = \(AuditAction.profileEmailChanged)
                AND action IN ('profile.email-changed', 'result.released')
            """)
    }

    private func accounts(where condition: SQL) throws(DatabaseError) -> [Account] {
        try all("SELECT \(columns), \(rights: .account) FROM account WHERE \(condition)") {
            row throws(DatabaseError) in
            let (state, isAuthentic) = (
                try row.value(5, as: Account.State.self), try row.isAuthentic(.account, at: 12)
            )
            return Account(
                id: try row.value(0), email: try row.value(1, sealed: .accountEmail, key: 0),
                role: try row.role(2, profile: 3, laboratory: 4),
                state: isAuthentic || state == .deleted ? state : .suspended, createdAt: try row.value(6),
                passwordAt: try row.value(7),
                secondFactorSince: try row.value(8),
                details: AccountDetails(
                    name: try row.value(9, sealed: .accountName, key: 0),
                    phone: try row.value(10, sealed: .accountPhone, key: 0), language: try row.value(11)))
        }
    }

    /// Where accounts get mail, in the order of the addresses.
    func recipients(where condition: SQL) throws(DatabaseError) -> [MailRecipient] {
        let found = try all("SELECT email, language, id, \(rights: .account) FROM account WHERE \(condition)") {
            row throws(DatabaseError) -> MailRecipient? in
            guard try row.isAuthentic(.account, at: 3) else { return nil }
            return MailRecipient(try row.value(0, sealed: .accountEmail, key: 2), in: try row.value(1))
        }
        return found.compactMap(\.self).sorted {
            $0.address.description.utf8.lexicographicallyPrecedes($1.address.description.utf8)
        }
    }
}

extension WriteTransaction {
    /// Stores an account.
    /// - Parameter password: its hash.
    package func insertAccount(_ account: Account, password: String) throws(DatabaseError) {
        try run(
            """
            INSERT INTO account (id, email, role, profile_id, laboratory_id, state, created_at, password, password_at,
                name, phone, language, rights)
            VALUES (\(account.id), \(sealed: account.email, .accountEmail, of: account.id), \(account.role.name),
                \(account.role.profile), \(account.role.laboratory), \(account.state), \(account.createdAt),
                \(sealed: password, .accountPassword, of: account.id), \(account.passwordAt),
                \(sealed: account.details.name, .accountName, of: account.id),
                \(sealed: account.details.phone, .accountPhone, of: account.id), \(account.details.language),
                \(code: .account, account.id, account.role.name, account.role.profile, account.role.laboratory, account.state, SQLValue.null))
            """)
        // This stays when the account is deleted: otherwise an administrator could delete it and create the next one as
        // if it were the first.
        if let person = account.role.profile { try run("UPDATE profile SET had_account = 1 WHERE id = \(person)") }
    }
}

extension WriteTransaction {
    /// Sets an account's password.
    /// - Parameter password: its hash.
    /// - Parameter now: when it was chosen; nil: the same password, hashed with other parameters.
    package func setPassword(
        of account: AccountID, to password: String, at now: Timestamp?
    ) throws(DatabaseError) {
        let chosen: SQL = if let now { "\(now)" } else { "password_at" }
        try run(
            """
            UPDATE account SET password = \(sealed: password, .accountPassword, of: account), password_at = \(chosen)
            WHERE id = \(account)
            """)
        // Wrong codes counted against people who knew the old password.
        if now != nil { try run("UPDATE challenge SET failures = 0 WHERE account_id = \(account)") }
    }

    package func setAccountDetails(_ details: AccountDetails, of account: AccountID) throws(DatabaseError) {
        try run(
            """
            UPDATE account SET name = \(sealed: details.name, .accountName, of: account),
                phone = \(sealed: details.phone, .accountPhone, of: account), language = \(details.language)
            WHERE id = \(account) AND state <> 'deleted'
            """)
    }

    /// Changes the address of an account.
    package func setEmail(_ email: MailAddress, of account: AccountID) throws(DatabaseError) {
        try run(
            """
            UPDATE account SET email = \(sealed: email, .accountEmail, of: account)
            WHERE id = \(account) AND state <> 'deleted'
            """)
    }

    package func setAccountState(_ state: Account.State, of account: AccountID) throws(DatabaseError) {
        try change(.account, set: "state = \(state)", where: "id = \(account) AND state <> 'deleted'")
    }

    /// Deletes an account. Its id and role stay, so that histories say who acted. Its shares, shares with it and its
    /// care assignments end, and it leaves its teams.
    package func deleteAccount(_ account: AccountID, by actor: ActorID, at now: Timestamp) throws(DatabaseError) {
        try endSessions(of: account, .deleted, at: now)
        try endShares(of: account, at: now)
        try endCare(of: account, by: actor, at: now)
        try endBreakGlasses(of: account, at: now)
        try leaveTeams(account)
        try leaveProgrammes(account)
        try run("UPDATE session SET address = NULL, client = NULL, is_past = 1 WHERE account_id = \(account)")
        try removeSecondFactor(of: account)
        try forgetPlaces(of: account)
        try removeInvitations(of: account)
        try removeNotices(to: account)
        try removeSearches(of: account)
        _ = try closeCalendar(of: account)
        try change(
            .account,
            set: """
                state = 'deleted', email = NULL, password = NULL, password_at = NULL, profile_id = NULL, name = NULL,
                phone = NULL
                """, where: "id = \(account)")
    }
}

extension Row {
    /// A role with its profile or laboratory, from three columns.
    borrowing func role(_ name: Int, profile: Int, laboratory: Int) throws(DatabaseError) -> Role {
        switch try value(name, as: RoleName.self) {
        case .patient: .patient(try value(profile))
        case .laboratory: .laboratory(try value(laboratory))
        case .clinician: .clinician
        case .consumer: .consumer
        case .app: .app
        case .coordinator: .coordinator
        case .administrator: .administrator
        }
    }
}
