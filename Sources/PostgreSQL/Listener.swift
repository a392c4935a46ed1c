import Coordination
package import Relational
import Synchronization

/// Hears the notifications of one channel, on a connection and a thread of its own. See decision 0114.
///
/// If the connection breaks, it connects again, and what was notified in between is lost: it tells its owner, who looks
/// by itself. Its owner closes it.
package final class Listener: Sendable {
    /// An event that it tells its owner, on its own thread.
    package enum Event: Equatable, Sendable {
        /// It listens from now on. What was notified before is not known.
        case listening
        /// A notification that a `Notifier` sent, of this process or another one.
        case notified(String)
        /// It can't listen for this reason. It is told once, until it listens again.
        case away(DatabaseError)
    }

    /// How long it waits before it tries to connect again. The pool makes fewer attempts while the server is down.
    private static let pause = Duration.milliseconds(50)

    private let pool: ConnectionPool
    private let channel: String
    private let heartbeat: Duration
    private let hear: @Sendable (Event) -> Void
    private let thread = BlockingThread()
    private let alarm = Alarm()
    private let listening = Atomic(false)

    /// Begins to listen.
    /// - Parameters:
    ///   - channel: at most 63 bytes.
    ///   - heartbeat: after how much silence it asks whether the server is still there.
    ///   - hear: gets each event. It must be quick.
    package init(
        _ pool: ConnectionPool, to channel: String, heartbeat: Duration = .seconds(10),
        hear: @escaping @Sendable (Event) -> Void
    ) {
        self.pool = pool
        self.channel = channel
        self.heartbeat = heartbeat
        self.hear = hear
        thread.submit { self.run() }
    }

    /// Whether it hears notifications now.
    package var isListening: Bool { listening.load(ordering: .relaxed) }

    /// Returns when no event will follow. It blocks for the time of an attempt to connect at most.
    package func close() {
        alarm.raise()
        thread.finish()
    }

    private func run() {
        var isAway = false
        while !alarm.isRaised {
            do throws(DatabaseError) {
                let session = try pool.connectApart()
                try session.control("LISTEN \(SQL(stringLiteral: channel.quoted))")
                isAway = false
                listening.store(true, ordering: .relaxed)
                hear(.listening)
                try hearAll(session)
            } catch {
                listening.store(false, ordering: .relaxed)
                if !isAway { hear(.away(error)) }
                isAway = true
                alarm.wait(for: Listener.pause)
            }
        }
        listening.store(false, ordering: .relaxed)
    }

    /// Returns when it is closed.
    private func hearAll(_ session: PostgresSession) throws(DatabaseError) {
        while true {
            for payload in session.connection.takeNotifications() {
                for text in Notifier.texts(of: payload) { hear(.notified(text)) }
            }
            let hasInput: Bool
            do throws(ServerFailure) {
                hasInput = try session.connection.waitForInput(or: alarm, for: heartbeat)
            } catch { throw DatabaseError(error) }
            if alarm.isRaised { return }
            if !hasInput { try session.control("SELECT 1") }
        }
    }
}
