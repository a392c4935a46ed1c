import Coordination
import Dispatch
package import FairKitCore
import Synchronization

/// Sends mail to one server, one message after the other, over a connection that stays open until `hangUp`.
package final class SMTPCarrier: MailCarrier {
    private let server: SMTPServer
    private let connection = Mutex<SMTPConnection?>(nil)
    /// libcurl blocks, so it runs on a separate thread.
    private let thread = BlockingThread(patience: .seconds(1))

    package init(_ server: SMTPServer) {
        self.server = server
    }

    package func send(_ message: MailMessage) async -> MailAnswer {
        let upload = MailUpload(message.bytes)
        return await withTaskCancellationHandler {
            await thread.run { self.send(message, as: upload) }
        } onCancel: {
            upload.cancel()
        }
    }

    package func hangUp() {
        thread.submit { self.connection.withLock { $0 = nil } }
    }

    private func send(_ message: MailMessage, as upload: MailUpload) -> MailAnswer {
        connection.withLock { connection in
            if connection == nil { connection = SMTPConnection(to: server) }
            // There is not enough memory for a connection.
            return connection?.send(upload, from: message.from, to: message.to) ?? MailAnswer(.unreachable)
        }
    }
}
