import Coordination
package import Relational
import Synchronization

/// Sends notifications to the listeners of one channel, in all processes. See decision 0114.
///
/// It sends them outside of all transactions, on a connection of its own: a transaction with a notification holds a lock
/// of the whole server until its commit is on the disk, and on a standby. It sends at most one batch every few
/// milliseconds. If the server is down, notifications are lost.
package final class Notifier: Sendable {
    /// Why a text can't be sent.
    package struct Unsendable: Error, Hashable, CustomStringConvertible {
        package let description =
            "A notification must have 1 to 7,999 characters of visible ASCII or spaces."
    }

    private struct State {
        /// The texts of the next batch, each once, in their order.
        var texts: [String] = []
        var known: Set<String> = []
        var isScheduled = false
    }

    /// The most bytes of a payload: https://www.postgresql.org/docs/15/sql-notify.html
    private static let longest = 7999
    private static let separator = "\n"

    private let pool: ConnectionPool
    private let channel: String
    private let interval: Duration
    private let failed: @Sendable (DatabaseError) -> Void
    private let state = Mutex(State())
    /// The connection, and when a batch was sent last. Only the thread uses them.
    private let sending = Mutex((session: PostgresSession?.none, last: ContinuousClock.Instant?.none))
    private let thread = BlockingThread()
    private let alarm = Alarm()

    /// It connects when there is something to send.
    /// - Parameters:
    ///   - channel: at most 63 bytes.
    ///   - interval: how long at least the beginnings of two batches are apart.
    ///   - failed: is told why a batch was lost.
    package init(
        _ pool: ConnectionPool, to channel: String, every interval: Duration = .milliseconds(5),
        failed: @escaping @Sendable (DatabaseError) -> Void = { _ in }
    ) {
        self.pool = pool
        self.channel = channel
        self.interval = interval
        self.failed = failed
    }

    /// Sends a text with the next batch. A text that waits already is sent once.
    package func notify(_ text: String) throws(Unsendable) {
        guard (1...Notifier.longest).contains(text.utf8.count), text.utf8.allSatisfy({ (0x20...0x7e).contains($0) })
        else { throw Unsendable() }
        let schedules = state.withLock { state in
            if state.known.insert(text).inserted { state.texts.append(text) }
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if schedules { thread.submit { self.sendBatch() } }
    }

    /// Sends what waits, and closes the connection. It blocks.
    package func close() {
        alarm.raise()
        thread.finish()
        sending.withLock { $0.session = nil }
    }

    private func sendBatch() {
        sending.withLock { sending in
            if let last = sending.last { alarm.wait(for: last + interval - .now) }
            sending.last = .now
            let texts = state.withLock { state in
                defer { state = State() }
                return state.texts
            }
            // The connection may have broken while it was idle.
            for isLast in [false, true] {
                do throws(DatabaseError) {
                    if sending.session == nil { sending.session = try connect() }
                    guard let session = sending.session else { return }
                    return try send(Notifier.payloads(of: texts), on: session)
                } catch {
                    sending.session = nil
                    if isLast { failed(error) }
                }
            }
        }
    }

    private func connect() throws(DatabaseError) -> PostgresSession {
        let session = try pool.connectApart()
        // A notification is in memory only: there is nothing to wait for.
        try session.control("SET synchronous_commit = off")
        return session
    }

    private func send(_ payloads: [String], on session: PostgresSession) throws(DatabaseError) {
        for payload in payloads {
            _ = try ReadTransaction(session).first("SELECT pg_notify(\(channel), \(payload))") { _ in true }
        }
    }

    /// As many payloads as the texts need.
    private static func payloads(of texts: [String]) -> [String] {
        texts.reduce(into: []) { payloads, text in
            if let last = payloads.last, last.utf8.count + 1 + text.utf8.count <= longest {
                payloads[payloads.count - 1] += "\(separator)\(text)"
            } else {
                payloads.append(text)
            }
        }
    }

    /// The texts of a payload.
    static func texts(of payload: String) -> [String] { payload.split(whereSeparator: \.isNewline).map(String.init) }
}
