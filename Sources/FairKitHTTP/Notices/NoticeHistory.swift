import FairKitAPI
import FairKitCore
import FairKitService
import Hummingbird

/// What the signed-in person was told: the history of thirty days, and the live stream.
enum NoticeHistory {
    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<NoticeBody>> {
        let caller = try context.caller
        let (unread, (start, limit)) = try Query.read(request, ["unread"]) { query in
            (query.isSet("unread"), try query.page(context) { NoticeID($0) })
        }
        let page = try await context.tenancy.notices.list(before: start, unread: unread, limit: limit, by: caller)
        return Answer(
            ListBody(items: page.items.map { NoticeBody($0) }, nextCursor: try context.cursor(page.next)))
    }

    static func unread(_ request: Request, _ context: FairKitContext) async throws -> Answer<Unread> {
        Answer(Unread(count: try await context.tenancy.notices.unread(by: try context.caller)))
    }

    static func markRead(_ request: Request, _ context: FairKitContext) async throws -> Answer<Unread> {
        let id = try context.id("id", of: NoticeID.self) { NoticeID($0) }
        return Answer(Unread(count: try await context.tenancy.notices.markRead(id, by: try context.caller)))
    }

    static func markAllRead(_ request: Request, _ context: FairKitContext) async throws -> Answer<Unread> {
        Answer(Unread(count: try await context.tenancy.notices.markRead(nil, by: try context.caller)))
    }

    static func stream(_ request: Request, _ context: FairKitContext) async throws -> Response {
        try await following(request, context).events(context)
    }

    static func webSocket(_ request: Request, _ context: FairKitContext) async throws -> Response {
        try await following(request, context).webSocket(request, context)
    }

    private static func following(_ request: Request, _ context: FairKitContext) async throws -> LiveStream {
        let caller = try context.caller
        let notices = try context.tenancy.notices
        let after = try LiveStream.lastSeen(by: request, context)
        let start = try await notices.beginFollowing(after: after, by: caller)
        return LiveStream(start: start) { number, limit in
            let next: NextNotices
            do throws(Refusal<FollowFailure>) {
                next = try await notices.follow(after: number, waitingAtMost: limit, by: caller)
            } catch {
                guard error.endsStream else { throw error }
                return .denied
            }
            switch next {
            case .notices(let told):
                return .events(
                    try told.map { try LiveStream.Event($0.number, "notice", NoticeBody($0.view, number: $0.number)) })
            case .quiet: return .quiet
            case .ended: return .ended
            }
        }
    }

    /// The number on an app's icon.
    struct Unread: Encodable { let count: Int }
}

/// A notice in the words of its reader.
struct NoticeBody: Encodable {
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
