import FairKitCore
import Testing

@Suite struct `Settling a delivery` {
    static let before = Example.now.advanced(by: .milliseconds(-1))
    static let after = Example.now.advanced(by: .milliseconds(1))

    @Test(arguments: [
        (DeliveryState.leased(until: after), true, Settlement.acked(at: Example.now)),
        (.leased(until: Example.now), true, .stale),
        (.leased(until: before), true, .stale),
        (.leased(until: after), false, .stale),
        (.leased(until: before), false, .stale),
        (.pending, true, .stale),
        (.pending, false, .stale),
        (.acked(at: before), true, .repeated(at: before)),
        (.acked(at: before), false, .stale),
    ])
    func `depends on its state and its newest token`(state: DeliveryState, isNewest: Bool, settlement: Settlement) {
        #expect(Settlement(of: state, isNewest: isNewest, at: Example.now) == settlement)
    }

    @Test(arguments: [
        (DeliveryState.pending, DeliveryStateName.pending), (.leased(until: after), .leased),
        (.leased(until: Example.now), .pending), (.leased(until: before), .pending),
        (.acked(at: before), .acked),
    ])
    func `gives the state as of now`(state: DeliveryState, name: DeliveryStateName) {
        #expect(state.name(at: Example.now) == name)
    }
}
