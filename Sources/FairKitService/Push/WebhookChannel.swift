import AsyncHTTPClient
import Coordination
package import FairKitCore
import Glibc
import KeyRing
import NIOCore
import NIOHTTP1
import NIOSSL

/// Sends deliveries to webhooks: one signed POST each, to an address that was checked.
package struct WebhookChannel: DeliveryChannel {
    package let name = SendChannel.webhook
    private let clients: WebhookClients
    private let allowsPrivate: Bool
    private let addresses: HostAddresses
    private let now: Now
    private let clock: any Clock<Duration>

    /// The file has no certificates that can be read.
    package struct NoCertificates: Error {}

    /// More of an answer is not read: its status says all.
    private static let mostBytes = 65_536
    /// Addresses of a host that are tried if nobody answers at the first.
    private static let mostAddresses = 3

    /// - Parameters:
    ///   - authorityFile: certificates, in PEM, of authorities that are trusted beside those of the system.
    ///   - allowsPrivate: whether it may send to this machine and its network.
    package init(
        authorityFile: String?, allowsPrivate: Bool, addresses: @escaping HostAddresses = systemHostAddresses,
        now: @escaping Now, clock: any Clock<Duration>
    ) throws(NoCertificates) {
        var authorities: [NIOSSLCertificate] = []
        if let authorityFile {
            do { authorities = try NIOSSLCertificate.fromPEMFile(authorityFile) } catch { throw NoCertificates() }
            guard !authorities.isEmpty else { throw NoCertificates() }
        }
        clients = WebhookClients(authorities: authorities)
        self.allowsPrivate = allowsPrivate
        self.addresses = addresses
        self.now = now
        self.clock = clock
    }

    package func send(_ delivery: Delivery, to webhook: Webhook, within limit: Duration) async -> SendAnswer {
        await withDeadline(limit, clock: clock) { await send(delivery, to: webhook) } ?? SendAnswer(.timeout)
    }

    package func close() async {
        await clients.close()
    }

    private func send(_ delivery: Delivery, to webhook: Webhook) async -> SendAnswer {
        let url = webhook.url
        guard let request = try? request(delivery, to: webhook) else { return SendAnswer(.stopped) }
        let found = if let address = IPAddress(url.host) { [address] } else { await addresses(url.host) }
        guard !found.isEmpty else { return SendAnswer(Task.isCancelled ? .stopped : .unknownHost) }
        // One that is not public makes the others suspicious, too: the name may be made to lead inside.
        guard allowsPrivate || found.allSatisfy(\.isPublic) else { return SendAnswer(.privateAddress) }
        // It was set when the server was started with the setting, and that was taken back.
        guard url.isSecure || allowsPrivate else { return SendAnswer(.insecure) }
        var answer = SendAnswer(.unreachable)
        for address in found.prefix(WebhookChannel.mostAddresses) where answer.outcome == .unreachable {
            answer = await clients.withClient(of: url.host, at: address) { await self.execute(request, by: $0) }
        }
        return answer
    }

    private func request(_ delivery: Delivery, to webhook: Webhook) throws -> HTTPClientRequest {
        let now = now()
        let body = try WebhookMessage(delivery, withPayload: webhook.sendsPayload, at: now).json()
        let digest = try signature(of: WebhookSignature.content(body, at: now), by: webhook.secret)
        var request = HTTPClientRequest(url: webhook.url.description)
        request.method = .POST
        request.headers = [
            "Content-Type": "application/json", "User-Agent": "FairKit",
            "FairKit-Timestamp": WebhookSignature.seconds(now), "FairKit-Signature": WebhookSignature.header(digest),
            "FairKit-Delivery": "\(delivery.number)", "Idempotency-Key": delivery.idempotencyKey,
        ]
        request.body = .bytes(ByteBuffer(bytes: body))
        return request
    }

    private func execute(_ request: HTTPClientRequest, by client: HTTPClient) async -> SendAnswer {
        do {
            // The time is measured by whoever cancels this.
            let response = try await client.execute(request, deadline: .distantFuture)
            var left = WebhookChannel.mostBytes
            for try await part in response.body {
                left -= part.readableBytes
                if left < 0 { break }
            }
            let status = Int(response.status.code)
            let retry = response.headers.first(name: "Retry-After").flatMap { RetryAfter($0, at: now()) }
            return SendAnswer(SendOutcome(status: status) ?? .malformed, httpStatus: status, retryAfter: retry)
        } catch {
            return SendAnswer(Task.isCancelled ? .stopped : SendOutcome(error))
        }
    }
}

extension SendOutcome {
    /// What an error means that ended a request.
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
