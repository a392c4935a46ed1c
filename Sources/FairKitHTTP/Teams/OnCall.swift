import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird
import NIOCore

/// The members of a team who are on call.
enum OnCall {
    static func show(_ call: Call) async throws -> Answer<OnCallBody> {
        let (time, end) = try call.query(["at", "until"], pages: []) { query in
            (query.time("at"), query.time("until"))
        }
        let view = try await call.tenancy.teams.onCall(of: try call.teamName, at: time, until: end, by: call.caller)
        return Answer(
            OnCallBody(
                view.team, members: view.members, at: view.at, until: view.until, onCall: view.onCall, view.periods))
    }

    /// An iCalendar file (RFC 5545) of who is on call.
    static func calendar(_ call: Call) async throws -> Response {
        let name = try call.teamName
        let (start, end) = try call.query(["from", "until"], pages: []) { query in
            (query.time("from"), query.time("until"))
        }
        let file = try await call.tenancy.teams.calendar(of: name, from: start, until: end, by: call.caller)
        return call.file(
            ByteBuffer(string: file.text), "text/calendar; charset=utf-8", "attachment; filename=\"\(name).ics\"")
    }
}
