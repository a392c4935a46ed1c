import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Headers of every answer: nobody keeps it, nobody guesses at its type (`nosniff`), and, where the server itself has TLS, nobody comes
/// without it for a year (RFC 6797).
package final class AnswerHeaders: ChannelOutboundHandler, RemovableChannelHandler {
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    private let isSecure: Bool

    package init(isSecure: Bool) {
        self.isSecure = isSecure
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .head(var head) = unwrapOutboundIn(data), head.status.kind != .informational else {
            return context.write(data, promise: promise)
        }
        head.headerFields[.xContentTypeOptions] = "nosniff"
        // 304 says nothing new about what is kept.
        if head.headerFields[.cacheControl] == nil, head.status != .notModified {
            head.headerFields[.cacheControl] = "no-store"
        }
        if isSecure { head.headerFields[.strictTransportSecurity] = "max-age=31536000" }
        // HTTP/2 has no headers about a connection (RFC 9113, section 8.2.2).
        if context.channel.isStream { (head.headerFields[.upgrade], head.headerFields[.connection]) = (nil, nil) }
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}
