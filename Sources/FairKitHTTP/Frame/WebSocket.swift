import FairKitAPI
import FairKitService
import HTTPTypes
import Hummingbird
package import NIOCore
import NIOHTTP1
import NIOWebSocket

/// A connection that was an HTTP request's and carries WebSocket frames now (RFC 6455).
///
/// Its handlers stand between TLS, if there is any, and those of HTTP, which see nothing of it any more. Whoever has opened it
/// sends; what a client says is heard, and that is all.
struct WebSocket: Sendable {
    private let channel: any Channel
    private let frames: NIOLoopBound<WebSocketFrames>

    /// A client that sends more at once is not following alerts.
    private static let mostBytes = 16_384

    /// The headers that accept a client's wish. They have to be sent, and the connection taken over: what the client sends from now on is held.
    /// - Throws: `Problem` 426 if the request is no such wish.
    static func acceptance(of request: Request, on channel: any Channel) async throws -> HTTPFields {
        let isWish = request.headers[.upgrade]?.lowercased() == "websocket"
        // A stream of HTTP/2 is none of the connections that can be taken over.
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
        // A client may send frames as soon as it has read the answer, which is before the connection is taken over.
        try await channel.eventLoop.submit {
            let http = try channel.pipeline.syncOperations.handler(type: HTTPResponseEncoder.self)
            try channel.pipeline.syncOperations.addHandler(HeldFrames(), position: .before(http))
        }.get()
        return fields
    }

    /// Takes a connection over on which 101 was answered.
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

    /// Asks whether somebody is there.
    /// - Returns: false if nothing was heard since the last time.
    func ping() async throws -> Bool {
        let isThere = try await channel.eventLoop.submit { [frames] in frames.value.takeHeard() }.get()
        guard isThere else { return false }
        try await write(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer()))
        return true
    }

    /// Says goodbye and ends the connection.
    func close(_ code: WebSocketErrorCode) async {
        var data = ByteBuffer()
        data.write(webSocketErrorCode: code)
        // Whoever does not take the goodbye is gone.
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

/// Holds what comes between the answer and the handlers of frames, and reads no more meanwhile.
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

/// Answers what a client's frames ask for, and notes that it is there.
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

    /// Whether something was heard since this was asked.
    func takeHeard() -> Bool {
        defer { isHeard = false }
        return isHeard
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        isHeard = true
        switch frame.opcode {
        // Who asks and does not read is not answered.
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
    /// Whether it is one of the streams of a connection of HTTP/2: the connection is its parent, and the listening socket that one's.
    package var isStream: Bool { parent?.parent != nil }
}

extension Problem {
    fileprivate static let upgradeRequired = Problem(
        .upgradeRequired, .upgradeRequired,
        "Ask for an upgrade to websocket, version 13 (RFC 6455), or read /api/v1/alerts/stream."
    ).with(.upgrade, "websocket")
}
