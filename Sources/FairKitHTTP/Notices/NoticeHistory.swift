import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// The notices to the signed-in person: the history of thirty days, and the live stream.
enum NoticeHistory {
    static func list(_ call: Call) async throws -> Answer<ListBody<NoticeBody>> {
        let (unread, (start, limit)) = try call.query(["unread"]) { query in
            (query.isSet("unread"), try query.page(call) { NoticeID($0) })
        }
        let page = try await call.tenancy.notices.list(before: start, unread: unread, limit: limit, by: call.caller)
        return try call.list(page) { NoticeBody($0) }
    }

    static func unread(_ call: Call) async throws -> Answer<Unread> {
        Answer(Unread(count: try await call.tenancy.notices.unread(by: call.caller)))
    }

    static func markRead(_ call: Call) async throws -> Answer<Unread> {
        Answer(Unread(count: try await call.tenancy.notices.markRead(call.id(), by: call.caller)))
    }

    static func markAllRead(_ call: Call) async throws -> Answer<Unread> {
        Answer(Unread(count: try await call.tenancy.notices.markRead(nil, by: call.caller)))
    }

    static func stream(_ call: Call) async throws -> Response { try await following(call).events(call) }

    static func webSocket(_ call: Call) async throws -> Response { try await following(call).webSocket(call) }

    private static func following(_ call: Call) async throws -> LiveStream {
        try await LiveStream(of: call.tenancy.notices, by: call) {
            LiveStream.Event($0.number, "notice", NoticeBody($0.view, number: $0.number))
        }
    }

    /// The number on an app's icon.
    struct Unread: JSONBody { let count: Int }
}

/// A notice in the words of its reader.
struct NoticeBody: JSONBody {
    /// In a stream: the number after which it resumes.
    let number: Int64?
    let id: String
    let category: String
    let kind: String
    let title: String
    let body: String
    /// The page that it opens.
    let link: String?
    let alertId: String?
    let newsId: String?
    let createdAt: String
    let readAt: String?

    init(_ view: NoticeView, number: Int64? = nil) {
        let notice = view.notice
        self.number = number
        id = "\(notice.id)"
        category = notice.kind.category.rawValue
        kind = notice.kind.rawValue
        title = view.text.title
        body = view.text.body
        link = view.link
        alertId = notice.alert?.description
        newsId = notice.facts.news
        createdAt = "\(notice.createdAt)"
        readAt = notice.readAt?.description
    }
}
