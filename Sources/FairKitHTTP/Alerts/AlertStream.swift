import FairKitAPI
import FairKitCore
import FairKitService
import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOWebSocket

/// The alert history as a live stream: as server-sent events
/// (https://html.spec.whatwg.org/multipage/server-sent-events.html), or over a WebSocket (RFC 6455).
enum AlertStream {
    /// After this time without an event a comment is sent, so that the client and proxies see that the connection is
    /// alive.
    private static let heartbeat = Duration.seconds(15)

    /// Asks the client to reconnect after this many milliseconds.
    private static let retry = "retry: 1000\n\n"

    static func stream(_ request: Request, _ context: FairKitContext) async throws -> Response {
        let caller = try context.caller
        let alerts = try context.tenancy.alerts
        try refuseForeignPage(request, context)
        let after = try AlertStream.lastSeen(by: request)
        let first = try await alerts.beginFollowing(after: after, by: caller)
        let place = try streamPlace(context)
        var headers: HTTPFields = [.contentType: "text/event-stream; charset=utf-8"]
        // Otherwise nginx buffers the response.
        if let buffering = HTTPField.Name("X-Accel-Buffering") { headers[buffering] = "no" }
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { [alerts, place] writer in
                defer { withExtendedLifetime(place) {} }
                try await writer.write(ByteBuffer(string: AlertStream.retry))
                var last = first
                following: while true {
                    let seen = last
                    let next: NextEvents
                    do {
                        next = try await context.untilClosed {
                            try await alerts.follow(after: seen, waitingAtMost: AlertStream.heartbeat, by: caller)
                        }
                    } catch Refusal<FollowFailure>.own(.keyEnded) {
                        break following
                    }
                    switch next {
                    case .events(let events):
                        for event in events { try await writer.write(try AlertStream.message(event)) }
                        last = events.last?.number ?? last
                    case .quiet: try await writer.write(ByteBuffer(string: ": heartbeat\n\n"))
                    case .ended: break following
                    }
                }
                try await writer.finish(nil)
            })
    }

    static func webSocket(_ request: Request, _ context: FairKitContext) async throws -> Response {
        let caller = try context.caller
        let alerts = try context.tenancy.alerts
        try refuseForeignPage(request, context)
        let first = try await alerts.beginFollowing(after: try AlertStream.lastSeen(by: request), by: caller)
        let place = try streamPlace(context)
        let headers = try await WebSocket.acceptance(of: request, on: context.channel)
        return Response(
            status: .switchingProtocols, headers: headers,
            body: ResponseBody { [alerts, place] _ in
                defer { withExtendedLifetime(place) {} }
                let socket = try await WebSocket(takingOver: context.channel)
                var last = first
                following: while true {
                    let seen = last
                    let next: NextEvents
                    do {
                        next = try await context.untilClosed {
                            try await alerts.follow(after: seen, waitingAtMost: AlertStream.heartbeat, by: caller)
                        }
                    } catch let failure as Refusal<FollowFailure> {
                        await socket.close(failure.closeCode)
                        throw failure
                    }
                    switch next {
                    case .events(let events):
                        for event in events {
                            try await socket.send(JSONOutput.json(AlertEventBody(event)))
                        }
                        last = events.last?.number ?? last
                    case .quiet:
                        let heartbeat = Heartbeat(number: last)
                        try await socket.send(JSONOutput.json(heartbeat))
                        guard try await socket.ping() else { break following }
                    case .ended:
                        await socket.close(.goingAway)
                        break following
                    }
                }
                try await context.channel.close().get()
            })
    }

    /// Each stream costs a descriptor, a task, and a read per event.
    private static func streamPlace(_ context: FairKitContext) throws(Problem) -> PlaceGate.Place {
        guard let place = try context.shared.gates.streams.place(for: context.holder) else {
            throw .tooManyOpen("streams: 50 per key or account, 1,000 per tenant")
        }
        return place
    }

    /// Browsers send the origin of their page (RFC 6455, section 10.2). Some programs send the server's own origin.
    private static func refuseForeignPage(_ request: Request, _ context: FairKitContext) throws(Problem) {
        let origins = request.headers[values: .origin]
        let asked = request.head.authority.map { ["http://\($0)", "https://\($0)"] } ?? []
        let own = asked + (try context.shared.publicURL.map { [$0.origin] } ?? [])
        guard origins.allSatisfy(own.contains) else {
            throw Problem(
                .forbidden, .foreignOrigin,
                "Pages of other origins can't follow alerts. Use a page at the address of --public-url.")
        }
    }

    /// Tells a WebSocket client that the connection is alive, and which event was sent last.
    private struct Heartbeat: Encodable {
        let event = "HEARTBEAT"
        let number: Int64
    }

    /// The last event that the client has received. Browsers send it when they reconnect.
    static func lastSeen(by request: Request) throws -> Int64? {
        let after = try Query.read(request, ["after"], pages: []) { query in
            query.value("after", AlertEvents.expected, AlertEvents.number)
        }
        guard let header = HTTPField.Name("Last-Event-ID"), let text = request.headers[header] else { return after }
        guard let number = AlertEvents.number(text) else {
            throw Invalid("/Last-Event-ID", "the id of the last event that the client received")
        }
        return number
    }

    private static func message(_ event: AlertEvent) throws -> ByteBuffer {
        let body = AlertEventBody(event)
        var message = ByteBuffer(string: "id: \(body.number)\nevent: \(body.event)\ndata: ")
        message.writeImmutableBuffer(try JSONOutput.json(body))
        message.writeString("\n\n")
        return message
    }
}

extension FollowFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .keyEnded: .unauthenticated
        case .notYet:
            Invalid("/after", "no event has this number yet; start again, and read the history from 0").problem
        }
    }
}

extension Refusal<FollowFailure> {
    /// Why a WebSocket was closed.
    fileprivate var closeCode: WebSocketErrorCode {
        switch self {
        case .forbidden, .own(.keyEnded): .policyViolation
        case .own(.notYet), .notFound, .invalid, .idempotency, .store: .unexpectedServerError
        }
    }
}
