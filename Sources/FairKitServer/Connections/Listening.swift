import FairKitCore
import Glibc
import NIOCore
import NIOPosix

extension ServerSettings {
    /// Refuses ports that can't be listened on before anything is started: a server that fails half-way has its libraries' lines in the log, too.
    package func checkPorts() async throws {
        try await check(host, port, option: "--port")
        if let metricsPort { try await check("127.0.0.1", metricsPort, option: "--metrics-port") }
    }

    /// Where people read how the API is used.
    /// - Parameter address: what the server listens on, with its port.
    package func documents(at address: String) -> String {
        if let publicURL { return "\(publicURL)/docs" }
        return "\(certificate == nil ? "http" : "https")://\(address)/docs"
    }
}

private func check(_ host: String, _ port: Int, option: String) async throws {
    do {
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1).bind(host: host, port: port).get()
        try await channel.close()
    } catch {
        throw OperatorError(listeningOn: host, port, option: option, error) ?? error
    }
}

extension OperatorError {
    /// Why a port can't be listened on; nil: the error is about something else.
    package init?(listeningOn host: String, _ port: Int, option: String, _ error: any Error) {
        switch error {
        case let error as IOError where error.errnoCode == EADDRINUSE:
            self.init("Port \(port) on \(host) is in use. Stop the other program, or choose another \(option).")
        case let error as IOError:
            let reason = unsafe String(cString: strerror(error.errnoCode))
            self.init("\(host):\(port) can't be listened on: \(reason). Check --host and \(option).")
        case is SocketAddressError.UnknownHost:
            self.init("\(host) is not known as a host. Check --host.")
        default: return nil
        }
    }
}
