import FairKitCore
import FairKitService
import FairKitStore
import FairKitVault
import FoundationEssentials
import Relational
import Support
import Testing

/// A folder in place of the reserve prevents its creation, which to a server is the same as a full disk.
@Suite(.onFiles) struct `On a full disk` {
    private let house: TestHouse
    private let laboratory: Caller
    private var place: String { "\(house.directory.path)/reserve" }

    init() async throws {
        house = try TestHouse()
        laboratory = try await house.laboratory()
    }

    private func fill() throws {
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        #expect(try house.held.makeReserve() != nil)
    }

    private func makeRoom() throws {
        try FileManager.default.removeItem(atPath: place)
        #expect(try house.held.makeReserve() == nil)
    }

    @Test func `a critical result is stored with its alert, and others are refused`() async throws {
        try fill()
        let outcome = try await house.record("N-1", "FU-KIT-2025110701-X", 820, by: laboratory)
        #expect(outcome.result.alertID != nil)
        let refusal = await #expect(throws: Refusal<RecordResultFailure>.self) {
            try await house.record("N-2", "FU-KIT-0000000001-I", 150, by: laboratory)
        }
        #expect(refusal?.isDiskFull == true)
        try makeRoom()
        let later = try await house.record("N-2", "FU-KIT-0000000001-I", 150, by: laboratory)
        guard case .unmatched = later else {
            Issue.record("something of it was stored before")
            return
        }
    }

    @Test func `a repeated result gets its response again if it is critical`() async throws {
        _ = try await house.record("N-1", "FU-KIT-2025110701-X", 820, by: laboratory)
        _ = try await house.record("N-2", "FU-KIT-0000000001-I", 150, by: laboratory)
        try fill()
        guard case .repeated = try await house.record("N-1", "FU-KIT-2025110701-X", 820, by: laboratory) else {
            Issue.record("it is the same")
            return
        }
        let refusal = await #expect(throws: Refusal<RecordResultFailure>.self) {
            try await house.record("N-2", "FU-KIT-0000000001-I", 150, by: laboratory)
        }
        #expect(refusal?.isDiskFull == true)
    }

    @Test func `a correction is stored if the value before it or after it is critical`() async throws {
        let result = try await house.record("N-1", "FU-KIT-2025110701-X", 150, by: laboratory).result
        try fill()
        await #expect(throws: Refusal<CorrectResultFailure>.self) {
            try await house.correct(result.id, to: 160, by: laboratory)
        }
        #expect(try await house.correct(result.id, to: 820, by: laboratory).current.number == 2)
        #expect(try await house.correct(result.id, to: 170, by: laboratory).current.number == 3)
        await #expect(throws: Refusal<CorrectResultFailure>.self) {
            try await house.correct(result.id, to: 180, by: laboratory)
        }
    }

    @Test func `critical alerts are claimed and settled, and others wait`() async throws {
        _ = try await house.tenancy.alertRules.change(.severeLow, on: true, by: .command)
        _ = try await house.record("N-1", "FU-KIT-2025110701-X", 40, by: laboratory)
        _ = try await house.record("N-2", "FU-KIT-0000000001-I", 40, by: laboratory)
        let lesser = try #require(try await house.claim(1, lease: 60).first)
        try fill()
        #expect(try await house.claim().isEmpty)
        _ = try await house.record("N-3", "FU-KIT-0000000002-G", 820, by: laboratory)
        let critical = try #require(try await house.claim().first)
        #expect(critical.alert.band == .critical)
        let tokens = [lesser, critical].map { "\($0.token)" }
        let outcomes = try await house.tenancy.deliveries.ack(tokens, in: "default", by: house.caller(.consumer))
        guard case .failure(.store(let error)) = outcomes[0] else {
            Issue.record("the lesser one waits")
            return
        }
        #expect(error.isDiskFull)
        _ = try outcomes[1].get()
        try makeRoom()
        try await house.ack(lesser)
        #expect(try await house.claim().map(\.alert.band) == [.urgent])
    }

    @Test func `a waiting claim looks again only for critical alerts`() async throws {
        _ = try await house.tenancy.alertRules.change(.severeLow, on: true, by: .command)
        _ = try await house.record("N-1", "FU-KIT-2025110701-X", 40, by: laboratory)
        _ = try await house.claim(1, lease: 5)
        try fill()
        house.time.advance(by: .seconds(6))
        let due = try await house.store.read { (tx) throws(DatabaseError) in
            try tx.consumerGroup(named: "default").flatMap { (group) throws(DatabaseError) in
                try tx.nextDue(in: group, [.critical])
            }
        }
        #expect(due == nil, "a lesser lease that is over must not wake anybody again and again")
    }

    @Test func `the list of open alerts ends after the critical ones, with a cursor`() async throws {
        _ = try await house.tenancy.alertRules.change(.severeLow, on: true, by: .command)
        _ = try await house.record("N-1", "FU-KIT-2025110701-X", 40, by: laboratory)
        try fill()
        let clinician = house.caller(.clinician)
        await #expect(throws: Refusal<Never>.self) {
            try await house.tenancy.alerts.list(after: nil, limit: 10, by: clinician)
        }
        _ = try await house.record("N-2", "FU-KIT-0000000001-I", 820, by: laboratory)
        let page = try await house.tenancy.alerts.list(after: nil, limit: 10, by: clinician)
        #expect(page.items.map(\.band) == [.critical])
        let next = try #require(page.next)
        await #expect(throws: Refusal<Never>.self) {
            try await house.tenancy.alerts.list(after: next, limit: 10, by: clinician)
        }
        try makeRoom()
        #expect(
            try await house.tenancy.alerts.list(after: next, limit: 10, by: clinician).items.map(\.band) == [.urgent])
    }

    @Test func `the server stays ready, and reports the full disk`() async throws {
        #expect(try await house.tenancy.operations.readiness().isDiskFull == false)
        try fill()
        #expect(try await house.tenancy.operations.readiness().isDiskFull)
    }
}

extension Refusal<RecordResultFailure> {
    fileprivate var isDiskFull: Bool {
        if case .store(let error) = self { error.isDiskFull } else { false }
    }
}
