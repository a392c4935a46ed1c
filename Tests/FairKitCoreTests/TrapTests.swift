import FairKitCore
import Testing

@Suite struct `Traps of tenants` {
    private let clinic = TenantID.new(at: Example.now)
    private let other = TenantID.new(at: Example.now)

    private func traps(_ minutes: Int..., of tenant: TenantID) -> [Trap] {
        minutes.map { Trap(of: tenant, at: Example.now.advanced(by: .seconds(60 * $0))) }
    }

    @Test(
        arguments: [
            ([], nil), ([0], nil), ([0, 60], 60), ([0, 61], nil), ([0, 61, 121], 121), ([60, 0], 60), ([0, 0], 0),
            ([0, 1, 500], 1),
        ] as [([Int], Int?)])
    func `leave it closed after the second one within an hour`(minutes: [Int], second: Int?) {
        let all = minutes.flatMap { traps($0, of: clinic) } + traps(0, 1, 2, of: other)
        let expected = second.map { Example.now.advanced(by: .seconds(60 * $0)) }
        #expect(Trap.pair(of: clinic, in: all)?.second == expected)
    }

    @Test func `count for a day, and those of a closed tenant until an operator clears them`() {
        let all = traps(0, 1440, of: clinic) + traps(0, 30, of: other)
        #expect(Trap.current(of: all, at: Example.now.advanced(by: .seconds(86_460))).count == 3)
        #expect(Trap.current(of: all, at: Example.now.advanced(by: .seconds(86_400 * 30))) == traps(0, 30, of: other))
        // A clock that was set back forgets none.
        #expect(Trap.current(of: all, at: Example.now.advanced(by: .seconds(-86_400 * 30))).count == 4)
    }

    @Test func `of a tenant that ends the server all day are the last sixteen`() {
        let all = (0..<1000).flatMap { traps($0, of: clinic) }
        #expect(Trap.current(of: all, at: Example.now) == Array(all.suffix(16)))
    }
}
