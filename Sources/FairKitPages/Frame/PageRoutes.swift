import FairKitCore
import FairKitFrame
import HTTPTypes

/// How a room lists its pages.
extension Route {
    /// A page for signed-in people whose role allows the action; nil: for every role.
    static func page(
        _ name: String, for action: Action?, _ show: @escaping Handler<PageCall, Response>
    ) -> Route {
        .api(.get, name, for: action) { (call: Call) -> Response in
            // What a browser asks for before a person does would be on record as seen.
            guard !call.request.isPrefetch else { throw Problem.busy }
            return try await show(try await PageCall(call))
        }.asPage(refusing: Refused.show, own: Refused.showOwn)
    }

    /// What a page's script asks for: a stream, or a part of the page. It is no page that a reader opens.
    static func part(
        _ name: String, for action: Action, _ show: @escaping Handler<PageCall, Response>
    ) -> Route {
        page(name, for: action, show)
    }

    /// The form of a page. It is taken only from FairKit's own page, drawn for the same account.
    static func form(
        _ name: String, for action: Action?,
        _ take: @escaping @Sendable (PageCall, Form) async throws -> Response
    ) -> Route {
        .api(.post, name, for: action) { (call: Call) -> Response in
            try SameOrigin.check(call)
            let (page, form) = (try await PageCall(call), try await Form(call))
            try FormToken.check(form, of: page)
            return try await page.once(form) { try await take(page, form) }
        }.asPage(refusing: Refused.show, own: Refused.showOwn)
    }

    /// A page for people who have not signed in.
    static func open(
        _ name: String, _ show: @escaping Handler<UnauthenticatedCall, Response>
    ) -> Route {
        .unauthenticated(.get, name, limit: .failedAttempts, show).asPage(refusing: Refused.show)
    }

    /// The form of such a page.
    static func openForm(
        _ name: String, limit: RateClass,
        _ take: @escaping @Sendable (UnauthenticatedCall, Form) async throws -> Response
    ) -> Route {
        .unauthenticated(.post, name, limit: limit) { (call: UnauthenticatedCall) -> Response in
            try SameOrigin.check(call)
            return try await take(call, try await Form(call))
        }.asPage(refusing: Refused.show)
    }
}

/// A page and its form, which have one address and one right.
extension [Route] {
    static func asking(
        _ name: String, for action: Action?, _ show: @escaping Route.Handler<PageCall, Response>,
        _ take: @escaping @Sendable (PageCall, Form) async throws -> Response
    ) -> [Route] {
        [.page(name, for: action, show), .form(name, for: action, take)]
    }

    /// For people who have not signed in. The limit is that of the form.
    static func asking(
        _ name: String, limit: Route.RateClass, _ show: @escaping Route.Handler<UnauthenticatedCall, Response>,
        _ take: @escaping @Sendable (UnauthenticatedCall, Form) async throws -> Response
    ) -> [Route] {
        [.open(name, show), .openForm(name, limit: limit, take)]
    }

    func of(_ record: Route.RecordKind) -> [Route] { map { $0.of(record) } }
}
