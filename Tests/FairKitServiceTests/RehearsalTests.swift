import FairKitCore
import FairKitService
import Support
import Testing

@Suite struct `A dry run of results` {
    private func rehearse(
        _ value: Int64, kit number: Int64, _ house: TestHouse, by laboratory: Caller
    ) async throws -> ResultView {
        let findings = Findings(
            testDate: house.time.now.date(),
            level: Level(value: Thousandths(count: value * 1000), unit: .milligramsPerDecilitre),
            genotype: nil, method: nil, reportedRange: nil)
        let report = ResultReport(
            reference: "R-\(value)", kitCode: "\(try #require(KitCode(number: number)))", status: .final,
            findings: findings)
        let outcomes = try await house.tenancy.results.record(
            [BatchEntry(report, found: Faults())], isRehearsal: true, by: laboratory)
        return try #require(outcomes.first).get().result
    }

    /// The levels turn at four times, and at a quarter of, the patient's last one.
    @Test(arguments: [24, 26, 130, 399, 401, 790] as [Int64])
    func `tells a laboratory nothing of levels that others reported`(value: Int64) async throws {
        let house = try TestHouse()
        let patient = try await Patient(house, level: 100, raises: false)
        let second = try await house.register("\(try #require(KitCode(number: 2)))", for: patient.id)
        let other = try await house.laboratory("Kisumu East")
        let alone = try await rehearse(value, kit: 3, house, by: other)
        let known = try await rehearse(value, kit: 2, house, by: other)
        #expect(known.hold == alone.hold)
        #expect((known.alertID == nil) == (alone.alertID == nil))
        #expect(known.current.interpretation == alone.current.interpretation)
        #expect(second.profileID == patient.id)
        // Nor that another laboratory reported one for this very kit.
        #expect(try await rehearse(value, kit: 1, house, by: other).hold == alone.hold)
        #expect(try await rehearse(value, kit: 1, house, by: house.laboratory()).hold == .otherResult)
    }
}

@Suite struct `A list that is narrowed to a person` {
    @Test func `is in the audit log about them, whatever it shows`() async throws {
        let house = try TestHouse()
        let patient = try await Patient(house)
        let clinician = house.caller(.clinician)
        func count(_ action: AuditAction) async throws -> Int { try await patient.entries(action).count }
        var results = ResultFilter()
        results.profileID = patient.id
        results.to = CalendarDate(daysSince1970: 1)
        for counting in [false, true] {
            let before = try await count(.resultListed)
            let page = try await house.tenancy.results.list(
                results, after: nil, limit: 10, counting: counting, by: clinician)
            #expect(page.items.isEmpty)
            #expect(try await count(.resultListed) == before + 1)
        }
        var alerts = AlertFilter()
        (alerts.profileID, alerts.state, alerts.order) = (patient.id, .resolved, .newest)
        _ = try await house.tenancy.alerts.list(alerts, after: nil, limit: 10, counting: true, by: clinician)
        #expect(try await count(.alertListed) == 1)
        var kits = KitFilter()
        (kits.profileID, kits.status) = (patient.id, .cancelled)
        _ = try await house.tenancy.kits.list(kits, after: nil, limit: 10, counting: true, by: clinician)
        #expect(try await count(.kitListed) == 1)
    }
}
