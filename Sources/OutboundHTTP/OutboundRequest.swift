package import FairKitCore
import NIOHTTP1

/// A request to another server.
package struct OutboundRequest: Hashable, Sendable {
    package let method: OutboundMethod
    package let url: WebhookURL
    /// By name. `User-Agent`, `Host` and `Content-Length` are added.
    package let headers: [String: String]
    package let body: [UInt8]
    package let version: OutboundVersion

    package init(
        _ method: OutboundMethod, _ url: WebhookURL, headers: [String: String], body: [UInt8],
        version: OutboundVersion = .http1
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.version = version
    }
}

package enum OutboundMethod: String, Sendable, CaseIterable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
}

package enum OutboundVersion: Hashable, Sendable {
    case http1
    /// HTTP/2 if the server offers it in the TLS handshake (RFC 9113, section 3.2), else HTTP/1.1.
    case http2
}

/// A server's response.
package struct OutboundResponse: Sendable {
    package let status: Int
    /// The first 64 KB; the rest is not read.
    package let body: [UInt8]
    /// When the server wants the next request; nil: it does not say.
    package let retryAfter: RetryAfter?
    private let headers: HTTPHeaders

    /// The longest body that is read.
    package static let mostBytes = 65_536

    init(status: Int, headers: HTTPHeaders, body: [UInt8], at now: Timestamp) {
        self.status = status
        self.headers = headers
        self.body = body
        retryAfter = headers.first(name: "Retry-After").flatMap { RetryAfter($0, at: now) }
    }

    /// A response that no server sent.
    package init(status: Int, headers: [String: String], body: [UInt8], at now: Timestamp) {
        self.init(status: status, headers: HTTPHeaders(headers.map { ($0.key, $0.value) }), body: body, at: now)
    }

    /// The first header of this name, in any case; nil: there is none.
    package func header(_ name: String) -> String? { headers.first(name: name) }
}

/// Why a request has no response.
package enum OutboundFailure: Error, Hashable, Sendable, CaseIterable {
    case timeout
    /// The server's certificate or TLS is not trusted.
    case tlsError
    /// The host has no address.
    case unknownHost
    /// The host has an address that is not public.
    case privateAddress
    /// The URL is not https, and that is not allowed.
    case insecure
    /// No connection: no server listens at the address.
    case unreachable
    /// The connection closed before the response was complete.
    case disconnected
    /// The response is not HTTP.
    case malformed
    /// The task was cancelled.
    case stopped
}
