import FairKitCore
import FairKitStore
import Relational
import Testing

/// Lists show exactly the people whom the policy allows.
@Suite struct `Stored relations` {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private static let people = (1...6).map { ProfileID(number: $0) }
    private static let clinicians = (1...3).map { AccountID(number: 100 + $0) }
    private static let patients = (1...2).map { AccountID(number: 200 + $0) }
    private static let hour = Duration.seconds(3600)
    /// The moments of the checks: relations begin and end between them, and exactly at them.
    private static let moments = (-2...2).map { Example.now.advanced(by: hour * $0) }

    static func account(_ id: AccountID, _ role: Role) throws(DatabaseError) -> Account {
        guard let email = MailAddress("\(id)@example.org") else { throw .closed }
        return Account(id: id, email: email, role: role, createdAt: Example.now, passwordAt: Example.now)
    }

    private static func role(of account: AccountID) -> Role {
        patients.firstIndex(of: account).map { .patient(people[$0]) } ?? .clinician
    }

    private static func subject(_ account: AccountID) -> Subject {
        Subject(.account(account, SessionID(number: 1)), role: role(of: account))
    }

    /// People of whom every second one consents to clinicians; each has a kit, an ordinary result and a critical one.
    /// There are unmatched rows as well.
    private func settle(_ store: Store) async throws {
        try await store.write { (tx) throws(DatabaseError) in
            try tx.insertLaboratory(Laboratory(id: Example.laboratory, name: "Laboratory"))
            for (index, person) in Self.people.enumerated() {
                try tx.insertProfile(Example.profile(person) { $0.consents.clinicians = index % 2 == 0 })
            }
            for account in Self.clinicians + Self.patients {
                try tx.insertAccount(Self.account(account, Self.role(of: account)), password: "-")
            }
            let ordinary = Example.version(level: 300_000)
            for (index, person) in (Self.people.map { Optional($0) } + [nil]).enumerated() {
                let number = Int64(index + 1)
                var kit: Kit?
                if let person {
                    kit = try Example.kit(number, of: person)
                    try kit.map { (kit) throws(DatabaseError) in try tx.insertKit(kit, at: Example.now) }
                }
                let critical = try Example.result(number, of: kit)
                let other = try Example.result(number + 20, of: kit, ordinary)
                try tx.insertResult(critical)
                try tx.insertResult(other)
                try tx.raise(Example.alert(number, about: critical), actor: Example.key)
                try tx.raise(
                    Example.alert(number + 20, about: other, rule: .severeLow, band: .urgent), actor: Example.key)
            }
        }
    }

    /// Generates relations of every kind that begin and end at the moments, or between them.
    private func relate(_ store: Store, seed: UInt64) async throws {
        try await store.write { (tx) throws(DatabaseError) in
            var random = SplitMix64(state: seed)
            for number in 1...14 as ClosedRange<Int64> {
                let person = Self.people[Int.random(in: 0..<Self.people.count, using: &random)]
                let clinician = Self.clinicians[Int.random(in: 0..<Self.clinicians.count, using: &random)]
                let from = Example.now.advanced(by: Self.hour / 2 * Int.random(in: -5...3, using: &random))
                let to = from.advanced(by: Self.hour / 2 * Int.random(in: 1...5, using: &random))
                switch Int.random(in: 0..<4, using: &random) {
                case 0:
                    try tx.insertCareAssignment(
                        CareAssignment(
                            id: CareAssignmentID(number: number), account: clinician, profile: person, from: from,
                            to: Bool.random(using: &random) ? to : nil, madeBy: Example.key, madeAt: from))
                    if Bool.random(using: &random) {
                        _ = try tx.endCareAssignment(CareAssignmentID(number: number), by: Example.key, at: Example.now)
                    }
                case 1:
                    try tx.insertBreakGlass(
                        BreakGlass(
                            id: BreakGlassID(number: number), account: clinician, profile: person,
                            reason: "unconscious", openedAt: from, until: to))
                    if Bool.random(using: &random), from <= Example.now {
                        try tx.endBreakGlass(BreakGlassID(number: number), at: Example.now)
                    }
                default:
                    let all = Self.clinicians + Self.patients
                    let account = all[Int.random(in: 0..<all.count, using: &random)]
                    var recipient = Share.Recipient.account(account)
                    if Bool.random(using: &random) { recipient = .email(try Self.account(account, .clinician).email) }
                    try tx.insertShare(
                        Share(
                            id: ShareID(number: number), profile: person, recipient: recipient, createdAt: from,
                            createdBy: Example.key, expiresAt: to))
                    if Bool.random(using: &random), from <= Example.now {
                        _ = try tx.endShare(ShareID(number: number), of: person, .revoked, at: Example.now)
                    }
                }
            }
        }
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `show in each list exactly the people whom the policy allows`(seed: UInt64) async throws {
        try await scratch.withNewStore { (store) async throws in
            try await settle(store)
            try await relate(store, seed: seed)
            try await store.read { (tx) throws(DatabaseError) in
                for now in Self.moments {
                    for account in Self.clinicians + Self.patients {
                        try check(tx, Self.subject(account), at: now)
                    }
                }
            }
        }
    }

    private func check(
        _ tx: borrowing ReadTransaction, _ subject: Subject, at now: Timestamp
    ) throws(DatabaseError) {
        let results = try tx.results(
            ResultFilter(), in: subject.resultScope(at: now), after: nil, limit: 100
        ).items
        let kits = try tx.kits(KitFilter(), in: subject.kitScope(at: now), after: nil, limit: 100).items
        let alerts = try tx.alerts(in: subject.alertScope(at: now), after: nil, limit: 100).items
        #expect(Set(results.map(\.id)).count == results.count, "nothing is listed twice")
        #expect(Set(kits.map(\.id)).count == kits.count)
        for person in Self.people {
            let sees = try tx.decision(for: subject, .readResults, about: person, at: now).ground != nil
            #expect(results.count { $0.profileID == person } == (sees ? 2 : 0), "\(person) \(now)")
            let own = try tx.results(
                ResultFilter(profileID: person), in: subject.resultScope(at: now), after: nil, limit: 100)
            #expect(own.items == results.filter { $0.profileID == person })
            let seesKits = try tx.decision(for: subject, .readKits, about: person, at: now).ground != nil
            #expect(kits.contains { $0.profileID == person } == seesKits)
            for result in [ResultID(number: Int64((Self.people.firstIndex(of: person) ?? 0) + 1))] {
                #expect(try (tx.result(result, in: subject.resultScope(at: now)) != nil) == sees)
            }
            let seesAlerts = try tx.decision(for: subject, .readAlerts, about: person, at: now).ground != nil
            let isClinician = subject.role == .clinician
            #expect(alerts.contains { $0.profileID == person && $0.band == .urgent } == seesAlerts)
            #expect(alerts.contains { $0.profileID == person && $0.isOpenAndCritical } == (isClinician || seesAlerts))
        }
        let isClinician = subject.role == .clinician
        #expect(results.count { $0.profileID == nil } == (isClinician ? 2 : 0))
        #expect(alerts.count { $0.profileID == nil } == (isClinician ? 2 : 0))
        let marked = try tx.opened(among: Set(Self.people), to: subject, for: .readResults, at: now)
        var opened: Set<ProfileID> = []
        for person in Self.people {
            let decision = try tx.decision(for: subject, .readResults, about: person, at: now)
            if decision.ground == .breakGlass { opened.insert(person) }
        }
        #expect(marked == opened)
    }

    @Test func `also narrow filtered and paged lists`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await settle(store)
            let clinician = Self.clinicians[0]
            try await store.write { (tx) throws(DatabaseError) in
                for number in [1, 3] as [Int64] {
                    try tx.insertCareAssignment(
                        CareAssignment(
                            id: CareAssignmentID(number: number), account: clinician,
                            profile: ProfileID(number: number),
                            from: Example.now, to: nil, madeBy: Example.key, madeAt: Example.now))
                }
            }
            let scope = Self.subject(clinician).resultScope(at: Example.now)
            let all = try await `A list of results`.list(store, in: scope)
            #expect(all.count == 6)
            for limit in 1...7 { #expect(try await `A list of results`.list(store, in: scope, pages: limit) == all) }
            let high = try await `A list of results`.list(
                store, ResultFilter(flag: .criticallyHigh), in: scope, pages: 1)
            #expect(high == all.filter { $0.current.interpretation.flag == .criticallyHigh })
            let unmatched = try await `A list of results`.list(store, ResultFilter(isUnmatched: true), in: scope)
            #expect(unmatched == all.filter { $0.profileID == nil })
        }
    }
}
