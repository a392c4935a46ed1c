import FairKitCore
import FairKitService
import FairKitStore
import Support
import Testing

@Suite struct `A held suspect level` {
    private let house: TestHouse
    private let patient: ProfileID
    private let code = "FU-KIT-2025110701-X"

    init() async throws {
        house = try TestHouse()
        patient = try await house.person()
    }

    private func isShown(_ id: ResultID) async throws -> Bool {
        let page = try await house.tenancy.results.list(
            ResultFilter(), after: nil, limit: 10, by: house.caller(.patient(patient)))
        return page.items.contains { $0.id == id }
    }

    @Test func `reaches the patient after the tenant's time, unverified, and its kit is done`() async throws {
        let kit = try await house.register(code, for: patient)
        let result = try await house.record("N-1", code, 1500, by: try await house.laboratory()).result
        #expect(result.hold == .unitSuspect)
        #expect(try await house.claim().map(\.alert.isUnverified) == [true])
        house.time.advance(by: .seconds(86_399))
        #expect(try await house.tenancy.results.releaseOverdue() == 0)
        #expect(try await !isShown(result.id))
        house.time.advance(by: .seconds(1))
        #expect(try await house.tenancy.results.releaseOverdue() == 1)
        #expect(try await house.tenancy.results.releaseOverdue() == 0)
        #expect(try await isShown(result.id))
        let shown = try await house.tenancy.results.show(result.id, by: house.caller(.patient(patient)))
        #expect(shown.result.needsVerification && shown.result.verifiedAt == nil)
        #expect(shown.summary?.phrases.contains(.unverified) == true)
        #expect(try await house.claim().map(\.alert.isUnverified) == [true], "no person has verified it")
        let state = try await house.store.read { (tx) throws(DatabaseError) in try tx.kit(kit.id, in: .all)?.status }
        #expect(state == .resulted)
    }

    @Test func `waits for ever while its kit has another result`() async throws {
        _ = try await house.register(code, for: patient)
        let laboratory = try await house.laboratory()
        let held = try await house.record("N-1", code, 1500, by: laboratory).result
        let other = try await house.record("N-2", code, 150, by: laboratory).result
        #expect(other.hold == nil)
        house.time.advance(by: .seconds(40 * 86_400))
        #expect(try await house.tenancy.results.releaseOverdue() == 0)
        #expect(try await !isShown(held.id))
    }

    @Test func `of a kit that is not registered waits for the registration`() async throws {
        let held = try await house.record("N-1", code, 1500, by: try await house.laboratory()).result
        house.time.advance(by: .seconds(40 * 86_400))
        #expect(try await house.tenancy.results.releaseOverdue() == 0)
        #expect(held.hold == .unitSuspect)
    }

    @Test func `for its kit's state never ends by itself`() async throws {
        let kit = try await house.register(code, for: patient)
        _ = try await house.tenancy.kits.advance(
            kit.id, to: .cancelled, reason: "lost", by: house.caller(.administrator))
        let held = try await house.record("N-1", code, 150, by: try await house.laboratory()).result
        #expect(held.hold == .kitCancelled)
        house.time.advance(by: .seconds(40 * 86_400))
        #expect(try await house.tenancy.results.releaseOverdue() == 0)
    }

    @Test func `that is critically high is first on a dashboard, however many others came later`() async throws {
        let laboratory = try await house.laboratory()
        for number in 0..<6 {
            let code = "\(try #require(KitCode(number: 2_025_200_000 + Int64(number))))"
            let kit = try await house.register(code, for: patient)
            _ = try await house.tenancy.kits.advance(
                kit.id, to: .cancelled, reason: "lost", by: house.caller(.administrator))
            _ = try await house.record("N-\(number)", code, number == 0 ? 905 : 150, by: laboratory)
            house.time.advance(by: .seconds(1))
        }
        let held = try #require(try await house.tenancy.dashboard(by: laboratory).heldResults)
        #expect(held.items.first?.result.reference == "N-0" && held.items.count == 5 && held.total.count == 6)
    }

    @Test func `that its laboratory withdrew waits for nobody`() async throws {
        let laboratory = try await house.laboratory()
        func waiting(_ filter: ResultFilter) async throws -> [ResultID] {
            let page = try await house.tenancy.results.list(
                filter, after: nil, limit: 10, counting: true, by: house.caller(.clinician))
            #expect(page.total?.count == page.items.count)
            return page.items.map(\.id)
        }
        for (filter, isRegistered) in [(ResultFilter(isHeld: true), true), (ResultFilter(isUnmatched: true), false)] {
            let code = isRegistered ? code : "FU-KIT-2025111099-J"
            if isRegistered { _ = try await house.register(code, for: patient) }
            let held = try await house.record("N-\(isRegistered)", code, 1500, by: laboratory).result
            #expect(try await waiting(filter).contains(held.id))
            let withdrawn = try await house.correct(held.id, to: nil, status: .enteredInError, by: laboratory)
            #expect(!withdrawn.result.needsVerification)
            #expect(try await !waiting(filter).contains(held.id))
            var withdrawnOnes = filter
            withdrawnOnes.status = .enteredInError
            #expect(try await waiting(withdrawnOnes).contains(held.id))
        }
        let dashboard = try await house.tenancy.dashboard(by: house.caller(.clinician))
        #expect(dashboard.heldResults?.total.count == 0 && dashboard.unmatchedResults?.total.count == 0)
    }
}

@Suite struct `An alert that asks for a verification` {
    private let house: TestHouse
    private let laboratory: Caller
    private let first: ResultView
    private let second: ResultView

    init() async throws {
        house = try TestHouse()
        laboratory = try await house.laboratory()
        let patient = try await house.person()
        for code in ["FU-KIT-2025110701-X", "FU-KIT-2025111099-J"] { _ = try await house.register(code, for: patient) }
        first = try await house.record("N-1", "FU-KIT-2025110701-X", 30, by: laboratory).result
        house.time.advance(by: .seconds(1))
        second = try await house.record("N-2", "FU-KIT-2025111099-J", 138, by: laboratory).result
    }

    private func open() async throws -> [NamedAlert] {
        try await house.tenancy.alerts.list(after: nil, limit: 10, by: house.caller(.clinician)).items
    }

    private func correctFirst(to level: Int64?, status: ResultStatus = .corrected) async throws {
        house.time.advance(by: .seconds(1))
        _ = try await house.correct(first.id, to: level, status: status, by: laboratory)
    }

    /// Why it ended, by its events.
    private func reasons(_ alert: AlertID) async throws -> [String?] {
        try await house.tenancy.alerts.events(of: alert, after: 0, limit: 100, by: house.caller(.clinician)).items
            .filter { $0.kind == .resolved }.map(\.reason)
    }

    @Test(arguments: ["released", "corrected", "withdrawn"])
    func `ends when the level is verified or no longer suspect`(way: String) async throws {
        let alert = try #require(second.alertID)
        #expect(try await open().map(\.id) == [alert])
        switch way {
        case "released": _ = try await house.tenancy.results.release(second.id, by: laboratory)
        case "corrected": try await correctFirst(to: 130)
        default: try await correctFirst(to: nil, status: .enteredInError)
        }
        #expect(try await open().isEmpty)
        let ended = try await house.tenancy.alerts.show(alert, by: house.caller(.clinician))
        #expect(ended.state == .resolved && !ended.alert.isUnverified)
        #expect(try await reasons(alert) == [way == "released" ? "verified" : "not-suspect"])
        #expect(try await house.claim().allSatisfy { !$0.alert.isUnverified })
    }

    @Test(arguments: ["released", "corrected"])
    func `tells those who were told that it is over, and ends its incident`(way: String) async throws {
        let (clinician, now) = (try await house.somebody(.clinician), house.time.now)
        let alert = try #require(second.alertID)
        let account = try #require(clinician.subject.account)
        try await house.store.write { (tx) throws(DatabaseError) in
            _ = try tx.insertNotice(
                Notice(to: .account(account), .alertVerifyStaff, alert: alert, NoticeFacts(), at: now))
        }
        house.time.advance(by: .seconds(1))
        switch way {
        case "released": _ = try await house.tenancy.results.release(second.id, by: laboratory)
        default: try await correctFirst(to: 130)
        }
        let told = try await house.told(clinician)
        #expect(told.map(\.kind) == [.alertVerifyStaff, .alertSettledStaff])
        #expect(told.last?.facts.ends == ["\(alert)"] && told.last?.alert == alert)
        let due = try await house.tenancy.notices.due(over: .email, in: .others, except: [], limit: 10)
        let last = try #require(due.first(where: { $0.notice.kind == .alertSettledStaff }))
        #expect(last.message.incident == nil && last.message.ends == ["\(alert)"])
    }

    @Test func `stays open when only the time of the hold has passed`() async throws {
        house.time.advance(by: .seconds(86_400))
        #expect(try await house.tenancy.results.releaseOverdue() == 1)
        #expect(try await open().map(\.id) == [try #require(second.alertID)])
    }

    @Test func `is raised again when its cause is back`() async throws {
        try await correctFirst(to: 130)
        try await correctFirst(to: 30)
        let again = try await open()
        #expect(again.map(\.alert.rule) == [.implausibleJump] && again.map(\.id) != [second.alertID])
    }

    @Test func `leaves a verification behind that does not cover another level`() async throws {
        _ = try await house.tenancy.results.release(second.id, by: laboratory)
        house.time.advance(by: .seconds(1))
        _ = try await house.tenancy.accounts.changeSettings(["suspect-hold-seconds": "0"], by: .command)
        let wrong = try await house.correct(second.id, to: 2, by: laboratory)
        #expect(wrong.hold == nil && wrong.verifiedAt == nil && wrong.result.needsVerification)
    }
}
