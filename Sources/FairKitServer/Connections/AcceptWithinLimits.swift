import HummingbirdCore

/// Accepts connections while there is room for them.
struct AcceptWithinLimits: AvailableConnectionsDelegate {
    let table: ConnectionTable

    func connectionOpened() { table.opened() }
    func connectionClosed() { table.closed() }
    func isAcceptingNewConnections() -> Bool { table.hasRoom() }
}
