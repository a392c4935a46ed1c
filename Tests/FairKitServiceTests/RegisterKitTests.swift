import FairKitCore
import FairKitService
import FairKitStore
import Support
import Testing

@Suite struct `Registering a kit` {
    private let code = "FU-KIT-2025110701-X"

    @Test func `gives seven days, counted in the patient's zone`() async throws {
        let house = try TestHouse()
        // 21 November 23:30 in Nairobi, then half an hour later, when it is the 22nd there and still the 21st in UTC.
        house.time.advance(by: .seconds(8 * 3600 + 1800))
        let nairobi = try await house.person(zone: "Africa/Nairobi")
        let before = try await house.register("FU-KIT-2025110701-X", for: nairobi)
        house.time.advance(by: .seconds(1800))
        let after = try await house.register("fu kit 2025111099 j", for: nairobi)
        #expect(before.sendBy?.description == "2026-11-28")
        #expect(after.sendBy?.description == "2026-11-29")
        #expect(after.code.description == "FU-KIT-2025111099-J")
    }

    @Test func `by a photo needs no typing`() async throws {
        let house = try TestHouse()
        let person = try await house.person()
        let kit = try await house.withWorkers {
            try await house.tenancy.kits.register(
                KitRegistration(photo: TestHouse.photo("kit-01.jpg"), barcode: nil, profileID: nil),
                by: house.caller(.patient(person)))
        }
        #expect(kit.code.description == code)
        #expect(kit.readFrom == .photo)
        #expect(!kit.needsReview)
    }

    @Test func `with an unreadable photo keeps a copy for 30 days`() async throws {
        let house = try TestHouse()
        let person = try await house.person()
        let kit = try await house.withWorkers {
            try await house.tenancy.kits.register(
                KitRegistration(photo: TestHouse.photo("none-01.jpg"), barcode: code, profileID: nil),
                by: house.caller(.patient(person)))
        }
        #expect(kit.needsReview)
        #expect(kit.readFrom == .typed)
        let copy = try #require(try await house.photo(of: kit.id))
        #expect(copy.count <= 262_144)
        #expect(copy.starts(with: [0xFF, 0xD8]))
        #expect(try await house.deleteExpired(after: .seconds(30 * 86_400 - 1)) == 0)
        #expect(try await house.deleteExpired(after: .seconds(1)) == 1)
        #expect(try await house.photo(of: kit.id) == nil)
    }

    @Test func `with a photo of another kit names both`() async throws {
        let house = try TestHouse()
        let person = try await house.person()
        let failure = await #expect(throws: Refusal<RegisterKitFailure>.self) {
            try await house.withWorkers {
                try await house.tenancy.kits.register(
                    KitRegistration(
                        photo: TestHouse.photo("kit-02.jpg"), barcode: code, profileID: nil),
                    by: house.caller(.patient(person)))
            }
        }
        guard case .own(.refused(.disagrees(let typed, let photo))) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(typed.description == code)
        #expect(photo.description == "FU-KIT-2025111099-J")
    }

    @Test func `twice returns the first day`() async throws {
        let house = try TestHouse()
        let person = try await house.person()
        _ = try await house.register(code, for: person)
        house.time.advance(by: .seconds(3 * 86_400))
        let failure = await #expect(throws: Refusal<RegisterKitFailure>.self) {
            try await house.register(code, for: person)
        }
        guard case .own(.alreadyRegistered((_, let day)?)) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(day.description == "2026-11-21")
    }

    @Test func `in parallel is done once`() async throws {
        let house = try TestHouse()
        let person = try await house.person()
        let done = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<16 {
                group.addTask { (try? await house.register("FU-KIT-2025110701-X", for: person)) != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(done == 1)
    }

    @Test func `for another person is refused to patients`() async throws {
        let house = try TestHouse()
        let (person, other) = (try await house.person(), try await house.person())
        let request = KitRegistration(photo: nil, barcode: code, profileID: other)
        let failure = await #expect(throws: Refusal<RegisterKitFailure>.self) {
            try await house.tenancy.kits.register(request, by: house.caller(.patient(person)))
        }
        guard case .forbidden = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test func `gives waiting results to the patient`() async throws {
        let house = try TestHouse()
        let person = try await house.person()
        let laboratory = try await house.laboratory()
        let posted = try await house.record("N-1", code, 820, by: laboratory)
        guard case .unmatched(let result) = posted else {
            Issue.record("\(posted)")
            return
        }
        #expect(result.profileID == nil)
        #expect(result.alertID != nil)
        let claimed = try await house.register(code, for: person)
        #expect(claimed.status == .registered && claimed.needsReview)
        let kit = try await house.review(claimed)
        #expect(kit.status == .resulted)
        let bound = try await house.tenancy.results.show(result.id, by: house.caller(.patient(person)))
        #expect(bound.profileID == person)
        let alert = try await house.tenancy.alerts.show(try #require(result.alertID), by: house.caller(.clinician))
        #expect(alert.profileID == person)
        let steps = try await house.store.read { (tx) throws(DatabaseError) in try tx.events(of: kit.id) }
        #expect(steps.map(\.status) == [.registered, .mailed, .received, .processing, .resulted])
        #expect(steps.map(\.implied) == [false, true, true, true, false])
    }

    @Test func `tells consumers of an earlier alert who the person is`() async throws {
        let house = try TestHouse()
        let person = try await house.person()
        _ = try await house.record("N-1", code, 820, by: try await house.laboratory())
        let unknown = try #require(try await house.claim().first)
        try await house.ack(unknown)
        _ = try await house.review(try await house.register(code, for: person))
        let known = try #require(try await house.claim().first)
        #expect(unknown.alert.profileID == nil)
        #expect(known.alert.profileID == person)
        #expect(known.alert.id == unknown.alert.id)
    }

    @Test func `does not give a patient a withdrawn result`() async throws {
        let house = try TestHouse()
        let laboratory = try await house.laboratory()
        let wrong = try await house.record("N-1", code, 142, by: laboratory).result
        _ = try await house.correct(wrong.id, to: nil, status: .enteredInError, by: laboratory)
        let person = try await house.person()
        #expect(try await house.register(code, for: person).status == .registered)
        let list = try await house.tenancy.results.list(
            ResultFilter(), after: nil, limit: 10, by: house.caller(.patient(person)))
        #expect(list.items.isEmpty)
    }

    @Test func `with a typed code works beside an unsupported picture`() async throws {
        let house = try TestHouse()
        let person = try await house.person()
        let heic = [0, 0, 0, 24] + Array("ftypheic".utf8) + [UInt8](repeating: 0, count: 64)
        let kit = try await house.withWorkers {
            try await house.tenancy.kits.register(
                KitRegistration(photo: heic, barcode: code, profileID: nil), by: house.caller(.patient(person)))
        }
        #expect(kit.needsReview)
    }

    @Test func `leaves its entry in the audit log`() async throws {
        let house = try TestHouse()
        let person = try await house.person()
        let kit = try await house.register(code, for: person)
        let audit = try await house.audit(of: person)
        #expect(audit.map(\.action) == [.profileCreated, .kitRegistered])
        #expect(audit.last?.object == "\(kit.id)")
        #expect(audit.last?.requestID == "test")
    }
}
