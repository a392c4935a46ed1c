import FairKitCore
import FairKitService
import FairKitStore
import Support
import Synchronization
import Testing

@Suite struct `Issuing kits under new codes` {
    @Test func `never touches an existing kit with a randomly drawn code`() async throws {
        let house = try TestHouse()
        let numbers = Mutex<[Int64]>([7, 7, 8, 9])
        let draw = { @Sendable in numbers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] } }
        let kits = Kits(house.tenancy, draw: draw)
        let administrator = house.caller(.administrator)
        let earlier = try #require(try await kits.issue(.new(1), shipped: false, by: administrator).value.first?.kit)
        numbers.withLock { $0 = [7, 8, 9] }
        let made = try await kits.issue(.new(2), shipped: true, by: administrator).value.compactMap(\.kit)
        #expect(made.map(\.code) == [KitCode(number: 8), KitCode(number: 9)])
        let now = try await house.store.read { (tx) throws(DatabaseError) in try tx.kit(earlier.code) }
        #expect(now?.status == .issued, "it was somebody's, and is not on its way")
    }
}
