import FairKitCore
import FairKitStore
import Support
import Testing

@Suite struct `A stored setting` {
    @Test func `is described, and keeps its name`() {
        let members = Set(TenantSetting.all.map(\.member))
        #expect(Mirror(reflecting: TenantSettings()).children.count == members.count)
        let names = [
            "consent-notice", "display-name", "forbid-values", "inactivity-seconds", "issued-kits", "jump-factor-g/L",
            "jump-factor-mg/dL", "jump-factor-umol/L", "molar-mass", "news-hosts", "operator-contact", "registration",
            "suspect-hold-seconds",
        ]
        #expect(Set(names).isSubset(of: TenantSetting.named.keys))
    }

    @Test(arguments: [Int64.min, -1, 1, Int64.max])
    func `that its route would refuse has its default`(number: Int64) async throws {
        let house = try TestHouse()
        var strange = TenantSettings()
        strange.inactivityLimit = .seconds(number)
        strange.suspectHold = .seconds(number > 0 ? Int64.max : Int64.min)
        for unit in AATUnit.allCases { strange.jumpFactors[unit: unit] = Thousandths(count: number) }
        let (read, refused) = try await house.store.write { [strange] (tx) throws(DatabaseError) in
            try tx.setTenantSettings(strange)
            return (try tx.settings(), try tx.refusedSettings())
        }
        #expect(read == TenantSettings())
        // The log names them when the tenant is opened.
        let names =
            ["inactivity-seconds", "suspect-hold-seconds"] + AATUnit.allCases.map { "jump-factor-\($0.rawValue)" }
        #expect(refused == names.sorted())
    }
}
