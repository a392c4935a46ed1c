import FairKitCore
import FairKitStore
import PostgreSQL
import PostgresSupport
import Relational
import Support
import Synchronization
import Testing

/// A clinician and a patient with their access, and another patient whose record they want.
private struct Clinic {
    static let now = Example.now
    static let later = now.advanced(by: .seconds(3600))
    static let victim = Example.otherPatient
    let patient = AccountID(number: 501)
    let clinician = AccountID(number: 502)
    let session = SessionID(number: 503)
    let staffSession = SessionID(number: 504)
    let key = KeyID(number: 505)
    let digest = [UInt8](repeating: 5, count: 32)
    let other = [UInt8](repeating: 6, count: 32)

    func begin(in tx: borrowing WriteTransaction) throws(DatabaseError) {
        let now = Self.now
        try Example.settle(in: tx)
        try tx.insertResult(try Example.result(1, of: try Example.kit(1)))
        try tx.insertResult(try Example.result(2, of: try Example.kit(2, of: Self.victim)))
        for (id, session, role) in [
            (patient, session, Role.patient(Example.patient)), (clinician, staffSession, .clinician),
        ] {
            try tx.insertAccount(try `Stored relations`.account(id, role), password: "-")
            try tx.insertSession(
                Session(
                    id: session, account: id, startedAt: now, usedAt: now, expiresAt: Self.later, address: nil,
                    client: nil, endedAt: nil))
        }
        try tx.insertAPIKey(
            APIKey(id: key, name: "app", role: .patient(Example.patient), createdAt: now, revokedAt: nil),
            digest: digest)
        try tx.insertPreparedKey(
            PreparedKey(
                APIKey(
                    id: KeyID(number: 506), name: "new", role: .patient(Example.patient), createdAt: now, revokedAt: nil
                ),
                by: Example.key, replaces: nil), digest: other)
        try tx.insertRefreshToken(digest: digest, of: session, until: Self.later)
        try tx.setSecondFactor(
            of: clinician, secret: [UInt8](repeating: 1, count: 20), usedStep: 1, backupCodes: [other], at: now)
        try tx.insertChallenge(Challenge(account: patient, startedAt: now), digest: digest)
        guard let email = MailAddress("amina@example.org") else { throw .closed }
        try tx.insertInvitation(Invitation(.reset, to: email, account: patient, role: nil, at: now), digest: digest)
        let holder = TicketHolder(session: session, account: patient, until: nil)
        _ = try tx.insertTicket(digest, for: holder, atMost: 9, at: now)
    }

    /// Whether the account of the clinician sees anything of others.
    func sees(_ tx: borrowing WriteTransaction) throws(DatabaseError) -> Bool {
        let people = People(of: clinician, at: Self.now)
        let subject = Subject(.account(clinician, staffSession), role: .clinician)
        let lists = [
            try tx.results(ResultFilter(), in: .people(people), after: nil, limit: 9).items.contains {
                $0.profileID == Self.victim
            },
            try tx.kits(KitFilter(), in: .people(people), after: nil, limit: 9).items.contains {
                $0.profileID == Self.victim
            },
            try !tx.names(of: [Self.victim], to: subject, at: Self.now).isEmpty,
            try !tx.listPeople(
                PeopleFilter(), in: .people(people), alerts: .none, before: nil, limit: 9
            ).isEmpty,
            try tx.relations(of: clinician, to: Self.victim).contains { $0.holds(at: Self.now) },
        ]
        return lists.contains(true)
    }
}

/// An attack by someone who writes the database, but has no key of FairKit's.
private struct Attack: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let statement: @Sendable (Clinic) -> SQL
    let gains: @Sendable (Clinic, borrowing WriteTransaction) throws(DatabaseError) -> Bool

    init(
        _ name: String, _ statement: @escaping @Sendable (Clinic) -> SQL,
        _ gains: @escaping @Sendable (Clinic, borrowing WriteTransaction) throws(DatabaseError) -> Bool
    ) {
        (testDescription, self.statement, self.gains) = (name, statement, gains)
    }

    private static let new: SQL = "(\(AccountID(number: 900)), "

    static let all = [
        Attack("a patient's account becomes a clinician's") {
            "UPDATE account SET role = 'clinician', profile_id = NULL WHERE id = \($0.patient)"
        } _: { clinic, tx throws(DatabaseError) in
            try tx.holder(of: clinic.session, clinic.patient, at: Clinic.now)?.subject.role == .clinician
        },
        Attack("an account is another person's") {
            "UPDATE account SET profile_id = \(Clinic.victim) WHERE id = \($0.patient)"
        } _: { clinic, tx throws(DatabaseError) in
            try tx.holder(of: clinic.session, clinic.patient, at: Clinic.now)?.subject.role == .patient(Clinic.victim)
        },
        Attack("a second factor is no longer needed") {
            "UPDATE account SET otp_confirmed_at = NULL WHERE id = \($0.clinician)"
        } _: { clinic, tx throws(DatabaseError) in
            try tx.account(clinic.clinician).map { $0.state == .active && $0.secondFactorSince == nil } ?? false
        },
        Attack("a key gets another role") {
            "UPDATE api_key SET role = 'administrator', profile_id = NULL WHERE id = \($0.key)"
        } _: { clinic, tx throws(DatabaseError) in
            try tx.activeKey(digest: clinic.digest, at: Clinic.now)?.role == .administrator
        },
        Attack("a key has the secret of another one") {
            "UPDATE api_key SET digest = \([UInt8](repeating: 9, count: 32)) WHERE id = \($0.key)"
        } _: { clinic, tx throws(DatabaseError) in
            try tx.activeKey(digest: [UInt8](repeating: 9, count: 32), at: Clinic.now) != nil
        },
        Attack("a key waits for approval with another role") { _ in
            "UPDATE prepared_key SET role = 'administrator', profile_id = NULL"
        } _: { _, tx throws(DatabaseError) in
            try tx.preparedKey(KeyID(number: 506), at: Clinic.now)?.prepared.key.role == .administrator
        },
        Attack("a session goes on after its end") {
            "UPDATE session SET expires_at = expires_at + 1, ended_at = NULL WHERE id = \($0.session)"
        } _: { clinic, tx throws(DatabaseError) in
            try tx.session(clinic.session)?.isActive(at: Clinic.later) ?? false
        },
        Attack("a refresh token is of another session") {
            "UPDATE refresh_token SET session_id = \($0.staffSession)"
        } _: { clinic, tx throws(DatabaseError) in
            try tx.refreshToken(digest: clinic.digest)?.session == clinic.staffSession
        },
        Attack("a stream's ticket is another account's") {
            "UPDATE stream_ticket SET session_id = \($0.staffSession), account_id = \($0.clinician)"
        } _: { clinic, tx throws(DatabaseError) in
            try tx.takeTicket(clinic.digest, at: Clinic.now)?.account == clinic.clinician
        },
        Attack("a link sets the password of another account") {
            "UPDATE invitation SET account_id = \($0.clinician)"
        } _: { clinic, tx throws(DatabaseError) in
            try tx.invitation(digest: clinic.digest, at: Clinic.now)?.account == clinic.clinician
        },
        Attack("a sign-in goes on as another account") {
            "UPDATE challenge SET account_id = \($0.clinician)"
        } _: { clinic, tx throws(DatabaseError) in
            try tx.challenge(digest: clinic.digest, at: Clinic.now)?.account == clinic.clinician
        },
        Attack("an account has the backup code of another one") {
            "UPDATE backup_code SET account_id = \($0.patient)"
        } _: { clinic, tx throws(DatabaseError) in
            try tx.useBackupCode(of: clinic.patient, digest: clinic.other, at: Clinic.now)
        },
        Attack("a clinician cares for one more patient") {
            """
            INSERT INTO care_assignment (id, account_id, profile_id, from_at, made_by, made_at)
            VALUES \(new)\($0.clinician), \(Clinic.victim), \(Clinic.now), \($0.clinician), \(Clinic.now))
            """
        } _: { clinic, tx throws(DatabaseError) in
            try clinic.sees(tx)
        },
        Attack("a record was opened in an emergency") {
            """
            INSERT INTO break_glass (id, account_id, profile_id, reason, opened_at, until_at)
            VALUES \(new)\($0.clinician), \(Clinic.victim), \([UInt8](repeating: 0, count: 40)), \(Clinic.now),
                \(Clinic.later))
            """
        } _: { clinic, tx throws(DatabaseError) in
            try clinic.sees(tx)
        },
        Attack("a person shares their results") {
            """
            INSERT INTO share (id, profile_id, account_id, created_by, created_at, expires_at)
            VALUES \(new)\(Clinic.victim), \($0.clinician), \($0.clinician), \(Clinic.now), \(Clinic.later))
            """
        } _: { clinic, tx throws(DatabaseError) in
            try clinic.sees(tx)
        },
        Attack("a kit is another person's") { _ in
            "UPDATE kit SET profile_id = \(Example.patient) WHERE profile_id = \(Clinic.victim)"
        } _: { _, tx throws(DatabaseError) in
            let kits = try tx.kits(KitFilter(), in: .patient(Example.patient), after: nil, limit: 9).items
            let record = try tx.whose(.kit(KitID(number: 2)))
            return kits.count > 1 || record?.profile == Example.patient
        },
        Attack("a result is another person's") { _ in
            "UPDATE result SET profile_id = \(Example.patient) WHERE profile_id = \(Clinic.victim)"
        } _: { _, tx throws(DatabaseError) in
            let found = [
                try tx.results(ResultFilter(), in: .patient(Example.patient), after: nil, limit: 9).items.count > 1,
                try tx.whose(.result(ResultID(number: 2)))?.profile == Example.patient,
                try tx.result(ResultID(number: 2), in: .patient(Example.patient)) != nil,
                try tx.personRecord(of: Example.patient)?.results.count ?? 0 > 1,
            ]
            return found.contains(true)
        },
    ]
}

@Suite struct `A row that was written by hand in PostgreSQL` {
    private let clinic = Clinic()

    /// Whether an attack gains something in a schema.
    private func gains(_ attack: Attack, in schema: SealedSchema, withCodes: Bool = true) throws -> Bool {
        try schema.write { [clinic] (tx) throws(DatabaseError) in try clinic.begin(in: tx) }
        return try schema.write { [clinic] (tx) throws(DatabaseError) in
            let gainsBefore = try tx.rehearse { (tx) throws(DatabaseError) in try attack.gains(clinic, tx) }
            guard !gainsBefore else { throw .closed }
            try tx.run(attack.statement(clinic))
            for rights in Rights.allCases where !withCodes {
                try tx.run("UPDATE \(SQL(stringLiteral: rights.rawValue)) SET rights = \([1 as UInt8])")
            }
            return try attack.gains(clinic, tx)
        }
    }

    @Test(arguments: Attack.all)
    private func `gives a right only where rows have no codes`(attack: Attack) throws {
        #expect(try gains(attack, in: SealedSchema(withCodes: false), withCodes: false))
        let found = Found()
        #expect(try !gains(attack, in: SealedSchema(altered: found.add)))
        #expect(found.tables.count == 1)
    }

    @Test func `is found whatever column under the code was changed, and each other column is known to give no right`()
        throws
    {
        let found = Found()
        let schema = try SealedSchema(altered: found.add)
        let life = Life(number: 700, word: "Zanele-Qwxvk", clearWord: "clear")
        try schema.write { [clinic] (tx) throws(DatabaseError) in
            try clinic.begin(in: tx)
            try life.begin(Example.code(7_000_000_000 + life.number), in: tx)
            try life.staff(in: tx)
            for rights in Rights.allCases { _ = try tx.authenticateEarlier(rights, after: nil, atMost: 100) }
        }
        try schema.dropConstraints()
        for rights in Rights.allCases {
            let table = SQL(stringLiteral: rights.rawValue)
            let types = try schema.columnTypes(of: rights.rawValue)
            let known = Set(rights.columns + (givingNone[rights] ?? "").split(separator: " ").map(String.init))
            #expect(Set(types.keys).subtracting(["rights"]) == known, "\(rights)")
            #expect(try schema.areAuthentic(rights) == true, "\(rights)")
            #expect(try schema.read { (tx) throws(DatabaseError) in try tx.altered(rights) } == 0, "\(rights)")
            for (column, type) in types where rights.columns.contains(column) || column == "rights" {
                let name = SQL(stringLiteral: column)
                let other: SQL =
                    switch type {
                    case "bytea": "COALESCE(\(name), '') || \([UInt8](repeating: 7, count: 16))"
                    case "bigint": "COALESCE(\(name), 0) + 1"
                    default: "COALESCE(\(name), '') || 'x'"
                    }
                _ = found.take()
                let isAuthentic = try schema.areAuthentic(rights, after: "UPDATE \(table) SET \(name) = \(other)")
                #expect(isAuthentic == false && found.take() == [rights.rawValue], "\(rights.rawValue).\(column)")
            }
        }
        let others = try schema.dump().keys.filter { Rights(rawValue: $0) == nil }
        #expect(Set(others) == Set(tablesGivingNone.split(whereSeparator: \.isWhitespace).map(String.init)))
    }

    @Test func `stays without rights after FairKit has changed its row, also by an erasure`() throws {
        let schema = try SealedSchema()
        try schema.write { [clinic] (tx) throws(DatabaseError) in try clinic.begin(in: tx) }
        let forge: SQL = "UPDATE account SET role = 'clinician', profile_id = NULL WHERE id = \(clinic.patient)"
        try schema.write { [clinic] (tx) throws(DatabaseError) in
            try tx.run(forge)
            try tx.setAccountState(.suspended, of: clinic.patient)
            try tx.setAccountState(.active, of: clinic.patient)
            try tx.removeSecondFactor(of: clinic.patient)
            #expect(try tx.account(clinic.patient)?.state == .suspended)
            // Those of others have their codes again.
            try tx.setAccountState(.suspended, of: clinic.clinician)
            try tx.setAccountState(.active, of: clinic.clinician)
            #expect(try tx.account(clinic.clinician)?.state == .active)
            #expect(try tx.altered(.account) == 1)
            _ = try tx.erase(Clinic.victim, at: Clinic.now, key: schema.searchKey)
            #expect(try tx.kit(KitID(number: 2), in: .all)?.profileID == nil)
        }
        for rights in Rights.allCases where rights != .account {
            #expect(try schema.areAuthentic(rights) != false, "\(rights)")
        }
    }
}

/// The tables that were reported.
private final class Found: Sendable {
    private let found = Mutex<Set<String>>([])
    var tables: Set<String> { found.withLock(\.self) }
    func add(_ table: String) { _ = found.withLock { $0.insert(table) } }
    func take() -> Set<String> {
        found.withLock { found in
            defer { found = [] }
            return found
        }
    }
}

/// The other columns of the tables with codes: none of them gives a right.
private let givingNone: [Rights: String] = [
    // The seal of the address, the password and the secret binds them to the row. A step that was used, and what people choose.
    .account: "email password otp_secret created_at password_at otp_step name phone language",
    .apiKey: "name created_at used_at",
    // The person who used a code has it.
    .backupCode: "used_at",
    .breakGlass: "reason ended_at reviewed_by reviewed_at review_note",
    .care: "made_by made_at ended_by ended_at",
    // It is valid for five minutes, for who has the password.
    .challenge: "started_at otp_secret failures expires_at used_at",
    // The digest of a code is made for its row.
    .invitation: "email created_at invited_by name code failures",
    .kit: "code status registered_at send_by read_from needs_review results_came_first",
    .preparedKey: "name created_at overlap",
    // The client that used a token has it.
    .refreshToken: "used_at used_from successor",
    // Consents and holds: see the threat model.
    .result: """
    reference kit_code test_date status flag is_unmatched shown_to_clinicians held_for level unit genotype phenotype method read_at held_at \
    verified_at verified_by verified_because
    """,
    .session: "started_at used_at address client end_reason is_past",
    .share: "wrong_pins created_by end_reason",
]

/// The other tables: none of them says who a caller is, whose record it sees, or whose a result is. A new one is listed here or in
/// `Rights`.
private let tablesGivingNone = """
    acknowledgement alert alert_event alert_resolution alert_rule alert_step audit audit_block audit_checkpoint
    calendar_feed change consent_notice consumer_group contact_code contact_code_sent contact_point delivery delivery_attempt
    diagnostic erased_profile escalation_policy figure figure_day figure_overlap figure_person head idempotency kit_event kit_logistics kit_photo kit_reminder known_place
    laboratory legal_hold news news_text next_test note notice notice_event notice_event_number notice_preference
    notice_send programme programme_coordinator programme_member programme_target profile profile_contact_failure profile_identifier profile_photo profile_search
    reference_range refused_code requested_erasure result_version saved_search search_posting setting
    sending_budget sign_in_failure stranger_failure team team_calendar team_member team_override team_shift told webhook writer
    """
