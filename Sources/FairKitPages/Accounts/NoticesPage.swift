import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

/// What a person was told in the last thirty days.
enum NoticesPage: FormPage {
    private static let most = 30

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        guard form["do"] == "read" else {
            return try await draw(page, [Wrong(field: "main", text: page.reader[.ownChooseOne])])
        }
        _ = try await page.tenancy.notices.markRead(nil, by: page.caller)
        return .seeOther(page.reader["/notices?done=\(PageText.ownAllRead.rawValue)"])
    }

    static func draw(_ page: PageCall, _ wrong: [Wrong]) async throws -> Response {
        let reader = page.reader
        let start = try page.place(page.query("cursor"), "notices") { NoticeID($0) }
        let found = try await page.tenancy.notices.list(before: start, unread: false, limit: most, by: page.caller)
        let next = try found.next.map { reader["/notices?cursor=\(try page.seal($0, "notices"))"] }
        let isUnread = found.items.contains { $0.notice.readAt == nil }
        let read: HTML = """
            <form method="post" action="\(to: reader["/notices"])">\(Shell.token(reader))\
            <button class="quiet" name="do" value="read">\(reader[.ownMarkAllRead])</button></form>
            """
        let content: HTML = """
            \(found.items.isEmpty
                ? "<p class=\"lead\">\(reader[.ownNoMessages])</p>"
                : "<p class=\"lead\">\(reader[.ownMessagesLead])</p>\(isUnread ? read : nil)" as HTML)
            \(found.items.map { item($0, reader) })
            \(next.map { "<p><a class=\"button quiet\" href=\"\(to: $0)\">\(reader[.older])</a></p>" as HTML })
            """
        return OwnPage(title: .ownMessages, said: [.ownAllRead], wrong: wrong).show(page, content)
    }

    private static func item(_ view: NoticeView, _ reader: Reader) -> HTML {
        let new =
            view.notice.readAt == nil ? " <span class=\"flag plain\">\(reader[.ownNewMessage])</span>" as HTML : nil
        return """
            <section class="card"><div class="head"><h2>\(view.text.title)\(new)</h2>\(reader.moment(view.notice.createdAt))</div>
            <p>\(view.text.body)</p></section>

            """
    }
}

/// The private calendar of due dates, or of the times on call. Its address is a secret, and shown once.
enum CalendarPage {
    static func show(_ page: PageCall) throws -> Response {
        guard page.reader.hasCalendar else { throw Problem.forbidden }
        return draw(page, nil, [])
    }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        guard page.reader.hasCalendar else { throw Problem.forbidden }
        switch form["do"] {
        case "open": return draw(page, try await page.tenancy.ownAccount.openCalendar(by: page.caller), [])
        case "close":
            try await page.tenancy.ownAccount.closeCalendar(by: page.caller)
            return .seeOther(page.reader["/profile/calendar?done=\(PageText.ownCalendarClosed.rawValue)"])
        default: return draw(page, nil, [Wrong(field: "calendar", text: page.reader[.ownChooseOne])])
        }
    }

    private static func draw(_ page: PageCall, _ address: String?, _ wrong: [Wrong]) -> Response {
        let reader = page.reader
        let shown = address.map { address -> HTML in
            """
            <section class="banner ok" tabindex="-1"><h2>\(reader[.ownCalendarAddress])</h2>
            <p class="code" id="address">\(address)</p>\(reader.copyButton("address"))<p>\(reader[.ownCalendarCopy])</p></section>
            """
        }
        let content: HTML = """
            \(shown)
            <p class="lead">\(reader[.ownCalendarLead])</p>
            <form class="card" id="calendar" method="post" action="\(to: reader["/profile/calendar"])">
              \(Shell.token(reader))
              <p>\(reader[.ownCalendarRenew])</p>
              <div class="actions"><button name="do" value="open">\(reader[.ownCalendarOpen])</button>\
            <button class="danger quiet" name="do" value="close">\(reader[.ownCalendarClose])</button></div>
            </form>
            """
        return OwnPage(title: .ownCalendar, said: [.ownCalendarClosed], wrong: wrong).show(page, content)
    }
}

extension Reader {
    /// Whether the role has dates: of tests, or of being on call.
    var hasCalendar: Bool { ownRecord != nil || role.map { RoleName.ofTeams.contains($0) } ?? false }
}
