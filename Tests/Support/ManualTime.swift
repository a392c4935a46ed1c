package import FairKitCore
import Synchronization

/// A time that stands still until a test moves it.
package final class ManualTime: Sendable {
    private let current: Mutex<Timestamp>

    /// Starts on 21 November 2026, 12:00 UTC.
    package init(_ start: Timestamp = Timestamp(milliseconds: 1_795_262_400_000)) {
        current = Mutex(start)
    }

    package var now: Timestamp { current.withLock { $0 } }

    package func advance(by duration: Duration) {
        current.withLock { $0 = $0.advanced(by: duration) }
    }
}
