import FairKitAPI
import FairKitService
import HTTPTypes
import Hummingbird
package import NIOCore
import NIOHTTP1
import NIOWebSocket

/// An HTTP connection that was upgraded to a WebSocket (RFC 6455).
///
/// Its handlers sit between TLS, if any, and those of HTTP, which no longer see the connection. The server sends;
/// messages of the client are ignored.
struct WebSocket: Sendable {
    private let channel: any Channel
    private let frames: NIOLoopBound<WebSocketFrames>

    /// A client that sends longer frames is not following alerts.
    private static let mostBytes = 16_384

    /// The headers of a 101 response. The caller has to send them and take over the connection; bytes of the client are
    /// held until then.
    ///
    /// - Throws: `Problem` 426 if the request is no WebSocket upgrade.
    static func acceptance(of request: Request, on channel: any Channel) async throws -> HTTPFields {
        let isWish = request.headers[.upgrade]?.lowercased() == "websocket"
        // An HTTP/2 stream can't be upgraded.
        guard request.method == .get, isWish, !channel.isStream else { throw Problem.upgradeRequired }
        var headers = HTTPHeaders()
        for field in request.headers { headers.add(name: field.name.rawName, value: field.value) }
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: headers)
        let upgrader = NIOWebSocketServerUpgrader(
            shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
            upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() })
        let accepted: HTTPHeaders
        do {
            accepted = try await channel.eventLoop.flatSubmit {
                upgrader.buildUpgradeResponse(channel: channel, upgradeRequest: head, initialResponseHeaders: [:])
            }.get()
        } catch is NIOWebSocketUpgradeError {
            throw Problem.upgradeRequired
        }
        var fields: HTTPFields = [.upgrade: "websocket", .connection: "Upgrade"]
        for (name, value) in accepted {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        // A client may send frames as soon as it has read the response, before the connection is taken over.
        try await channel.eventLoop.submit {
            let http = try channel.pipeline.syncOperations.handler(type: HTTPResponseEncoder.self)
            try channel.pipeline.syncOperations.addHandler(HeldFrames(), position: .before(http))
        }.get()
        return fields
    }

    /// Takes over a connection after a 101 response.
    init(takingOver channel: any Channel) async throws {
        self.channel = channel
        frames = try await channel.eventLoop.submit {
            let frames = WebSocketFrames()
            let decoder = WebSocketFrameDecoder(maxFrameSize: WebSocket.mostBytes)
            let http = try channel.pipeline.syncOperations.handler(type: HTTPResponseEncoder.self)
            try channel.pipeline.syncOperations.addHandlers(
                [
                    WebSocketFrameEncoder(), ByteToMessageHandler(decoder),
                    WebSocketProtocolErrorHandler(isServer: true), frames,
                ], position: .before(http))
            let held = try channel.pipeline.syncOperations.handler(type: HeldFrames.self)
            channel.pipeline.syncOperations.removeHandler(held, promise: nil)
            return NIOLoopBound(frames, eventLoop: channel.eventLoop)
        }.get()
    }

    /// Returns when the text is on its way.
    func send(_ text: ByteBuffer) async throws {
        try await write(WebSocketFrame(fin: true, opcode: .text, data: text))
    }

    /// Sends a ping.
    ///
    /// - Returns: false if nothing was received since the last one.
    func ping() async throws -> Bool {
        let isThere = try await channel.eventLoop.submit { [frames] in frames.value.takeHeard() }.get()
        guard isThere else { return false }
        try await write(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer()))
        return true
    }

    /// Sends a close frame, and closes the connection.
    func close(_ code: WebSocketErrorCode) async {
        var data = ByteBuffer()
        data.write(webSocketErrorCode: code)
        // A client that does not take the close frame is gone.
        try? await write(WebSocketFrame(fin: true, opcode: .connectionClose, data: data))
        try? await channel.close().get()
    }

    private func write(_ frame: WebSocketFrame) async throws {
        let frame = NIOLoopBoundBox.makeBoxSendingValue(frame, eventLoop: channel.eventLoop)
        try await channel.eventLoop.flatSubmit { [channel, frames] in
            frames.value.write(frame.value)
                ?? channel.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
        }.get()
    }
}

/// Holds bytes between the response and the installation of the frame handlers, and stops reading meanwhile.
private final class HeldFrames: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    private var held: [NIOAny] = []
    private var isAsked = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { held.append(data) }

    func channelReadComplete(context: ChannelHandlerContext) {}

    func read(context: ChannelHandlerContext) {
        if held.isEmpty { context.read() } else { isAsked = true }
    }

    func removeHandler(context: ChannelHandlerContext, removalToken: ChannelHandlerContext.RemovalToken) {
        let wasHolding = !held.isEmpty
        for data in held { context.fireChannelRead(data) }
        held = []
        if wasHolding { context.fireChannelReadComplete() }
        if isAsked { context.read() }
        context.leavePipeline(removalToken: removalToken)
    }
}

/// Answers control frames, and records that the client is alive.
private final class WebSocketFrames: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private var context: ChannelHandlerContext?
    private var isHeard = true

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    /// nil: the connection is closed.
    func write(_ frame: WebSocketFrame) -> EventLoopFuture<Void>? {
        context?.writeAndFlush(wrapOutboundOut(frame))
    }

    /// Whether anything was received since the last call.
    func takeHeard() -> Bool {
        defer { isHeard = false }
        return isHeard
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        isHeard = true
        switch frame.opcode {
        // A client that pings without reading gets no pongs.
        case .ping where context.channel.isWritable:
            let pong = WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)
            context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
        case .connectionClose:
            let closeFrame = WebSocketFrame(fin: true, opcode: .connectionClose, data: frame.unmaskedData)
            context.writeAndFlush(wrapOutboundOut(closeFrame)).assumeIsolated().whenComplete { _ in
                context.close(promise: nil)
            }
        default: break
        }
    }
}

extension Channel {
    /// Whether this is a stream of an HTTP/2 connection: its parent is the connection, whose parent is the listening
    /// socket.
    package var isStream: Bool { parent?.parent != nil }
}

extension Problem {
    fileprivate static let upgradeRequired = Problem(
        .upgradeRequired, .upgradeRequired,
        "Send a WebSocket upgrade, version 13 (RFC 6455), or read /api/v1/alerts/stream instead."
    ).with(.upgrade, "websocket")
}
