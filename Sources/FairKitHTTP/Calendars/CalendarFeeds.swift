import FairKitAPI
import FairKitCore
package import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird
import NIOCore

/// The private calendar feeds: of people's due dates, and of who is on call.
enum CalendarFeeds {
    static func open(_ call: Call) async throws -> Answer<CalendarLinkBody> {
        Answer(CalendarLinkBody(url: try await call.tenancy.ownAccount.openCalendar(by: call.caller)), .created)
    }

    static func openForTeam(_ call: Call) async throws -> Answer<CalendarLinkBody> {
        let url = try await call.tenancy.teams.openCalendar(of: call.teamName, by: call.caller)
        return Answer(CalendarLinkBody(url: url), .created)
    }

    static func closeForTeam(_ call: Call) async throws -> HTTPResponse.Status {
        try await call.tenancy.teams.closeCalendar(of: try call.teamName, by: call.caller)
        return .noContent
    }

    static func close(_ call: Call) async throws -> HTTPResponse.Status {
        try await call.tenancy.ownAccount.closeCalendar(by: call.caller)
        return .noContent
    }

    /// The feed, for a calendar that sends no headers of its own.
    static func show(_ call: UnauthenticatedCall) async throws -> Response {
        guard let name = call.context.parameters.get("feed"), name.hasSuffix(".ics"),
            let secret = CalendarSecret(String(name.dropLast(4)))
        else { throw Problem.calendarUnknown }
        let origin = Origin(address: call.address?.description, client: nil, requestID: call.context.requestID)
        let file = try await call.tenancy.calendars.show(secret, from: origin) { call.limits.reads(link: name) }
        let bytes = ByteBuffer(string: file.text)
        let tag = EntityTag(of: bytes)
        guard !call.request.knows(tag) else { return Response(status: .notModified, headers: [.eTag: tag.text]) }
        return call.file(
            bytes, "text/calendar; charset=utf-8", "attachment; filename=\"fairkit.ics\"", [.eTag: tag.text])
    }
}

extension CalendarFailure: ProblemConvertible {
    package var problem: Problem {
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
    package var problem: Problem {
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
