import FairKitCore
import FairKitStore
import FoundationEssentials
import Relational

/// A person with a row in every table about people, each with a word that occurs nowhere else.
struct Life: Sendable {
    let number: Int64
    /// Occurs in all of the person's texts.
    let word: String
    /// The same in columns that no engine seals: digests, codes, the names of programs.
    let clearWord: String

    init(number: Int64, word: String, clearWord: String? = nil) {
        self.number = number
        self.word = word
        self.clearWord = clearWord ?? word
    }

    var person: ProfileID { ProfileID(number: number) }
    var email: String { "\(word.lowercased())@example.org" }
    // Ids of different kinds are different bytes, so that they can't be confused in a search.
    var kit: KitID { KitID(number: number + 5000) }
    var account: AccountID { AccountID(number: number + 6000) }
    var contact: ContactPointID { ContactPointID(number: number + 9500) }
    var notice: NoticeID { NoticeID(number: number + 9600) }
    private var session: SessionID { SessionID(number: number + 7000) }
    private var key: KeyID { KeyID(number: number + 8000) }
    /// The first is of a registered kit; the second came before its registration and was withdrawn.
    var results: [ResultID] { [ResultID(number: number + 1000), ResultID(number: number + 2000)] }
    var alerts: [AlertID] { [AlertID(number: number + 3000), AlertID(number: number + 4000)] }
    /// In thousandths; no other value is equal.
    var level: Int64 { 765_000 + number }

    /// The values that must occur only in the audit log after the erasure.
    var traces: [SQLValue] {
        [
            .text("\(person)"), .text(word), .text(word.lowercased()), .blob(person.bytes), .blob(session.bytes),
            .blob(key.bytes), .integer(level), .blob(contact.bytes), .blob(notice.bytes),
        ]
            + results.map { .blob($0.bytes) } + alerts.map { .blob($0.bytes) }
    }

    /// Tables without rows about a person.
    static let impersonal: Set<String> = [
        "laboratory", "reference_range", "consumer_group", "webhook", "alert_rule", "figure", "setting",
        // Numbers of ten people or more, what administrators decide, and what apps report of themselves.
        "figure_overlap", "figure_day", "programme", "programme_target", "programme_coordinator", "diagnostic",
        // Two bytes of the ids of many people.
        "audit_block", "audit_checkpoint",
        // Keyed digests of addresses, whether or not they belong to an account; they expire.
        "sign_in_failure", "stranger_failure", "sending_budget",
        // Accounts of staff.
        "team", "team_member", "team_shift", "team_override", "team_calendar",
        // SQLite's own numbers, and what administrators decide.
        "notice_event_number", "escalation_policy", "news", "news_text", "consent_notice",
        // Sets of numbers; a test of the search index shows that a person's number is removed.
        "search_posting",
        // Choices without a name or an address; they go with the account.
        "notice_preference",
    ]
    /// Tables that an erasure does not change.
    static let kept: Set<String> = ["audit", "change", "erased_profile"]

    func begin(in store: Store) async throws {
        let code = try Example.code(7_000_000_000 + number)
        try await store.write { [self] (tx) throws(DatabaseError) in try begin(code, in: tx) }
    }

    func begin(_ code: KitCode, in tx: borrowing WriteTransaction) throws(DatabaseError) {
        let digest = Array(clearWord.utf8)
        let profile = Example.profile(person) { details in
            details.givenName = word
            details.familyName = word
            details.email = email
            details.identifiers = [Identifier(system: "urn:id", value: word)]
        }
        try tx.insertProfile(profile)
        try kits(code, in: tx)
        try results(code, in: tx)
        try deliveries(in: tx)
        try doors(digest, in: tx)
        try messages(in: tx)
        try tx.record(
            AuditEntry(
                at: Example.now, actor: AuditActor(key: key), action: .resultListed, object: nil,
                profileID: person, patients: [person], requestID: "test"))
    }

    private func kits(_ code: KitCode, in tx: borrowing WriteTransaction) throws(DatabaseError) {
        let registered = Kit(
            id: kit, code: code, status: .resulted, profileID: person, registeredAt: Example.now,
            sendBy: Example.today, readFrom: .typed, needsReview: true)
        try tx.insertKit(registered, at: Example.now)
        let shipment = KitShipment(carrier: nil, trackingNumber: word)
        try tx.setKitLogistics(
            KitLogistics(returnShipment: shipment), of: registered.id, isOpen: false, at: Example.now)
        let event = KitEvent(status: .registered, at: Example.now, actor: Example.key, implied: false, reason: word)
        try tx.appendKitEvent(event, to: kit)
        try tx.insertRequestedErasure(
            RequestedErasure(
                profile: person, actor: Example.key, requestedAt: Example.now, dueAt: Example.now))
        try tx.keepPhoto(Array(word.utf8), of: kit, until: Example.now)
        try tx.setPhoto(of: person, large: Array(word.utf8), small: Array(word.utf8), at: Example.now)
        let programme = Programme(
            id: ProgrammeID(number: number + 9700), name: "Breathing", partner: "Partner", startsOn: Example.today,
            endsOn: nil, joinCode: "\(number)", economics: nil, version: 1, createdAt: Example.now)
        try tx.insertProgramme(programme)
        try tx.join(programme.id, person, at: Example.now)
        try tx.run(
            """
            INSERT INTO figure_person (profile_id, programme_id, measure, quarter)
            VALUES (\(person), \(programme.id), 'enrolled', 0)
            """)
        try tx.refuseCode(of: person, at: Example.now, forgetting: Example.now)
        try tx.insertConsentNotice(
            ConsentNotice(id: ConsentNoticeID(number: 900 + number), text: "We keep it.", url: nil), at: Example.now)
        let subjects: [NoteSubject] = [.kit(kit), .result(results[0]), .result(results[1]), .alert(alerts[0])]
        for (place, subject) in subjects.enumerated() {
            try tx.insertNote(
                Note(
                    id: NoteID(number: number * 10 + Int64(place)), subject: subject, author: Example.key,
                    at: Example.now, text: word))
        }
    }

    private func results(_ code: KitCode, in tx: borrowing WriteTransaction) throws(DatabaseError) {
        for (place, id) in results.enumerated() {
            let isOwn = place == 0
            let version = Example.version(level: level, status: isOwn ? .final : .cancelled, reason: word)
            let result = TestResult(
                id: id, laboratoryID: Example.laboratory, reference: "\(word)-\(place)", kitCode: code,
                kitID: isOwn ? kit : nil, profileID: isOwn ? person : nil, current: version,
                alertID: nil)
            try tx.insertResult(result)
            try tx.appendResultVersion(Example.version(2, level: level, status: version.status, reason: word), to: id)
            try tx.raise(Example.alert(number + 3000 + Int64(place) * 1000, about: result), actor: Example.key)
            try tx.run(
                """
                INSERT INTO idempotency (actor, route, key, body_digest, made, at, expires_at)
                VALUES (\(Example.key), 'results', 
                    \(sealed: "\(word)-\(place)", .idempotencyKey, of: Example.key, [UInt8(1)]), \([UInt8(1)]), \(id),
                    \(Example.now), NULL)
                """)
        }
        try tx.run(
            """
            INSERT INTO idempotency (actor, route, key, body_digest, made, at, expires_at)
            VALUES (\(Example.key), 'profiles', \(sealed: word, .idempotencyKey, of: Example.key, [UInt8(1)]),
                \([UInt8(1)]), \(person), \(Example.now), \(Example.now))
            """)
        try tx.run(
            """
            INSERT INTO idempotency (actor, route, key, body_digest, made, at, expires_at)
            VALUES (\(account), 'registrations', 
                \(sealed: "own-\(word)", .idempotencyKey, of: account, [UInt8(1)]), \([UInt8(1)]),
                \(KitID(number: number + 9000)), \(Example.now), NULL)
            """)
    }

    /// A released delivery with its consumer's words; the other one is acked, as is the first one in the end.
    private func deliveries(in tx: borrowing WriteTransaction) throws(DatabaseError) {
        guard let group = try tx.consumerGroup(named: "default") else { throw .closed }
        for (round, _) in (0..<3).enumerated() {
            let secrets = [[UInt8(round)] + [UInt8](repeating: 7, count: 15)]
            let claim = Claim(actor: Example.key, consumer: clearWord, lease: nil, secrets: secrets)
            for delivery in try tx.claim(claim, from: group, at: Example.now).leased {
                let alert = delivery.alert.id
                if round == 0 {
                    try tx.releaseDelivery(
                        delivery.token, of: alert, due: nil, reason: word, actor: Example.key, at: Example.now)
                } else {
                    try tx.ack(delivery.token, of: alert, actor: Example.key, at: Example.now)
                }
                let attempt = DeliveryAttempt(
                    at: Example.now, alertID: alert, delivery: delivery.number, channel: .webhook, outcome: .failed,
                    httpStatus: 500, milliseconds: 1, attempt: 1)
                try tx.recordAttempt(attempt, of: group)
            }
        }
    }

    /// The person's access, and what was mailed to them.
    private func doors(_ digest: [UInt8], in tx: borrowing WriteTransaction) throws(DatabaseError) {
        let now = Example.now
        let own = APIKey(
            id: key, name: word, role: .patient(person), createdAt: now, revokedAt: nil)
        try tx.insertAPIKey(own, digest: digest)
        try tx.insertPreparedKey(PreparedKey(own, by: Example.key, replaces: nil), digest: digest)
        try tx.run(
            """
            INSERT INTO account (id, email, role, profile_id, state, created_at, password, password_at, otp_secret)
            VALUES (\(account), \(sealed: email, .accountEmail, of: account), 'patient', \(person), 'active', \(now),
                \(sealed: word, .accountPassword, of: account), \(now),
                \(sealed: Array("\(word)12345678901234567890".utf8.prefix(20)), .accountOTPSecret, of: account))
            """)
        try tx.run(
            "INSERT INTO known_place (email, source, account_id, last_at) VALUES (\(digest), \(digest), \(account), \(now))"
        )
        try tx.save(
            SavedSearch(name: word, list: .results, filters: ["flag": "HH"], changedAt: now), of: account)
        try tx.run("INSERT INTO backup_code (account_id, digest) VALUES (\(account), \(digest))")
        try tx.run(
            """
            INSERT INTO session (id, account_id, started_at, used_at, expires_at, address, client)
            VALUES (\(session), \(account), \(now), \(now), \(now), \(sealed: word, .sessionAddress, of: session),
                \(sealed: word, .sessionClient, of: session))
            """)
        try tx.run(
            """
            INSERT INTO refresh_token (digest, session_id, expires_at, used_at, used_from)
            VALUES (\(digest), \(session), \(now), \(now), \(sealed: word, .refreshTokenUsedFrom, of: digest))
            """)
        try tx.run(
            """
            INSERT INTO invitation (id, digest, kind, email, role, profile_id, created_at, expires_at)
            VALUES (\(account), \(digest), 'invitation', \(sealed: "new-\(email)", .invitationEmail, of: account), 'patient',
                \(person), \(now), \(now))
            """)
        try tx.run(
            "INSERT INTO challenge (digest, account_id, started_at, expires_at) VALUES (\(digest), \(account), \(now), \(now))"
        )
        for address in [email, "new-\(email)"] {
            guard let recipient = MailAddress(address) else { throw .closed }
            try tx.insertMail(
                Notice(
                    .invitation, to: MailRecipient(recipient, in: .spanish), link: "https://kit.example/#\(word)",
                    at: now))
        }
        try relations(in: tx, digest)
        try tx.setLegalHold(LegalHold(reason: word, since: now), on: person)
    }
}

extension Life {
    /// Another person cares for them, opened their record in an emergency, and was shown their results.
    fileprivate func relations(in tx: borrowing WriteTransaction, _ digest: [UInt8]) throws(DatabaseError) {
        let now = Example.now
        try tx.run(
            """
            INSERT INTO care_assignment (id, account_id, profile_id, from_at, made_by, made_at)
            VALUES (\(session), \(account), \(person), \(now), \(key), \(now))
            """)
        try tx.run(
            """
            INSERT INTO break_glass (id, account_id, profile_id, reason, opened_at, until_at, review_note)
            VALUES (\(session), \(account), \(person), \(sealed: word, .breakGlassReason, of: session), \(now), \(now),
                \(sealed: word, .breakGlassReviewNote, of: session))
            """)
        try tx.run(
            """
            INSERT INTO share (id, profile_id, link, pin, created_by, created_at, expires_at)
            VALUES (\(session), \(person), \(digest), \(digest), \(key), \(now), \(now))
            """)
    }
}

extension Store {
    /// The tables with a person's traces, and the number of rows in each.
    func tables(withTraces traces: [SQLValue]) async throws -> [String: Int] {
        var tables: [(name: String, columns: [String])] = []
        for name in try await tableNames() { tables.append((name, try await columnNames(of: name).all)) }
        return try await read { [tables] (tx) throws(DatabaseError) in
            var found: [String: Int] = [:]
            for (name, columns) in tables {
                let count = try tx.all(SQL(stringLiteral: "SELECT \(columns.joined(separator: ", ")) FROM \(name)")) {
                    row throws(DatabaseError) in
                    let values = try columns.indices.map { index throws(DatabaseError) in
                        try row.value(index, as: SQLValue.self)
                    }
                    return values.contains { value in traces.contains { value.holds($0) } }
                }.count { $0 }
                if count > 0 { found[name] = count }
            }
            return found
        }
    }
}

extension SQLValue {
    /// Whether it contains a trace, also as a part of a text or of bytes.
    fileprivate func holds(_ trace: SQLValue) -> Bool {
        switch (self, trace) {
        case (.integer(let value), .integer(let wanted)): value == wanted
        case (.text(let text), .text(let word)): Array(text.utf8).holds(Array(word.utf8))
        case (.blob(let bytes), .text(let word)): bytes.holds(Array(word.utf8))
        case (.blob(let bytes), .blob(let wanted)): bytes.holds(wanted)
        default: false
        }
    }
}

extension [UInt8] {
    fileprivate func holds(_ part: [UInt8]) -> Bool {
        count >= part.count && (0...(count - part.count)).contains { self[$0...].starts(with: part) }
    }
}
