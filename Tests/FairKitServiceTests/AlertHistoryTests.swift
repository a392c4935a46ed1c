import FairKitCore
import FairKitService
import FairKitStore
import Support
import Testing

@Suite struct `The history of an alert` {
    private static let words = "Nobody answers for Mwangi"

    /// An alert that was released with a reason.
    private func released(_ house: TestHouse, level: Int64 = 820) async throws -> Patient {
        try await house.tenancy.alertRules.change(.severeLow, on: true, by: .command)
        let patient = try await Patient(house, level: level)
        let first = try #require(try await house.claim().first)
        _ = try await house.tenancy.deliveries.release(
            ["\(first.token)"], reason: Self.words, delaySeconds: 0, in: "default", by: house.caller(.consumer))
        return patient
    }

    private func history(_ patient: Patient, by caller: Caller) async throws -> [AlertEvent] {
        try await patient.house.tenancy.alerts.events(of: patient.alert, after: 0, limit: 100, by: caller).items
    }

    @Test func `is recorded with its patient, and has the consumers' texts`() async throws {
        let house = try TestHouse()
        let patient = try await released(house)
        for role: Role in [.consumer, .clinician, .administrator] {
            let reasons = try await history(patient, by: house.caller(role)).compactMap(\.reason)
            #expect(reasons == [Self.words], "\(role.name)")
        }
        let entries = try await patient.entries(.alertEventsRead)
        #expect(entries.map(\.actor.role) == [.consumer, .clinician, .administrator])
        #expect(entries.allSatisfy { $0.object == "\(patient.alert)" && $0.profileID == patient.id })
    }

    @Test func `is visible to clinicians like the alert`() async throws {
        let house = try TestHouse()
        let patient = try await released(house, level: 40)
        let (stranger, carer) = (try await house.somebody(.clinician), try await house.somebody(.clinician))
        _ = try await house.tenancy.care.assign(
            try #require(carer.subject.account), to: patient.id, from: nil, until: nil,
            by: house.caller(.administrator))
        #expect(try await !history(patient, by: carer).isEmpty)
        await #expect(throws: Refusal<Never>.self) { try await history(patient, by: stranger) }
        _ = try await house.tenancy.emergencies.open(patient.id, reason: "Unconscious in casualty", by: stranger)
        #expect(try await !history(patient, by: stranger).isEmpty)
        #expect(try await patient.entries(.alertEventsRead).map(\.breakGlass) == [false, true])
    }

    @Test func `of an open critical alert is visible to every clinician without emergency access`() async throws {
        let house = try TestHouse()
        let patient = try await released(house)
        #expect(try await !history(patient, by: try await house.somebody(.clinician)).isEmpty)
        #expect(try await patient.entries(.alertEventsRead).map(\.breakGlass) == [false])
    }

    @Test func `of all alerts has ids only`() async throws {
        let house = try TestHouse()
        let patient = try await released(house)
        let before = try await house.audit(of: patient.id).count
        let caller = try await house.pager()
        let listed = try await house.tenancy.alerts.events(after: 0, limit: 100, by: caller)
        #expect(listed.contains { $0.kind == .released } && listed.allSatisfy { $0.reason == nil })
        guard
            case .entries(let followed) = try await house.tenancy.alerts.follow(
                after: 0, waitingAtMost: .zero, by: caller)
        else { return #expect(Bool(false), "there are events") }
        #expect(followed == listed)
        #expect(try await house.audit(of: patient.id).count == before)
    }
}
