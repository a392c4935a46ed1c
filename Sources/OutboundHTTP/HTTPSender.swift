import AsyncHTTPClient
import Coordination
package import FairKitCore
import NIOCore
import NIOHTTP1
import NIOSSL

/// Sends requests to other servers, each to a checked address. Redirects are not followed.
///
/// A host is resolved for each request. One private address refuses them all, and the connection goes to the checked
/// address, whatever the name resolves to later (DNS rebinding). See decision 0016.
package struct HTTPSender: Sendable {
    private let clients: PinnedClients
    private let allowsPrivate: Bool
    private let resolve: HostResolver
    private let now: Now
    private let clock: any Clock<Duration>

    /// The file has no readable certificates.
    package struct NoCertificates: Error {}

    /// For webhooks: two lanes of eight requests each.
    package static let usualConnections = 16
    /// For providers, which get the messages of all tenants.
    package static let connectionsToProviders = 64
    /// How many addresses of a host are tried.
    private static let maxAddresses = 3

    /// - Parameters:
    ///   - authorityFile: PEM certificates of authorities that are trusted besides the system's.
    ///   - allowsPrivate: allows this machine and private networks, and http, unless a request forbids it.
    ///   - connections: of HTTP/1.1, to one address of a host at a time; more requests wait within their time limit.
    package init(
        authorityFile: String?, allowsPrivate: Bool, connections: Int = HTTPSender.usualConnections,
        resolve: @escaping HostResolver = systemHostResolver, now: @escaping Now, clock: any Clock<Duration>
    ) throws(NoCertificates) {
        var authorities: [NIOSSLCertificate] = []
        if let authorityFile {
            do { authorities = try NIOSSLCertificate.fromPEMFile(authorityFile) } catch { throw NoCertificates() }
            guard !authorities.isEmpty else { throw NoCertificates() }
        }
        clients = PinnedClients(authorities: authorities, connections: connections)
        self.allowsPrivate = allowsPrivate
        self.resolve = resolve
        self.now = now
        self.clock = clock
    }

    /// Sends a request. Cancelling the task ends it early.
    ///
    /// - Parameters:
    ///   - limit: the time limit in all, from the lookup of the host to the end of the response.
    ///   - onlyPublic: refuses private addresses, whatever this sender allows: the URL's author is a user.
    package func send(
        _ request: OutboundRequest, within limit: Duration, onlyPublic: Bool = false
    ) async -> Result<OutboundResponse, OutboundFailure> {
        let allowsPrivate = allowsPrivate && !onlyPublic
        return await withDeadline(limit, clock: clock) { await send(request, allowsPrivate: allowsPrivate) }
            ?? .failure(.timeout)
    }

    /// Closes the connections; no request follows.
    package func close() async {
        await clients.close()
    }

    private func send(
        _ request: OutboundRequest, allowsPrivate: Bool
    ) async -> Result<OutboundResponse, OutboundFailure> {
        let url = request.url
        let found = if let address = IPAddress(url.host) { [address] } else { await resolve(url.host) }
        guard !found.isEmpty else { return .failure(Task.isCancelled ? .stopped : .unknownHost) }
        // One private address refuses them all: the name may be under an attacker's control (DNS rebinding).
        guard allowsPrivate || found.allSatisfy(\.isPublic) else { return .failure(.privateAddress) }
        // The server allowed http when the URL was set, and no longer does.
        guard url.isSecure || allowsPrivate else { return .failure(.insecure) }
        for address in found.prefix(HTTPSender.maxAddresses) {
            let result = await clients.withClient(of: url.host, at: address, version: request.version) {
                await execute(request, by: $0)
            }
            if case .failure(.unreachable) = result { continue }
            return result
        }
        return .failure(.unreachable)
    }

    private func execute(
        _ request: OutboundRequest, by client: HTTPClient
    ) async -> Result<OutboundResponse, OutboundFailure> {
        do {
            // `send` cancels this task at its timeout.
            let response = try await client.execute(HTTPClientRequest(request), deadline: .distantFuture)
            var body: [UInt8] = []
            for try await part in response.body {
                body += part.readableBytesView.prefix(OutboundResponse.mostBytes - body.count)
                if body.count == OutboundResponse.mostBytes { break }
            }
            return .success(
                OutboundResponse(
                    status: Int(response.status.code), headers: response.headers, body: body, at: now()))
        } catch {
            return .failure(Task.isCancelled ? .stopped : OutboundFailure(error))
        }
    }
}

extension HTTPClientRequest {
    fileprivate init(_ request: OutboundRequest) {
        self.init(url: request.url.description)
        method = HTTPMethod(rawValue: request.method.rawValue)
        headers = HTTPHeaders(request.headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        if !headers.contains(name: "User-Agent") { headers.add(name: "User-Agent", value: "FairKit") }
        if request.method != .get { body = .bytes(ByteBuffer(bytes: request.body)) }
    }
}
