import FairKitCore
import FairKitService
import FairKitStore
import Relational
import Support
import Testing

/// A genotype or a phenotype is a result without a level: see decision 0135.
@Suite struct `A result without a level` {
    private let house: TestHouse
    private let patient: ProfileID
    private let account: Caller
    private let laboratory: Caller
    private static let codes = ["FU-KIT-2025110701-X", "FU-KIT-2025110702-V", "FU-KIT-2025110703-T"]

    init() async throws {
        house = try TestHouse()
        patient = try await house.person()
        account = try await house.somebody(.patient(patient))
        laboratory = try await house.laboratory()
        for code in Self.codes { _ = try await house.register(code, for: patient) }
    }

    private func record(
        _ reference: String, _ code: String, daysAgo: Int = 0, genotype: String? = "ZZ", phenotype: String? = nil
    ) async throws -> ReportedResult {
        let findings = Findings(
            testDate: house.tenancy.now().date().adding(days: -daysAgo), level: nil,
            genotype: genotype.flatMap { Genotype($0) }, phenotype: phenotype.flatMap { Phenotype($0) }, method: nil,
            reportedRange: nil, interpretation: "Two bands.\n\tNo third one.")
        return try await house.tenancy.results.record(
            ResultReport(reference: reference, kitCode: code, status: .final, findings: findings), by: laboratory
        ).value
    }

    private func withdrawLevel(of id: ResultID, genotype: String? = nil) async throws -> ResultView {
        try await house.tenancy.results.correct(
            id,
            ResultCorrection(
                reason: "Wrong tube", status: .corrected, testDate: nil, level: nil, withdrawsLevel: true,
                genotype: genotype.flatMap { Genotype($0) }, method: nil, range: nil, expectedVersions: nil),
            by: laboratory
        ).value
    }

    @Test func `is never critical, and is told without a level`() async throws {
        let stored = try await record("N-1", Self.codes[0], phenotype: "Z").result
        #expect(stored.current.interpretation == Interpretation(flag: nil, verify: []))
        #expect(stored.current.range == nil && stored.alertID == nil && stored.hold == nil)
        #expect(try await house.claim().isEmpty)
        let told = try await house.told(account).filter { $0.kind == .resultReady }
        #expect(told.map(\.facts.level) == [nil])
        let shown = try await house.tenancy.results.show(stored.id, by: house.caller(.patient(patient)))
        #expect(shown.current.findings.phenotype == Phenotype("Z"))
        #expect(shown.current.findings.interpretation == "Two bands.\n\tNo third one.")
        guard case .repeated = try await record("N-1", Self.codes[0], phenotype: "Z") else {
            Issue.record("sent again, it is another result")
            return
        }
    }

    @Test func `is held only if its genotype is not the patient's`() async throws {
        _ = try await house.tenancy.profiles.change(
            patient, expectedVersions: nil, by: house.caller(.administrator)
        ) { profile, _ in
            var details = profile.details
            details.knownGenotype = Genotype("MM")
            return details
        }
        #expect(try await record("N-1", Self.codes[0]).result.hold == .genotypeDiffers)
        #expect(try await record("N-2", Self.codes[1], genotype: "MM").result.hold == nil)
        #expect(try await house.claim().isEmpty)
    }

    @Test func `stands in no trend, and a level is compared with the level before it`() async throws {
        _ = try await house.record("N-1", Self.codes[0], 30, by: laboratory)
        house.time.advance(by: .seconds(86_400))
        let withoutLevel = try await record("N-2", Self.codes[1]).result
        house.time.advance(by: .seconds(86_400))
        let jump = try await house.record("N-3", Self.codes[2], 150, by: laboratory).result
        #expect(jump.hold == .implausibleJump)
        let trend = try await house.tenancy.results.trend(of: patient, by: house.caller(.patient(patient)))
        #expect(trend.points.map(\.level.value.count) == [30_000])
        // A correction of the first one is compared with the third.
        let first = try #require(trend.points.first?.result)
        _ = try await house.correct(first, to: 140, by: laboratory)
        let last = try await house.tenancy.results.show(jump.id, by: house.caller(.patient(patient)))
        #expect(last.result.hold == nil && last.current.interpretation.verify.isEmpty)
        #expect(withoutLevel.current.findings.level == nil)
    }

    @Test func `raises the alert with its critical level, and a level that is withdrawn takes it back`() async throws {
        let id = try await record("N-1", Self.codes[0]).result.id
        let corrected = try await house.correct(id, to: 900, by: laboratory)
        let raised = try #require(corrected.result.alertID)
        let claimed = try #require(try await house.claim().first)
        #expect(claimed.alert.id == raised && claimed.alert.rule == .criticalHigh)
        try await house.ack(claimed)
        let withdrawn = try await withdrawLevel(of: id)
        #expect(withdrawn.current.findings.level == nil && withdrawn.current.interpretation.flag == nil)
        let news = try #require(try await house.claim().first).alert
        #expect(news.rule == .corrected && news.follows == raised && news.band == .critical && news.level == nil)
        #expect(!AlertMessage(news).body.contains("900"))
        let alert = AlertNews(of: news, patient: nil, correction: nil, first: raised)
        for reader in [AlertReader.patient(knowsEarlier: true), .clinician, .clinicianWithoutRecord, .team] {
            #expect([.alertCorrectedPatient, .alertCorrectedStaff].contains(alert.kind(for: reader)))
            #expect(alert.facts(for: reader).level == nil && alert.facts(for: reader).range == nil)
        }
        // And back again: it is a new critical level.
        #expect(try await house.correct(id, to: 900, by: laboratory).result.alertID != raised)
        #expect(try await house.claim().contains { $0.alert.rule == .criticalHigh && $0.alert.level != nil })
    }

    @Test func `is left by a correction only if something else was found`() async throws {
        let id = try await house.record("N-1", Self.codes[0], 150, by: laboratory).result.id
        await #expect(throws: (any Error).self) { try await withdrawLevel(of: id) }
        #expect(try await withdrawLevel(of: id, genotype: "MZ").current.findings.genotype == Genotype("MZ"))
    }

    @Test func `is not counted as a completed test`() async throws {
        _ = try await record("N-1", Self.codes[0])
        house.time.advance(by: .seconds(86_400))
        _ = try await house.tenancy.programmes.count()
        let waiting = try await house.store.read { (tx) throws(DatabaseError) in
            try tx.number("SELECT COUNT(*) FROM figure_person WHERE measure = 'completed'")
        }
        #expect(waiting == 0)
    }
}
