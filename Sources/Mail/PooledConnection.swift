import Coordination
import Dispatch
import FairKitCore
import Synchronization

/// A connection of a pool. It sends one message after the other, and stays open until `hangUp`, or until it is not needed
/// any more.
final class PooledConnection: Sendable {
    private let server: SMTPServer
    private let connection = Mutex<SMTPConnection?>(nil)
    /// libcurl blocks, so it runs on a separate thread, which stays for the next message.
    private let thread: FairThreadPool<Int>

    /// - Parameters:
    ///   - idleTimeout: the thread ends when it had nothing to do for this long.
    ///   - isUnneeded: is asked then; if it says so, the connection is closed.
    init(
        _ server: SMTPServer, idleTimeout: DispatchTimeInterval,
        isUnneeded: @escaping @Sendable (PooledConnection) -> Bool
    ) {
        self.server = server
        thread = FairThreadPool(width: 1, idleTimeout: idleTimeout)
        thread.whenUnused { [weak self] in
            guard let self, isUnneeded(self) else { return }
            connection.withLock { $0 = nil }
        }
    }

    func send(_ message: MailMessage) async -> SendAnswer {
        let upload = MailUpload(message.bytes)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                thread.submit(for: 0) { continuation.resume(returning: self.send(message, as: upload)) }
            }
        } onCancel: {
            upload.cancel()
        }
    }

    /// Begins the time after which it is asked whether the connection is still needed.
    func rest() {
        thread.submit(for: 0) {}
    }

    func close() {
        thread.submit(for: 0) { self.connection.withLock { $0 = nil } }
    }

    private func send(_ message: MailMessage, as upload: MailUpload) -> SendAnswer {
        connection.withLock { connection in
            if connection == nil { connection = SMTPConnection(to: server) }
            // There is not enough memory for a connection.
            return connection?.send(upload, from: message.from, to: message.to) ?? SendAnswer(.unreachable)
        }
    }
}
