import FairKitCore
import FairKitService
import FairKitStore
import Support
import Testing

@Suite struct `What a patient is told` {
    let house: TestHouse
    let patient: ProfileID
    let account: Caller
    let laboratory: Caller

    init() async throws {
        house = try TestHouse()
        patient = try await house.person(zone: "Africa/Nairobi")
        account = try await house.somebody(.patient(patient))
        laboratory = try await house.laboratory()
    }

    private func code(_ number: Int64) throws -> String { "\(try #require(KitCode(number: number)))" }

    private func registered(_ number: Int64 = 7) async throws -> KitView {
        try await house.register(try code(number), for: patient)
    }

    /// Later steps get later ids.
    private func later() { house.time.advance(by: .seconds(1)) }

    private func record(_ code: String, _ level: Int64) async throws -> ReportedResult {
        later()
        return try await house.record("R-1", code, level, by: laboratory)
    }

    private func correct(_ id: ResultID, to level: Int64?, status: ResultStatus = .corrected) async throws {
        later()
        _ = try await house.correct(id, to: level, status: status, by: laboratory)
    }

    private func release(_ id: ResultID) async throws {
        later()
        _ = try await house.tenancy.results.release(id, by: laboratory)
    }

    private func kinds() async throws -> [NoticeKind] { try await house.kinds(toldTo: account) }

    private func advance(_ kit: KitView, to status: KitStatus, _ reason: String? = nil) async throws {
        later()
        _ = try await house.tenancy.kits.advance(kit.id, to: status, reason: reason, by: house.caller(.administrator))
    }

    @Test func `a kit is registered, its sample arrives, its result is ready`() async throws {
        let kit = try await registered()
        try await advance(kit, to: .mailed)
        try await advance(kit, to: .received)
        try await advance(kit, to: .processing)
        _ = try await record("\(kit.code)", 150)
        #expect(try await kinds() == [.kitRegistered, .kitArrived, .resultReady])
        let told = try await house.told(account)
        #expect(told[0].facts.date == kit.sendBy)
        #expect(told[0].facts.kitCode == "\(kit.code)")
        #expect(told[2].facts.level?.number == "150")
        #expect(told.allSatisfy { $0.profile == patient })
    }

    @Test func `a repetition tells nothing again`() async throws {
        let kit = try await registered()
        for _ in 0..<2 { try await advance(kit, to: .received) }
        for _ in 0..<2 { _ = try await record("\(kit.code)", 150) }
        #expect(try await kinds() == [.kitRegistered, .kitArrived, .resultReady])
    }

    @Test func `a sample is rejected with its reason`() async throws {
        let kit = try await registered()
        try await advance(kit, to: .rejected, "The tube was empty")
        #expect(try await kinds() == [.kitRegistered, .sampleRejected])
        #expect(try await house.told(account).last?.facts.reason == "The tube was empty")
    }

    @Test func `a correction is told with its version, and a withdrawal without a level`() async throws {
        let kit = try await registered()
        let result = try await record("\(kit.code)", 150).result
        try await correct(result.id, to: 160)
        try await correct(result.id, to: nil, status: .enteredInError)
        let told = try await house.told(account).dropFirst()
        #expect(told.map(\.kind) == [.resultReady, .resultCorrected, .resultCorrected])
        #expect(told.map(\.facts.level?.number) == ["150", "160", nil])
        #expect(told.map(\.facts.resultVersion) == [1, 2, 3])
    }

    @Test func `a critical level is told by its alert, once`() async throws {
        let kit = try await registered()
        _ = try await record("\(kit.code)", 820)
        #expect(try await kinds() == [.kitRegistered])
        for _ in 0..<2 { try await house.escalateSoon() }
        #expect(try await kinds() == [.kitRegistered, .alertPatient])
    }

    @Test func `the correction of a critical level is told by the alert alone`() async throws {
        let kit = try await registered()
        let result = try await record("\(kit.code)", 820).result
        try await house.escalateSoon()
        try await correct(result.id, to: 150)
        try await house.escalateSoon()
        #expect(try await kinds() == [.kitRegistered, .alertPatient, .alertCorrectedPatient])
    }

    @Test func `a held result is told when its laboratory releases it`() async throws {
        let kit = try await registered()
        try await advance(kit, to: .cancelled)
        let held = try await record("\(kit.code)", 150).result
        #expect(try await kinds() == [.kitRegistered])
        for _ in 0..<2 { try await release(held.id) }
        #expect(try await kinds() == [.kitRegistered, .resultReady])
    }

    @Test func `a held critical result is told by its open alert when it is released`() async throws {
        let kit = try await registered()
        try await advance(kit, to: .cancelled)
        let held = try await record("\(kit.code)", 820).result
        try await house.escalateSoon()
        #expect(try await kinds() == [.kitRegistered])
        for _ in 0..<2 { try await release(held.id) }
        try await house.escalateSoon()
        let told = try await house.told(account)
        #expect(told.map(\.kind) == [.kitRegistered, .alertPatient])
        #expect(told.last?.alert == held.alertID)
    }

    @Test func `a held critical result that is released before the first step is told once`() async throws {
        let kit = try await registered()
        try await advance(kit, to: .cancelled)
        let held = try await record("\(kit.code)", 820).result
        try await release(held.id)
        try await house.escalateSoon()
        #expect(try await kinds() == [.kitRegistered, .alertPatient])
    }

    @Test(arguments: [(Int64(150), NoticeKind.resultReady), (820, .alertPatient)])
    func `a result that came before the registration is told when the kit is reviewed`(
        level: Int64, kind: NoticeKind
    ) async throws {
        let code = try code(9)
        _ = try await record(code, level)
        try await house.escalateSoon()
        let kit = try await house.register(code, for: patient)
        // The registration waits for a review, and a stranger who knows a code learns nothing.
        #expect(try await kinds() == [])
        for _ in 0..<2 { _ = try await house.review(kit) }
        try await house.escalateSoon()
        #expect(try await kinds() == [kind])
    }

    @Test func `a kit is on its way, and only its addressee is told`() async throws {
        let administrator = house.caller(.administrator)
        let stranger = try await house.somebody(.patient(try await house.person()))
        let kit = try #require(
            try await house.tenancy.kits.issue(.codes([try code(9)]), shipped: false, by: administrator).value[0].kit)
        let way = KitShipment(carrier: "Posta", trackingNumber: "RR 123")
        for _ in 0..<2 {
            later()
            _ = try await house.tenancy.kits.advance(
                kit.id, to: .shipped, reason: nil, shipment: way, for: patient, by: administrator)
        }
        let told = try await house.told(account)
        #expect(told.map(\.kind) == [.kitShipped])
        #expect(told.first?.facts.tracking == "RR 123")
        #expect(try await house.kinds(toldTo: stranger) == [])
        // The kit still belongs to the person who registers it.
        #expect(try await house.tenancy.kits.show(kit.id, by: administrator).profileID == nil)
        await #expect(throws: Refusal<IllegalKitStep>.self) {
            try await house.tenancy.kits.advance(
                kit.id, to: .shipped, reason: nil, for: .new(at: house.time.now), by: administrator)
        }
    }

    @Test func `a share is told once a day, whether its reader opens one result or lists all`() async throws {
        let kit = try await registered()
        let result = try await record("\(kit.code)", 150).result
        let friend = try await house.somebody(.patient(try await house.person()))
        let stranger = try await house.somebody(.patient(try await house.person()))
        let recipient = ShareRecipient.account(try #require(friend.subject.account))
        let end = house.time.now.advanced(by: .seconds(3 * 86_400))
        _ = try await house.tenancy.shares.create(of: patient, with: recipient, until: end, by: account)
        let results = house.tenancy.results
        // Reading their own results tells nothing.
        _ = try await results.list(ResultFilter(), after: nil, limit: 10, by: account)
        _ = try await results.list(ResultFilter(), after: nil, limit: 10, by: stranger)
        #expect(try await kinds() == [.kitRegistered, .resultReady])
        for _ in 0..<2 {
            later()
            _ = try await results.list(ResultFilter(), after: nil, limit: 10, by: friend)
            _ = try await results.show(result.id, by: friend)
        }
        #expect(try await kinds() == [.kitRegistered, .resultReady, .shareOpened])
        house.time.advance(by: .seconds(86_400))
        _ = try await results.show(result.id, by: friend)
        #expect(try await kinds().suffix(2) == [.shareOpened, .shareOpened])
    }

    @Test func `nothing is told to other patients or to a suspended account`() async throws {
        let stranger = try await house.somebody(.patient(try await house.person()))
        let kit = try await registered()
        let id = try #require(account.subject.account)
        try await house.store.write { (tx) throws(DatabaseError) in try tx.setAccountState(.suspended, of: id) }
        _ = try await record("\(kit.code)", 150)
        #expect(try await kinds() == [.kitRegistered])
        #expect(try await house.kinds(toldTo: stranger) == [])
    }
}
