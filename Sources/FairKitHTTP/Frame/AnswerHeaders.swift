import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Headers of every answer: nobody keeps it, nobody guesses at its type (`nosniff`), a browser that shows it loads nothing, runs nothing and
/// puts it into no frame, and tells nobody where it has been; and, where the server itself has TLS, nobody comes without it for a year, to
/// its name and those below it (RFC 6797). What an answer says itself stays.
package final class AnswerHeaders: ChannelOutboundHandler, RemovableChannelHandler {
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    private let isSecure: Bool
    private var isStream = false

    private static let sniffing = HTTPField(name: .xContentTypeOptions, value: "nosniff")
    /// For answers that are data, which browsers are not meant to show: pages have policies of their own.
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
        // What 304 says takes the place of what the kept answer said (RFC 9111, section 3.2), its own policy among it.
        if head.status != .notModified {
            for policy in AnswerHeaders.policies where !head.headerFields.contains(policy.name) {
                head.headerFields.append(policy)
            }
        }
        if isSecure { head.headerFields[.strictTransportSecurity] = "max-age=31536000; includeSubDomains" }
        // HTTP/2 has no headers about a connection (RFC 9113, section 8.2.2).
        if isStream { (head.headerFields[.upgrade], head.headerFields[.connection]) = (nil, nil) }
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}

extension HTTPFields {
    /// Takes the place of what is there of the same name. To append a field that was made before costs a fraction of what it takes to make one.
    fileprivate mutating func set(_ field: HTTPField) {
        if contains(field.name) { self[field.name] = field.value } else { append(field) }
    }
}
