import AsyncHTTPClient
import Coordination
package import FairKitCore
import Glibc
import KeyRing
import NIOCore
import NIOHTTP1
import NIOSSL

/// Pushes deliveries to webhooks: one signed POST each, to a checked address.
package struct HTTPWebhookCarrier: WebhookCarrier {
    private let clients: WebhookClients
    private let allowsPrivate: Bool
    private let resolve: HostResolver
    private let now: Now
    private let clock: any Clock<Duration>

    /// The file has no readable certificates.
    package struct NoCertificates: Error {}

    /// Longer response bodies are not read: the status is enough.
    private static let maxBytes = 65_536
    /// How many addresses of a host are tried.
    private static let maxAddresses = 3

    /// - Parameters:
    ///   - authorityFile: PEM certificates of authorities that are trusted besides the system's.
    ///   - allowsPrivate: allows this machine and private networks.
    package init(
        authorityFile: String?, allowsPrivate: Bool, resolve: @escaping HostResolver = systemHostResolver,
        now: @escaping Now, clock: any Clock<Duration>
    ) throws(NoCertificates) {
        var authorities: [NIOSSLCertificate] = []
        if let authorityFile {
            do { authorities = try NIOSSLCertificate.fromPEMFile(authorityFile) } catch { throw NoCertificates() }
            guard !authorities.isEmpty else { throw NoCertificates() }
        }
        clients = WebhookClients(authorities: authorities)
        self.allowsPrivate = allowsPrivate
        self.resolve = resolve
        self.now = now
        self.clock = clock
    }

    package func send(_ delivery: Delivery, to webhook: Webhook, within limit: Duration) async -> WebhookAnswer {
        await withDeadline(limit, clock: clock) { await send(delivery, to: webhook) } ?? WebhookAnswer(.timeout)
    }

    package func close() async {
        await clients.close()
    }

    private func send(_ delivery: Delivery, to webhook: Webhook) async -> WebhookAnswer {
        let url = webhook.url
        guard let request = try? request(delivery, to: webhook) else { return WebhookAnswer(.stopped) }
        let found = if let address = IPAddress(url.host) { [address] } else { await resolve(url.host) }
        guard !found.isEmpty else { return WebhookAnswer(Task.isCancelled ? .stopped : .unknownHost) }
        // One private address refuses them all: the name may be under an attacker's control (DNS rebinding).
        guard allowsPrivate || found.allSatisfy(\.isPublic) else { return WebhookAnswer(.privateAddress) }
        // The server allowed http when the webhook was set, and no longer does.
        guard url.isSecure || allowsPrivate else { return WebhookAnswer(.insecure) }
        var result = WebhookAnswer(.unreachable)
        for address in found.prefix(HTTPWebhookCarrier.maxAddresses) where result.outcome == .unreachable {
            result = await clients.withClient(of: url.host, at: address) { await self.execute(request, by: $0) }
        }
        return result
    }

    private func request(_ delivery: Delivery, to webhook: Webhook) throws -> HTTPClientRequest {
        let now = now()
        let body = try WebhookMessage(delivery, withPayload: webhook.sendsPayload, at: now).json()
        let id = delivery.idempotencyKey
        let digest = try signature(of: WebhookSignature.content(body, id: id, at: now), by: webhook.secret)
        var request = HTTPClientRequest(url: webhook.url.description)
        request.method = .POST
        request.headers = [
            "Content-Type": "application/json", "User-Agent": "FairKit", "webhook-id": id,
            "webhook-timestamp": WebhookSignature.seconds(now), "webhook-signature": WebhookSignature.header(digest),
        ]
        request.body = .bytes(ByteBuffer(bytes: body))
        return request
    }

    private func execute(_ request: HTTPClientRequest, by client: HTTPClient) async -> WebhookAnswer {
        do {
            // `send` cancels this task at its timeout.
            let response = try await client.execute(request, deadline: .distantFuture)
            var left = HTTPWebhookCarrier.maxBytes
            for try await part in response.body {
                left -= part.readableBytes
                if left < 0 { break }
            }
            let status = Int(response.status.code)
            let retry = response.headers.first(name: "Retry-After").flatMap { RetryAfter($0, at: now()) }
            return WebhookAnswer(AttemptOutcome(status: status) ?? .malformed, httpStatus: status, retryAfter: retry)
        } catch {
            return WebhookAnswer(Task.isCancelled ? .stopped : AttemptOutcome(error))
        }
    }
}

extension AttemptOutcome {
    /// The outcome of an error that ended a request.
    fileprivate init(_ error: any Error) {
        switch error {
        case let error as IOError where error.errnoCode == ECONNRESET || error.errnoCode == EPIPE: self = .disconnected
        case is IOError: self = .unreachable
        case HTTPParserError.invalidEOFState, NIOSSLError.uncleanShutdown: self = .disconnected
        case is HTTPParserError: self = .malformed
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: self = .tlsError
        case let error as HTTPClientError:
            switch error {
            case .connectTimeout: self = .unreachable
            case .tlsHandshakeTimeout: self = .tlsError
            case .readTimeout, .writeTimeout, .deadlineExceeded, .getConnectionFromPoolTimeout: self = .timeout
            default: self = .disconnected
            }
        default: self = .disconnected
        }
    }
}
