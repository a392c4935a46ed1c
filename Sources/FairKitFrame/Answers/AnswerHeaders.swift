import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Security headers of every response.
///
/// Responses are not cached and not sniffed (`nosniff`). A browser that displays one loads nothing, runs nothing, does
/// not frame it, and sends no referrer. With TLS on the server itself, HSTS requires HTTPS for a year, including
/// subdomains (RFC 6797). Headers that a response sets itself are kept.
package final class AnswerHeaders: ChannelOutboundHandler, RemovableChannelHandler {
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    private let isSecure: Bool
    private var isStream = false

    private static let sniffing = HTTPField(name: .xContentTypeOptions, value: "nosniff")
    /// For data, which browsers are not meant to display. Pages have their own policies.
    private static let policies: [HTTPField] = [
        HTTPField(
            name: .contentSecurityPolicy,
            value: "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
        HTTPField.Name("Referrer-Policy").map { HTTPField(name: $0, value: "no-referrer") },
        HTTPField(name: .cacheControl, value: "no-store"),
    ].compactMap(\.self)

    package init(isSecure: Bool) {
        self.isSecure = isSecure
    }

    package func handlerAdded(context: ChannelHandlerContext) { isStream = context.channel.isStream }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .head(var head) = unwrapOutboundIn(data), head.status.kind != .informational else {
            return context.write(data, promise: promise)
        }
        head.headerFields.set(AnswerHeaders.sniffing)
        // The headers of a 304 replace those of the cached response (RFC 9111, section 3.2), including its policy.
        if head.status != .notModified {
            for policy in AnswerHeaders.policies where !head.headerFields.contains(policy.name) {
                head.headerFields.append(policy)
            }
        }
        if isSecure { head.headerFields[.strictTransportSecurity] = "max-age=31536000; includeSubDomains" }
        // HTTP/2 has no connection headers (RFC 9113, section 8.2.2).
        if isStream { (head.headerFields[.upgrade], head.headerFields[.connection]) = (nil, nil) }
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}

extension HTTPFields {
    /// Replaces fields of the same name. Appending a prepared field costs a fraction of building one.
    fileprivate mutating func set(_ field: HTTPField) {
        if contains(field.name) { self[field.name] = field.value } else { append(field) }
    }
}
