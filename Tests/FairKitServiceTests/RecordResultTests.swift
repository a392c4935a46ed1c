import FairKitCore
import FairKitService
import FairKitStore
import Support
import Testing

@Suite struct `Recording a result` {
    private let code = "FU-KIT-2025110701-X"

    @Test func `advances the kit, and marks steps that were not reported`() async throws {
        let house = try TestHouse()
        let kit = try await house.register(code, for: try await house.person())
        _ = try await house.record("N-1", code, 142, by: try await house.laboratory())
        let steps = try await house.store.read { (tx) throws(DatabaseError) in try tx.events(of: kit.id) }
        #expect(steps.map(\.status) == [.registered, .mailed, .received, .processing, .resulted])
        #expect(steps.map(\.implied) == [false, true, true, true, false])
    }

    @Test(arguments: [(799, AbnormalFlag.high, false), (800, .criticallyHigh, true), (820, .criticallyHigh, true)])
    func `raises an alert at four times the upper limit`(value: Int64, flag: AbnormalFlag, alerts: Bool)
        async throws
    {
        let house = try TestHouse()
        _ = try await house.register(code, for: try await house.person())
        let result = try await house.record("N-1", code, value, by: try await house.laboratory()).result
        #expect(result.current.interpretation.flag == flag)
        #expect((result.alertID != nil) == alerts)
        #expect(try await house.claim().count == (alerts ? 1 : 0))
    }

    @Test func `again returns the first response, and no second alert`() async throws {
        let house = try TestHouse()
        _ = try await house.register(code, for: try await house.person())
        let laboratory = try await house.laboratory()
        let first = try await house.record("N-1", code, 820, by: laboratory).result
        house.time.advance(by: .seconds(60))
        let again = try await house.record("N-1", code, 820, by: laboratory)
        guard case .repeated(let result) = again else {
            Issue.record("\(again)")
            return
        }
        #expect(result.id == first.id)
        #expect(try await house.claim().count == 1)
    }

    @Test func `with a used reference names the differences`() async throws {
        let house = try TestHouse()
        _ = try await house.register(code, for: try await house.person())
        let laboratory = try await house.laboratory()
        _ = try await house.record("N-1", code, 820, by: laboratory)
        let failure = await #expect(throws: Refusal<RecordResultFailure>.self) {
            try await house.record("N-1", code, 821, by: laboratory)
        }
        guard case .own(.referenceTaken(let fields)) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(fields == ["level"])
    }

    @Test func `with the reference of another laboratory is another result`() async throws {
        let house = try TestHouse()
        _ = try await house.register(code, for: try await house.person())
        _ = try await house.record("N-1", code, 142, by: try await house.laboratory("A"))
        let other = try await house.record("N-1", "FU-KIT-2025111099-J", 142, by: try await house.laboratory("B"))
        guard case .unmatched = other else {
            Issue.record("\(other)")
            return
        }
    }

    @Test func `in umol needs a range, and computes the multiple`() async throws {
        let house = try TestHouse()
        _ = try await house.register(code, for: try await house.person())
        let laboratory = try await house.laboratory()
        let failure = await #expect(throws: Refusal<RecordResultFailure>.self) {
            try await house.record("N-1", code, 200, unit: .micromolesPerLitre, by: laboratory)
        }
        guard case .own(.rangeRequired) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        let range = ReportedRange(low: Thousandths(count: 20_000), high: Thousandths(count: 50_000))
        let result = try await house.record(
            "N-1", code, 200, unit: .micromolesPerLitre, range: range, by: laboratory
        ).result
        #expect(result.current.interpretation.flag == .criticallyHigh)
        #expect(result.current.range?.criticalMultiple == ReferenceRange.standardMultiple)
    }

    @Test func `is possible after the wrong one was withdrawn`() async throws {
        let house = try TestHouse()
        _ = try await house.register(code, for: try await house.person())
        let laboratory = try await house.laboratory()
        let wrong = try await house.record("N-1", code, 142, by: laboratory).result
        _ = try await house.correct(wrong.id, to: nil, status: .enteredInError, by: laboratory)
        let right = try await house.record("N-2", code, 820, by: laboratory)
        guard case .recorded(let result) = right else {
            Issue.record("\(right)")
            return
        }
        #expect(result.alertID != nil)
    }

    @Test func `for a kit with a result is held`() async throws {
        let house = try TestHouse()
        _ = try await house.register(code, for: try await house.person())
        let laboratory = try await house.laboratory()
        _ = try await house.record("N-1", code, 142, by: laboratory)
        let second = try await house.record("N-2", code, 142, by: laboratory)
        #expect(second.result.hold == .otherResult)
    }
}

@Suite struct `Correcting a result` {
    private let code = "FU-KIT-2025110701-X"

    @Test func `keeps every version`() async throws {
        let house = try TestHouse()
        let person = try await house.person()
        _ = try await house.register(code, for: person)
        let laboratory = try await house.laboratory()
        let first = try await house.record("N-1", code, 142, by: laboratory).result
        _ = try await house.correct(first.id, to: 124, by: laboratory)
        let result = try await house.tenancy.results.show(first.id, by: house.caller(.patient(person)))
        let versions = try #require(result.versions)
        #expect(result.current.number == 2)
        #expect(versions.map(\.findings.level?.value.count) == [142_000, 124_000])
        #expect(versions.map(\.status) == [.final, .corrected])
        #expect(versions.last?.reason == "measured again")
    }

    @Test func `to a critical level raises the alert`() async throws {
        let house = try TestHouse()
        _ = try await house.register(code, for: try await house.person())
        let laboratory = try await house.laboratory()
        let first = try await house.record("N-1", code, 142, by: laboratory).result
        let corrected = try await house.correct(first.id, to: 820, by: laboratory)
        #expect(first.alertID == nil)
        #expect(corrected.alertID != nil)
        #expect(try await house.claim().map(\.alert.rule) == [.criticalHigh])
    }

    @Test func `of a critical level retracts the alert, and tells the same consumers`() async throws {
        let house = try TestHouse()
        _ = try await house.register(code, for: try await house.person())
        let laboratory = try await house.laboratory()
        let first = try await house.record("N-1", code, 820, by: laboratory).result
        _ = try await house.claim()
        let corrected = try await house.correct(first.id, to: 142, by: laboratory)
        let retracted = try await house.tenancy.alerts.show(try #require(first.alertID), by: house.caller(.clinician))
        let followUp = try await house.tenancy.alerts.show(
            try #require(corrected.alertID), by: house.caller(.clinician))
        #expect(retracted.state == .retracted)
        #expect(followUp.rule == .corrected)
        #expect(followUp.follows == retracted.id)
        #expect(try await house.claim().map(\.alert.id) == [followUp.id])
    }

    @Test func `before its alert was acked sends no patient to a doctor`() async throws {
        let house = try TestHouse()
        _ = try await house.register(code, for: try await house.person())
        let laboratory = try await house.laboratory()
        let first = try await house.record("N-1", code, 820, by: laboratory).result
        _ = try await house.correct(first.id, to: 142, by: laboratory)
        let claimed = try await house.claim()
        #expect(claimed.map(\.alert.state) == [.retracted, .open])
        #expect(claimed.allSatisfy { !AlertMessage($0.alert).body.contains("4x normal") })
    }

    @Test func `from critical to normal to critical leaves one alert open`() async throws {
        let house = try TestHouse()
        _ = try await house.register(code, for: try await house.person())
        let laboratory = try await house.laboratory()
        let first = try await house.record("N-1", code, 820, by: laboratory).result
        let second = try await house.correct(first.id, to: 82, by: laboratory)
        let third = try await house.correct(first.id, to: 900, by: laboratory)
        let open = try await house.tenancy.alerts.list(after: nil, limit: 10, by: house.caller(.clinician)).items
        #expect(open.map(\.id) == [try #require(third.alertID)])
        #expect(open.first?.follows == second.alertID)
    }

    @Test func `that does not concern the alert raises none`() async throws {
        let house = try TestHouse()
        _ = try await house.register(code, for: try await house.person())
        let laboratory = try await house.laboratory()
        let first = try await house.record("N-1", code, 820, by: laboratory).result
        let corrected = try await house.correct(first.id, to: nil, by: laboratory)
        #expect(corrected.alertID == first.alertID)
    }

    @Test func `of another laboratory is not found`() async throws {
        let house = try TestHouse()
        _ = try await house.register(code, for: try await house.person())
        let first = try await house.record("N-1", code, 142, by: try await house.laboratory("A")).result
        let other = try await house.laboratory("B")
        let failure = await #expect(throws: Refusal<CorrectResultFailure>.self) {
            try await house.correct(first.id, to: 820, by: other)
        }
        guard case .notFound = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test func `after it was entered in error is refused`() async throws {
        let house = try TestHouse()
        _ = try await house.register(code, for: try await house.person())
        let laboratory = try await house.laboratory()
        let first = try await house.record("N-1", code, 820, by: laboratory).result
        let withdrawn = try await house.correct(first.id, to: nil, status: .enteredInError, by: laboratory)
        let retracted = try await house.tenancy.alerts.show(try #require(first.alertID), by: house.caller(.clinician))
        #expect(withdrawn.current.status == .enteredInError)
        #expect(retracted.state == .retracted)
        let failure = await #expect(throws: Refusal<CorrectResultFailure>.self) {
            try await house.correct(first.id, to: 820, by: laboratory)
        }
        guard case .own(.withdrawn) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }
}
