import CoreMetrics
import FairKitCore
import FairKitFrame
import Logging
import NIOCore
import Synchronization

/// The open network connections, kept within the limits.
///
/// At the limit, idle connections make room: first those that have never sent a request, oldest first. While none is
/// idle, no connection is accepted. An address at its limit gets no further connections.
final class ConnectionTable: Sendable {
    private struct State {
        /// Accepted connections that are not closed.
        var accepted = 0
        var open: [ObjectIdentifier: OpenConnection] = [:]
        var blocks: [AddressBlock: Int] = [:]
        var saidFull: NIODeadline?
        var saidOfAddress: NIODeadline?
        var saidWithoutTLS: NIODeadline?
    }

    let limits: ConnectionLimits
    private let proxies: TrustedProxies?
    private let state = Mutex(State())
    private let logger: Logger
    private let gauge: Gauge
    private let refused, dropped, stalled, withoutTLS: Counter

    /// Time between log lines, so that a flood of connections does not fill the disk.
    private static let silence = TimeAmount.seconds(60)
    /// One connection in this many is closed at a time, so that the search is rare.
    private static let share = 32

    /// - Parameter proxies: trusted proxies, whose connections serve many clients and count for no address.
    init(_ limits: ConnectionLimits, proxies: TrustedProxies?, metrics: any MetricsFactory, logger: Logger) {
        self.limits = limits
        self.proxies = proxies
        self.logger = logger
        gauge = Gauge(label: "fairkit_connections", factory: metrics)
        func counter(_ reason: String) -> Counter {
            let counter = Counter(
                label: "fairkit_connections_closed_total", dimensions: [("reason", reason)], factory: metrics)
            counter.increment(by: 0)
            return counter
        }
        (refused, dropped) = (counter("address-limit"), counter("room-made"))
        (stalled, withoutTLS) = (counter("write-stalled"), counter("without-tls"))
        gauge.record(0)
        Gauge(label: "fairkit_connections_capacity", factory: metrics).record(limits.all)
    }

    /// Counts a connection while it is open.
    ///
    /// - Returns: false: its address is at its limit.
    func admit(_ channel: any Channel) -> Bool {
        let address = channel.remoteAddress.flatMap { IPAddress($0) }
        let block = proxies?.contains(address) == true ? nil : AddressBlock(address)
        let connection = OpenConnection(channel, of: block, at: .now())
        let isAdmitted = state.withLock { state in
            if let block {
                guard state.blocks[block, default: 0] < limits.ofAddress else { return false }
                state.blocks[block, default: 0] += 1
            }
            state.open[ObjectIdentifier(channel)] = connection
            return true
        }
        guard isAdmitted else {
            refuse()
            return false
        }
        channel.closeFuture.whenComplete { [self] _ in remove(connection) }
        return true
    }

    /// The connection of a channel, or of an HTTP/2 stream's parent.
    func connection(of channel: any Channel) -> OpenConnection? {
        state.withLock { state in
            state.open[ObjectIdentifier(channel)] ?? channel.parent.flatMap { state.open[ObjectIdentifier($0)] }
        }
    }

    /// A client has read nothing of its response.
    func logStall() { stalled.increment() }

    /// A client has spoken plain HTTP to the TLS port. It was told to use HTTPS, and its connection closes.
    func logWithoutTLS() {
        withoutTLS.increment()
        guard state.withLock({ ConnectionTable.isTime(.now(), &$0.saidWithoutTLS) }) else { return }
        logger.warning(
            "a client sent plain HTTP to the TLS port: it was answered 400, and has to use https; further ones are only counted for a minute"
        )
    }

    private func remove(_ connection: OpenConnection) {
        state.withLock { state in
            state.open[ObjectIdentifier(connection.channel)] = nil
            guard let block = connection.block, let count = state.blocks[block] else { return }
            state.blocks[block] = count > 1 ? count - 1 : nil
        }
    }

    private func refuse() {
        refused.increment()
        let now = NIODeadline.now()
        let isSaid = state.withLock { ConnectionTable.isTime(now, &$0.saidOfAddress) }
        guard isSaid else { return }
        logger.warning(
            "an address reached its connection limit: its further connections are closed",
            metadata: ["most": "\(limits.ofAddress)"])
    }

    private static func isTime(_ now: NIODeadline, _ said: inout NIODeadline?) -> Bool {
        if let said, now - said < silence { return false }
        said = now
        return true
    }
}

extension ConnectionTable {
    /// Whether the limit of all connections is reached.
    var isFull: Bool { state.withLock(\.accepted) >= limits.all }

    func opened() {
        gauge.record(
            state.withLock { state in
                state.accepted += 1
                return state.accepted
            })
    }

    func closed() {
        gauge.record(
            state.withLock { state in
                state.accepted -= 1
                return state.accepted
            })
    }

    /// Whether another connection may be accepted. At the limit some idle ones are asked to close.
    func hasRoom() -> Bool {
        let now = NIODeadline.now()
        let (isFull, isSaid, open) = state.withLock { state -> (Bool, Bool, [OpenConnection]) in
            guard state.accepted >= limits.all else { return (false, false, []) }
            return (true, ConnectionTable.isTime(now, &state.saidFull), Array(state.open.values))
        }
        guard isFull else { return true }
        let idle = open.compactMap { connection in connection.idleness.map { (connection, $0) } }
        let some = idle.sorted { $0.1 < $1.1 }.prefix(max(1, limits.all / ConnectionTable.share))
        if isSaid {
            logger.warning(
                "the connection limit was reached: the connections that were idle longest are closed",
                metadata: ["most": "\(limits.all)", "waiting": "\(idle.count)"])
        }
        for (connection, _) in some {
            dropped.increment()
            connection.end()
        }
        return false
    }
}
