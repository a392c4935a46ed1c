import FairKitFrame
import NIOCore
import NIOEmbedded
import Testing

@Suite struct `The write deadline` {
    private let channel = EmbeddedChannel()
    private let hold = HoldWrites()

    init() throws {
        try channel.pipeline.syncOperations.addHandlers([hold, WriteDeadline<IOData>(timeout: .seconds(30))])
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/test")).wait()
    }

    private func write(_ bytes: Int) {
        channel.writeAndFlush(IOData.byteBuffer(ByteBuffer(repeating: 0, count: bytes)), promise: nil)
    }

    @Test func `closes a connection whose client reads nothing`() {
        write(100)
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test func `keeps a connection while a piece is read now and then`() {
        write(10 * WriteDeadlines.piece)
        #expect(hold.promises.count == 10)
        for promise in hold.promises {
            channel.embeddedEventLoop.advanceTime(by: .seconds(29))
            promise?.succeed()
        }
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(channel.isActive)
    }

    @Test func `closes a connection whose client stops reading`() {
        write(3 * WriteDeadlines.piece)
        channel.embeddedEventLoop.advanceTime(by: .seconds(20))
        hold.promises[0]?.succeed()
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test func `closes a connection if the last small write is not read`() {
        for _ in 0..<3 { channel.write(IOData.byteBuffer(ByteBuffer(repeating: 0, count: 10)), promise: nil) }
        #expect(hold.promises.count == 2)
        channel.flush()
        #expect(hold.promises.map { $0 != nil } == [false, false, true])
        channel.embeddedEventLoop.advanceTime(by: .seconds(30))
        #expect(!channel.isActive)
    }

    @Test func `does not run while a route reads a body, and starts when it has read it`() {
        channel.triggerUserOutboundEvent(WriteDeadlines.Reading.begins, promise: nil)
        write(100)
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(channel.isActive)
        channel.triggerUserOutboundEvent(WriteDeadlines.Reading.ends, promise: nil)
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(31))
        #expect(!channel.isActive)
    }

    @Test func `lets pending writes through before closing`() {
        channel.write(IOData.byteBuffer(ByteBuffer(repeating: 0, count: 10)), promise: nil)
        channel.close(mode: .output, promise: nil)
        #expect(hold.promises.count == 1)
    }

    @Test func `starts with each write`() {
        write(1)
        hold.promises[0]?.succeed()
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        write(1)
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }
}

/// Holds writes until the test takes them, like a client with a full window.
private final class HoldWrites: ChannelOutboundHandler {
    typealias OutboundIn = IOData

    var promises: [EventLoopPromise<Void>?] = []

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        promises.append(promise)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        for promise in promises { promise?.fail(ChannelError.ioOnClosedChannel) }
    }
}
