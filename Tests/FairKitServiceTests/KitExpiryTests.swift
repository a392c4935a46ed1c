import FairKitCore
import FairKitService
import FairKitStore
import Support
import Testing

@Suite struct `Kits without a sample` {
    let house: TestHouse
    let patient: ProfileID

    init() async throws {
        house = try TestHouse()
        patient = try await house.person()
    }

    private func registered(_ number: Int64 = 7) async throws -> Kit {
        let code = try #require(KitCode(number: number))
        let asked = KitRegistration(photo: nil, barcode: "\(code)", secret: nil, profileID: patient)
        return try await house.tenancy.kits.register(asked, by: house.caller(.administrator)).value.kit
    }

    private func shown(_ id: KitID) async throws -> KitView {
        try await house.tenancy.kits.show(id, by: house.caller(.administrator))
    }

    private func listed(_ due: KitDue) async throws -> [KitID] {
        try await house.tenancy.kits.list(
            KitFilter(due: due), after: nil, limit: 10, by: house.caller(.administrator)
        ).items.map(\.kit.id)
    }

    @Test func `are due soon three days before the last day, and overdue after it, also in lists`() async throws {
        let kit = try await registered()
        let sendBy = try #require(kit.sendBy)
        for day in -6...3 {
            // Noon in UTC is when a day begins in the west.
            let noon = Int64(sendBy.daysSince1970 + day) * 86_400_000 + 43_200_000
            house.time.advance(by: .milliseconds(noon - house.time.now.milliseconds))
            let expected: KitDue? = day > 0 ? .overdue : day >= -3 ? .soon : nil
            #expect(try await shown(kit.id).due == expected, "day \(day)")
            #expect(try await listed(.soon) == (expected == .soon ? [kit.id] : []))
            #expect(try await listed(.overdue) == (expected == .overdue ? [kit.id] : []))
            let counts = try await house.store.read { [now = house.time.now] (tx) throws(DatabaseError) in
                try tx.kitsDue(at: now)
            }
            #expect(counts == [.soon: expected == .soon ? 1 : 0, .overdue: expected == .overdue ? 1 : 0])
        }
    }

    @Test func `expire 30 days after the last day, and then are not due`() async throws {
        let kit = try await registered()
        let days = Duration.seconds((Kit.daysToSend + Kit.daysOverdue) * 86_400)
        house.time.advance(by: days)
        #expect(try await house.tenancy.kits.expire() == 0)
        house.time.advance(by: .seconds(2 * 86_400))
        #expect(try await house.tenancy.kits.expire() == 1)
        let view = try await shown(kit.id)
        #expect(view.status == .expired)
        #expect(view.due == nil)
        #expect(view.history?.last?.actor == .server)
        #expect(try await house.tenancy.kits.expire() == 0)
    }

    @Test func `are left alone once the sample is on its way`() async throws {
        let kit = try await registered()
        let administrator = house.caller(.administrator)
        _ = try await house.tenancy.kits.advance(kit.id, to: .mailed, reason: nil, by: administrator)
        house.time.advance(by: .seconds(400 * 86_400))
        #expect(try await house.tenancy.kits.expire() == 0)
        #expect(try await shown(kit.id).status == .mailed)
    }

    @Test func `expire after their use-by date, unless they are used`() async throws {
        let administrator = house.caller(.administrator)
        let useBy = house.time.now.date().adding(days: 5)
        let made = try await house.tenancy.kits.issue(.new(2), shipped: false, useBy: useBy, by: administrator).value
        let kits = made.compactMap(\.kit)
        let asked = KitRegistration(photo: nil, barcode: "\(kits[0].code)", secret: nil, profileID: patient)
        _ = try await house.tenancy.kits.register(asked, by: administrator)
        let way = try #require(KitShipment(carrier: "Posta", trackingNumber: nil))
        _ = try await house.tenancy.kits.advance(kits[0].id, to: .mailed, reason: nil, shipment: way, by: administrator)
        house.time.advance(by: .seconds(5 * 86_400))
        #expect(try await house.tenancy.kits.expire() == 0)
        house.time.advance(by: .seconds(2 * 86_400))
        #expect(try await house.tenancy.kits.expire() == 1)
        #expect(try await shown(kits[0].id).status == .mailed)
        #expect(try await shown(kits[1].id).status == .expired)
    }

    @Test func `wake a closed tenant`() async throws {
        let kit = try await registered()
        let sendBy = try #require(kit.sendBy)
        let due = try await house.store.read { (tx) throws(DatabaseError) in try tx.firstExpiry() }
        let first = Timestamp(milliseconds: Int64(sendBy.daysSince1970) * 86_400_000)
        #expect(try #require(due) <= first.advanced(by: .seconds((Kit.daysOverdue * 24 + 36) * 3600)))
    }
}
