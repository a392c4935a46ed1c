package import FairKitCore
package import PostgreSQL

extension ServerHealth {
    /// - Parameter allowed: the size that the database may have, in bytes; nil: any.
    package func warnings(allowing allowed: Int?) -> [DatabaseWarning] {
        DatabaseWarning.allCases.filter { warning in
            switch warning {
            case .size: allowed.map { Double(size) >= 0.85 * Double($0) } ?? false
            case .replicationLag: standbys.contains { $0.lag ?? .zero > .seconds(30) }
            case .standbyMissing: !synchronousStandbyNames.isEmpty && synchronousStandbys ?? standbys.count == 0
            case .longTransaction: oldestTransaction ?? .zero > .seconds(300)
            case .logRetained: retainedBySlots > 1_000_000_000
            case .connections: Double(connections) > 0.9 * Double(mostConnections)
            }
        }
    }
}
