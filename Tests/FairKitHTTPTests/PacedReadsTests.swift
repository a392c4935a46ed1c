import FairKitFrame
import NIOCore
import NIOEmbedded
import Testing

@Suite struct `Paced reads` {
    private let channel = EmbeddedChannel()
    private let reads = PacedReads()
    private let slow = TakeWhenAsked()

    init() throws {
        try channel.pipeline.syncOperations.addHandlers([reads, slow])
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/test")).wait()
    }

    private func receive(_ count: Int) throws {
        try channel.writeInbound(ByteBuffer(repeating: 0, count: count))
    }

    @Test func `pass on one slice at a time, on request`() throws {
        try receive(3 * PacedReads.slice)
        #expect(slow.taken == [PacedReads.slice])
        slow.ask()
        #expect(slow.taken == [PacedReads.slice, PacedReads.slice])
    }

    @Test func `pass on all bytes in order before the next read`() throws {
        slow.isHungry = true
        try receive(2 * PacedReads.slice + 7)
        #expect(slow.taken == [PacedReads.slice, PacedReads.slice, 7])
    }

    @Test func `pass on a body at once`() throws {
        reads.bodyToCome = 5000
        try receive(5000 + PacedReads.slice + 1)
        #expect(slow.taken == [5000])
        reads.bodyToCome = 0
        slow.ask()
        #expect(slow.taken == [5000, PacedReads.slice])
    }

    @Test func `come before the end of input`() throws {
        try receive(2 * PacedReads.slice)
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(!slow.hasEnded)
        slow.ask()
        #expect(slow.taken.count == 2)
        #expect(slow.hasEnded)
    }

    @Test func `are bounded`() throws {
        for _ in 0..<64 where channel.isActive { try receive(16_384) }
        #expect(!channel.isActive)
    }
}

/// Takes one slice, and requests the next when the test does, or always.
private final class TakeWhenAsked: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = Never

    var taken: [Int] = []
    var isHungry = false
    var hasEnded = false
    private var context: ChannelHandlerContext?

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func ask() { context?.read() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { taken.append(unwrapInboundIn(data).readableBytes) }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { hasEnded = true }
    }

    func read(context: ChannelHandlerContext) {
        if isHungry { context.read() }
    }
}
