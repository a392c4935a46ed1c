import FairKitCore
import FairKitService
import FairKitStore
import Support
import Testing

@Suite struct `A result that its patient sees from now on` {
    /// A way in which a patient comes to see a result.
    enum Way: CaseIterable {
        case recorded
        case reviewed
        case registeredForThem
        case released
        case verifiedByAClinician
        case holdEnded
        case itselfCorrected
        case earlierCorrected
        case earlierWithdrawn
        case earlierReleased
        case earlierShownAgain
        case recordChanged
    }

    private let house: TestHouse
    private let patient: ProfileID
    private let account: Caller
    private let laboratory: Caller

    init() async throws {
        house = try TestHouse()
        patient = try await house.person()
        account = try await house.somebody(.patient(patient))
        laboratory = try await house.laboratory()
    }

    @Test(arguments: Way.allCases) func `is told once, whatever made it visible`(way: Way) async throws {
        let (level, show) = try await prepared(way)
        #expect(try await told(level) == [])
        for _ in 0..<2 {
            later()
            try await show()
            try await house.escalateSoon()
        }
        #expect(try await told(level) == [.resultReady])
        let page = try await house.tenancy.results.list(ResultFilter(), after: nil, limit: 10, by: account)
        #expect(page.items.contains { $0.current.findings.level?.value.count == level * 1000 })
        #expect(try await house.told(account).count == Set(house.told(account).map(\.id)).count)
    }

    /// The level of a result that its patient does not see, and what shows it. It can be repeated.
    private func prepared(_ way: Way) async throws -> (level: Int64, show: () async throws -> Void) {
        switch way {
        case .recorded:
            let code = try await registered(1)
            return (150, { _ = try await record(1, code, 150) })
        case .reviewed:
            _ = try await record(1, try code(1), 150)
            let kit = try await house.register(try code(1), for: patient)
            return (150, { _ = try await house.review(kit) })
        case .registeredForThem:
            let code = try code(1)
            _ = try await record(1, code, 150)
            let registration = KitRegistration(photo: nil, barcode: code, profileID: patient)
            return (150, { _ = try? await house.tenancy.kits.register(registration, by: house.caller(.administrator)) })
        case .released, .verifiedByAClinician:
            let held = try await record(1, try await registered(1), 2)
            let reader = way == .released ? laboratory : house.caller(.clinician)
            let level = held.result.current.findings.level
            return (2, { _ = try await house.tenancy.results.release(held.id, readBack: level, by: reader) })
        case .holdEnded:
            _ = try await record(1, try await registered(1), 2)
            return (
                2,
                {
                    house.time.advance(by: .seconds(86_400))
                    _ = try await house.tenancy.results.releaseOverdue()
                }
            )
        case .itselfCorrected:
            let held = try await record(1, try await registered(1), 2)
            return (150, { if try await told(150).isEmpty { try await correct(held.id, to: 150) } })
        case .earlierCorrected, .earlierWithdrawn:
            let first = try await record(1, try await registered(1), 30)
            #expect(try await record(2, try await registered(2), 138).hold == .implausibleJump)
            return way == .earlierCorrected
                ? (138, { try await correct(first.id, to: 130) })
                : (138, { try? await correct(first.id, to: nil, status: .enteredInError) })
        case .earlierReleased:
            _ = try await record(1, try await registered(1), 100)
            let code = try await registered(2)
            try await cancel(2)
            let between = try await record(2, code, 300)
            #expect(try await record(3, try await registered(3), 450).hold == .implausibleJump)
            return (450, { _ = try await house.tenancy.results.release(between.id, by: laboratory) })
        case .earlierShownAgain:
            let first = try await record(1, try await registered(1), 30)
            _ = try await record(2, try await registered(2), 138)
            #expect(try await record(3, try await registered(3), 140).hold == .implausibleJump)
            return (140, { try await correct(first.id, to: 130) })
        case .recordChanged:
            try await know("ZZ")
            #expect(try await record(1, try await registered(1), 150).hold == .genotypeContradicts)
            return (150, { try await know("MM") })
        }
    }

    /// The kinds of the patient's notices about results with a level.
    private func told(_ level: Int64) async throws -> [NoticeKind] {
        try await house.told(account).filter { $0.facts.level?.number == "\(level)" }.map(\.kind)
    }

    /// Later steps get later ids.
    private func later() { house.time.advance(by: .seconds(1)) }

    private func code(_ number: Int64) throws -> String { "\(try #require(KitCode(number: number)))" }

    private func registered(_ number: Int64) async throws -> String {
        try await "\(house.register(code(number), for: patient).code)"
    }

    private func record(_ number: Int, _ code: String, _ level: Int64) async throws -> ResultView {
        later()
        return try await house.record("R-\(number)", code, level, by: laboratory).result
    }

    private func correct(_ id: ResultID, to level: Int64?, status: ResultStatus = .corrected) async throws {
        _ = try await house.correct(id, to: level, status: status, by: laboratory)
    }

    private func cancel(_ number: Int64) async throws {
        let page = try await house.tenancy.kits.list(KitFilter(), after: nil, limit: 10, by: account)
        let kit = try #require(page.items.first { "\($0.code)" == (try? code(number)) })
        _ = try await house.tenancy.kits.advance(
            kit.id, to: .cancelled, reason: "lost", by: house.caller(.administrator))
    }

    private func know(_ genotype: String) async throws {
        _ = try await house.tenancy.profiles.change(
            patient, expectedVersions: nil, by: house.caller(.administrator)
        ) { profile, _ in
            var details = profile.details
            details.knownGenotype = Genotype(genotype)
            return details
        }
    }
}
