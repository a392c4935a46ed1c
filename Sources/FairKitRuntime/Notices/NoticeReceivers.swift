import FairKitCore
import FairKitService
import Synchronization

/// The receivers of one lane of a channel whose addresses users choose.
final class NoticeReceivers: Sendable {
    private typealias Limits = ReceiverLimits<Notice.Receiver>

    private struct State {
        var limits: Limits
        /// Sends that have no slot until another one ends.
        var held: Set<NoticeSendID> = []
    }

    private let state: Mutex<State>

    /// Beyond this many, sends without a slot are postponed instead, so that each question to the store stays small.
    private static let mostHeld = 500
    private static let pause = Duration.seconds(1)

    init(most: Int, breaker: CircuitBreaker) {
        state = Mutex(State(limits: Limits(most: most, breaker: breaker)))
    }

    /// Sends that need not be read before another one ends.
    var held: Set<NoticeSendID> { state.withLock { $0.held } }

    /// Takes slots for sends.
    /// - Returns: those to send now, and those that are due later, with the time.
    func admit(_ due: [DueSend], at now: Timestamp) -> (now: [DueSend], later: [(NoticeSendID, Timestamp)]) {
        state.withLock { state in
            var (ready, later): ([DueSend], [(NoticeSendID, Timestamp)]) = ([], [])
            for due in due {
                guard let receiver = due.chosenReceiver else {
                    ready.append(due)
                    continue
                }
                switch state.limits.admit(receiver, at: now) {
                case .now: ready.append(due)
                case .notBefore(let time): later.append((due.send.id, time))
                case .afterOthers where state.held.count < NoticeReceivers.mostHeld: state.held.insert(due.send.id)
                case .afterOthers: later.append((due.send.id, now.advanced(by: NoticeReceivers.pause)))
                }
            }
            return (ready, later)
        }
    }

    /// Returns the slot of a send.
    /// - Returns: whether its receiver's host began to fail, or works again; nil: as before.
    func end(_ due: DueSend, works: Bool?, at now: Timestamp, random: Double) -> Bool? {
        guard let receiver = due.chosenReceiver else { return nil }
        return state.withLock { state in
            state.held = []
            return state.limits.end(receiver, works: works, at: now, random: random)
        }
    }

    /// Until when the receiver's host is left alone; nil: it is not.
    func rest(of due: DueSend) -> Timestamp? {
        due.chosenReceiver.flatMap { receiver in state.withLock { $0.limits.rest(of: receiver) } }
    }
}

extension DueSend {
    fileprivate var chosenReceiver: ReceiverLimits<Notice.Receiver>.Receiver? {
        send.channel.origin(of: address).map { .init(origin: $0, owner: notice.receiver) }
    }
}
