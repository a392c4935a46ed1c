import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird
import NIOCore

/// The private calendar feeds: of people's due dates, and of who is on call.
enum CalendarFeeds {
    static func open(_ request: Request, _ context: FairKitContext) async throws -> Answer<CalendarLinkBody> {
        let url = try await context.tenancy.ownAccount.openCalendar(by: try context.caller)
        return link(to: url)
    }

    static func openForTeam(_ request: Request, _ context: FairKitContext) async throws -> Answer<CalendarLinkBody> {
        link(to: try await context.tenancy.teams.openCalendar(of: try context.teamName, by: try context.caller))
    }

    static func closeForTeam(_ request: Request, _ context: FairKitContext) async throws -> HTTPResponse.Status {
        try await context.tenancy.teams.closeCalendar(of: try context.teamName, by: try context.caller)
        return .noContent
    }

    private static func link(to url: String) -> Answer<CalendarLinkBody> {
        var answer = Answer(CalendarLinkBody(url: url))
        answer.status = .created
        return answer
    }

    static func close(_ request: Request, _ context: FairKitContext) async throws -> HTTPResponse.Status {
        try await context.tenancy.ownAccount.closeCalendar(by: try context.caller)
        return .noContent
    }

    /// The feed, for a calendar that sends no headers of its own.
    static func show(_ request: Request, _ context: FairKitContext) async throws -> Response {
        guard let name = context.parameters.get("feed"), name.hasSuffix(".ics"),
            let secret = CalendarSecret(String(name.dropLast(4)))
        else { throw Problem.calendarUnknown }
        let origin = Origin(address: context.address?.description, client: nil, requestID: context.requestID)
        let limits = try context.limits
        let file = try await context.tenancy.calendars.show(secret, from: origin) { limits.reads(link: name) }
        let bytes = ByteBuffer(string: file.text)
        let tag = EntityTag(of: bytes)
        guard !request.knows(tag) else { return Response(status: .notModified, headers: [.eTag: tag.text]) }
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/calendar; charset=utf-8", .eTag: tag.text,
                .contentDisposition: "attachment; filename=\"fairkit.ics\"",
            ],
            body: ResponseBody(byteBuffer: bytes))
    }
}

extension CalendarFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .unknown: .calendarUnknown
        case .tooOften:
            Problem(
                .tooManyRequests, .rateLimited,
                "This calendar is read too often. Send the request again after Retry-After, and more slowly."
            ).with(.retryAfter, "6")
        case .key: .internal
        case .store(let error): error.problem
        }
    }
}

extension TeamCalendarFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .key: .internal
        }
    }
}

extension Problem {
    fileprivate static let calendarUnknown = Problem(
        .notFound, .notFound,
        "There is no such calendar. Open a new one in your account or for your team, and subscribe to its address."
    ).recordedByAddress
}
