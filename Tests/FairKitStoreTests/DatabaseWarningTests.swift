import FairKitCore
import FairKitStore
import PostgreSQL
import Testing

@Suite struct `A database server` {
    private var healthy: ServerHealth {
        ServerHealth(
            version: 150_018, isPrimary: true, hasChecksums: true, seesEverything: true,
            synchronousStandbyNames: "ANY 1 (a, b)", standbys: [standby(lag: .seconds(30))],
            oldestTransaction: .seconds(300), oldestSnapshot: .seconds(300), retainedBySlots: 1_000_000_000,
            connections: 90, mostConnections: 100, size: 84_999)
    }

    private func standby(isSynchronous: Bool? = true, lag: Duration?) -> ServerHealth.Standby {
        ServerHealth.Standby(name: "a", isSynchronous: isSynchronous, lag: lag)
    }

    private func warnings(allowing size: Int? = 100_000, _ change: (inout ServerHealth) -> Void) -> [DatabaseWarning] {
        var health = healthy
        change(&health)
        return health.warnings(allowing: size)
    }

    @Test func `has no warning at its limits`() {
        #expect(warnings { _ in } == [])
        #expect(warnings(allowing: nil) { $0.size = .max } == [])
        #expect(warnings { ($0.oldestTransaction, $0.retainedBySlots) = (nil, 0) } == [])
    }

    @Test func `has a warning just beyond each limit`() {
        #expect(warnings { $0.size = 85_000 } == [.size])
        #expect(warnings { $0.standbys.append(standby(lag: .milliseconds(30_001))) } == [.replicationLag])
        #expect(warnings { $0.oldestTransaction = .milliseconds(300_001) } == [.longTransaction])
        #expect(warnings { $0.retainedBySlots = 1_000_000_001 } == [.logRetained])
        #expect(warnings { $0.connections = 91 } == [.connections])
    }

    @Test func `lacks a standby if commits wait for one and none is there`() {
        #expect(warnings { $0.standbys = [] } == [.standbyMissing])
        #expect(warnings { $0.standbys = [standby(isSynchronous: false, lag: nil)] } == [.standbyMissing])
        // The user may not see which of them are synchronous.
        #expect(warnings { $0.standbys = [standby(isSynchronous: nil, lag: nil)] } == [])
        #expect(warnings { ($0.standbys, $0.synchronousStandbyNames) = ([], "") } == [])
    }
}
