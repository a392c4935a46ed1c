import Synchronization

/// Asks the thread of a connection to give it up.
final class Interruption: Sendable {
    private let flag = Atomic(false)
    var isSet: Bool { flag.load(ordering: .relaxed) }
    func set() { flag.store(true, ordering: .relaxed) }
}
