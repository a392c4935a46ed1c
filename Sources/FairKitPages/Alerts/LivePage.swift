import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird
import NIOCore

/// The stream of open pages: which alert changed, how many are open, and that the connection lives. It has ids and numbers
/// only; a page asks for the rows with its reader's rights. It begins with a session, ends with it, and does not prolong it.
enum LivePage {
    private static let beat = Duration.seconds(15)
    /// The longest time for which it goes on after its session has ended or was locked. Each look reads a few rows.
    private static let look = Duration.seconds(4)

    static func stream(_ page: PageCall) async throws -> Response {
        let (call, alerts, time) = (page.call, page.tenancy.alerts, page.tenancy.now)
        let slot = try LiveStream.slot(call)
        let start = try await begin(page)
        var headers = Document.headers
        headers[.contentType] = "text/event-stream; charset=utf-8"
        // Otherwise nginx buffers the response.
        if let buffering = HTTPField.Name("X-Accel-Buffering") { headers[buffering] = "no" }
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in
                defer { withExtendedLifetime(slot) {} }
                var (last, written) = (start, time())
                try await writer.write(ByteBuffer(string: "retry: 1000\n\n\(event("beat", last, "\(last)"))"))
                following: while true {
                    let (seen, limit) = (last, max(.milliseconds(10), min(look, beat - written.distance(to: time()))))
                    let followed = try await call.context.untilClosed {
                        try await next(alerts, seen, limit, call.caller)
                    }
                    switch followed {
                    case .followed(.entries(let entries)):
                        last = entries.last?.number ?? last
                        let changes = LivePage.changes(entries)
                        guard !changes.isEmpty else { continue }
                        let open = try await alerts.now(by: call.caller).open.count
                        let events = changes.map { event("alert", $0.number, $0.alertID.description) }
                        let text = events.joined() + event("count", last, "\(open)")
                        try await writer.write(ByteBuffer(string: text))
                        written = time()
                    case .followed(.quiet):
                        guard written.distance(to: time()) >= beat else { continue }
                        try await writer.write(ByteBuffer(string: event("beat", last, "\(last)")))
                        written = time()
                    case .followed(.ended): break following
                    case .without(let name):
                        try await writer.write(ByteBuffer(string: event(name, last, "\(last)")))
                        break following
                    }
                }
                try await writer.finish(nil)
            })
    }

    /// A page that was drawn before a restoration begins now: its number was never given in this store.
    private static func begin(_ page: PageCall) async throws -> Int64 {
        do {
            return try await page.tenancy.alerts.beginFollowing(
                after: LiveStream.lastSeen(by: page.call), by: page.caller)
        } catch Refusal<FollowFailure>.own(.notYet) {
            return try await page.tenancy.alerts.beginFollowing(after: nil, by: page.caller)
        }
    }

    private enum Next {
        case followed(Followed<AlertEvent>)
        /// Its session is no longer one that reads; with the event that says so.
        case without(String)
    }

    private static func next(
        _ alerts: Alerts, _ seen: Int64, _ limit: Duration, _ caller: Caller
    ) async throws -> Next {
        do throws(Refusal<FollowFailure>) {
            return .followed(try await alerts.follow(after: seen, waitingAtMost: limit, by: caller))
        } catch {
            switch error {
            case .own(.locked): return .without("lock")
            case .forbidden, .own(.keyEnded), .own(.noAccount): return .without("signed-out")
            default: throw error
            }
        }
    }

    /// The last event of each alert of which a row shows something else now, in their order. What happens to deliveries
    /// changes no row.
    static func changes(_ events: [AlertEvent]) -> [AlertEvent] {
        var last: [AlertID: AlertEvent] = [:]
        for event in events where event.kind.changesRow { last[event.alertID] = event }
        return last.values.sorted { $0.number < $1.number }
    }

    private static func event(_ name: String, _ number: Int64, _ data: String) -> String {
        "id: \(number)\nevent: \(name)\ndata: \(data)\n\n"
    }
}

extension AlertEventKind {
    fileprivate var changesRow: Bool {
        switch self {
        case .raised, .retracted, .bound, .acknowledged, .resolved, .readBackFailed, .escalated, .stepSkipped: true
        case .backfilled, .leased, .extended, .released, .returned, .expired, .acked, .parked, .stuck, .redriven,
            .replayed:
            false
        }
    }
}
