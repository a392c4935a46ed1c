import FairKitCore
import Glibc
import NIOCore

extension ServerSettings {
    /// Checks that the ports are free before anything is started: a server that fails half-way also prints its
    /// libraries' errors.
    package func checkPorts() throws {
        try check(host, port, option: "--port")
        if let metricsPort { try check("127.0.0.1", metricsPort, option: "--metrics-port") }
    }

    /// The URL of the API documentation.
    ///
    /// - Parameter address: the listening address, with its port.
    package func documents(at address: String) -> String {
        if let publicURL { return "\(publicURL)/docs" }
        return "\(certificate == nil ? "http" : "https")://\(address)/docs"
    }
}

/// Binds a socket that does not listen: a client that connects meanwhile is refused, and tries again.
private func check(_ host: String, _ port: Int, option: String) throws {
    do {
        let address = try SocketAddress.makeAddressResolvingHost(host, port: port)
        let number = socket(address.protocol.rawValue, Int32(SOCK_STREAM.rawValue), 0)
        guard number >= 0 else { throw IOError(errnoCode: errno, reason: "socket") }
        defer { close(number) }
        var isReused: Int32 = 1
        unsafe setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
        let outcome = unsafe address.withSockAddr { unsafe bind(number, $0, socklen_t($1)) }
        guard outcome == 0 else { throw IOError(errnoCode: errno, reason: "bind") }
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
