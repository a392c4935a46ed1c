package import FairKitFrame
import FairKitHTTP
package import FairKitRuntime
package import FairKitService
import Hummingbird
package import Logging
import ServiceLifecycle
import Synchronization

/// Serves `control.sock` in a data directory. The process holds the directory's lock.
package struct ControlServer: Service {
    private let socket: ControlSocket
    private let tenants: OpenTenants
    private let rotate: RotateSigningKey
    private let tokens: AccessTokens?
    private let concurrency: ConcurrencyLimits
    private let metering: Metering
    private let logger: Logger
    private let connections: OpenConnections
    private let onStart: @Sendable () async -> Void

    /// - Parameters:
    ///   - concurrency: the concurrency limits, shared with the other entrances.
    ///   - rotate: replaces the key that signs access tokens.
    ///   - tokens: issues and checks access tokens; nil: people can't sign in at the socket.
    ///   - connections: counts open connections.
    ///   - onStart: called when the server accepts commands.
    package init(
        socket: ControlSocket, tenants: OpenTenants, rotate: RotateSigningKey,
        tokens: AccessTokens? = nil, concurrency: ConcurrencyLimits = ConcurrencyLimits(), metering: Metering = .none,
        connections: OpenConnections = OpenConnections(), logger: Logger,
        onStart: @escaping @Sendable () async -> Void = {}
    ) {
        self.socket = socket
        self.tenants = tenants
        self.rotate = rotate
        self.tokens = tokens
        self.concurrency = concurrency
        self.metering = metering
        self.connections = connections
        self.logger = logger
        self.onStart = onStart
    }

    package func run() async throws {
        let failure = Mutex<OperatorError?>(nil)
        socket.remove()
        defer { socket.remove() }
        let shared = SharedServices(
            concurrency: concurrency, tokens: tokens, metering: metering,
            operation: SharedServices.Operation(tenants, rotating: rotate), ready: tenants.ready, enter: tenants.enter)
        let application = Application(
            router: router(at: .machine, sharing: shared),
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [UploadFlow(), connections.counter()], idleTimeout: .seconds(60))),
            configuration: ApplicationConfiguration(address: .unixDomainSocket(path: socket.newPath), serverName: nil),
            onServerRunning: { [socket, onStart] channel in
                do {
                    try socket.publish()
                    await onStart()
                } catch {
                    failure.withLock { $0 = error as? OperatorError }
                    channel.close(promise: nil)
                }
            },
            logger: logger)
        try await application.run()
        // A server that is stopped while it starts removes the socket before it has its name.
        if let failure = failure.withLock({ $0 }), !Task.isShuttingDownGracefully { throw failure }
    }
}
