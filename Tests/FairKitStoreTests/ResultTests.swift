import FairKitCore
import FairKitStore
import Relational
import Support
import Testing

@Suite struct `A stored result` {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    static let levels: [(AATUnit, Comparator?)] = AATUnit.allCases.flatMap { unit in
        [nil, .less, .lessOrEqual, .greaterOrEqual, .greater].map { (unit, $0) }
    }

    @Test(arguments: levels)
    func `is read as it was reported`(unit: AATUnit, comparator: Comparator?) async throws {
        let range = AppliedRange(
            low: Thousandths(count: 1), high: Thousandths(count: 999), criticalMultiple: Thousandths(count: 2500),
            source: .reported)
        let version = ResultVersion(
            number: 1, status: .preliminary,
            findings: Findings(
                testDate: CalendarDate(daysSince1970: -1),
                level: Level(value: Thousandths(count: 999_999_999), unit: unit, comparator: comparator),
                genotype: Genotype("Mmalton/Z"), method: "néphélométrie",
                reportedRange: ReportedRange(low: range.low, high: range.high)),
            range: range, interpretation: Interpretation(flag: .high, verify: [.comparatorOpen, .genotypeContradicts]),
            reason: "why", recordedAt: Example.now)
        let result = try Example.result(1, of: Example.kit(1), version, reference: "Ä/'\"; --")
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            try await store.write { (tx) throws(DatabaseError) in try tx.insertResult(result) }
        }
        try await scratch.withStore { (store) async throws in
            let found = try await store.read { (tx) throws(DatabaseError) in try tx.result(result.id, in: .consenting) }
            #expect(found == result)
        }
    }

    @Test(arguments: AbnormalFlag.allCases, [[], [.comparatorOpen], [.genotypeContradicts]] as [[Verification]])
    func `is read as it was interpreted`(flag: AbnormalFlag, verify: [Verification]) async throws {
        let interpreted = Example.version()
        let version = ResultVersion(
            number: 1, status: .final, findings: interpreted.findings, range: interpreted.range,
            interpretation: Interpretation(flag: flag, verify: verify), reason: nil, recordedAt: Example.now)
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            let result = try Example.result(1, version)
            let found = try await store.write { (tx) throws(DatabaseError) in
                try tx.insertResult(result)
                return try tx.result(result.id, in: .consenting)
            }
            #expect(found == result)
        }
    }

    @Test func `is the only one with its reference in its laboratory`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            let (first, second) = (try Example.result(1, reference: "A"), try Example.result(2, reference: "A"))
            let elsewhere = try Example.result(3, from: Example.otherLaboratory, reference: "A")
            try await store.write { (tx) throws(DatabaseError) in
                try tx.insertResult(first)
                try tx.insertResult(elsewhere)
            }
            let error = await #expect(throws: DatabaseError.self) {
                try await store.write { (tx) throws(DatabaseError) in try tx.insertResult(second) }
            }
            #expect(error?.code == TestEngine.current.duplicate)
            let found = try await store.read { (tx) throws(DatabaseError) in
                [
                    try tx.firstVersion(of: "A", from: Example.laboratory),
                    try tx.firstVersion(of: "A", from: Example.otherLaboratory),
                    try tx.firstVersion(of: "B", from: Example.laboratory),
                ]
            }
            #expect(found == [first, elsewhere, nil])
        }
    }

    @Test func `for an unknown kit waits until it is bound, which happens once`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            let (kit, other) = (try Example.kit(7), try Example.kit(8, of: Example.otherPatient))
            let unmatched = TestResult(
                id: ResultID(number: 1), laboratoryID: Example.laboratory, reference: "A", kitCode: kit.code,
                kitID: nil,
                profileID: nil, current: Example.version(), alertID: nil)
            let lists = try await store.write { (tx) throws(DatabaseError) in
                try tx.insertResult(unmatched)
                var lists = [try tx.unmatchedResults(for: kit.code), try tx.unmatchedResults(for: other.code)]
                try tx.insertKit(kit, at: Example.now)
                try tx.insertKit(other, at: Example.now)
                try tx.bind(unmatched.id, to: kit.id, of: Example.patient, at: Example.now)
                try tx.bind(unmatched.id, to: other.id, of: Example.otherPatient, at: Example.now)
                lists.append(try tx.unmatchedResults(for: kit.code))
                return lists
            }
            #expect(lists == [[unmatched], [], []])
            let bound = try await store.read { (tx) throws(DatabaseError) in
                try tx.result(unmatched.id, in: .consenting)
            }
            #expect(bound?.kitID == kit.id)
            #expect(bound?.profileID == Example.patient)
        }
    }
}

/// An expected value did not arrive, or the test would wait for ever.
struct UnexpectedEnd: Error {}
