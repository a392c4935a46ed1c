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

    /// For answers that are data, which browsers are not meant to show: pages have policies of their own.
    private static let policies: [(name: HTTPField.Name?, text: String)] = [
        (.contentSecurityPolicy, "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
        (HTTPField.Name("Referrer-Policy"), "no-referrer"),
        (.cacheControl, "no-store"),
    ]

    package init(isSecure: Bool) {
        self.isSecure = isSecure
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .head(var head) = unwrapOutboundIn(data), head.status.kind != .informational else {
            return context.write(data, promise: promise)
        }
        head.headerFields[.xContentTypeOptions] = "nosniff"
        // What 304 says takes the place of what the kept answer said (RFC 9111, section 3.2), its own policy among it.
        for case (let name?, let text) in AnswerHeaders.policies where head.status != .notModified {
            if head.headerFields[name] == nil { head.headerFields[name] = text }
        }
        if isSecure { head.headerFields[.strictTransportSecurity] = "max-age=31536000; includeSubDomains" }
        // HTTP/2 has no headers about a connection (RFC 9113, section 8.2.2).
        if context.channel.isStream { (head.headerFields[.upgrade], head.headerFields[.connection]) = (nil, nil) }
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}
