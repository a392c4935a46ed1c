import FairKitCore
import FairKitService
import Support
import Testing

@Suite struct `A coordinator` {
    @Test func `sees figures of ten people or more, and nothing else`() async throws {
        let house = try TestHouse()
        let laboratory = try await house.laboratory()
        for number in 1...23 as ClosedRange<Int64> {
            let person = try await house.person()
            let code = "\(try #require(KitCode(number: number)))"
            _ = try await house.register(code, for: person)
            let level: Int64 = number <= 12 ? 150 : number <= 22 ? 300 : 820
            _ = try await house.record("N-\(number)", code, level, by: laboratory)
        }
        let month = CalendarMonth(of: house.time.now.date())
        let coordinator = try await house.somebody(.coordinator)
        await #expect(throws: Refusal<Never>.self) {
            try await house.tenancy.results.figures(from: nil, through: month, by: coordinator)
        }
        house.time.advance(by: .seconds(31 * 86_400))
        let figures = try await house.tenancy.results.figures(from: nil, through: nil, by: coordinator)
        #expect(figures.count == 12)
        let last = try #require(figures.last)
        #expect(last.month == month)
        #expect(last.registered == .people(23))
        #expect(last.results.all == .people(23))
        // One is critically high: with the empty classes that is fewer than ten people, so the next smallest is
        // suppressed, too.
        #expect(last.results.classes[.normal] == .people(12))
        #expect(last.results.classes[.high] == .suppressed)
        #expect(last.results.classes[.criticallyHigh] == .suppressed)
        #expect(figures.dropLast().allSatisfy { $0.registered == .suppressed && $0.results.all == .suppressed })
        for caller in [house.caller(.clinician), laboratory, house.caller(.consumer)] {
            await #expect(throws: Refusal<Never>.self) {
                try await house.tenancy.results.figures(from: nil, through: nil, by: caller)
            }
        }
        let patient = try await Patient(house, number: 99)
        #expect(await patient.seen(by: coordinator).isEmpty)
        await #expect(throws: Refusal<Never>.self) {
            try await house.tenancy.alerts.list(after: nil, limit: 1, by: coordinator)
        }
    }

    @Test func `sees only people who have agreed to be counted`() async throws {
        let house = try TestHouse()
        let laboratory = try await house.laboratory()
        for number in 1...23 as ClosedRange<Int64> {
            let person = try await house.person(consents: Consents(clinicians: true, partners: number <= 12))
            let code = "\(try #require(KitCode(number: number)))"
            _ = try await house.register(code, for: person)
            _ = try await house.record("N-\(number)", code, 150, by: laboratory)
        }
        house.time.advance(by: .seconds(31 * 86_400))
        let coordinator = try await house.somebody(.coordinator)
        let last = try #require(try await house.tenancy.results.figures(from: nil, through: nil, by: coordinator).last)
        #expect(last.registered == .people(12))
        #expect(last.results.all == .people(12))
    }

    /// Otherwise who takes one person out, and asks before and after, reads that person's flag.
    @Test func `reads the same figures of a month whoever is taken out later`() async throws {
        let house = try TestHouse()
        let laboratory = try await house.laboratory()
        var people: [ProfileID] = []
        for number in 1...12 as ClosedRange<Int64> {
            people.append(try await house.person())
            let code = "\(try #require(KitCode(number: number)))"
            _ = try await house.register(code, for: try #require(people.last))
            _ = try await house.record("N-\(number)", code, 150, by: laboratory)
        }
        house.time.advance(by: .seconds(31 * 86_400))
        let coordinator = try await house.somebody(.coordinator)
        func counted() async throws -> Figure? {
            try await house.tenancy.results.figures(from: nil, through: nil, by: coordinator).last?.results.all
        }
        #expect(try await counted() == .people(12))
        let target = try #require(people.first)
        _ = try await house.tenancy.profiles.change(target, expectedVersions: nil, by: house.caller(.administrator)) {
            profile, _ in
            var details = profile.details
            details.consents = Consents(clinicians: true, partners: false)
            return details
        }
        #expect(try await counted() == .people(12))
    }

    /// Otherwise twelve normal ones and fourteen in all would reveal that two have no normal result.
    @Test func `counts each person in one class`() async throws {
        let house = try TestHouse()
        let laboratory = try await house.laboratory()
        for number in 1...14 as ClosedRange<Int64> {
            let person = try await house.person()
            for (kit, level) in [(number, 150), (number + 100, number <= 12 ? 300 : 820)] as [(Int64, Int64)] {
                let code = "\(try #require(KitCode(number: kit)))"
                _ = try await house.register(code, for: person)
                _ = try await house.record("N-\(kit)", code, level, by: laboratory)
            }
        }
        house.time.advance(by: .seconds(31 * 86_400))
        let coordinator = try await house.somebody(.coordinator)
        let last = try #require(try await house.tenancy.results.figures(from: nil, through: nil, by: coordinator).last)
        #expect(last.results.all == .people(14))
        #expect(last.results.classes[.normal] == .suppressed)
        // The number of high ones would follow from the others, so it is suppressed with the next smallest.
        #expect(last.results.classes.values.allSatisfy { $0 == .suppressed })
    }
}
