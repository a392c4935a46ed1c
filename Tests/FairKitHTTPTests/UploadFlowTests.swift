import FairKitFrame
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@Suite struct `An upload` {
    private let channel = EmbeddedChannel(handler: UploadFlow())

    private func send(_ fields: HTTPFields) throws {
        let head = HTTPRequest(method: .post, scheme: "http", authority: "a", path: "/", headerFields: fields)
        try channel.writeInbound(HTTPRequestPart.head(head))
    }

    private func answer(_ status: HTTPResponse.Status) throws -> HTTPResponse? {
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: status)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        return try nextHead()
    }

    private func nextHead() throws -> HTTPResponse? {
        guard case .head(let head) = try channel.readOutbound(as: HTTPResponsePart.self) else { return nil }
        return head
    }

    private var expectation: HTTPFields {
        [.contentLength: "3000000", HTTPField.Name("Expect") ?? .accept: "100-continue"]
    }

    @Test func `is requested when a route wants it, and not before`() throws {
        try send(expectation)
        #expect(try nextHead() == nil)
        try channel.triggerUserOutboundEvent(UploadFlow.Event.bodyWanted).wait()
        #expect(try nextHead()?.status == .continue)
        try channel.triggerUserOutboundEvent(UploadFlow.Event.bodyWanted).wait()
        #expect(try nextHead() == nil)
    }

    @Test func `that is refused before it starts closes the connection`() throws {
        try send(expectation)
        let head = try answer(.unauthorized)
        #expect(head?.status == .unauthorized)
        #expect(head?.headerFields[.connection] == "close")
    }

    @Test func `that is small is drained, and the connection stays`() throws {
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/test")).wait()
        try send([.contentLength: "1000"])
        let head = try answer(.unauthorized)
        #expect(head?.headerFields[.connection] == nil)
        try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(repeating: 0, count: 1000)))
        try channel.writeInbound(HTTPRequestPart.end(nil))
        #expect(channel.isActive)
    }

    @Test func `without a length is drained up to a megabyte`() throws {
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/test")).wait()
        try send([:])
        #expect(try answer(.unauthorized)?.headerFields[.connection] == nil)
        for _ in 0..<16 { try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(repeating: 0, count: 65_536))) }
        #expect(channel.isActive)
        try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(repeating: 0, count: 1)))
        #expect(!channel.isActive)
    }

    @Test func `that trickles is drained for at most ten seconds`() throws {
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/test")).wait()
        try send([.contentLength: "1000"])
        _ = try answer(.notFound)
        for _ in 0..<9 {
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
            try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(repeating: 0, count: 1)))
        }
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test func `that has ended in time has no deadline left`() throws {
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/test")).wait()
        try send([.contentLength: "10"])
        _ = try answer(.notFound)
        try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(repeating: 0, count: 10)))
        try channel.writeInbound(HTTPRequestPart.end(nil))
        channel.embeddedEventLoop.advanceTime(by: .minutes(1))
        #expect(channel.isActive)
    }

    @Test func `is not drained because of the previous request's response`() throws {
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/test")).wait()
        try send([:])
        try channel.writeInbound(HTTPRequestPart.end(nil))
        try send([.contentLength: "3000000"])
        #expect(try answer(.ok)?.headerFields[.connection] == nil)
        while try channel.readInbound(as: HTTPRequestPart.self) != nil {}
        try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(repeating: 0, count: 10)))
        guard case .body = try channel.readInbound(as: HTTPRequestPart.self) else {
            Issue.record("the body of the second request was swallowed")
            return
        }
        channel.embeddedEventLoop.advanceTime(by: .minutes(1))
        #expect(channel.isActive)
    }

    @Test func `that was refused is read with pauses, so that others are not slowed down`() throws {
        let (channel, reads) = try refusedUpload()
        try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(repeating: 0, count: UploadFlow.drainPiece - 1)))
        #expect(reads.count == 1)
        try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(repeating: 0, count: 1)))
        channel.read()
        #expect(reads.count == 1)
        channel.embeddedEventLoop.advanceTime(by: UploadFlow.drainPause)
        #expect(reads.count == 2)
    }

    @Test func `that ends does not delay the next request`() throws {
        let (channel, reads) = try refusedUpload()
        try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(repeating: 0, count: UploadFlow.drainPiece)))
        #expect(reads.count == 0)
        try channel.writeInbound(HTTPRequestPart.end(nil))
        #expect(reads.count == 1)
    }

    /// A channel on which a long upload got its response before it arrived, and the bytes read since.
    private func refusedUpload() throws -> (EmbeddedChannel, CountReads) {
        let reads = CountReads()
        let channel = EmbeddedChannel(handlers: [reads, UploadFlow()])
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/test")).wait()
        let head = HTTPRequest(
            method: .post, scheme: "http", authority: "a", path: "/", headerFields: [.contentLength: "300000"])
        try channel.writeInbound(HTTPRequestPart.head(head))
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .serviceUnavailable)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        reads.count = 0
        return (channel, reads)
    }
}

/// Counts the reads of the socket.
private final class CountReads: ChannelOutboundHandler {
    typealias OutboundIn = Never

    var count = 0

    func read(context: ChannelHandlerContext) {
        count += 1
        context.read()
    }
}
