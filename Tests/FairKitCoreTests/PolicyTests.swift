import FairKitCore
import Testing

@Suite struct `A role` {
    static let own = ProfileID.new(at: Timestamp(milliseconds: 1))
    static let other = ProfileID.new(at: Timestamp(milliseconds: 2))
    static let laboratory = LaboratoryID.new(at: Timestamp(milliseconds: 3))

    /// One line an action; the columns are patient, laboratory, clinician, consumer, administrator, coordinator.
    static let matrix: [(Action, [Bool])] = [
        (.createProfile, [false, false, true, false, true, false]),
        (.readProfile, [true, false, true, false, true, false]),
        (.changeProfile, [true, false, true, false, true, false]),
        (.changeConsents, [true, false, false, false, true, false]),
        (.registerKit, [true, false, true, false, true, false]),
        (.readKits, [true, true, true, false, true, false]),
        (.issueKits, [false, false, false, false, true, false]),
        (.reportKitStatus, [true, true, true, false, true, false]),
        (.reviewKits, [false, true, false, false, true, false]),
        (.scanPhoto, [true, true, true, true, true, false]),
        (.recordResult, [false, true, false, false, false, false]),
        (.correctResult, [false, true, false, false, false, false]),
        (.readResults, [true, true, true, false, false, false]),
        (.readAlerts, [false, false, true, true, false, false]),
        (.consumeAlerts, [false, false, true, true, false, false]),
        (.readAlertEvents, [false, false, true, true, true, false]),
        (.readGroups, [false, false, true, true, true, false]),
        (.operateQueue, [false, false, false, false, true, false]),
        (.manageKeys, [false, false, false, false, true, false]),
        (.operateStore, [false, false, false, false, true, false]),
        (.readMetrics, [false, false, false, false, true, false]),
        (.manageTenants, [false, false, false, false, true, false]),
        (.operateOutbox, [false, false, false, false, true, false]),
        (.readAudit, [false, false, false, false, true, false]),
        (.manageAccounts, [false, false, false, false, true, false]),
        (.manageSettings, [false, false, false, false, true, false]),
        (.readAccesses, [true, false, false, false, true, false]),
        (.exportRecord, [true, false, false, false, false, false]),
        (.eraseRecord, [true, false, false, false, true, false]),
        (.holdRecord, [false, false, false, false, true, false]),
    ]

    static let roles: [Role] = [
        .patient(own), .laboratory(laboratory), .clinician, .consumer, .administrator, .coordinator,
    ]

    @Test(arguments: matrix)
    func `may do what stands here and no more`(action: Action, allowed: [Bool]) {
        #expect(Self.roles.map { $0.may(action) } == allowed)
    }

    @Test func `is asked about every action`() {
        #expect(Set(Self.matrix.map(\.0)) == Set(Action.allCases))
        #expect(Self.roles.map(\.name) == [.patient, .laboratory, .clinician, .consumer, .administrator, .coordinator])
        #expect(Set(RoleName.allCases) == Set(Self.roles.map(\.name)))
    }

    @Test func `sees the results in its scope`() {
        let expected: [ResultScope] = [
            .patient(Self.own), .laboratory(Self.laboratory), .consenting, .none, .none, .none,
        ]
        #expect(Self.roles.map(\.resultScope) == expected)
    }

    @Test func `sees the kits in its scope`() {
        let expected: [KitScope] = [.patient(Self.own), .all, .all, .none, .all, .none]
        #expect(Self.roles.map(\.kitScope) == expected)
        #expect(Self.roles.map(\.seesOwnersOfKits) == [true, false, true, true, true, true])
    }

    @Test func `reports the steps that are its own`() {
        let reports = Self.roles.map { role in KitStatus.allCases.filter { role.mayReport($0) } }
        #expect(
            reports == [[.mailed], [.received, .processing, .rejected], [.mailed], [], KitStatus.allCases, []])
    }

    @Test func `sees profiles, a patient only the own`() {
        #expect(Self.roles.map { $0.sees(Self.own) } == [true, false, true, false, true, false])
        #expect(Self.roles.map { $0.sees(Self.other) } == [false, false, true, false, true, false])
    }
}
