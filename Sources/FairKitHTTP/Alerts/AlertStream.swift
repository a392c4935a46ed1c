import FairKitAPI
import FairKitCore
import FairKitService
import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOWebSocket

/// The history of alerts as it grows: as server-sent events
/// (https://html.spec.whatwg.org/multipage/server-sent-events.html), or over a WebSocket (RFC 6455).
enum AlertStream {
    /// After so long without an event a comment is sent, so that everybody on the way sees that the line is alive.
    private static let heartbeat = Duration.seconds(15)

    /// When the line breaks, a client comes again after so many milliseconds.
    private static let retry = "retry: 1000\n\n"

    static func stream(_ request: Request, _ context: FairKitContext) async throws -> Response {
        let caller = try context.caller
        let alerts = try context.tenancy.alerts
        try refuseForeignPage(request, context)
        let after = try AlertStream.lastSeen(by: request)
        let first = try await alerts.beginFollowing(after: after, by: caller)
        let place = try streamPlace(context)
        var headers: HTTPFields = [.contentType: "text/event-stream; charset=utf-8"]
        // nginx gathers answers otherwise.
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

    /// Each stream is a descriptor, a task, and a read for each event.
    private static func streamPlace(_ context: FairKitContext) throws(Problem) -> PlaceGate.Place {
        guard let place = try context.shared.gates.streams.place(for: context.holder) else {
            throw .tooManyOpen("50 streams of one key or account, or 1,000 of a tenant,")
        }
        return place
    }

    /// A browser says whose page asks (RFC 6455, section 10.2), and so do some programs: they name the server that they ask.
    private static func refuseForeignPage(_ request: Request, _ context: FairKitContext) throws(Problem) {
        let origins = request.headers[values: .origin]
        let asked = request.head.authority.map { ["http://\($0)", "https://\($0)"] } ?? []
        let own = asked + (try context.shared.publicURL.map { [$0.origin] } ?? [])
        guard origins.allSatisfy(own.contains) else {
            throw Problem(
                .forbidden, .foreignOrigin,
                "A page of another origin may not follow alerts. Its own pages are at the address of --public-url.")
        }
    }

    /// Says over a WebSocket that the line is alive, and up to which event all was told.
    private struct Heartbeat: Encodable {
        let event = "HEARTBEAT"
        let number: Int64
    }

    /// The last event that a client has seen: a browser says so by itself when it comes again.
    static func lastSeen(by request: Request) throws -> Int64? {
        let after = try Query.read(request, ["after"], pages: []) { query in
            query.value("after", AlertEvents.expected, AlertEvents.number)
        }
        guard let header = HTTPField.Name("Last-Event-ID"), let text = request.headers[header] else { return after }
        guard let number = AlertEvents.number(text) else {
            throw Invalid("/Last-Event-ID", "the id of the last event that was seen")
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
        case .notYet: Invalid("/after", "no event has this number; begin anew, and read the history from 0").problem
        }
    }
}

extension Refusal<FollowFailure> {
    /// Why a WebSocket ends.
    fileprivate var closeCode: WebSocketErrorCode {
        switch self {
        case .forbidden, .own(.keyEnded): .policyViolation
        case .own(.notYet), .notFound, .invalid, .idempotency, .store: .unexpectedServerError
        }
    }
}
