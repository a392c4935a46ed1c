import HummingbirdCore

/// Accepts connections up to the limit.
struct AcceptWithinLimits: AvailableConnectionsDelegate {
    let table: ConnectionTable

    func connectionOpened() { table.opened() }
    func connectionClosed() { table.closed() }
    func isAcceptingNewConnections() -> Bool { table.hasRoom() }
}
