import FairKitFrame
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

/// A connection whose client sends requests without waiting for answers, and reads none.
@Suite struct `A client that reads nothing` {
    private let channel: EmbeddedChannel
    private let route = Route()

    /// Answers each request at once, unless it is to wait.
    private final class Route: ChannelInboundHandler {
        typealias InboundIn = HTTPRequestPart
        typealias OutboundOut = HTTPResponsePart

        var status: HTTPResponse.Status? = .ok
        var begun = 0

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if case .head = unwrapInboundIn(data) { begun += 1 }
            guard case .end = unwrapInboundIn(data), let status else { return }
            context.write(wrapOutboundOut(.head(HTTPResponse(status: status))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }

    /// Counts the reads that reach the socket.
    private final class Socket: ChannelOutboundHandler {
        typealias OutboundIn = Never
        var reads = 0
        func read(context: ChannelHandlerContext) { reads += 1 }
    }
    private let socket = Socket()

    init() throws {
        channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandlers([socket, PacedAnswers(), route])
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/test")).wait()
    }

    private func send(_ count: Int) throws {
        let head = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/health/live")
        for _ in 0..<count {
            try channel.writeInbound(HTTPRequestPart.head(head))
            try channel.writeInbound(HTTPRequestPart.end(nil))
        }
    }

    @Test func `has one request begun at a time, and no more is read meanwhile`() throws {
        route.status = nil
        try send(100)
        #expect(route.begun == 1)
        let reads = socket.reads
        channel.read()
        #expect(socket.reads == reads)
    }

    @Test func `has few answers at once, and each further one after a pause`() throws {
        // Those that came while the first one was answered.
        route.status = nil
        try send(100)
        route.status = .ok
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        #expect(route.begun == 1 + PacedAnswers.free)
        for more in 1...5 {
            channel.embeddedEventLoop.advanceTime(by: PacedAnswers.pause)
            #expect(route.begun == 1 + PacedAnswers.free + more)
        }
    }

    @Test func `but waits for answers has no pause`() throws {
        try send(1000)
        #expect(route.begun == 1000)
    }

    @Test func `and is refused for its rate waits longer with each refusal, though it waits for answers`() throws {
        route.status = .tooManyRequests
        try send(3)
        #expect(route.begun == 1)
        channel.embeddedEventLoop.advanceTime(by: PacedAnswers.pauseOfRefused)
        #expect(route.begun == 2)
        channel.embeddedEventLoop.advanceTime(by: PacedAnswers.pauseOfRefused)
        #expect(route.begun == 2)
        channel.embeddedEventLoop.advanceTime(by: PacedAnswers.pauseOfRefused)
        #expect(route.begun == 3)
    }

    @Test func `and shuts down its side is heard after what it sent`() throws {
        route.status = nil
        try send(2)
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        route.status = .ok
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        #expect(route.begun == 2)
    }
}
