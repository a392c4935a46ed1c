import FairKitCore
import Glibc
import NIOCore
import NIOPosix

extension ServerSettings {
    /// Checks that the ports are free before anything is started: a server that fails half-way also prints its
    /// libraries' errors.
    package func checkPorts() async throws {
        try await check(host, port, option: "--port")
        if let metricsPort { try await check("127.0.0.1", metricsPort, option: "--metrics-port") }
    }

    /// The URL of the API documentation.
    ///
    /// - Parameter address: the listening address, with its port.
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
    /// The reason why a port can't be used; nil: the error has another cause.
    package init?(listeningOn host: String, _ port: Int, option: String, _ error: any Error) {
        switch error {
        case let error as IOError where error.errnoCode == EADDRINUSE:
            self.init("Port \(port) on \(host) is in use. Stop the other program, or choose another \(option).")
        case let error as IOError:
            let reason = unsafe String(cString: strerror(error.errnoCode))
            self.init("FairKit can't listen on \(host):\(port): \(reason). Check --host and \(option).")
        case is SocketAddressError.UnknownHost:
            self.init("The host \(host) is unknown. Check --host.")
        default: return nil
        }
    }
}
