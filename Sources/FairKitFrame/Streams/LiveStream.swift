package import FairKitAPI
import FairKitCore
import FoundationEssentials
import HTTPTypes
package import Hummingbird
import NIOWebSocket

/// A live stream of numbered events, which a client resumes after the last one that it has received: as server-sent
/// events (https://html.spec.whatwg.org/multipage/server-sent-events.html), or over a WebSocket (RFC 6455).
package struct LiveStream: Sendable {
    package struct Event: Sendable {
        let number: Int64
        let name: String
        let json: ByteBuffer

        package init(_ number: Int64, _ name: String, _ body: some JSONWritable) {
            self.number = number
            self.name = name
            json = ByteBuffer(json: body)
        }
    }

    enum Next: Sendable {
        /// At least one.
        case events([Event])
        /// None within the time limit.
        case quiet
        /// The server is stopping.
        case ended
        /// The client's credentials have ended.
        case denied
    }

    /// The event after which it starts.
    let start: Int64
    /// The events after a number, waiting for at most a time.
    let next: @Sendable (_ number: Int64, _ limit: Duration) async throws -> Next

    /// After this time without an event the client is told that the connection is alive.
    private static let heartbeat = Duration.seconds(15)

    /// Asks the client to reconnect after this many milliseconds.
    private static let retry = "retry: 1000\n\n"

    /// A stream of server-sent events.
    package func events(_ call: Call) throws -> Response {
        let context = call.context
        let slot = try LiveStream.slot(call)
        var headers: HTTPFields = [.contentType: "text/event-stream; charset=utf-8"]
        // Otherwise nginx buffers the response.
        if let buffering = HTTPField.Name("X-Accel-Buffering") { headers[buffering] = "no" }
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { [next, start, slot] writer in
                defer { withExtendedLifetime(slot) {} }
                try await writer.write(ByteBuffer(string: LiveStream.retry))
                var last = start
                following: while true {
                    let seen = last
                    switch try await context.untilClosed({ try await next(seen, LiveStream.heartbeat) }) {
                    case .events(let events):
                        for event in events { try await writer.write(event.message) }
                        last = events.last?.number ?? last
                    case .quiet: try await writer.write(ByteBuffer(string: ": heartbeat\n\n"))
                    case .ended, .denied: break following
                    }
                }
                try await writer.finish(nil)
            })
    }

    /// A WebSocket.
    package func webSocket(_ call: Call) async throws -> Response {
        let context = call.context
        let slot = try LiveStream.slot(call)
        let headers = try await WebSocket.acceptance(of: call.request, on: context.channel)
        return Response(
            status: .switchingProtocols, headers: headers,
            body: ResponseBody { [next, start, slot] _ in
                defer { withExtendedLifetime(slot) {} }
                let socket = try await WebSocket(takingOver: context.channel)
                var last = start
                following: while true {
                    let seen = last
                    let found: Next
                    do {
                        found = try await context.untilClosed { try await next(seen, LiveStream.heartbeat) }
                    } catch {
                        await socket.close(.unexpectedServerError)
                        throw error
                    }
                    switch found {
                    case .events(let events):
                        for event in events { try await socket.send(event.json) }
                        last = events.last?.number ?? last
                    case .quiet:
                        try await socket.send(ByteBuffer(json: Heartbeat(number: last)))
                        guard try await socket.ping() else { break following }
                    case .ended:
                        await socket.close(.goingAway)
                        break following
                    case .denied:
                        await socket.close(.policyViolation)
                        break following
                    }
                }
                try await context.channel.close().get()
            })
    }

    /// Tells a WebSocket client that the connection is alive, and which event was sent last.
    struct Heartbeat: JSONBody {
        let event = "HEARTBEAT"
        let number: Int64
    }

    /// Each stream costs a descriptor, a task, and a read per event.
    package static func slot(_ call: Call) throws -> ConcurrencyLimit.Slot {
        guard let slot = call.shared.concurrency.streams.slot(for: call.holder) else {
            throw Problem.tooManyOpen("streams: 50 per key or account, 1,000 per tenant")
        }
        return slot
    }

    /// The last event that the client has received. Browsers send it when they reconnect.
    ///
    /// Refuses a page of another origin: browsers send the origin of their page (RFC 6455, section 10.2). Some programs
    /// send the server's own origin.
    package static func lastSeen(by call: Call) throws -> Int64? {
        let request = call.request
        let origins = request.headers[values: .origin]
        let asked = request.head.authority.map { ["http://\($0)", "https://\($0)"] } ?? []
        let own = asked + (call.shared.publicURL.map { [$0.origin] } ?? [])
        guard origins.allSatisfy(own.contains) else {
            throw Problem(
                .forbidden, .foreignOrigin,
                "Pages of other origins can't follow alerts. Use a page at the address of --public-url.")
        }
        let after = try call.query(["after", StreamCredential.parameter, StreamCredential.tenant], pages: []) { query in
            query.eventNumber("after")
        }
        guard let header = HTTPField.Name("Last-Event-ID"), let text = request.headers[header] else { return after }
        guard let number = EventNumber.parse(text) else {
            throw Invalid("/Last-Event-ID", "the id of the last event that the client received")
        }
        return number
    }
}

/// The parameters in which a browser sends what other clients send in headers.
package enum StreamCredential {
    package static let parameter: Substring = "ticket"
    package static let tenant: Substring = "tenant"
}

extension LiveStream.Event {
    /// As a server-sent event.
    fileprivate var message: ByteBuffer {
        var message = ByteBuffer(string: "id: \(number)\nevent: \(name)\ndata: ")
        message.writeImmutableBuffer(json)
        message.writeString("\n\n")
        return message
    }
}
