import FairKitCore
import FairKitStore
import Relational

/// A random store of people, relations, kits, results and alerts, and what each list should show of it by the policy alone.
struct FindingModel: Sendable {
    static let people = (1...5 as ClosedRange<Int64>).map { ProfileID(number: $0) }
    static let clinician = AccountID(number: 101)
    static let laboratories = [Example.laboratory, Example.otherLaboratory]
    static let day: Duration = .seconds(86_400)

    private(set) var results: [TestResult] = []
    private(set) var kits: [(kit: Kit, laboratory: LaboratoryID?)] = []
    private(set) var alerts: [Alert] = []

    static let names = ["Laboratory", "Other laboratory"]

    static let subjects: [Subject] = [
        Subject(.key(KeyID(number: 1)), role: .clinician),
        Subject(.key(KeyID(number: 2)), role: .clinician, scopes: [.readResults, .readAlerts, .readKits]),
        Subject(.account(clinician, SessionID(number: 1)), role: .clinician),
        Subject(.account(AccountID(number: 201), SessionID(number: 2)), role: .patient(people[0])),
        Subject(.key(KeyID(number: 3)), role: .patient(people[1])),
        Subject(.key(KeyID(number: 4)), role: .laboratory(Example.laboratory)),
        Subject(.key(KeyID(number: 5)), role: .laboratory(Example.otherLaboratory)),
        Subject(.key(KeyID(number: 6)), role: .consumer), Subject(.key(KeyID(number: 7)), role: .administrator),
        Subject(.key(KeyID(number: 8)), role: .app),
    ]

    init(_ store: Store, seed: UInt64) async throws {
        self = try await store.write { (tx) throws(DatabaseError) in
            var random = SplitMix64(state: seed)
            return try FindingModel(filling: tx, &random)
        }
    }

    private init(filling tx: borrowing WriteTransaction, _ random: inout SplitMix64) throws(DatabaseError) {
        for (id, name) in zip(Self.laboratories, Self.names) { try tx.insertLaboratory(Laboratory(id: id, name: name)) }
        for person in Self.people {
            let consents = random.happens(60)
            try tx.insertProfile(Example.profile(person) { $0.consents.clinicians = consents })
        }
        try tx.insertAccount(`Stored relations`.account(Self.clinician, .clinician), password: "-")
        try tx.insertAccount(
            `Stored relations`.account(AccountID(number: 201), .patient(Self.people[0])), password: "-")
        try relate(in: tx, &random)
        for number in 1...16 as ClosedRange<Int64> { try addKit(number, in: tx, &random) }
        for number in 1...40 as ClosedRange<Int64> { try addResult(number, in: tx, &random) }
    }

    private func relate(in tx: borrowing WriteTransaction, _ random: inout SplitMix64) throws(DatabaseError) {
        for (index, person) in Self.people.enumerated() {
            let number = Int64(index + 1)
            if random.happens(40) {
                try tx.insertCareAssignment(
                    CareAssignment(
                        id: CareAssignmentID(number: number), account: Self.clinician, profile: person,
                        from: Example.now,
                        to: nil, madeBy: Example.key, madeAt: Example.now))
            }
            if random.happens(20) {
                try tx.insertBreakGlass(
                    BreakGlass(
                        id: BreakGlassID(number: number), account: Self.clinician, profile: person,
                        reason: "unconscious",
                        openedAt: Example.now, until: Example.now.advanced(by: Self.day)))
            }
            let recipient = random.happens(50) ? Self.clinician : AccountID(number: 201)
            if random.happens(30), index > 0 || recipient == Self.clinician {
                try tx.insertShare(
                    Share(
                        id: ShareID(number: number), profile: person, recipient: .account(recipient),
                        createdAt: Example.now, createdBy: Example.key, expiresAt: Example.now.advanced(by: Self.day)))
            }
        }
    }

    private mutating func addKit(
        _ number: Int64, in tx: borrowing WriteTransaction, _ random: inout SplitMix64
    ) throws(DatabaseError) {
        let owner = random.happens(80) ? Self.people[random.below(Self.people.count)] : nil
        var kit = try Example.kit(
            number, of: owner, status: KitStatus.allCases[random.below(KitStatus.allCases.count)],
            needsReview: random.happens(30))
        if owner != nil { kit.sendBy = Example.today.adding(days: random.below(9) - 5) }
        try tx.insertKit(kit, at: Example.now)
        let laboratory = random.happens(60) ? Self.laboratories[random.below(2)] : nil
        try tx.setKitLogistics(KitLogistics(laboratoryID: laboratory), of: kit.id, isOpen: true, at: Example.now)
        kits.append((kit, laboratory))
    }

    private mutating func addResult(
        _ number: Int64, in tx: borrowing WriteTransaction, _ random: inout SplitMix64
    ) throws(DatabaseError) {
        let owned = kits.filter { $0.kit.profileID != nil }
        let kit = random.happens(75) && !owned.isEmpty ? owned[random.below(owned.count)].kit : nil
        let measured = Level(
            value: Thousandths(count: Int64(random.below(6)) * 100_000),
            unit: random.happens(70) ? .milligramsPerDecilitre : .gramsPerLitre)
        let level = random.happens(80) ? measured : nil
        let flag = level.map { _ in AbnormalFlag.allCases[random.below(AbnormalFlag.allCases.count)] }
        let range = level.flatMap { _ in Example.version().range }
        let version = ResultVersion(
            number: 1, status: random.happens(60) ? .final : .corrected,
            findings: Findings(
                testDate: Example.today.adding(days: -random.below(6)), level: level,
                genotype: random.happens(50) ? Genotype(random.happens(50) ? "ZZ" : "MZ") : nil,
                phenotype: random.happens(50) ? Phenotype(random.happens(50) ? "MZ" : "M1M2") : nil,
                method: random.happens(50) ? "nephelometry" : nil, reportedRange: nil),
            range: range, interpretation: Interpretation(flag: flag, verify: []), reason: nil, recordedAt: Example.now)
        let unknown = try Example.code(500 + number)
        let result = TestResult(
            id: ResultID(number: (number * 7919) % 1009), laboratoryID: Self.laboratories[random.below(2)],
            reference: "R-\(number)", kitCode: kit?.code ?? unknown, kitID: kit?.id,
            profileID: kit?.profileID, current: version, alertID: nil,
            hold: random.happens(20) ? .otherResult : nil)
        try tx.insertResult(result)
        guard random.happens(60) else {
            results.append(result)
            return
        }
        let id = AlertID(number: (number * 104_729) % 9973)
        let band = Band.allCases[random.below(Band.allCases.count)]
        let state = AlertState.allCases[random.below(AlertState.allCases.count)]
        // Ids are in the order of raising, as those of the server are.
        let raised = Example.now.advanced(by: .seconds(Int64(random.below(3))))
        let alert = Alert(
            id: id, resultID: result.id, resultVersion: 1, rule: .criticalHigh, band: band, level: level, range: range,
            raisedAt: raised, state: .open, follows: nil, profileID: result.profileID,
            genotype: version.findings.genotype, hold: result.hold)
        try tx.raise(alert, actor: Example.key)
        try tx.run("UPDATE alert SET state = \(state) WHERE id = \(id)")
        if let stored = try tx.alert(id) { alerts.append(stored) }
        if let stored = try tx.result(result.id, in: .laboratory(result.laboratoryID)) { results.append(stored) }
    }
}

// MARK: - What each list should show

extension FindingModel {
    func results(
        _ filter: ResultFilter, to subject: Subject, in tx: borrowing ReadTransaction
    ) throws(DatabaseError) -> [TestResult] {
        var found: [TestResult] = []
        for result in results where filter.matches(result, to: subject) {
            let decision = try tx.decision(
                for: subject, .readResults, about: result.profileID, from: result.laboratoryID, at: Example.now)
            let isPatient = subject.role.name == .patient
            // A patient without a relation to a record without an owner does not see it.
            if decision.ground != nil, !(isPatient && result.hold != nil) { found.append(result) }
        }
        return found.sorted { filter.order.precedes($0, $1) }
    }

    func kits(
        _ filter: KitFilter, to subject: Subject, in tx: borrowing ReadTransaction
    ) throws(DatabaseError) -> [Kit] {
        let name = filter.laboratory.flatMap { Self.names.firstIndex(of: $0) }
        var found: [Kit] = []
        for (kit, laboratory) in kits {
            if filter.laboratory != nil, name.map({ Self.laboratories[$0] }) != laboratory || name == nil { continue }
            guard filter.matches(kit) else { continue }
            if case .laboratory(let own) = subject.role {
                let isAssigned = kits.contains { $0.laboratory == own }
                if isAssigned ? laboratory == own : laboratory == nil { found.append(kit) }
                continue
            }
            let decision = try tx.decision(
                for: subject, .readKits, about: kit.profileID, from: laboratory, at: Example.now)
            if decision.ground != nil { found.append(kit) }
        }
        return found.sorted { "\($0.id)" > "\($1.id)" }
    }

    func alerts(
        _ filter: AlertFilter, to subject: Subject, in tx: borrowing ReadTransaction
    ) throws(DatabaseError) -> [Alert] {
        var found: [Alert] = []
        for alert in alerts {
            guard filter.profileID.map({ alert.profileID == $0 }) ?? true,
                filter.band.map({ alert.band == $0 }) ?? true,
                filter.state.map({ alert.state == $0 }) ?? true
            else { continue }
            let decision = try tx.decision(
                for: subject, .readAlerts, about: alert.profileID, isOpenAndCritical: alert.isOpenAndCritical,
                isHeld: alert.hold != nil, at: Example.now)
            if decision.ground != nil { found.append(alert) }
        }
        let isByUrgency = filter.order == .urgent && filter.state?.waitsForClinician == true
        return found.sorted { one, other in
            guard isByUrgency else { return "\(one.id)" > "\(other.id)" }
            return (one.band.rawValue, one.band.rank(raisedAt: one.raisedAt), "\(one.id)")
                < (other.band.rawValue, other.band.rank(raisedAt: other.raisedAt), "\(other.id)")
        }
    }
}

extension ResultFilter {
    /// The filter in clear.
    fileprivate func matches(_ result: TestResult, to subject: Subject) -> Bool {
        let findings = result.current.findings
        let fitsLevel =
            levels.map { levels in
                findings.level.map { level in
                    level.unit == levels.unit && levels.low.map { $0 <= level.value } ?? true
                        && levels.high.map { level.value <= $0 } ?? true
                } ?? false
            } ?? true
        let fitsDates = from.map { $0 <= findings.testDate } ?? true && to.map { findings.testDate <= $0 } ?? true
        let fitsKind =
            flag.map { $0 == result.current.interpretation.flag } ?? true
            && status.map { $0 == result.current.status } ?? true
            && (!isUnmatched || result.kitID == nil) && (!isHeld || result.hold != nil)
        let fitsOwner =
            profileID.map { $0 == result.profileID } ?? true && laboratoryID.map { $0 == result.laboratoryID } ?? true
            && kitCode.map { $0 == result.kitCode } ?? true
        return fitsLevel && fitsDates && fitsKind && fitsOwner && genotype.map { $0 == findings.genotype } ?? true
            && phenotype.map { $0 == findings.phenotype } ?? true && method.map { $0 == findings.method } ?? true
    }
}

extension ResultOrder {
    fileprivate func precedes(_ one: TestResult, _ other: TestResult) -> Bool {
        func key(_ result: TestResult) -> (Int64, String) {
            (ResultCursor(after: result, in: self).key.number, "\(result.id)")
        }
        return isDescending ? key(one) > key(other) : key(one) < key(other)
    }
}

extension KitFilter {
    fileprivate func matches(_ kit: Kit) -> Bool {
        let today = today ?? Example.today
        let isOverdueKit = [.registered, .mailed].contains(kit.status) && kit.sendBy.map { $0 < today } ?? false
        return status.map { $0 == kit.status } ?? true && needsReview.map { $0 == kit.needsReview } ?? true
            && profileID.map { $0 == kit.profileID } ?? true && (!isOverdue || isOverdueKit)
            && (!isPending || kit.status.acceptsResult)
    }
}
