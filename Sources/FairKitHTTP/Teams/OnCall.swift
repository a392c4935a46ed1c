import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird
import NIOCore

/// Who of a team is on call.
enum OnCall {
    static func show(_ request: Request, _ context: FairKitContext) async throws -> Answer<OnCallBody> {
        let caller = try context.caller
        let (time, end) = try Query.read(request, ["at", "until"], pages: []) { query in
            (query.time("at"), query.time("until"))
        }
        let view = try await context.tenancy.teams.onCall(
            of: try context.teamName, at: time, until: end, by: caller)
        return Answer(
            OnCallBody(
                view.team, members: view.members, at: view.at, until: view.until, onCall: view.onCall, view.periods))
    }

    /// An iCalendar file (RFC 5545) of who is on call.
    static func calendar(_ request: Request, _ context: FairKitContext) async throws -> Response {
        let caller = try context.caller
        let name = try context.teamName
        let (start, end) = try Query.read(request, ["from", "until"], pages: []) { query in
            (query.time("from"), query.time("until"))
        }
        let file = try await context.tenancy.teams.calendar(of: name, from: start, until: end, by: caller)
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/calendar; charset=utf-8",
                .contentDisposition: "attachment; filename=\"\(name).ics\"",
            ],
            body: ResponseBody(inChunks: ByteBuffer(string: file.text), on: context.channel))
    }
}
