import FairKitCore
import NIOCore
import Synchronization

/// One connection of a client, and whether it waits for a request.
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

    /// A request's head has come.
    func began() {
        state.withLock {
            $0.inProgress += 1
            $0.hasAsked = true
        }
    }

    /// A request was answered, or will not be.
    func ended(at now: NIODeadline) {
        state.withLock {
            $0.inProgress -= 1
            $0.idleSince = now
        }
    }

    /// How it waits for a request; nil: one is in progress.
    var idleness: Idleness? {
        state.withLock { $0.inProgress == 0 ? Idleness(hasAsked: $0.hasAsked, since: $0.idleSince) : nil }
    }

    /// Asks it to end; a request that has just come is answered before.
    func end() {
        // Where no request has come yet, the handlers of HTTP may not be there to end it.
        guard state.withLock(\.hasAsked) else { return channel.close(promise: nil) }
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
}

/// How long a connection has been waiting for a request. Those that have never sent one are the less.
struct Idleness: Comparable {
    let hasAsked: Bool
    let since: NIODeadline

    static func < (one: Idleness, other: Idleness) -> Bool {
        one.hasAsked == other.hasAsked ? one.since < other.since : other.hasAsked
    }
}
