import AsyncHTTPClient
import FairKitCore
import NIOCore
import NIOSSL
import Synchronization

/// HTTP clients, each pinned to one checked address of a host, whatever the name resolves to later.
final class PinnedClients: Sendable {
    private struct Key: Hashable {
        let host: String
        let address: IPAddress
        let version: OutboundVersion
    }

    private struct Entry {
        let client: HTTPClient
        var users = 0
        var lastUse = 0
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var uses = 0

        /// Removes the least recently used client, if there are too many.
        mutating func removeOldest() -> HTTPClient? {
            guard entries.count > PinnedClients.maxIdle,
                let oldest = entries.filter({ $0.value.users == 0 }).min(by: { $0.value.lastUse < $1.value.lastUse })
            else { return nil }
            entries[oldest.key] = nil
            return oldest.value.client
        }
    }

    private let state = Mutex(State())
    private let authorities: [NIOSSLCertificate]
    private let connections: Int

    /// How many idle clients are kept.
    private static let maxIdle = 32
    /// How many connections are opened at once to a server that is to speak HTTP/2.
    private static let firstConnections = 4

    /// - Parameters:
    ///   - authorities: certificate authorities that are trusted besides the system's.
    ///   - connections: of HTTP/1.1, to one address of a host at a time.
    init(authorities: [NIOSSLCertificate], connections: Int) {
        self.authorities = authorities
        self.connections = connections
    }

    func withClient<T>(
        of host: String, at address: IPAddress, version: OutboundVersion, _ body: (HTTPClient) async -> T
    ) async -> T {
        let key = Key(host: host, address: address, version: version)
        let (client, old) = state.withLock { state in
            state.uses += 1
            var entry = state.entries[key] ?? Entry(client: makeClient(of: key))
            entry.users += 1
            entry.lastUse = state.uses
            state.entries[key] = entry
            return (entry.client, state.removeOldest())
        }
        try? await old?.shutdown().get()
        let value = await body(client)
        state.withLock { $0.entries[key]?.users -= 1 }
        return value
    }

    /// Shuts all clients down; none may be used afterwards.
    func close() async {
        let clients = state.withLock { state in
            defer { state.entries = [:] }
            return state.entries.values.map(\.client)
        }
        for client in clients { try? await client.shutdown().get() }
    }

    private func makeClient(of key: Key) -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        configuration.dnsOverride = [key.host: "\(key.address)"]
        configuration.redirectConfiguration = .disallow
        configuration.httpVersion = key.version == .http2 ? .automatic : .http1Only
        configuration.timeout.connect = .seconds(2)
        // Many servers of HTTP/1.1 close a connection that is idle for five seconds. Apple wants connections to be kept.
        configuration.connectionPool.idleTimeout = .seconds(key.version == .http2 ? 60 : 4)
        // Before the first handshake has ended, the client does not know that one connection of HTTP/2 carries all.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit =
            key.version == .http2 ? min(connections, PinnedClients.firstConnections) : connections
        // The queue retries.
        configuration.connectionPool.retryConnectionEstablishment = false
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        // A server that hangs does not hold up the end.
        tls.shutdownTimeout = .seconds(1)
        if !authorities.isEmpty { tls.additionalTrustRoots = [.certificates(authorities)] }
        configuration.tlsConfiguration = tls
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }
}
