import FairKitCore
import FairKitStore
import Relational

extension Life {
    private var team: TeamID { TeamID(number: 8802) }

    /// The records that the life of a patient leaves out.
    func staff(in tx: borrowing WriteTransaction) throws(DatabaseError) {
        let now = Example.now
        try tx.setDetails(
            LaboratoryDetails(address: word, phone: PhoneNumber("+254700123456"), director: word),
            of: Example.laboratory)
        var settings = TenantSettings()
        settings.operatorContact = MailAddress("\(word.lowercased())@example.com")
        try tx.setTenantSettings(settings)
        guard let group = try tx.consumerGroup(named: "default"),
            let url = WebhookURL(stored: "https://\(word).example/")
        else { throw .closed }
        try tx.setWebhook(
            Webhook(
                url: url, secret: Array("\(word)\(word)\(word)".utf8.prefix(32)), sendsPayload: false, createdAt: now),
            of: group)
        try tx.setAccountDetails(AccountDetails(name: word, phone: "+254700123456", language: .english), of: account)
        guard let friend = MailAddress("friend-\(email)") else { throw .closed }
        try tx.insertShare(
            Share(
                id: ShareID(number: 8801), profile: person, recipient: .email(friend), createdAt: now,
                createdBy: Example.key, expiresAt: now.advanced(by: .seconds(60)), end: nil))
        let team = Team(
            id: team, name: "ward", description: nil, timeZone: "Africa/Nairobi", version: 1,
            createdAt: now)
        try tx.insertTeam(team)
        try tx.insertOverride(
            OnCallOverride(
                id: OnCallOverrideID(number: 8803), member: account, replaces: nil, from: now,
                until: now.advanced(by: .seconds(60)), note: word, madeBy: Example.key, madeAt: now), of: team.id)
        try tx.record(
            AuditEntry(
                at: now, actor: AuditActor(key: KeyID(number: 1), address: word), action: .resultListed, object: nil,
                profileID: nil, requestID: "test"))
    }

    /// The search index of people.
    func index(in tx: borrowing WriteTransaction, key: SearchKey) throws(DatabaseError) {
        let pending = try tx.pendingPeople(limit: 10)
        try tx.index(PersonIndexing.all(of: pending, key: key))
    }

    /// A row in every table that is still empty, and a value in every sealed column that still has none.
    func rest(in tx: borrowing WriteTransaction) throws(DatabaseError) {
        let (now, digest) = (Example.now, [UInt8](repeating: 5, count: 32))
        try tx.run("INSERT INTO alert_rule (rule, is_on) VALUES ('critical-high', 1)")
        try programmes(in: tx)
        try tx.run(
            "INSERT INTO escalation_policy (band, steps, changed_at, changed_by) VALUES (2, '[]', \(now), \(Example.key))"
        )
        try tx.run(
            "INSERT INTO news (id, kind, published_at, published_by) VALUES (\(Example.key), 'study', \(now), \(Example.key))"
        )
        try tx.run(
            "INSERT INTO news_text (news_id, language, title, text) VALUES (\(Example.key), 'sw', 'Kichwa', 'Nyuzi joto 37 °C')"
        )
        try tx.run(
            "INSERT INTO erased_profile (profile_id, at, last_delivery) VALUES (\(ProfileID(number: 77)), \(now), 0)")
        try tx.run(
            "INSERT INTO sign_in_failure (email, source, failures, locks, last_at) VALUES (\(digest), \(digest), 1, 0, \(now))"
        )
        try tx.run("INSERT INTO stranger_failure (email, failures, began_at) VALUES (\(digest), 1, \(now))")
        try tx.run("INSERT INTO team_member (team_id, account_id, added_at) VALUES (\(team), \(account), \(now))")
        try tx.run(
            "INSERT INTO team_calendar (team_id, digest, created_at, created_by) VALUES (\(team), \(digest), \(now), \(account))"
        )
        try tx.run(
            """
            INSERT INTO team_shift (team_id, place, account_id, weekdays, start_time, end_time, days, from_date, every_weeks,
                anchor_date, except_dates)
            VALUES (\(team), 0, \(account), 127, 480, 960, 0, 20000, 1, 20000, '20010 20011')
            """)
        try tx.run(
            """
            INSERT INTO alert_step (alert_id, number, targets, state, planned_at, ended_at)
            VALUES (\(alerts[0]), 9, 'care team:ward', 'fired', \(now), \(now))
            """)
        try sealed(in: tx)
    }

    /// What was counted, and what apps reported.
    private func programmes(in tx: borrowing WriteTransaction) throws(DatabaseError) {
        let programme = ProgrammeID(number: number + 9700)
        try tx.setTargets([CalendarQuarter(of: Example.today): 60], of: programme)
        try tx.setCoordinators([account], of: programme)
        for (block, shared) in [(1, [:]), (2, [1: 10])] as [(Int, [Int: Int])] {
            try tx.keep(
                FigureLedger.Block(
                    number: block, series: FigureLedger.Series(block == 1 ? .enrolled : .registered), people: 12,
                    shared: shared),
                of: programme, on: Example.today)
        }
        try tx.endFigureDay(Example.today)
        try tx.add(Diagnostic(platform: .ios, version: "2.3.1", kind: .crash, count: 2), on: Example.today)
    }

    private func sealed(in tx: borrowing WriteTransaction) throws(DatabaseError) {
        let now = Example.now
        let device = DeviceDetails(platform: .ios, osVersion: "26", appVersion: nil, label: word, muted: [])
        try tx.setDeviceDetails(device, of: contact, in: SessionID(number: number + 7000), seenAt: now)
        let sample = SampleFacts(performer: word, comment: word, orderNumber: word)
        try tx.appendResultVersion(
            Example.version(3, level: level, reason: word, sample: sample, words: word), to: results[0])
        // A detail that was kept aside, and why a level was verified.
        let details = #"[{"pointer":"/sample/comment","detail":"is too long","sent":"\#(word)"}]"#
        let kept: SQL = "\(sealed: details, .resultVersionConflicts, of: results[0], 3)"
        try tx.run("UPDATE result_version SET conflicts = \(kept) WHERE result_id = \(results[0]) AND number = 3")
        let reason: SQL = "\(sealed: word, .resultVerifiedBecause, of: results[0])"
        try tx.run(
            "UPDATE result SET verified_at = \(now), verified_because = \(reason) WHERE id = \(results[0])")
        let shipment: SQL = "\(sealed: word, .kitLogisticsTrackingNumber, of: kit)"
        try tx.run("UPDATE kit_logistics SET tracking_number = \(shipment) WHERE kit_id = \(kit)")
        try tx.run("UPDATE invitation SET name = \(sealed: word, .invitationName, of: account) WHERE id = \(account)")
        guard let recipient = MailAddress("operator@example.org") else { throw .closed }
        try tx.insertMail(
            Notice(
                .breakGlass, to: MailRecipient(recipient, in: .english), lines: #"{"a":"\#(word)"}"#, at: now))
        // Searches and requests whose plain names have another order than their lookups.
        for index in 0..<40 {
            let name = "\((index * 7) % 40) \(word)"
            try tx.save(SavedSearch(name: name, list: .kits, filters: [:], changedAt: now), of: account)
            try tx.run(
                """
                INSERT INTO idempotency (actor, route, key, body_digest, made, at)
                VALUES (\(account), 'results', \(sealed: name, .idempotencyKey, of: account, [UInt8(index)]),
                    \([UInt8(index)]), \(results[0]), \(now))
                """)
        }
    }
}
