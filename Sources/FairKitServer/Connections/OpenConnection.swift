import FairKitCore
import NIOCore
import Synchronization

/// An open connection, and whether it is idle.
final class OpenConnection: Sendable {
    private struct State {
        var inProgress = 0
        var hasAsked = false
        var idleSince: NIODeadline
    }

    let channel: any Channel
    /// nil: it counts for no address.
    let block: AddressBlock?
    private let state: Mutex<State>

    init(_ channel: any Channel, of block: AddressBlock?, at now: NIODeadline) {
        self.channel = channel
        self.block = block
        state = Mutex(State(idleSince: now))
    }

    /// The headers of a request have arrived.
    func began() {
        state.withLock {
            $0.inProgress += 1
            $0.hasAsked = true
        }
    }

    /// A response was sent, or will never be.
    func ended(at now: NIODeadline) {
        state.withLock {
            $0.inProgress -= 1
            $0.idleSince = now
        }
    }

    /// How long it has been idle; nil: a request is in progress.
    var idleness: Idleness? {
        state.withLock { $0.inProgress == 0 ? Idleness(hasAsked: $0.hasAsked, since: $0.idleSince) : nil }
    }

    /// Closes it; a request that has just arrived is answered first.
    func end() {
        // Before the first request the HTTP handlers may not be installed.
        guard state.withLock(\.hasAsked) else { return channel.close(promise: nil) }
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
}

/// How long a connection has been idle. Those that never sent a request order first.
struct Idleness: Comparable {
    let hasAsked: Bool
    let since: NIODeadline

    static func < (one: Idleness, other: Idleness) -> Bool {
        one.hasAsked == other.hasAsked ? one.since < other.since : other.hasAsked
    }
}
